// The board: draws a scene and the pieces on it, marks sites, and tells which sites are chosen by pointer or keyboard.
// What may be played is not its business: play-moves.js knows the moves.

import { PieceLayer } from "./board-pieces.js";
import { Keyboard, Pointer } from "./board-input.js";
import { drawLabels } from "./board-labels.js";
import { Marks } from "./board-marks.js";
import { Notes } from "./board-notes.js";
import { Overlay } from "./board-overlay.js";
import { clear, svg, svgNodes } from "./dom.js";
import { t } from "./words.js";

let boards = 0;

/** What decides the board of a scene: scenes that agree in it can be shown on one board after the other. */
export const shapeOf = (scene) => JSON.stringify([scene.board, scene.sites.length, scene.width, Object.keys(scene.symbols)]);

export class Board {
  /**
   * Draws a scene in `place`. `handlers`: pick(ref) when a site is chosen, grab(ref) -> whether its piece may be dragged,
   * drop(from, to) when one was dragged to a site.
   */
  constructor(place, scene, handlers, options = {}) {
    this.place = place;
    this.scene = scene;
    this.handlers = handlers;
    this.id = `board-${++boards}`;
    this.sites = new Map(scene.sites.map((site) => [site.ref, site]));
    this.options = { coordinates: "edge", indices: false, flipped: false, animation: true, pace: "usual", board: "described", pieces: "native", ...options };
    this.overlays = new Map();
    this.contents = new Map();
    this.marks = new Marks(this);
    this.build();
    this.pointer = new Pointer(this);
    this.keyboard = new Keyboard(this);
    this.notes = new Notes(this);
    place.append(this.root);
  }

  destroy() {
    this.pointer.close();
    this.notes.close();
    this.root.remove();
  }

  // --- building

  build() {
    const layer = (name, attributes) => svg("g", { class: `layer-${name}`, "aria-hidden": "true", ...attributes });
    this.defs = svg("defs");
    this.layers = Object.fromEntries(
      ["static", "under", "marks", "lines", "extra", "labels", "pieces", "hints", "over"].map((name) => [name, layer(name)]),
    );
    this.layers.spots = svg("g", { class: "layer-spots" });
    this.layers.drag = layer("drag");
    this.root = svg(
      "svg",
      { class: "board", role: "application", "aria-label": t`Board`, "aria-describedby": `${this.id}-help`, focusable: "false" },
      svg("desc", { id: `${this.id}-help` }, t`Shift and the arrow keys go from site to site, Enter chooses one, Escape lets go of it.`),
      this.defs, ...Object.values(this.layers),
    );
    this.layers.static.append(...svgNodes(this.scene.board));
    this.raiseLines();
    this.symbols = new Map();
    this.define(this.scene.symbols, this.scene.western);
    this.pieces = new PieceLayer(this);
    this.buildSpots();
    this.lay();
  }

  /** Lines between cells, and the frame, lie over what is marked: a tint stays inside its cell. */
  raiseLines() {
    const drawn = [...this.layers.static.children];
    const last = drawn.findLastIndex((one) => one.matches(".site"));
    if (last >= 0) this.layers.lines.append(...drawn.slice(last + 1).filter((one) => one.matches("path[fill=none], path:not([fill])[stroke]")));
  }

  /** Make the pictures of pieces known, and those of figures in the place of characters. */
  define(symbols = {}, western = {}) {
    for (const [id, markup] of Object.entries(symbols)) {
      if (this.symbols.has(id)) continue;
      const element = svg("g", { id: `${this.id}-${id}` });
      this.symbols.set(id, { element, markup, western: western[id] ?? markup });
      this.defs.append(element);
      this.dress(this.symbols.get(id));
    }
  }

  dress({ element, markup, western }) {
    element.replaceChildren(...svgNodes(this.options.pieces === "western" ? western : markup));
  }

  buildSpots() {
    this.spots = new Map();
    const kind = this.scene.default;
    // smaller things lie over larger ones
    const order = { c: 0, e: 1, v: 2 };
    const listed = [...this.scene.sites].sort((a, b) => order[a.ref[0]] - order[b.ref[0]]);
    for (const site of listed) {
      const minor = kind && site.container === 0 && site.ref[0] !== kind;
      const hit = this.outline(site, { class: "hit" }, 1.15);
      const spot = svg("g", { class: minor ? "spot minor" : "spot", role: "button", tabindex: "-1", "data-ref": site.ref, "aria-label": site.label }, hit);
      this.spots.set(site.ref, spot);
      this.layers.spots.append(spot);
    }
    this.rove(listed.find((site) => !this.spots.get(site.ref).classList.contains("minor"))?.ref);
  }

  /** The shape of a site: its outline where it has one, else a disc. */
  outline(site, attributes, grow = 1) {
    if (!site.path) return svg("circle", { cx: site.x, cy: site.y, r: site.r * grow, ...attributes });
    if (site.line) return svg("path", { d: site.path, "stroke-width": Math.max(site.r * 0.9, 8), ...attributes, class: `${attributes.class} line` });
    return svg("path", { d: site.path, ...attributes });
  }

