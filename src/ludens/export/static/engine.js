// The game's WebAssembly module: states as copies of bytes, moves as records, and the search. A worker has one of its own.

/** What of a site is hidden from a player, by the bits of a state's field, as in `ludens.game.hidden`. */
export const Hidden = Object.freeze({ ALL: 1, WHAT: 2, WHO: 4, COUNT: 8, STATE: 16, ROTATION: 32, VALUE: 64 });
/** What hides each field of a site's content. */
export const HIDING = Object.freeze({ what: Hidden.WHAT, who: Hidden.WHO, count: Hidden.COUNT, state: Hidden.STATE, rotation: Hidden.ROTATION, value: Hidden.VALUE });

/** A game that runs: `told` is the manifest, `bytes` the module. */
export async function openEngine(told, bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  return new Engine(told, instance.exports);
}

class Engine {
  constructor(told, game) {
    Object.assign(this, { told, game });
    this.end = (game.__heap_base.value + 15) & ~15;
    const { workspace, state, move, moves } = told.sizes;
    [this.space, this.state, this.moves] = [this.take(workspace), this.take(state), this.take(moves)];
    if (told.simultaneous) this.joint = this.take(move * told.players);
    this.check(game.open(this.space, BigInt(workspace)));
  }

  /** Memory, aligned to 16 bytes. */
  take(size) {
    const place = this.end;
    this.end += (size + 15) & ~15;
    const missing = this.end - this.game.memory.buffer.byteLength;
    if (missing > 0) this.game.memory.grow(Math.ceil(missing / 65536));
    return place;
  }

  check(given) {
    if (given < 0) throw new Error(this.told.errors[-given] ?? `error ${-given}`);
    return given;
  }

  get bytes() {
    return new Uint8Array(this.game.memory.buffer, this.state, this.told.sizes.state).slice();
  }

  set bytes(state) {
    new Uint8Array(this.game.memory.buffer, this.state, state.length).set(state);
  }

  /** The first position, with the random numbers of a seed (a BigInt). */
  start(seed) {
    this.check(this.game.start(this.space, this.state, seed));
    return this.bytes;
  }

  /** The legal moves of a state: their number in the list, their player, and the slots from and to. */
  legal(state) {
    this.bytes = state;
    const { game, told } = this;
    const count = game.over(this.state) ? 0 : this.check(game.legal(this.space, this.state, this.moves));
    return Array.from({ length: count }, (_, index) => {
      const record = this.moves + index * told.sizes.move;
      return { index, player: game.move_mover(record), from: game.move_from_slot(record), to: game.move_to_slot(record) };
    });
  }

  /** The state behind legal moves, by their numbers: one, or where all move at once one of each player in their order. */
  play(state, numbers) {
    this.legal(state);
    this.#make(numbers);
    return this.bytes;
  }

  /** The legal moves of a state, each with the state behind it (`after`). */
  outcomes(state) {
    const moves = this.legal(state), listed = this.bytes;
    return moves.map((move) => {
      this.bytes = listed;
      this.#make([move.index]);
      return { ...move, after: this.bytes };
    });
  }

  /** Make moves of the list in the state that was listed. */
  #make(numbers) {
    const { game, space, state, moves, joint } = this, { move } = this.told.sizes;
    const record = (number) => moves + number * move;
    if (!joint) return this.check(game.play(space, state, record(numbers[0])));
    const memory = new Uint8Array(game.memory.buffer);
    numbers.forEach((number, n) => memory.copyWithin(joint + n * move, record(number), record(number + 1)));
    return this.check(game.play_joint(space, state, joint, numbers.length));
  }

  /** The seat that plays a player of the rules: who swaps sides keeps the seat (`ludens.game.seats`). */
  seat(state, player) {
    const order = this.field(state, "player_order");
    const seat = order ? order.subarray(1, this.told.players + 1).indexOf(player) + 1 : player;
    return seat || player;
  }

  /** The ranks of the seats, from seat 1 on, behind legal moves as `play` has them and so many random ones at most. */
  tried(state, numbers, limit) {
    this.legal(state);
    this.#make(numbers);
    this.check(this.game.playout(this.space, this.state, this.moves, limit));
    const order = this.field(this.bytes, "player_order");
    return Array.from({ length: this.told.players }, (_, n) => this.game.rank(this.state, order ? order[n + 1] : n + 1));
  }

  /** A state in which what chance will bring is drawn anew. */
  renewed(state) {
    const { offset } = this.told.fields.rng;
    const other = state.slice();
    crypto.getRandomValues(other.subarray(offset, offset + 8));
    return other;
  }

  /** Other random numbers for random games and searches. */
  reseed() {
    this.game.seed(this.space, BigInt(Math.floor(Math.random() * 2 ** 52)));
  }

  /** What of a slot is hidden from a player; of null nothing is. */
  hidden(state, slot, player) {
    const { hidden } = this.told.fields;
    return hidden && player !== null && slot >= 0 ? state[hidden.offset + slot * (this.told.players + 1) + player] : 0;
  }

  /** The elements of a field of a state, in its own memory; null where the game has no such field. */
  field(state, name) {
    const field = this.told.fields[name];
    if (!field) return null;
    const kinds = { u8: Uint8Array, i8: Int8Array, i16: Int16Array, u16: Uint16Array, i32: Int32Array, i64: BigInt64Array, f64: Float64Array };
    return new kinds[field.element](state.buffer, field.offset, field.length);
  }

  number(state, name) {
    return this.field(state, name)[0];
  }

  /** The number of the move that a search of so many milliseconds likes best. */
  search(state, time) {
    const { game, told } = this;
    this.bytes = state;
    this.tree ??= this.take(told.sizes.tree);
    this.reseed();
    const count = this.check(game.plant(this.space, this.state, this.tree, BigInt(told.sizes.tree)));
    const end = performance.now() + time;
    let iterations = 16;
    if (count > 1) {
      do {
        const begun = performance.now();
        this.check(game.grow(this.space, this.state, this.tree, iterations));
        if (performance.now() - begun < 20) iterations *= 2;
      } while (performance.now() < end);
    }
    return Math.max(game.best(this.tree), 0);
  }

  /** Lengths and winners of the random games of a seed. */
  playouts(count, seed) {
    return Array.from({ length: count }, (_, number) => {
      const length = this.check(this.game.playout_numbered(this.space, this.state, this.moves, number, seed));
      return [length, this.game.winner(this.state)];
    });
  }
}
