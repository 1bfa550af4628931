// Pieces on a board: what changes from one position to the next moves, comes or goes.

import { LENGTH, roll, sow } from "./board-motion.js";
import { svg } from "./dom.js";

/** Between two positions that come one after another, beside what the motion takes. */
const REST = 60;
const move = (pace) => ({ duration: 0.9 * LENGTH * pace, easing: "cubic-bezier(.3,.7,.3,1)" });
const fade = (pace) => ({ duration: 0.75 * LENGTH * pace, easing: "ease-out", fill: "forwards" });

/** Pair what stays, and what goes from one site to another: gives [{piece, old, how: "stay" | "move" | "new"}], and the rest. */
function pair(before, after, last) {
  const free = new Map(before.map((old) => [old.piece.key, old]));
  const take = (old) => (free.delete(old.piece.key), old);
  const pairs = new Map();
  for (const piece of after) {
    const old = free.get(piece.key);
    if (old && old.piece.symbol === piece.symbol) pairs.set(piece, { piece, old: take(old), how: "stay" });
  }
  const rest = after.filter((piece) => !pairs.has(piece));
  const moved = rest.filter(({ ref }) => last && ref === last.to);
  for (const piece of [...moved, ...rest.filter((one) => !moved.includes(one))]) {
    const old = origin(piece, [...free.values()], last);
    if (old) pairs.set(piece, { piece, old: take(old), how: old.piece.key === piece.key ? "stay" : "move" });
    else pairs.set(piece, { piece, old: null, how: "new" });
  }
  return { pairs: after.map((piece) => pairs.get(piece)), gone: [...free.values()] };
}

