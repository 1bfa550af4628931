// What people's games of this version of a draft show, beside those of machines.

import { api } from "./api.js";
import { h } from "./dom.js";

const percent = (share) => `${Math.round(100 * share)} %`;

export class PeopleMeasures {
  constructor() {
    this.list = h("dl", { class: "people-measures" });
    this.root = h("section", { class: "panel measures", "aria-labelledby": "people-measures", hidden: true }, h("h2", { id: "people-measures" }, "In people's games"), this.list);
  }

  /** Show the games of this text; nothing while there are none. */
  async show({ text }, players = 2) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const told = await api("/api/playtests", { text, players: Math.max(1, players) }).catch(() => null);
    if (turn !== this.turn) return;
    this.root.hidden = !told || !(told.games || told.stopped.length);
    if (this.root.hidden) return;
    const rows = [["Games", `${told.games} played to an end${told.resigned ? `, ${told.resigned} given up` : ""}`]];
    if (told.games) {
      told.wins.forEach((wins, n) => rows.push([`Seat ${n + 1} wins`, `${percent(wins / told.games)} (${told.intervals[n].map(percent).join(" to ")}, in 95 of 100 cases)`]));
      rows.push(["Draws", percent(told.draws / told.games)], ["Length", `${told.shortest} to ${told.longest} moves, half of them ${told.median} or fewer`]);
    }
    if (told.stopped.length) rows.push(["People stopped", told.stopped.map(({ ply, games }) => `after move ${ply}${games > 1 ? ` (${games} times)` : ""}`).join(", ")]);
    if (told.answers) rows.push(["Fun", `${told.fun.toFixed(1)} of 5 (${told.answers})`], ["Clear", `${told.clear.toFixed(1)} of 5`]);
    const words = told.words.map((one) => h("li", {}, h("bdi", {}, one)));
    this.list.replaceChildren(...rows.flatMap(([term, value]) => [h("dt", {}, term), h("dd", {}, value)]), ...(words.length ? [h("dt", {}, "They would change"), h("dd", {}, h("ul", {}, words))] : []));
  }
}
