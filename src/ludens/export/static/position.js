// From a state's bytes to what the board shows, by the places and the portraits that were drawn beforehand.

import { Hidden } from "./engine.js";
import { t, tn } from "./words.js";

/** What lies on each slot of a state, as a player sees it; null sees everything. */
class Contents {
  constructor(engine, state, viewer = null) {
    this.flags = (slot) => engine.hidden(state, slot, viewer);
    this.levels = engine.told.fields.what.shape[1] ?? 1;
    for (const name of ["what", "who", "count", "state", "value", "size"]) this[name] = engine.field(state, name);
    this.who ??= this.what;
  }

  /** The pieces of a slot from below, or one where they are no stack; `hidden` are the flags of what is not seen. */
  pile(slot) {
    const hidden = this.flags(slot);
    if (hidden & Hidden.ALL) return [];
    const height = this.size ? this.size[slot] : Number(this.what[slot] > 0);
    return Array.from({ length: height }, (_, level) => {
      const at = slot * this.levels + level;
      return { what: this.what[at], who: this.who[at], count: (!this.size && this.count?.[at]) || 1, state: this.state?.[at] ?? 0, value: this.value?.[at] ?? 0, hidden };
    });
  }
}

/** The pieces of a state as `board.setPieces` has them, as `viewer` sees them, with dice as `diceOf` says. */
export function positionOf(engine, drawn, state, dice = [], viewer = null) {
  const contents = new Contents(engine, state, viewer);
  const pieces = drawn.places.flatMap((place, slot) => {
    if (!place) return [];
    if (place.kind === "die") return [dieAt(place, dice[place.die])];
    const pile = contents.pile(slot).filter(({ what }) => drawn.portraits[what]);
    if (!pile.length) return [];
    if (place.kind === "seeds") return [seedsAt(drawn, place, pile)];
    return place.stack === undefined ? [pieceAt(drawn, place, pile[0], 0, [0, 0, null])] : stackAt(drawn, place, pile);
  });
  return { pieces, symbols: {}, western: {}, extra: "" };
}

/** What a piece and its place are called. */
const told = (words, place) => ({ words, label: t`${words} on ${place.label}|a piece, and where it is` });

const where = ({ ref, x, y, size, rotation }) => ({ ref, x, y, size, rotation });

function pieceAt(drawn, place, piece, level, [dx, dy, number]) {
  const portrait = drawn.portraits[piece.what];
  const { symbol, words, owner } = seenAs(portrait, piece, place.symbols?.[piece.what]);
  const count = piece.hidden & Hidden.COUNT ? "?" : piece.count > 1 ? String(piece.count) : null;
  const badge = number ?? count;
  const named = `${badge && badge !== "?" ? `${badge} ` : ""}${words}`;
  const at = { ...where(place), x: place.x + dx, y: place.y + dy };
  return { ...at, key: `${place.ref}:${level}`, symbol, owner, badge, kind: place.kind ?? "piece", ...told(named, place) };
}

/** The picture, the words and the owner of a piece, as far as they are seen; `fitted` is its picture in its place. */
function seenAs(portrait, { hidden, value, state }, fitted) {
  const unseen = portrait.unseen?.[hidden & (Hidden.WHAT | Hidden.WHO | Hidden.STATE | Hidden.VALUE)];
  if (unseen) return unseen;
  const { looks, wordings, owner } = portrait;
  const of = (told) => (!(hidden & Hidden.VALUE) && told.value?.[value]) || (!(hidden & Hidden.STATE) && told.state?.[state]);
  return { symbol: fitted ?? (of(looks) || portrait.symbol), words: of(wordings) || portrait.words, owner };
}

