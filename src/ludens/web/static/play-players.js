// The players of a table: their colours, who they are, scores, whose turn it is, and how long somebody thinks.

import { clear, h, icon, svg } from "./dom.js";
import { countdown, left } from "./play-clock.js";
import { agentTitle, characterOf, faceOf } from "./opponents.js";
import { HUMAN } from "./protocol.js";
import { t } from "./words.js";

const SHORT = 10_000;

/** Who has a seat at a table of several people. */
const personTitle = (name, mine) => (mine ? t`${name} (you)` : name || t`nobody yet`);

export class Players {
  constructor() {
    this.list = h("ul", { class: "player-list" });
    this.element = h("section", { class: "players", "aria-label": t`Players` }, this.list);
    this.rows = new Map();
    this.timer = setInterval(() => this.tick(), 250);
    this.thinker = null;
    this.turn = null;
    this.used = new Map();
  }

  close() {
    clearInterval(this.timer);
  }

  /** Show who has the seats; `rules` are those of the clock, at a table of several people. */
  set(seats, colours, agents, rules = null) {
    this.rules = rules;
    clear(this.list);
    this.rows.clear();
    const humans = seats.filter(({ who }) => who === HUMAN).length;
    for (const { player, who, label, mine, name, here, clock: counts } of seats) {
      const colour = colours?.find((one) => one.player === player)?.colour ?? "#888888";
      const score = h("span", { class: "player-score" });
      const clock = h("span", { class: "player-clock muted", "aria-hidden": "true" });
      const title = who !== HUMAN ? agentTitle(who, agents) : mine !== undefined ? personTitle(name, mine) : humans === 1 ? t`You` : t`Human`;
      const row = h(
        "li", { class: "player" },
        svg("svg", { class: "player-colour", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("circle", { cx: 10, cy: 10, r: 8.5, fill: colour })),
        characterOf(who, agents) && faceOf(who, agents),
        h("div", { class: "player-words" }, h("span", { class: "player-label" }, label), h("bdi", { class: "player-who muted" }, title)),
        name && h("span", { class: here ? "player-here" : "player-here away", role: "img", "aria-label": here ? t`Here` : t`Away`, title: here ? t`Here` : t`Away` }),
        h("span", { class: "player-won" }, icon("trophy"), h("span", { class: "visually-hidden" }, t`winner`)),
        h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
        score, clock,
      );
      clock.classList.toggle("counts", Boolean(counts));
      this.rows.set(player, { row, score, clock, counts, since: Date.now() });
      this.list.append(row);
    }
    this.list.classList.toggle("many", seats.length > 4);
    this.showTurn();
  }

  update(position, newest, times) {
    const mover = newest && !position.over ? position.mover : null;
    if (newest && (position.over || mover !== this.thinker)) this.thinking(null);
    // "0" before anybody has a point would look like a count of what lies on the board
    const scores = position.over || position.scores?.some(Boolean) ? position.scores : position.standing;
    const title = !position.over && position.standing ? t`If the game ended now` : "";
    for (const [player, { score, row }] of this.rows) {
      const points = scores?.[player - 1];
      const inMatch = position.match?.scores[player - 1];
      score.textContent = [inMatch, inMatch === undefined ? points : points === undefined ? undefined : `(${points})`].filter((one) => one !== undefined).join(" ");
      score.setAttribute("aria-label", score.textContent ? t`score ${score.textContent}` : "");
      score.title = score.textContent ? title : "";
      row.classList.toggle("winner", Boolean(position.over && position.ranking?.[player - 1] === 1));
    }
    // once for each message: what it says of the time was so when it came
    if (times && times !== this.times) {
      this.times = times;
      this.used = new Map(times.used.map((ms, n) => [n + 1, ms]));
      this.turn = { before: times.turn, since: Date.now() };
    }
    this.turn = { ...this.turn, player: mover };
    this.showTurn();
  }

  /** Nobody's time runs while the game is paused. */
  hold(held) {
    if (held === this.held) return;
    if (this.turn) this.turn = { ...this.turn, before: this.thought(), since: Date.now() };
    this.held = held;
    this.tick();
  }

  /** How long the turn has been thought about. */
  thought() {
    const { before = 0, since } = this.turn;
    return before + (this.held || since === undefined ? 0 : Date.now() - since);
  }

  spent(player) {
    return (this.used.get(player) ?? 0) + (this.turn?.player === player ? this.thought() : 0);
  }

  showTurn() {
    for (const [player, { row }] of this.rows) {
      const active = player === this.turn?.player;
      row.classList.toggle("active", active);
      if (active) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
      row.classList.toggle("thinking", player === this.thinker);
    }
    this.tick();
  }

  /** A machine thinks; null: none does. */
  thinking(player) {
    this.thinker = player;
    this.showTurn();
  }

  tick() {
    for (const [player, { clock, counts, since }] of this.rows) {
      const seconds = Math.floor(this.spent(player) / 1000);
      const text = counts ? countdown(counts, since, this.rules) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      if (clock.textContent !== text) clock.textContent = text;
      if (!counts) continue;
      clock.classList.toggle("runs", counts.runs);
      clock.classList.toggle("short", counts.runs && left(counts, since, this.rules).total < SHORT);
    }
  }
}
