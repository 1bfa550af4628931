// Completion for a CodeField: a list of ludemes and keywords that begin with, or contain, what stands before the caret.

import { tokenUnder, tokens } from "./editor-lex.js";
import { h } from "./dom.js";

const MOST = 60;
const WORD_BEFORE = /[\w~]*$/;

/** @typedef {{name: string, signature?: string, doc?: string, kind: "ludeme"|"keyword"|"define"}} Entry */

/** Entries for a word, the best first: equal beginnings, then beginnings in any case, then words that contain it. */
function matching(entries, word) {
  const lower = word.toLowerCase();
  const rank = ({ name }) => {
    if (name.startsWith(word)) return 0;
    const at = name.toLowerCase().indexOf(lower);
    return at < 0 ? -1 : at === 0 ? 1 : 2;
  };
  return entries
    .map((entry) => [rank(entry), entry])
    .filter(([place]) => place >= 0)
    .sort(([a, one], [b, two]) => a - b || one.name.length - two.name.length || one.name.localeCompare(two.name))
    .slice(0, MOST)
    .map(([, entry]) => entry);
}

/** What is being written at an offset: the word, where it starts, and whether it is the head of a clause; null in strings and comments. */
function writtenAt(text, offset) {
  const found = tokens(text.slice(0, offset));
  const token = tokenUnder(found, offset);
  if (token?.kind === "comment") return null;
  if (token?.kind === "string" && !closed(text, token)) {
    const head = text[token.from - 1] === "(";
    return head ? { word: text.slice(token.from, offset), from: token.from, head } : null;
  }
  const word = WORD_BEFORE.exec(text.slice(0, offset))[0];
  const from = offset - word.length;
  return { word, from, head: text[from - 1] === "(" };
}

const closed = (text, { from, to }) => to - from > 1 && text[to - 1] === '"';

export class Completion {
  /** @param {import("./editor-field.js").CodeField} field */
  constructor(field) {
    this.field = field;
    this.entries = [];
    this.shown = [];
    this.active = 0;
    this.list = h("ul", { class: "completion", id: "completion-list", role: "listbox", "aria-label": "Completions" });
    this.list.hidden = true;
    field.stack.append(this.list);
    field.area.setAttribute("aria-autocomplete", "list");
    field.area.setAttribute("aria-haspopup", "listbox");
    field.area.addEventListener("keydown", (event) => this.#key(event), true);
    field.area.addEventListener("blur", () => this.close());
    field.addEventListener("change", () => this.#typed());
    field.addEventListener("caret", () => this.#moved());
  }

  /** @param {Entry[]} entries what can be offered */
  set vocabulary(entries) {
    this.entries = entries;
  }

  get isOpen() {
    return !this.list.hidden;
  }

  close() {
    this.list.hidden = true;
    this.field.area.removeAttribute("aria-activedescendant");
    this.field.area.removeAttribute("aria-controls");
  }

  #key(event) {
    if ((event.ctrlKey || event.metaKey) && event.code === "Space") {
      event.preventDefault();
      this.#open(true);
      return;
    }
    if (!this.isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step) {
      this.#activate((this.active + step + this.shown.length) % this.shown.length);
    } else if (event.key === "Enter" || event.key === "Tab") {
      this.#accept(this.shown[this.active]);
    } else if (event.key === "Escape") {
      this.close();
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #typed() {
    const last = this.field.text[this.field.caret - 1] ?? "";
    if (this.accepting || document.activeElement !== this.field.area) return;
    const written = writtenAt(this.field.text, this.field.caret);
    if (written?.head && (last === "(" || written.word)) this.#open(false, written);
    else if (this.isOpen && written?.word) this.#open(true, written);
    else this.close();
  }

  #moved() {
    if (!this.isOpen) return;
    const written = writtenAt(this.field.text, this.field.caret);
    if (!written || written.from !== this.from) this.close();
  }

  #open(asked, written = writtenAt(this.field.text, this.field.caret)) {
    if (!written) return this.close();
    const all = [...this.entries, ...ownDefines(this.field.text)];
    const offered = all.filter(({ kind }) => (kind === "keyword") !== written.head);
    this.shown = matching(offered, written.word);
    const finished = this.shown.length === 1 && this.shown[0].name === written.word;
    if (!this.shown.length || (finished && !asked)) return this.close();
    this.from = written.from;
    this.list.replaceChildren(...this.shown.map((entry, index) => this.#option(entry, index)));
    this.list.hidden = false;
    this.field.area.setAttribute("aria-controls", this.list.id);
    this.#place();
    return this.#activate(0);
  }

  #option(entry, index) {
    const option = h(
      "li",
      { role: "option", id: `completion-${index}`, class: `completion-${entry.kind}` },
      h("span", { class: "completion-name" }, entry.name),
      h("span", { class: "completion-doc" }, firstSentence(entry.doc) || entry.kind),
    );
    // The press must not take the focus from the field.
    option.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.#accept(entry);
    });
    return option;
  }

  #place() {
    const { x, y } = this.field.pointOf(this.from);
    this.list.style.left = `${x}px`;
    this.list.style.top = `${y}px`;
    const room = this.field.root.getBoundingClientRect();
    const box = this.list.getBoundingClientRect();
    const line = parseFloat(getComputedStyle(this.field.area).lineHeight);
    if (box.bottom > room.bottom && box.height < box.top - room.top) this.list.style.top = `${y - line - box.height}px`;
    if (box.right > room.right) this.list.style.left = `${Math.max(0, x - (box.right - room.right) - 8)}px`;
  }

  #activate(index) {
    this.active = index;
    [...this.list.children].forEach((option, place) => option.setAttribute("aria-selected", String(place === index)));
    this.field.area.setAttribute("aria-activedescendant", `completion-${index}`);
    const option = this.list.children[index];
    const { offsetTop: top, offsetHeight: height } = option;
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    else if (top + height > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = top + height - this.list.clientHeight;
  }

  #accept(entry) {
    const to = this.field.caret;
    this.close();
    // the quote that a name's own brings with it
    const after = entry.name.endsWith('"') && this.field.text[to] === '"' ? to + 1 : to;
    this.accepting = true;
    this.field.replace(this.from, after, entry.name);
    this.accepting = false;
  }
}

function firstSentence(doc) {
  return (doc ?? "").split(/(?<=[.:])\s/, 1)[0].replace(/\s+/g, " ").replaceAll("`", "");
}

function ownDefines(text) {
  const names = [...text.matchAll(/\(define\s+("[^"\n]+")/g)].map(([, name]) => name);
  return [...new Set(names)].map((name) => ({ name, kind: "define", doc: "Defined in this text." }));
}