function stackAt(drawn, place, pile) {
  const { covered, piles } = drawn.stacks[place.stack];
  const offsets = piles[Math.min(pile.length, piles.length) - 1];
  const top = pile.length - 1, hidden = pile.length - offsets.length;
  let widest = 0;
  const seen = pile.map(({ what }) => what).reduceRight((found, what, level) => {
    const { width } = drawn.portraits[what];
    if (covered && width < widest) return found;
    widest = width;
    return [level, ...found];
  }, []);
  return seen.filter((level) => level >= hidden).map((level) => {
    const [dx, dy, number] = offsets[level - hidden];
    const told = level === top && top > 0 && (number || seen.length <= top);
    return pieceAt(drawn, place, pile[level], level, [dx, dy, told ? String(pile.length) : null]);
  });
}

function seedsAt(drawn, place, pile) {
  const { what, who, state } = pile.at(-1);
  const count = pile.length > 1 ? pile.length : pile[0].count;
  const heaps = drawn.heaps[what][`${who}.${state}`] ?? drawn.heaps[what][`${who}.0`];
  return { ...where(place), key: `${place.ref}:0`, kind: "seeds", symbol: heaps[Math.min(count, heaps.length) - 1], owner: 0, badge: count > 5 ? String(count) : null, count, ...told(tn(count, "{0} seed", "{0} seeds"), place) };
}

function dieAt(place, { face, used }) {
  const { symbol, words } = (used ? place.spent : place.fresh)[face];
  return { ...where(place), key: `${place.ref}:0`, kind: "die", symbol, owner: 0, badge: null, used, ...told(words, place) };
}

/**
 * The face that each die shows to the player who has the choice, and whether it is used up. What is rolled before a
 * move is known from where a move leads; `same` says that the one before was by the same player.
 */
export function diceOf(engine, drawn, state, moves, same) {
  if (!drawn.dice) return [];
  const left = engine.field(state, "dice_value");
  const after = moves.length ? engine.play(state, someTurn(engine, moves)) : state;
  const rolled = moves.length > 0 && !(same && left.some((value) => value));
  const contents = new Contents(engine, after);
  return drawn.places.flatMap((place, slot) => {
    if (place?.kind !== "die") return [];
    const face = contents.pile(slot)[0]?.state ?? 0;
    return [{ face, used: !rolled && !left[place.die] && !place.faces.includes(0) }];
  });
}

/** Moves that make a turn, by their numbers: the first, or where all move at once the first of each player. */
function someTurn(engine, moves) {
  const all = engine.told.simultaneous ? moves.filter(({ player }, n) => player !== moves[n - 1]?.player) : [moves[0]];
  return all.map(({ index }) => index);
}

/** The reference of the site of a slot that a move names, or null. */
export const refOf = (drawn, slot) => drawn.refs[slot] ?? null;

/** Legal moves as `Picker` has them: with references, a name, and a label where several have the same sites. */
export function movesOf(engine, drawn, state) {
  if (engine.told.fields.domain) return valuesOf(engine, drawn, state);
  const groups = new Map();
  const moves = engine.legal(state).map(({ index, player, from, to }) => {
    const [start, end] = [refOf(drawn, from), refOf(drawn, to)];
    const [a, b] = [drawn.labels[start], drawn.labels[end]];
    const name = !end ? withoutSites(engine, state, index) : start && start !== end && !drawn.beside.includes(from) ? `${a}–${b}` : b;
    const move = { index, player, from: start, to: end, slots: [from, to], kind: end ? "move" : "pass", name, label: "" };
    const key = `${player} ${start} ${end}`;
    groups.set(key, [...(groups.get(key) ?? []), move]);
    return move;
  });
  const several = [...groups.values()].filter(({ length }) => length > 1);
  if (engine.told.simultaneous) several.forEach((group) => name(group));
  else if (several.length) {
    const outcomes = engine.outcomes(state);
    for (const group of several) tellApart(engine, drawn, state, group, group.map(({ index }) => outcomes[index].after));
  }
  return moves;
}

/**
 * The moves of a puzzle, by what the site may have afterwards: one value (`A1=3`), or one fewer or more (`A1~3`). Where a
 * value is left over when another goes, that is the same as to write it: such a move is `twin` to the one before it.
 */