/** Where a piece came from: of those that left, the one at the move's origin, else the nearest of the same look. */
function origin(piece, free, last) {
  if (last?.to === piece.ref && last.from) {
    const mover = free.filter((old) => old.piece.ref === last.from && old.piece.owner === piece.owner).at(-1);
    if (mover) return mover;
  }
  const same = free.find((old) => old.piece.key === piece.key && old.piece.owner === piece.owner);
  if (same && same.piece.symbol !== piece.symbol) return same;
  const alike = free.filter((old) => old.piece.symbol === piece.symbol);
  return alike.sort((a, b) => distance(a.piece, piece) - distance(b.piece, piece))[0] ?? null;
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

export class PieceLayer {
  constructor(board) {
    this.board = board;
    this.layer = board.layers.pieces;
    this.shown = [];
  }

  /** Show a list of pieces, the lowest first. */
  show(pieces, last, animate) {
    const { pairs, gone } = pair(this.shown, pieces, last);
    for (const { element } of gone) animate ? this.fade(element) : element.remove();
    const sown = animate ? sow(this.board, this.shown.map(({ piece }) => piece), pieces, last) : 0;
    this.doneAt = animate ? performance.now() + Math.max(sown, LENGTH * this.board.pace) + REST : 0;
    this.shown = pairs.map(({ piece, old, how }) => this.update(piece, old, how, last, animate));
    this.dropped = null;
    this.order();
  }

  update(piece, old, how, last, animate) {
    const element = old?.element ?? svg("g", { class: "board-piece" });
    const from = old ? element.getAttribute("transform") : null;
    if (!old || old.piece.symbol !== piece.symbol || old.piece.badge !== piece.badge) this.draw(element, piece);
    const to = this.transform(piece);
    element.setAttribute("transform", to);
    element.dataset.ref = piece.ref;
    if (animate && element !== this.dropped) {
      if (how === "move") this.glide(element, from, to);
      else if (how === "new") this.arrive(element, piece, last, to);
      else if (old.piece.symbol !== piece.symbol || old.piece.badge !== piece.badge) this.stir(element, piece, to);
    }
    return { piece, element };
  }

  draw(element, piece) {
    element.replaceChildren(svg("use", { href: `#${this.board.id}-${piece.symbol}` }));
    if (piece.badge !== null && piece.badge !== undefined) {
      element.append(...badge(piece));
    }
  }

  /** The transform of a piece in its place, or at another point, and larger than usual. */
  transform(piece, at = null, grow = 1) {
    const { scene, options } = this.board;
    const container = this.board.site(piece.ref)?.container ?? 0;
    const [x, y] = at ?? this.board.seen(piece.x, piece.y, container);
    const turn = (piece.rotation ?? 0) + (options.flipped && scene.facing && container === 0 ? 180 : 0);
    const scale = (piece.size / 100) * grow;
    return `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""} scale(${scale})`;
  }

  /** Put every piece to its place again. */
  replace() {
    for (const { piece, element } of this.shown) element.setAttribute("transform", this.transform(piece));
  }

  /** Pieces lie over each other in the order of the list. */
  order() {
    const leaving = [...this.layer.querySelectorAll(".leaving")];
    const order = [...leaving, ...this.shown.map(({ element }) => element)];
    order.forEach((element, n) => {
      if (this.layer.children[n] !== element) this.layer.insertBefore(element, this.layer.children[n] ?? null);
    });
    for (const element of this.moving ?? []) this.layer.append(element);
    this.moving = [];
  }

  glide(element, from, to) {
    if (!from || from === to) return;
    (this.moving ??= []).push(element);
    const animation = element.animate([{ transform: css(from) }, { transform: css(to) }], move(this.board.pace));
    animation.finished.then(() => this.order(), () => {});
  }

  /** Put a piece to a point, in hand. */
  put({ piece, element }, at, grow) {
    element.setAttribute("transform", this.transform(piece, at, grow));
  }

  /** A piece was dragged to a point: there it stays, until the next position comes. */
  drop(lifted, at) {
    this.put(lifted, at, 1);
    this.dropped = lifted.element;
  }

  /** A piece that was dragged goes back to its place. */
  sendHome({ piece, element }, animate) {
    const from = element.getAttribute("transform");
    element.setAttribute("transform", this.transform(piece));
    if (animate) this.glide(element, from, this.transform(piece));
    this.order();
  }

  /** A piece that nothing stood for before: out of a hand it comes, else it grows. */
  arrive(element, piece, last, to) {
    const hand = last?.to === piece.ref && last.from ? this.board.site(last.from) : null;
    if (hand && hand.container !== 0) {
      this.glide(element, this.transform(piece, [hand.x, hand.y]), to);
    } else {
      element.animate([{ opacity: 0, transform: `${css(to)} scale(.6)` }, { opacity: 1, transform: css(to) }], { ...fade(this.board.pace), fill: "none" });
    }
  }

  /** What changes where it is swells for a moment, and a die rolls, unless it is only used up. */
  stir(element, { kind, used }, to) {
    if (kind === "die") return used ? undefined : roll(element, css(to), this.board.pace);
    return element.animate([{ transform: css(to) }, { transform: `${css(to)} scale(1.16)` }, { transform: css(to) }], move(this.board.pace));
  }

  fade(element) {
    element.classList.add("leaving");
    element.animate([{ opacity: 1 }, { opacity: 0 }], fade(this.board.pace)).finished.then(() => element.remove(), () => element.remove());
  }

  /** The topmost piece on a site. */
  top(ref) {
    return this.shown.filter(({ piece }) => piece.ref === ref).at(-1) ?? null;
  }
}

/** A number over seeds, or in a bubble at the edge of pieces. */
function badge({ badge: number, kind }) {
  const text = (y, size) => svg("text", { class: "piece-badge", y, "font-size": size, "text-anchor": "middle" }, String(number));
  if (kind === "seeds") return [text(14, 40)];
  const wide = String(number).length > 1 ? 26 : 19;
  const bubble = svg("g", { transform: "translate(30 30)" }, svg("rect", { class: "piece-bubble", x: -wide, y: -19, width: 2 * wide, height: 38, rx: 19 }), text(10, 29));
  bubble.lastChild.classList.add("in-bubble");
  return [bubble];
}

/** An SVG transform as CSS wants it. */
const css = (transform) =>
  transform.replace(/translate\(([-\d.e]+) ([-\d.e]+)\)/, "translate($1px, $2px)").replace(/rotate\(([-\d.e]+)\)/, "rotate($1deg)");
