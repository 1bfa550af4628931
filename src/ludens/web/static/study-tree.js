// The tree of a study: the main line with variations, comments and glyphs, and what one may do with a move.

import { button, clear, h, menu, svg } from "./dom.js";
import { Client } from "./protocol.js";
import { t } from "./words.js";

const GLYPHS = { "": t`No mark`, "!": t`Good (!)`, "!!": t`Brilliant (!!)`, "?": t`Mistake (?)`, "??": t`Blunder (??)`, "!?": t`Interesting (!?)`, "?!": t`Dubious (?!)` };
const LONGEST_COMMENT = 4000;
/** Variations that lie deeper in each other are shown at the same depth. */
const DEEPEST = 12;

export class Tree {
  /** `ask(message)` sends a message to the server. */
  constructor(ask) {
    this.ask = ask;
    this.nodes = new Map();
    this.current = 0;
    this.colours = new Map();
    /** the seat that looks, 0 for all, and what it was told of the moves of the current line */
    this.eyes = 0;
    this.seen = new Map();
    /** where one went last from each node, so that the way forward is the way one came */
    this.taken = new Map();
    this.list = h("div", { class: "study-tree", role: "group", "aria-label": t`Moves` });
    this.comment = h("textarea", { id: "study-comment", rows: 3, maxlength: LONGEST_COMMENT, placeholder: t`What is to be said about this position` });
    this.comment.addEventListener("change", () => this.ask({ type: Client.COMMENT, node: this.current, text: this.comment.value }));
    this.glyph = h("select", { id: "study-glyph" }, Object.entries(GLYPHS).map(([value, words]) => h("option", { value }, words)));
    this.glyph.addEventListener("change", () => this.ask({ type: Client.GLYPH, node: this.current, glyph: this.glyph.value }));
    this.tools = button(t`This move`, { icon: "more", class: "btn", "aria-haspopup": "dialog" }, () => this.choose());
    const foot = h(
      "div", { class: "study-notes" },
      h("div", { class: "study-notes-row" }, h("label", { class: "visually-hidden", for: "study-glyph" }, t`Mark of this move`), this.glyph, this.tools),
      h("label", { for: "study-comment", class: "visually-hidden" }, t`Comment`), this.comment,
    );
    this.element = h("div", { class: "study-moves" }, this.list, foot);
  }

  players(listed) {
    this.colours = new Map(listed.map(({ player, colour }) => [player, colour]));
  }

  fill({ nodes, current }) {
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    this.taken.clear();
    this.goto(current);
    this.draw();
  }

  change({ nodes, gone, current }) {
    for (const id of gone) this.nodes.delete(id);
    for (const node of nodes) this.nodes.set(node.id, node);
    this.goto(current);
    if (nodes.length || gone.length) this.draw();
    else this.mark();
  }

  goto(current) {
    this.current = current;
    for (const node of this.path()) this.taken.set(node.parent, node.id);
  }

  /** What the seat that looks was told of the moves up to here. */
  setNames(history) {
    const names = new Map(history.map(({ ply, name }) => [ply, name]));
    this.seen = new Map(this.path().map(({ id }, n) => [id, names.get(n + 1)]));
    this.draw();
  }

  /** What a move is called: as the seat that looks knows it. */
  name({ id, ply }) {
    return this.eyes && ply.player !== this.eyes ? this.seen.get(id) ?? "\u2026" : ply.name;
  }

  node(id = this.current) {
    return this.nodes.get(id);
  }

  /** The nodes from the first ply to the current one. */
  path(id = this.current) {
    const path = [];
    for (let node = this.nodes.get(id); node && node.parent !== null; node = this.nodes.get(node.parent)) path.push(node);
    return path.reverse();
  }

  next(node) {
    const taken = this.taken.get(node.id);
    return this.nodes.get(node.children.includes(taken) ? taken : node.children[0]);
  }

  /** The whole line that the current node lies on, the root first. */
  line() {
    const line = [this.nodes.get(0), ...this.path()].filter(Boolean);
    for (let node = line.at(-1) && this.next(line.at(-1)); node; node = this.next(node)) line.push(node);
    return line;
  }

  length() {
    return Math.max(0, this.line().length - 1);
  }

  /** The number of the node where a step leads; undefined where there is none. */
  beside(way) {
    const node = this.node();
    if (!node) return undefined;
    const siblings = node.parent === null ? [] : this.nodes.get(node.parent).children;
    const at = siblings.indexOf(node.id);
    switch (way) {
      case "back": return node.parent ?? undefined;
      case "forward": return this.next(node)?.id;
      case "first": return 0;
      case "last": return this.line().at(-1)?.id;
      case "above": return siblings[at - 1];
      default: return siblings[at + 1];
    }
  }

  // --- drawing

