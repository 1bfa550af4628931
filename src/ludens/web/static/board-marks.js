// What is marked on a board: the last turn, checks, what may be chosen; and what its sites are called for screen readers.

import { clear, svg } from "./dom.js";
import { t } from "./words.js";

export class Marks {
  constructor(board) {
    this.board = board;
    this.shown = { last: [], check: [], won: [], lost: [], hidden: [], selected: null, targets: [], sources: [] };
  }

  get selected() {
    return this.shown.selected;
  }

  /** Change what is marked: {last: [refs], check: [refs], won: [refs], lost: [refs], hidden: [refs], selected: ref, targets: [refs], sources: [refs], hint: [refs]}. */
  set(marks) {
    this.shown = { ...this.shown, ...marks };
    this.draw();
    this.describe();
  }

  draw() {
    const { layers, sites, options, contents } = this.board;
    const under = clear(layers.marks);
    const over = clear(layers.hints);
    const { last, check, won, lost, selected, targets, hint = [] } = this.shown;
    const put = (ref, kind) => sites.has(ref) && under.append(this.mark(sites.get(ref), kind));
    for (const [kind, refs] of Object.entries({ last, check, won, lost, hint })) for (const ref of refs) put(ref, kind);
    if (selected) put(selected, "selected");
    if (options.destinations === false) return;
    for (const ref of targets) if (sites.has(ref)) over.append(this.target(sites.get(ref), contents.has(ref)));
  }

  mark(site, kind) {
    const { board } = this;
    const shape = board.outline(site, { class: `mark mark-${kind}${site.path ? "" : " mark-round"}` }, 1);
    if (!site.path) shape.setAttribute("stroke-width", Math.min(site.r * 0.22, 8));
    if (site.container === 0 && board.options.flipped) board.turn(shape, `rotate(180 ${board.centre[0]} ${board.centre[1]})`);
    return shape;
  }

  target(site, occupied) {
    const [x, y] = this.board.point(site.ref);
    if (occupied) return svg("circle", { class: "target target-ring", cx: x, cy: y, r: site.r * 0.86, "stroke-width": Math.min(site.r * 0.16, 7) });
    return svg("circle", { class: "target target-dot", cx: x, cy: y, r: site.line ? 7 : Math.max(site.r * 0.26, 4), "stroke-width": Math.max(site.r * 0.05, 1) });
  }

  /** Say of every site what stands on it, and what it is marked for. */
  describe() {
    const { spots, sites, contents } = this.board;
    const { selected, last, won, lost } = this.shown;
    const hidden = new Set(this.shown.hidden);
    const targets = new Set(this.shown.targets);
    const sources = new Set(this.shown.sources);
    for (const [ref, spot] of spots) {
      const held = (contents.get(ref) ?? []).map(({ words }) => words).join(", ");
      const notes = [];
      if (ref === selected) notes.push(t`selected`);
      else if (targets.has(ref)) notes.push(t`can be chosen`);
      else if (sources.has(ref)) notes.push(t`can move`);
      if (last.includes(ref)) notes.push(t`last move`);
      if (won.includes(ref) || lost.includes(ref)) notes.push(t`shows why the game is over`);
      const label = [`${sites.get(ref).label}: ${held || (hidden.has(ref) ? t`hidden from you` : t`empty`)}`, ...notes].join(", ");
      if (spot.getAttribute("aria-label") !== label) spot.setAttribute("aria-label", label);
      spot.classList.toggle("source", sources.has(ref));
      spot.classList.toggle("target-spot", targets.has(ref));
      spot.classList.toggle("active", targets.has(ref) || sources.has(ref) || contents.has(ref));
    }
  }
}
