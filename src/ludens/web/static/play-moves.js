// From legal moves to what a person chooses on the board: first where from, then where to, then which of several.

/** The moves by what one has to choose for them. */
function sorted(moves) {
  const from = new Map();
  const direct = new Map();
  const actions = [];
  for (const move of moves) {
    if (move.kind !== "move" || !move.to) actions.push(move);
    else if (move.from && move.from !== move.to) add(sub(from, move.from), move.to, move);
    else add(direct, move.to, move);
  }
  return { from, direct, actions };
}

const sub = (map, key) => map.get(key) ?? map.set(key, new Map()).get(key);
const add = (map, key, value) => (map.has(key) ? map.get(key).push(value) : map.set(key, [value]));

/** Whether nothing but a number tells the moves apart, e.g. which of two dice that show the same is used. */
export const alike = (moves) => new Set(moves.map(({ name }) => name.replace(/ #\d+$/, ""))).size === 1;

export class Picker {
  /**
   * `play(move)` is called with the move that was chosen; `choose(moves, ref)` asks which of several it is;
   * `confirm(ref, go)` asks for a second tap where sites are small, null that it is no longer wanted;
   * `refused(from, to)` is called for what is no move: two sites, the same one twice, or one that has none to go to;
   * `declined()` where the one choice that there is was not made, such as what a pawn becomes.
   */
  constructor(board, { play, choose, confirm, refused = null, declined = null }) {
    Object.assign(this, { board, play, choose, confirm, refused, declined });
    this.set([]);
  }

  /** Offer these moves. */
  set(moves) {
    const { from, direct, actions } = sorted(moves);
    Object.assign(this, { from, direct, actions });
    this.selected = null;
    this.tapped = null;
    this.tried = null;
    // where only one piece can move, it need not be chosen first
    if (from.size === 1 && direct.size === 0) this.selected = [...from.keys()][0];
    this.mark();
  }

  mark() {
    const { board, from, direct, selected } = this;
    const sources = [...from.keys()];
    const sites = [...board.spots.values()].filter((spot) => !spot.classList.contains("minor")).length;
    const open = [...direct.keys()];
    // where nearly every site may be chosen, dots would only be in the way
    const targets = selected ? [...from.get(selected).keys()] : open;
    const quiet = !selected && open.length > Math.max(12, sites * 0.4);
    board.root.classList.toggle("quiet-targets", quiet);
    board.mark({ selected, targets, sources, hint: [] });
    if (!board.root.contains(document.activeElement)) board.rove(selected ?? sources[0] ?? targets[0]);
  }

  /** A site was chosen; null lets go. `unsure`: by a finger, where sites are small. */
  pick(ref, { unsure = false } = {}) {
    const { selected } = this;
    const moves = selected && this.from.get(selected)?.get(ref);
    if (moves) return this.meant(moves, ref, unsure);
    if (ref && ref !== selected && this.from.has(ref)) return this.select(ref);
    if (ref && this.direct.has(ref)) return this.meant(this.direct.get(ref), ref, unsure);
    this.select(null);
    return this.refuse(selected ?? this.tried, ref);
  }

  /** There is no such move; where pieces move, the first of two sites is kept for the second. */
  refuse(from, to) {
    this.tried = null;
    if (!this.refused || !to || from === to || !(this.from.size || this.direct.size)) return;
    if (from) return void this.refused(from, to);
    if (!this.from.size) return void this.refused(to, to);
    if (!this.board.pieces.top(to)) return;
    this.tried = to;
    this.refused(to, null);
  }

  /** Play a move, or first ask whether it is meant. */
  meant(moves, ref, unsure) {
    if (!unsure || this.tapped === ref) return this.commit(moves, ref);
    this.tapped = ref;
    this.board.mark({ hint: [ref] });
    return this.confirm(ref, () => this.commit(moves, ref));
  }

  select(ref) {
    this.selected = ref;
    if (ref) this.tried = null;
    this.forget();
    this.mark();
  }

  forget() {
    if (this.tapped) {
      this.confirm(null);
      this.board.pieces.replace(); // what was dragged there waits no more
    }
    this.tapped = null;
  }

  /** Whether there is nothing to choose but one of several moves at one site. */
  isOneChoice() {
    const [only, another] = this.direct.values();
    return Boolean(only) && !another && !this.from.size && !this.actions.length && !alike(only);
  }

  /** Ask for that one choice. */
  askOnly() {
    const [[ref, moves]] = this.direct;
    this.commit(moves, ref);
  }

  /** Whether a piece may be dragged from a site. */
  grab(ref) {
    if (!this.from.has(ref)) return false;
    if (this.selected !== ref) this.select(ref);
    return true;
  }

  /** A piece was dragged to a site: gives the site where that is a move. */
  drop(from, to, { unsure = false } = {}) {
    const moves = this.from.get(from)?.get(to);
    if (!moves) {
      this.select(null);
      this.refuse(from, to);
      return false;
    }
    this.meant(moves, to, unsure);
    return to;
  }

  async commit(moves, ref) {
    this.forget();
    const only = this.isOneChoice();
    const move = alike(moves) ? moves[0] : await this.choose(moves, ref);
    if (move) return this.play(move);
    this.board.pieces.replace(); // what was dragged goes home
    this.select(null);
    return only && this.declined?.();
  }
}