  draw() {
    this.buttons = new Map();
    this.counts = new Map([[0, { number: 0, begins: false }]]);
    const root = this.nodes.get(0);
    const start = this.move(root, t`Start`);
    clear(this.list).append(h("p", { class: "study-line" }, start, this.commentText(root)), ...this.drawn(root, 0));
    this.mark();
  }

  /** What follows a node: the line in one paragraph, broken by variations, which stand behind the move that they replace. */
  drawn(from, depth) {
    const parts = [];
    let line = h("p", { class: "study-line" });
    let node = from;
    while (node.children.length) {
      const [first, ...others] = node.children.map((id) => this.nodes.get(id)).filter(Boolean);
      if (!first) break;
      line.append(this.number(first, !line.childNodes.length) ?? "", this.move(first), this.commentText(first) ?? "");
      if (others.length) {
        parts.push(line);
        for (const other of others) parts.push(this.variation(other, depth + 1));
        line = h("p", { class: "study-line" });
      }
      node = first;
    }
    if (line.childNodes.length) parts.push(line);
    return parts;
  }

  variation(node, depth) {
    const begun = h("p", { class: "study-line" }, this.number(node, true), this.move(node), this.commentText(node));
    const rest = this.drawn(node, depth);
    if (rest[0]?.classList.contains("study-line")) {
      begun.append(...rest.shift().childNodes);
    }
    const label = t`Variation ${this.name(node)}`;
    return h("div", { class: depth > DEEPEST ? "study-variation deep" : "study-variation", role: "group", "aria-label": label }, begun, rest);
  }

  /** The number of a move, as "3." where the first player's turn begins, and "3…" where a line goes on with another's. */
  number(node, resumes) {
    return this.count(node).begins || resumes ? h("span", { class: "study-number" }, this.numbered(node)) : null;
  }

  numbered(node) {
    const { number, begins } = this.count(node);
    return `${number}${begins ? "." : "\u2026"}`;
  }

  /** How often the first player has had a turn up to a move, and whether one begins with it; lines are counted from their start on. */
  count(node) {
    const earlier = this.counts.get(node.id);
    if (earlier) return earlier;
    const parent = this.nodes.get(node.parent);
    const first = this.nodes.get(this.nodes.get(0).children[0])?.ply.player;
    const begins = !node.ply.player || (node.ply.player === first && parent.ply?.player !== first);
    const count = { number: Math.max(1, this.counts.get(parent.id).number + begins), begins };
    this.counts.set(node.id, count);
    return count;
  }

  commentText(node) {
    return node.comment ? h("span", { class: "study-comment" }, node.comment) : null;
  }

  move(node, words) {
    const { ply, glyph, judgement } = node;
    const mark = glyph || { blunder: "??", mistake: "?", inaccuracy: "?!" }[judgement] || "";
    const dot = ply ? svg("svg", { class: "turn-colour", viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("circle", { cx: 5, cy: 5, r: 5, fill: this.colours.get(ply.player) ?? "none" })) : null;
    const kind = ["study-move", judgement && `judged-${judgement}`].filter(Boolean).join(" ");
    const element = h("button", { type: "button", class: kind, "data-node": node.id, onclick: () => this.ask({ type: Client.GOTO, node: node.id }) }, dot, words ?? `${this.name(node)}${mark}`);
    element.addEventListener("contextmenu", (event) => (event.preventDefault(), this.choose(node.id, element)));
    this.buttons.set(node.id, element);
    return element;
  }

  /** Mark the position that is shown, and show what is told of it. */
  mark() {
    this.marked?.removeAttribute("aria-current");
    const [element, node] = [this.buttons?.get(this.current), this.node()];
    this.marked = element;
    element?.setAttribute("aria-current", "true");
    element?.scrollIntoView({ block: "nearest" });
    if (document.activeElement !== this.comment || this.commented !== this.current) this.comment.value = node?.comment ?? "";
    this.commented = this.current;
    this.glyph.value = node?.glyph ?? "";
    this.glyph.disabled = this.tools.disabled = !node || node.parent === null;
  }

  /** The menu of a move. */
  choose(id = this.current, near = this.tools) {
    const node = this.node(id);
    if (!node || node.parent === null) return;
    const first = this.nodes.get(node.parent).children[0] === id;
    const main = this.path(id).every((one) => this.nodes.get(one.parent).children[0] === one.id);
    menu(t`Move ${this.name(node)}|a heading`, near, [
      !main && !first && [t`Promote this variation`, "undo", () => this.ask({ type: Client.PROMOTE, node: id })],
      !main && [t`Make it the main line`, "last", () => this.ask({ type: Client.PROMOTE, node: id, main: true })],
      [t`Delete from here on`, "close", () => this.ask({ type: Client.PRUNE, node: id })],
    ]);
  }
}
