// States that a player cannot tell from the real one: what is hidden from them is dealt anew among the sites it may be on.
// That is `ludens.encoding.knowledge`, for states without stacks and tracks.

import { HIDING, Hidden } from "./engine.js";

/** So often all that is hidden is dealt anew before it is changed step by step. */
const DEALS = 16;
/** So many exchanges are tried for each place then. */
const EXCHANGES = 4;

export class Worlds {
  constructor(engine, state, player) {
    Object.assign(this, { engine, player, state: state.slice() });
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

  /** Groups of slots whose contents the player cannot tell apart. */
  #alike() {
    const { engine, state, player } = this, { containers, components, kinds } = engine.told;
    const content = Object.keys(HIDING).filter((name) => engine.told.fields[name]).map((name) => [name, engine.field(state, name)]);
    const groups = new Map();
    for (let slot = 0; slot < kinds.length; slot++) {
      const flags = engine.hidden(state, slot, player);
      if (!flags) continue;
      const isSeen = (name) => !(flags & (Hidden.ALL | HIDING[name]));
      const seen = content.filter(([name]) => isSeen(name)).map(([, values]) => values[slot]);
      const [, what] = content[0];
      // an owner who shares a field with the piece is seen by it
      if (!engine.told.fields.who && isSeen("who")) seen.push(components[what[slot] - 1]?.owner ?? 0);
      const container = containers.findIndex(({ first, sites }) => slot >= first && slot < first + sites);
      const key = [Math.max(container, 0), kinds[slot], flags, ...seen].join();
      groups.set(key, [...(groups.get(key) ?? []), slot]);
    }
    return [...groups.values()].filter(({ length }) => length > 1);
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
    const filled = engine.field(state, fields.count ? "count" : "what");
    for (const slot of slots) {
      const at = fields.empty.offset + (slot >> 3), bit = 1 << (slot & 7);
      state[at] = filled[slot] ? state[at] & ~bit : state[at] | bit;
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
