// How a game stands, in words, and the way back from the past, or on to the next game.

import { button, clear, h } from "./dom.js";
import { moved, sense as senseOf, verdict } from "./play-end.js";
import { ownSeat } from "./play-side.js";
import { HUMAN } from "./protocol.js";
import { t, term } from "./words.js";

/** Whose turn it is, or how the game ended. `choice`: who chooses where all move at once, and how many have. */
function words(position, newest, { seats, paused }, { choosers, chosen }) {
  const label = (player) => seats.find((seat) => seat.player === player)?.label ?? t`Player ${player}`;
  if (!newest) return t`Looking at move ${position.ply}`;
  if (position.over) return position.result ?? position.status;
  if (position.match?.between) return position.status;
  const shared = seats.some(({ mine }) => mine !== undefined);
  if (shared && seats.some(({ who, name }) => who === HUMAN && !name)) return t`Waiting for the others`;
  if (shared && paused) return t`Adjourned`;
  if (choosers.length && chosen === choosers.length) return t`The others still choose`;
  if (choosers.length) return t`${label(choosers[chosen])}: choose a move. All move at once.`;
  if (paused && !position.moves?.length) return t`Paused`;
  const checked = position.pieces.check?.length > 0;
  const toMove = (name) => (checked ? t`${name} to move: check!` : t`${name} to move`);
  if (position.moves?.length && ownSeat(seats) !== undefined) return checked ? t`Your move: check!` : t`Your move`;
  if (position.moves?.length) return toMove(label(position.mover));
  const mover = seats.find(({ player }) => player === position.mover);
  if (mover?.mine !== undefined && mover.who === HUMAN) return toMove(mover.name || mover.label);
  return t`${label(position.mover)} is thinking`;
}

/** What is to be done, and which part of a turn it is: "Then shoot a dot: part 2 of the turn". */
function instruction({ prompt = "", part = 0 }) {
  if (!prompt) return part > 1 ? t`The turn goes on: part ${part}` : "";
  return part > 1 ? t`Then: ${prompt.charAt(0).toLowerCase() + prompt.slice(1)} (part ${part} of the turn)` : prompt;
}

export class Status {
  /** `back()` shows the newest position; `begin(players?)` begins the game again, `analyse()` opens a study of it. */
  constructor({ back, begin, analyse }) {
    Object.assign(this, { back, begin, analyse });
    this.element = h("div", { class: "status", role: "status", "aria-live": "polite" });
    this.key = null;
  }

  tell(position, newest, table, choice) {
    const text = words(position, newest, table, choice);
    const ended = Boolean(newest && position.over);
    const sense = ended ? verdict(position, table.seats) : null;
    const last = position.ply > 0 && position.last?.text ? t`Last move: ${term(position.last.text)}` : "";
    const todo = newest && !ended && !choice.choosers.length && position.moves?.length ? instruction(position) : "";
    const others = ended ? moved(table.seats) : null;
    const shared = table.seats.some(({ mine }) => mine !== undefined);
    const key = [shared, text, todo, sense, last, newest, ended, others].join("|");
    if (key === this.key) return;
    this.key = key;
    const lines = [h("strong", {}, sense ?? text), sense && h("span", { class: "status-result" }, text), todo && h("span", { class: "status-todo" }, todo), last && h("span", { class: "status-last" }, last)];
    clear(this.element).append(h("div", { class: "status-words" }, lines.filter(Boolean)), ...this.ways(newest, ended, others, table));
    this.element.classList.toggle("over", Boolean(position.over));
    const end = position.over ? senseOf(position, table.seats) : null;
    for (const one of ["lost", "drawn"]) this.element.classList.toggle(one, end === one);
  }

  /** Buttons: back from the past; once the game is over, again, with each player in the next one's place too, or a study of it. */
  ways(newest, ended, others, { game, seats }) {
    if (!newest) return [button(t`Back to the game`, {}, this.back)];
    if (!ended) return [];
    const study = !game.games.length && button(t`Analyse`, { icon: "chart" }, this.analyse);
    if (seats.some(({ mine }) => mine !== undefined)) return [h("div", { class: "status-next" }, study)]; // a rematch is agreed on
    const again = button(t`Play again`, { class: "btn btn-primary", icon: "flip" }, () => this.begin());
    return [h("div", { class: "status-next" }, again, others && button(t`Change sides`, { icon: "swap" }, () => this.begin(others)), study)];
  }
}

/** Who plays whom since sides were swapped, where the newest move did that; null where it did not. */
export function swappedBy({ history, table: { seats } }) {
  if (history.at(-1)?.name !== "swap") return null;
  const own = ownSeat(seats);
  return own ? t`Sides are swapped: you are ${own.label} now.` : t`Sides are swapped: each plays the other colour now.`;
}

/** Who had nothing but a pass, which was played for them and not by ply `sent`; null where nobody had. */
export function passedBy({ history, table }, sent) {
  const last = history.at(-1);
  const seat = last?.name === "pass" && last.ply !== sent ? table.seats[last.player - 1] : null;
  return seat?.who === HUMAN ? seat.label : null;
}
