// The list of moves: a line for each round, a button for each move, which leads to the position after it.

import { clear, h, svg } from "./dom.js";
import { t, term } from "./words.js";

/** Moves in rounds: a new one begins where a player comes up again after others, or the order starts anew. */
function rounds(history) {
  const turns = [];
  let previous = null;
  for (const entry of history) {
    const fresh = previous === null || entry.player < previous.player || (entry.player === previous.player && !sameTurn(turns.at(-1), entry));
    if (fresh) turns.push([]);
    turns.at(-1).push(entry);
    previous = entry;
  }
  return turns;
}

/** Whether a move goes on with the turn of the round's last move: the same player moves again, and nobody has swapped sides. */
const sameTurn = (round, entry) => round.at(-1).name !== "swap" && round.at(-1).player === entry.player && round.at(-1).ply === entry.ply - 1 && round.length < 12;

/** Whether two rounds show the same. */
const isSame = (one, other) => one.length === other?.length && one.every(({ ply, name, player }, n) => other[n].ply === ply && other[n].name === name && other[n].player === player);

/** The moves of a round by who made them. */
const turns = (entries) =>
  entries.reduce((turns, entry) => (turns.at(-1)?.[0].player === entry.player ? turns.at(-1).push(entry) : turns.push([entry]), turns), []);

export class MoveList {
  constructor(go) {
    this.go = go;
    this.colours = new Map();
    this.start = h("button", { type: "button", class: "ply-button ply-start", onclick: () => go(0) }, t`Start`);
    this.list = h("ol", { class: "rounds" });
    this.element = h("div", { class: "move-list" }, this.start, this.list);
    this.reset();
  }

  reset() {
    this.rounds = [];
    this.buttons = new Map([[0, this.start]]);
    clear(this.list);
  }

  /** List a history, of which most rounds usually are there already. */
  set(history, colours) {
    this.colours = new Map(colours.map(({ player, colour }) => [player, colour]));
    this.list.classList.toggle("of-two", colours.length === 2);
    const newRounds = rounds(history);
    let shared = 0;
    while (shared < newRounds.length && isSame(newRounds[shared], this.rounds[shared])) shared++;
    for (const { ply } of this.rounds.slice(shared).flat()) this.buttons.delete(ply);
    for (const item of [...this.list.children].slice(shared)) item.remove();
    this.list.append(...newRounds.slice(shared).map((round, n) => this.round(round, shared + n + 1)));
    this.rounds = newRounds;
  }

  round(entries, number) {
    const ply = ({ ply: n, player, name }) => {
      const element = h("button", { type: "button", class: "ply-button", "data-player": player, onclick: () => this.go(n) }, term(name));
      this.buttons.set(n, element);
      return element;
    };
    return h("li", { class: "round" }, h("span", { class: "round-number muted", "aria-hidden": "true" }, `${number}.`), h("span", { class: "round-moves" }, turns(entries).map((turn) => this.turn(turn, ply))));
  }

  turn(entries, ply) {
    const dot = svg("svg", { class: "turn-colour", viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("circle", { cx: 5, cy: 5, r: 5, fill: this.colours.get(entries[0].player) ?? "none" }));
    return h("span", { class: "turn-moves", "data-player": entries[0].player }, dot, h("span", {}, entries.map(ply)));
  }

  /** Mark the position that is shown. */
  current(ply) {
    const element = this.buttons.get(ply);
    this.marked?.removeAttribute("aria-current");
    this.marked = element;
    element?.setAttribute("aria-current", "true");
    const scroller = this.element.parentElement;
    if (!element || !scroller || scroller.scrollHeight <= scroller.clientHeight) return;
    const [box, frame] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
    if (box.top < frame.top) scroller.scrollTop -= frame.top - box.top + 8;
    else if (box.bottom > frame.bottom) scroller.scrollTop += box.bottom - frame.bottom + 8;
  }
}
