// What people's games of this version of a draft show, beside those of machines.

import { percent } from "./analysis-marks.js";
import { api } from "./api.js";
import { h } from "./dom.js";
import { t, tn } from "./words.js";

const chance = (share, [low, high]) => t`${percent(share)} (${percent(low)} to ${percent(high)}, in 95 of 100 cases)`;

export class PeopleMeasures {
  constructor() {
    this.list = h("dl", { class: "people-measures" });
    this.root = h("section", { class: "panel measures", "aria-labelledby": "people-measures", hidden: true }, h("h2", { id: "people-measures" }, t`In people's games`), this.list);
  }

  /** Show the games of this text; nothing while there are none. */
  async show({ text }, players = 2) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const report = await api("/api/playtests", { text, players: Math.max(1, players) }).catch(() => null);
    if (turn !== this.turn) return;
    this.root.hidden = !report || !(report.games || report.stopped.length);
    if (this.root.hidden) return;
    const ended = report.resigned ? tn(report.games, "{0} played to an end, {1} given up", "{0} played to an end, {1} given up", report.resigned) : tn(report.games, "{0} played to an end", "{0} played to an end");
    const rows = [[t`Games|that were played`, ended]];
    if (report.games) {
      report.wins.forEach((wins, n) => rows.push([t`Seat ${n + 1} wins`, chance(wins / report.games, report.intervals[n])]));
      rows.push([t`Draws`, percent(report.draws / report.games)], [t`Length|of games`, t`${report.shortest} to ${report.longest} moves, half of them ${report.median} or fewer`]);
    }
    if (report.stopped.length) rows.push([t`People stopped`, report.stopped.map(({ ply, games }) => (games > 1 ? tn(games, "after move {1} ({0} time)", "after move {1} ({0} times)", ply) : t`after move ${ply}`)).join(", ")]);
    if (report.answers) rows.push([t`Fun`, t`${report.fun.toFixed(1)} of 5 (${report.answers})`], [t`Clear|rules`, t`${report.clear.toFixed(1)} of 5`]);
    const words = report.words.map((one) => h("li", {}, h("bdi", {}, one)));
    this.list.replaceChildren(...rows.flatMap(([term, value]) => [h("dt", {}, term), h("dd", {}, value)]), ...(words.length ? [h("dt", {}, t`They would change`), h("dd", {}, h("ul", {}, words))] : []));
  }
}