function valuesOf(engine, drawn, state) {
  const before = engine.field(state, "domain");
  const known = new Set();
  return engine.outcomes(state).map(({ index, player, to, after }) => {
    const ref = refOf(drawn, to);
    const left = engine.field(after, "domain")[to];
    const one = (left & (left - 1n)) === 0n;
    const label = one ? `${bit(left)}` : `~${bit(left ^ before[to])}`;
    const name = `${drawn.labels[ref]}${one ? "=" : ""}${label}`;
    const twin = known.has(name);
    known.add(name);
    return { index, player, from: null, to: ref, slots: [to, to], kind: "move", name, label, twin };
  });
}

/** The number of a bit of a BigInt that has no other. */
const bit = (word) => word.toString(2).length - 1;

/** What a move that names no site is called. */
function withoutSites(engine, state, index) {
  const seats = !engine.told.simultaneous && engine.field(state, "player_order");
  return seats && String(engine.field(engine.play(state, [index]), "player_order")) !== String(seats) ? t`Swap` : t`Pass`;
}

/** Moves as a player may know them: without sites that are hidden, without what is hidden there. */
export function toldMoves(engine, drawn, viewer, before, after, moves) {
  if (viewer === null) return moves;
  return moves.map((move) => {
    const [from, to] = move.slots;
    const [left, now] = move.player === viewer ? [0, 0] : [engine.hidden(before, from, viewer), engine.hidden(after, to, viewer)];
    if (now & Hidden.ALL || (left & Hidden.ALL && !move.to)) return { ...move, name: "hidden", from: null, to: null };
    if (left & Hidden.ALL) return { ...move, name: `?-${drawn.labels[move.to]}`, from: null };
    return left | now ? { ...move, name: move.name.split("=")[0] } : move;
  });
}

/**
 * Moves between the same sites are told apart by the states to which they lead, else by numbers; those that lead to the
 * same are one.
 */
function tellApart(engine, drawn, state, group, states) {
  const alike = new Set(states.map((after) => String(whicheverDie(engine, after)))).size === 1;
  if (alike) return group.forEach((move, n) => (move.name += ` #${n + 1}`));
  const slot = drawn.places.findIndex((place) => place?.ref === group[0].to);
  const told = states.map((after) => differences(engine, drawn, state, after, slot, group[0].player));
  const different = [...told[0].keys()].filter((part) => new Set(told.map((one) => one[part])).size > 1);
  const words = told.map((one) => different.map((part) => one[part]).filter(Boolean).join(", "));
  const enough = new Set(words).size === group.length;
  name(group, (n) => enough && words[n]);
}

/** Name the moves of a group by words, or by numbers where there are none. */
function name(group, words = () => "") {
  group.forEach((move, n) => {
    move.label = words(n) ? `=${words(n)}` : t`way ${n + 1}`;
    move.name += words(n) ? `=${words(n)}` : ` (${n + 1})`;
  });
}

/** A state's bytes, in which it does not matter which of several dice has a value. */
function whicheverDie(engine, state) {
  const dice = engine.told.fields.dice_value;
  if (!dice) return state;
  const bytes = state.slice();
  new Int32Array(bytes.buffer, dice.offset, dice.length).sort();
  return bytes;
}

/** What one may see of a move by where it led: the piece on its site, dice it used, and where pieces vanished. */
function differences(engine, drawn, before, after, slot, viewer) {
  const [old, now] = [new Contents(engine, before, viewer), new Contents(engine, after, viewer)];
  const piece = now.pile(slot).at(-1);
  const left = engine.field(after, "dice_value");
  const used = drawn.places.filter((place) => place?.kind === "die" && !left[place.die]).map((place) => place.faces[now.pile(drawn.places.indexOf(place))[0]?.state ?? 0]);
  const gone = drawn.places.filter((place, at) => place && at !== slot && place.kind !== "die" && old.pile(at).length > now.pile(at).length);
  return [engine.told.components[piece?.what - 1]?.name, used.join(" "), piece?.value && t`value ${piece.value}`, piece?.state && t`state ${piece.state}`, gone.map(({ label }) => `x${label}`).join(" ")];
}
