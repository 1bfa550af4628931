// The review of a line: the curve of the evaluation, the moves that cost most with what was better, and puzzles found.

import { button, clear, h, svg } from "./dom.js";
import { Client } from "./protocol.js";
import { t, tn } from "./words.js";

const SECONDS = [0.3, 1, 3, 10];
const WORDS = { blunder: t`Blunder`, mistake: t`Mistake`, inaccuracy: t`Inaccuracy` };
const [WIDTH, HEIGHT, EDGE] = [320, 120, 6];

const COUNTS = {
  blunder: (n) => tn(n, "{0} blunder", "{0} blunders"),
  mistake: (n) => tn(n, "{0} mistake", "{0} mistakes"),
  inaccuracy: (n) => tn(n, "{0} inaccuracy", "{0} inaccuracies"),
};
const percent = (value) => `${Math.round(value * 100)}\u00a0%`;

export class ReviewPanel {
  /** `ask(message)` sends a message; `go(node)` shows a position. */
  constructor(ask, go) {
    Object.assign(this, { ask, go, on: { review: false, puzzles: false } });
    this.seconds = h("select", { "aria-label": t`Time of the review` }, SECONDS.map((n) => h("option", { value: n, selected: n === 1 }, t`${n} s a position`)));
    this.start = button(t`Review this line`, { class: "btn btn-primary", icon: "chart" }, () => this.ask({ type: Client.REVIEW, on: !this.on.review, seconds: Number(this.seconds.value) }));
    this.bar = h("progress", { "aria-label": t`Review`, hidden: true });
    this.graph = h("div", { class: "study-graph", hidden: true });
    this.summary = h("p", { class: "muted study-summary" }, t`A review says what each position is worth, which moves cost most, and what was better. It ends when the last page leaves.`);
    this.list = h("ol", { class: "study-costs" });
    this.turns = h("select", { "aria-label": t`Length of puzzles` }, [2, 3].map((n) => h("option", { value: n }, t`win in ${n}`)));
    this.seek = button(t`Find puzzles`, { icon: "search" }, () => this.ask({ type: Client.PUZZLES, on: !this.on.puzzles, turns: Number(this.turns.value) }));
    this.seekBar = h("progress", { "aria-label": t`Search for puzzles`, hidden: true });
    this.puzzles = h("ol", { class: "study-puzzles" });
    this.element = h(
      "div", { class: "study-review" },
      h("div", { class: "study-row" }, this.start, this.seconds), this.bar, this.graph, this.summary, this.list,
      h("div", { class: "study-row" }, this.seek, this.turns), this.seekBar, this.puzzles,
    );
  }

  players(seats, colours) {
    this.seats = seats;
    this.colours = new Map(colours.map(({ player, colour }) => [player, colour]));
  }

  label(player) {
    return this.seats?.find((seat) => seat.player === player)?.label ?? t`Player ${player}`;
  }

  fill({ review, puzzles, found: list }, tree) {
    this.progress({ work: "review", progress: review, found: list });
    this.progress({ work: "puzzles", progress: puzzles, found: list });
    this.redraw(tree);
  }

  /** What goes on in the background. */
  progress({ work, progress, found: list }) {
    const [bar, start, words] = work === "review" ? [this.bar, this.start, t`Review this line`] : [this.seekBar, this.seek, t`Find puzzles`];
    this.on[work] = progress.on;
    bar.hidden = !progress.on;
    bar.max = Math.max(progress.total, 1);
    bar.value = progress.done;
    start.lastChild.textContent = progress.on ? t`Stop` : words;
    if (work !== "puzzles") return;
    const searched = !progress.on && progress.total > 0 && progress.done === progress.total;
    clear(this.puzzles).append(...list.map((puzzle) => this.puzzle(puzzle)));
    if (searched && !list.length) this.puzzles.append(h("li", { class: "muted" }, t`There is none in this line.`));
  }

  puzzle({ node, player, turns, ply, solution, found: wasPlayed }) {
    const words = t`${this.label(player)} wins in ${turns}`;
    return h(
      "li", {},
      button(words, { class: "btn" }, () => this.go(node)), h("span", { class: "muted" }, ` ${wasPlayed ? t`after move ${ply}, found in the game` : t`after move ${ply}, missed in the game`}`),
      h("details", { class: "more" }, h("summary", {}, t`Solution`), h("p", {}, solution.join(" "))),
    );
  }

