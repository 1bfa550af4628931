// States that a player cannot tell from the real one: what is hidden from them is dealt anew among the sites it may be on.
// That is `ludens.encoding.knowledge`, for states without stacks and tracks.

import { HIDING, Hidden } from "./engine.js";

/** The fields of the sites of the last move. */
const LAST = ["last_from", "last_to"];
/** So often all that is hidden is dealt anew before it is changed step by step. */
const DEALS = 16;
/** So many exchanges are tried for each place then. */
const EXCHANGES = 4;

export class Worlds {
  constructor(engine, state, player) {
    Object.assign(this, { engine, player, state: state.slice() });
    this.last = this.#lastSeen();
    this.groups = this.#alike();
    this.options = this.#optionsOf(state);
    this.deals = DEALS;
  }

  /** A state in which pieces have changed places where all that the player sees of them agrees, as do the player's moves. */
  draw() {
    for (; this.deals; this.deals--) {
      const other = this.state.slice();
      for (const slots of this.groups) this.#deal(other, slots, shuffled(slots));
      if (this.#optionsOf(other) !== this.options) continue;
      this.deals = DEALS;
      return this.engine.renewed(other);
    }
    return this.engine.renewed(this.#exchanged());
  }

  /** The state after many exchanges of two places; the next draw goes on from there. */
  #exchanged() {
    for (const slots of this.groups) {
      for (let n = 0; n < EXCHANGES * slots.length; n++) {
        const [first, second] = shuffled(slots), other = this.state.slice();
        this.#deal(other, [first, second], [second, first]);
        if (this.#optionsOf(other) === this.options) this.state = other;
      }
    }
    return this.state;
  }

  /** The moves that the player may choose from, as a text. */
  #optionsOf(state) {
    const own = this.engine.legal(state).filter(({ player }) => player === this.player);
    return own.map(({ from, to }) => `${from} ${to}`).sort().join();
  }

  /** The sites of the last move that the player sees; null where it does not see one, and the game is veiled. */
  #lastSeen() {
    const { engine, state, player } = this;
    const sites = LAST.map((name) => engine.number(state, name));
    const seen = sites.filter((site) => !(engine.hidden(state, site, player) & Hidden.ALL));
    return engine.told.veiled && seen.length < sites.length ? null : seen;
  }

  /** Groups of slots whose contents the player cannot tell apart. */
  #alike() {
    const { engine, state, player } = this, { containers, components, kinds, veiled } = engine.told;
    const content = Object.keys(HIDING).filter((name) => engine.told.fields[name]).map((name) => [name, engine.field(state, name)]);
    const groups = new Map();
    const add = (key, slot) => groups.set(key, [...(groups.get(key) ?? []), slot]);
    for (let slot = 0; slot < kinds.length; slot++) {
      const flags = engine.hidden(state, slot, player);
      const unseen = veiled && (flags & Hidden.ALL || (!flags && this.#isEmpty(state, slot)));
      if (unseen ? this.last?.includes(slot) : !flags) continue;
      const container = Math.max(containers.findIndex(({ first, sites }) => slot >= first && slot < first + sites), 0);
      if (unseen) {
        add([container, kinds[slot]].join(), slot);
        continue;
      }
      const isSeen = (name) => !(flags & (Hidden.ALL | HIDING[name]));
      const seen = content.filter(([name]) => isSeen(name)).map(([, values]) => values[slot]);
      const [, what] = content[0];
      // an owner who shares a field with the piece is seen by it
      if (!engine.told.fields.who && isSeen("who")) seen.push(components[what[slot] - 1]?.owner ?? 0);
      add([container, kinds[slot], flags, ...seen].join(), slot);
    }
    return [...groups.values()].filter(({ length }) => length > 1);
  }

  #isEmpty(state, slot) {
    return !this.engine.field(state, this.engine.told.fields.count ? "count" : "what")[slot];
  }

  /** Put on each of these slots what lies on its source; both lists have the same slots. */
  #deal(state, slots, sources) {
    const { engine } = this, { fields } = engine.told;
    const from = new Map(sources.map((source, n) => [source, slots[n]]));
    if (fields.owned_slot) this.#relist(state, from);
    for (const name of Object.keys(HIDING)) {
      const values = engine.field(state, name);
      const old = values && sources.map((source) => values[source]);
      if (values) slots.forEach((slot, n) => (values[slot] = old[n]));
    }
    if (engine.told.veiled) this.#unveil(state, slots, sources, from);
    for (const slot of slots) {
      const at = fields.empty.offset + (slot >> 3), bit = 1 << (slot & 7);
      state[at] = this.#isEmpty(state, slot) ? state[at] | bit : state[at] & ~bit;
    }
  }

  /** That something is hidden goes with it, as does where the last move led, if the player has not seen it. */
  #unveil(state, slots, sources, targets) {
    const { players } = this.engine.told, width = players + 1;
    const flags = this.engine.field(state, "hidden"), old = flags.slice();
    slots.forEach((slot, n) => flags.set(old.subarray(sources[n] * width, (sources[n] + 1) * width), slot * width));
    if (this.last) return;
    for (const name of LAST) {
      const site = this.engine.field(state, name);
      site[0] = targets.get(site[0]) ?? site[0];
    }
  }

  /** Let the lists of each component's places follow. */
  #relist(state, targets) {
    const { engine } = this, room = engine.told.fields.owned_slot.shape[1];
    const [listed, counts] = [engine.field(state, "owned_slot"), engine.field(state, "owned_count")];
    for (let at = 0; at < listed.length; at++) if (at % room < counts[Math.floor(at / room)]) listed[at] = targets.get(listed[at]) ?? listed[at];
  }
}

/** The same in a random order. */
function shuffled(listed) {
  const order = [...listed];
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1));
    [order[n], order[other]] = [order[other], order[n]];
  }
  return order;
}
