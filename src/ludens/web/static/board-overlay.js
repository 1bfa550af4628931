// A layer on a board for the drawing of others: arrows, marks and discs, which stay in place when the board is turned.

import { clear, svg } from "./dom.js";

export class Overlay {
  constructor(board, group) {
    this.board = board;
    this.group = group;
    this.items = [];
  }

  clear() {
    this.items = [];
    clear(this.group);
  }

  redraw() {
    clear(this.group);
    for (const draw of this.items) this.group.append(...draw());
  }

  add(draw) {
    this.items.push(draw);
    this.group.append(...draw());
  }

  /** An arrow from a site to another; a ring where both are the same, or there is no origin. */
  arrow(from, to, { kind = "plain", width = 1, opacity = 0.8, label = "" } = {}) {
    if (!from || from === to) return this.mark(to, { kind, text: label, opacity });
    if (!this.board.site(from) || !this.board.site(to)) return undefined;
    return this.add(() => this.drawArrow(this.board.point(from), this.board.point(to), this.board.site(to).r, { kind, width, opacity, label }));
  }

  drawArrow([x1, y1], [x2, y2], r, { kind, width, opacity, label }) {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const thick = Math.max(2, Math.min(r * 0.3, 14) * width);
    const head = Math.min(thick * 2.4, length * 0.6);
    const tip = [x2 - ux * r * 0.15, y2 - uy * r * 0.15];
    const neck = [tip[0] - ux * head, tip[1] - uy * head];
    const side = (k, [x, y]) => `${x - uy * k} ${y + ux * k}`;
    const start = [x1 + ux * Math.min(r * 0.4, length * 0.2), y1 + uy * Math.min(r * 0.4, length * 0.2)];
    const d = `M${side(thick / 2, start)}L${side(thick / 2, neck)}L${side(head * 0.6, neck)}L${tip.join(" ")}L${side(-head * 0.6, neck)}L${side(-thick / 2, neck)}L${side(-thick / 2, start)}Z`;
    const shape = svg("path", { class: `overlay-arrow arrow-${kind}`, d, opacity });
    return label ? [shape, this.text([(x1 + x2) / 2, (y1 + y2) / 2], Math.max(9, Math.min(r * 0.5, 14)), label)] : [shape];
  }

  /** A ring with a short text on a site. */
  mark(ref, { kind = "plain", text = "", opacity = 0.9 } = {}) {
    const site = this.board.site(ref);
    if (!site) return undefined;
    return this.add(() => {
      const [x, y] = this.board.point(ref);
      const ring = svg("circle", { class: `overlay-mark arrow-${kind}`, cx: x, cy: y, r: site.r * 0.8, "stroke-width": site.r * 0.14, opacity });
      return text ? [ring, this.text([x, y], Math.max(8, Math.min(site.r * 0.55, 16)), text)] : [ring];
    });
  }

  /** A filled disc on a site; `size` of 1 fills it. */
  disc(ref, { kind = "plain", opacity = 0.5, size = 0.9 } = {}) {
    const site = this.board.site(ref);
    if (!site) return undefined;
    return this.add(() => {
      const [x, y] = this.board.point(ref);
      return [svg("circle", { class: `overlay-disc arrow-${kind}`, cx: x, cy: y, r: site.r * size, opacity })];
    });
  }

  text([x, y], size, shown) {
    return svg("text", { class: "overlay-text", x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle" }, shown);
  }
}