  /** Another tree, or another line of it. */
  redraw(tree) {
    this.tree = tree;
    const line = tree.line();
    const judged = line.filter(({ evaluation }) => evaluation);
    this.graph.hidden = judged.length < 2;
    if (judged.length >= 2) this.drawGraph(line);
    const costs = line.filter(({ judgement, ply }) => WORDS[judgement] && (!tree.eyes || ply.player === tree.eyes));
    clear(this.list).append(...costs.map((node) => this.cost(node)));
    if (!judged.length) return;
    const counts = Object.keys(WORDS).map((word) => COUNTS[word](costs.filter(({ judgement }) => judgement === word).length));
    this.summary.textContent = t`${judged.length} of ${line.length} positions looked at: ${counts.join(", ")}.`;
  }

  cost(node) {
    const before = this.tree.node(node.parent);
    const best = before?.evaluation?.moves[0];
    const words = WORDS[node.judgement];
    const cost = node.lost === null ? `${words}.` : t`${words}, ${percent(node.lost)} lost.`;
    const better = best ? h("span", { class: "muted" }, ` ${t`Better: ${(best.line.length ? best.line : [best.name]).slice(0, 6).join(" ")}`}`) : null;
    const move = `${this.tree.numbered(node)} ${node.ply.name}`;
    return h("li", { class: `judged-${node.judgement}` }, button(move, { class: "study-move" }, () => this.go(node.id)), h("span", {}, ` ${cost}`), better, before && button(t`Look before it`, { class: "btn btn-quiet" }, () => this.go(before.id)));
  }

  // --- the curve

  /** The values of a player along a line, null where they are not known. */
  values(line, player) {
    const two = this.seats?.length === 2;
    return line.map(({ evaluation }) => {
      if (!evaluation) return null;
      if (evaluation.player === player) return evaluation.value;
      return two ? 1 - evaluation.value : null;
    });
  }

  drawGraph(line) {
    const players = this.seats?.length === 2 ? [1] : (this.seats ?? []).map(({ player }) => player);
    const x = (n) => EDGE + (n / Math.max(line.length - 1, 1)) * (WIDTH - 2 * EDGE);
    const y = (value) => EDGE + (1 - value) * (HEIGHT - 2 * EDGE);
    const curves = players.map((player) => {
      const points = this.values(line, player).map((value, n) => (value === null ? null : `${x(n).toFixed(1)},${y(value).toFixed(1)}`)).filter(Boolean);
      const colour = players.length > 1 ? this.colours.get(player) : null;
      return svg("polyline", { class: "study-curve", points: points.join(" "), ...(colour && { style: `stroke: ${colour}` }) });
    });
    const dots = line.map((node, n) => {
      const value = this.values([node], players[0] ?? 1)[0];
      return WORDS[node.judgement] && value !== null ? svg("circle", { class: `study-dot judged-${node.judgement}`, cx: x(n), cy: y(value), r: 3.5 }) : null;
    });
    this.cursor = svg("line", { class: "study-cursor", y1: 0, y2: HEIGHT });
    const values = this.values(line, 1).filter((value) => value !== null);
    const label = t`Evaluation of the line for ${this.label(1)}: from ${percent(values[0] ?? 0.5)} to ${percent(values.at(-1) ?? 0.5)}`;
    const drawn = svg(
      "svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, class: "study-plot" },
      svg("line", { class: "study-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }), curves, dots, this.cursor,
    );
    drawn.addEventListener("click", (event) => {
      const { left, width } = drawn.getBoundingClientRect();
      const share = ((event.clientX - left) / width * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
      this.go(line[Math.max(0, Math.min(line.length - 1, Math.round(share * (line.length - 1))))].id);
    });
    clear(this.graph).append(drawn);
    this.place = (n) => x(n);
    this.at(this.tree);
  }

  /** Show where in the line one is. */
  at(tree) {
    const n = tree.path().length;
    if (!this.cursor || !this.place) return;
    for (const name of ["x1", "x2"]) this.cursor.setAttribute(name, this.place(n));
  }
}
