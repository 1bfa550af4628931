// What the machine thinks of moves, on the board: arrows, discs under the sites they lead to, and the value of each.

import { t } from "./words.js";

const LAYER = "analysis";
const MOST_ARROWS = 6;

/** A win estimate of 0 to 1 as a percentage. */
export const percent = (value) => (Number.isFinite(value) ? `${Math.round(value * 100)}\u00a0%` : "–");

/** The value of a move in words: what is proved, the lead, or a percentage. */
export function worth({ value, score, bound, proven }) {
  if (proven) return proven > 0 ? t`wins` : t`loses`;
  const label = typeof score === "number" ? `${score > 0 ? "+" : ""}${Math.round(score * 10) / 10}`.replace("-", "\u2212") : percent(value);
  return bound ? `\u2264\u00a0${label}` : label;
}

export class Marks {
  /** Nothing yet, on this board. */
  constructor(board) {
    this.board = board;
  }

  /** Mark moves, which come best first, each with its weight; only one of them where it is pointed at. */
  paint(moves, pointed) {
    this.clear();
    const over = (this.over ??= this.board.layer(LAYER, { under: false }));
    const under = (this.under ??= this.board.layer(`${LAYER}-heat`, { under: true }));
    const shown = pointed ? moves.filter(({ index }) => index === pointed.index) : moves;
    this.#heat(under, shown);
    const marked = shown.slice(0, MOST_ARROWS);
    for (const move of [...marked].reverse()) this.#arrow(over, move, move.index === shown[0].index);
    const named = new Set();
    for (const move of marked) {
      if (!named.has(move.to)) this.#name(over, move, move.index === shown[0].index);
      named.add(move.to);
    }
  }

  // Each site as warm as all moves to it weigh.
  #heat(layer, moves) {
    const weights = new Map();
    for (const { to, weight } of moves) {
      if (to && this.board.site(to)) weights.set(to, (weights.get(to) ?? 0) + weight);
    }
    const top = Math.max(1, ...weights.values());
    for (const [ref, number] of weights) layer.disc(ref, { kind: "heat", opacity: 0.08 + 0.6 * Math.sqrt(number / top) });
  }

  #arrow(layer, { from, to, weight }, best) {
    if (!from || from === to || !this.board.site(from) || !this.board.site(to)) return;
    layer.arrow(from, to, { kind: best ? "best" : "other", width: 0.35 + 0.65 * weight, opacity: best ? 0.95 : 0.3 + 0.5 * weight });
  }

  #name(layer, move, best) {
    const { to, weight } = move;
    if (!to || !this.board.site(to)) return;
    const text = worth(move).replace("\u00a0%", "").replace("\u2264\u00a0", "");
    layer.mark(to, { kind: best ? "best" : "other", text, opacity: best ? 1 : 0.75 + 0.25 * weight });
  }

  clear() {
    this.over?.clear();
    this.under?.clear();
  }
}