  /** Put everything in its place, after a change of what is shown or of the side it is seen from. */
  lay() {
    const { scene, options } = this;
    const { x, y, width, height } = this.box();
    this.root.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.root.dataset.theme = options.board;
    this.place.style.setProperty("--board-ratio", String(width / height));
    const [left, top, w, h] = scene.frame ?? [0, 0, scene.width, scene.height];
    this.centre = [left + w / 2, top + h / 2];
    const turned = options.flipped ? `rotate(180 ${this.centre[0]} ${this.centre[1]})` : "";
    for (const name of ["static", "lines", "extra"]) this.turn(this.layers[name], turned);
    for (const [ref, spot] of this.spots) this.turn(spot, this.sites.get(ref).container === 0 ? turned : "");
    drawLabels(this);
    this.marks.draw();
    this.pieces.replace();
    for (const overlay of this.overlays.values()) overlay.redraw();
  }

  turn(element, transform) {
    if (transform) element.setAttribute("transform", transform);
    else element.removeAttribute("transform");
  }

  /** The part of the scene that is shown. */
  box() {
    if (this.table) {
      const [x, y, width, height] = this.table;
      return { x, y, width, height };
    }
    const { axes, width, height } = this.scene;
    if (!axes || this.options.coordinates === "edge") return { x: 0, y: 0, width, height };
    const [left, above, right, below] = axes.margins;
    const up = this.isFree((site, top) => site.y < top) ? above : 0;
    const down = this.isFree((site, top, bottom) => site.y > bottom) ? below : 0;
    return { x: left, y: up, width: width - left - right, height: height - up - down };
  }

  /** Whether nothing beside the board lies on a side of it. */
  isFree(test) {
    const [, top, , height] = this.scene.frame ?? [0, 0, 0, 0];
    return !this.scene.sites.some((site) => site.container !== 0 && test(site, top, top + height));
  }

  /** Where a point of the board is seen. */
  seen(x, y, container = 0) {
    return this.options.flipped && container === 0 ? [2 * this.centre[0] - x, 2 * this.centre[1] - y] : [x, y];
  }

  /** Where a site is seen. */
  point(ref) {
    const site = this.sites.get(ref);
    return site ? this.seen(site.x, site.y, site.container) : [0, 0];
  }

  site = (ref) => this.sites.get(ref);

  /** Whether what changes is seen to move. */
  get moves() {
    return this.options.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** How much longer than usual motion takes. */
  get pace() {
    return { quick: 0.6, usual: 1, calm: 2.2 }[this.options.pace] ?? 1;
  }

  /** So many milliseconds from now the motion of the last position ends. */
  get settling() {
    const left = (this.pieces.doneAt ?? 0) - performance.now();
    const late = left > -1000 && this.layers.drag.querySelector(".flying-seed"); // a busy machine draws later than it should
    return left > 0 ? left : late ? 30 : 0;
  }

  configure(options) {
    Object.assign(this.options, options);
    if (options.pieces) for (const symbol of this.symbols.values()) this.dress(symbol);
    this.lay();
  }

  // --- positions

  /** Show pieces (PIECES of the contract). `last` are the sites of the move that led here; `animate` whether they move. */
  setPieces(position, { last = null, animate = true } = {}) {
    this.notes.wipe();
    this.pointer.cancel();
    this.define(position.symbols, position.western);
    this.setTable(position);
    clear(this.layers.extra).append(...svgNodes(position.extra ?? ""));
    this.contents = new Map();
    for (const piece of position.pieces) {
      if (!this.contents.has(piece.ref)) this.contents.set(piece.ref, []);
      this.contents.get(piece.ref).push(piece);
    }
    this.pieces.show(position.pieces, last, animate && this.moves);
    this.marks.describe();
  }

  /** On a table without a board the part that is shown grows with the game. */
  setTable({ box, moved, shown }) {
    if (!box) return;
    this.table = box;
    this.shown = new Set(shown);
    for (const [ref, [x, y, r]] of Object.entries(moved ?? {})) {
      const site = this.sites.get(ref);
      if (site) Object.assign(site, { x, y, r });
      const hit = this.spots.get(ref)?.firstChild;
      for (const [name, value] of [["cx", x], ["cy", y], ["r", r]]) hit?.setAttribute(name, value);
    }
    for (const [ref, spot] of this.spots) {
      if (this.sites.get(ref).container === 0) spot.classList.toggle("minor", !this.shown.has(ref));
    }
    this.lay();
  }

  /** Mark sites; see `Marks.set`. */
  mark = (marks) => this.marks.set(marks);

  // --- focus

  /** Let one site be the one that the Tab key reaches. */
  rove(ref) {
    if (!ref || !this.spots.has(ref)) return;
    this.spots.get(this.roving)?.setAttribute("tabindex", "-1");
    this.roving = ref;
    this.spots.get(ref).setAttribute("tabindex", "0");
  }

  focus(ref = this.roving) {
    this.rove(ref);
    this.spots.get(this.roving)?.focus({ preventScroll: true });
  }

  // --- drawing of others

  /** A layer to draw arrows and marks on, made when first asked for. */
  layer(name, { under = false } = {}) {
    if (!this.overlays.has(name)) {
      const group = svg("g", { class: `overlay overlay-${name}` });
      this.layers[under ? "under" : "over"].append(group);
      this.overlays.set(name, new Overlay(this, group));
    }
    return this.overlays.get(name);
  }

  /** The site at a point of the window. */
  at = (clientX, clientY) => document.elementFromPoint(clientX, clientY)?.closest?.(".spot")?.dataset.ref ?? null;

  /** A point of the window in the board's units. */
  local(clientX, clientY) {
    const matrix = this.root.getScreenCTM();
    if (!matrix) return [0, 0];
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }
}
