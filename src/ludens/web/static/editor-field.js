// A text field for code: a real <textarea> (so that keyboards, screen readers, undo and phones work as they do anywhere)
// over a layer that draws the same text in colours. Nothing is ever typed into the layer.

import { brackets, lineStarts, placeOf, spanOf, tokens } from "./editor-lex.js";

const INDENT = "    ";

export class CodeField extends EventTarget {
  /**
   * Dispatches "change" (the text), "caret" (the selection moved).
   * @param {HTMLElement} root emptied and filled @param {{label: string, describedBy?: string}} options
   */
  constructor(root, { label, describedBy }) {
    super();
    this.errors = [];
    this.lines = [];
    this.found = [];
    this.starts = [0];
    this.gutter = element("div", "code-gutter", { "aria-hidden": "true" });
    this.layer = element("div", "code-layer", { "aria-hidden": "true" });
    this.area = element("textarea", "code-area", {
      "aria-label": label,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      wrap: "off",
    });
    if (describedBy) this.area.setAttribute("aria-describedby", describedBy);
    this.tip = element("div", "code-tip", { role: "tooltip" });
    this.tip.hidden = true;
    this.stack = element("div", "code-stack");
    this.stack.append(this.layer, this.area, this.tip);
    root.classList.add("code-field");
    root.replaceChildren(this.gutter, this.stack);
    this.root = root;
    this.leaving = false;
    this.#listen();
    this.#draw();
  }

  get text() {
    return this.area.value;
  }

  /** Replaces everything, as when a file is opened: the field's own undo starts anew. */
  set text(value) {
    this.area.value = value.replace(/\r\n?/g, "\n");
    this.area.setSelectionRange(0, 0);
    this.errors = [];
    this.root.scrollTo(0, 0);
    this.#changed();
  }

  get caret() {
    return this.area.selectionStart;
  }

  /** @param {{line, column, end_line, end_column, message, hint, severity}[]} errors what to underline */
  setErrors(errors) {
    this.errors = errors.map((error) => ({ ...error, ...spanOf(this.text, error, this.starts) }));
    this.area.setAttribute("aria-invalid", String(errors.some(({ severity }) => severity !== "warning")));
    this.#draw();
  }

  /** Stop listening: the field is gone. */
  close() {
    document.removeEventListener("selectionchange", this.selectionChanged);
  }

  /** Puts the caret there, selects, and brings it into view. */
  select(from, to = from) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(from, to);
    this.#reveal(from, true);
    this.#draw();
  }

  /** Brings the caret into view where it is typed with, e.g. because the field has become smaller. */
  follow() {
    if (this.typing && document.activeElement === this.area) this.#reveal(this.caret);
  }

  /** Replaces a span as if it had been typed: the browser's undo takes it back. */
  replace(from, to, content) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(from, to);
    const verb = content ? "insertText" : "delete";
    if (!document.execCommand(verb, false, content)) {
      this.area.setRangeText(content, from, to, "end");
      this.#changed();
    }
  }

  /** Where a character is drawn, in pixels from the top left of the stack. */
  pointOf(offset) {
    const { line, column } = placeOf(offset, this.starts);
    const { width, height } = this.#cell();
    return { x: this.#padding() + (column - 1) * width, y: line * height + this.#padding() };
  }

  #listen() {
    this.area.addEventListener("input", () => this.#changed());
    this.area.addEventListener("keydown", (event) => this.#key(event));
    this.area.addEventListener("keydown", () => (this.typing = true), true);
    this.area.addEventListener("pointerdown", () => (this.typing = false));
    this.area.addEventListener("blur", () => (this.leaving = false));
    this.selectionChanged = () => document.activeElement === this.area && this.#moved();
    document.addEventListener("selectionchange", this.selectionChanged);
    this.stack.addEventListener("pointermove", (event) => this.#hover(event));
    this.stack.addEventListener("pointerleave", () => (this.tip.hidden = true));
  }

  #changed() {
    this.starts = lineStarts(this.text);
    this.tip.hidden = true;
    this.#keepErrors();
    this.#draw();
    this.follow();
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("caret"));
  }

  // Until the server has looked again, underlines stay with the text they belong to.
  #keepErrors() {
    const before = this.tokenised ?? "";
    const after = this.text;
    let start = 0;
    while (start < before.length && start < after.length && before[start] === after[start]) start++;
    let end = 0;
    while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
    const shift = after.length - before.length;
    this.errors = this.errors.flatMap((error) => {
      if (error.to <= start) return [error];
      if (error.from >= before.length - end) return [{ ...error, from: error.from + shift, to: error.to + shift }];
      return [];
    });
  }

  #moved() {
    this.#draw();
    if (this.typing) this.#reveal(this.area.selectionDirection === "backward" ? this.caret : this.area.selectionEnd);
    this.dispatchEvent(new Event("caret"));
  }

  // Tab indents, but Escape and then Tab leaves the field, and Escape is said in the description of the field.
  #key(event) {
    if (event.defaultPrevented) return;
    if (event.key === "Escape") {
      this.leaving = true;
      return;
    }
    if (event.key === "Tab" && !this.leaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      if (event.shiftKey) this.#shift(-1);
      else if (this.area.selectionStart === this.area.selectionEnd) this.replace(this.caret, this.caret, INDENT);
      else this.#shift(1);
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) {
      event.preventDefault();
      this.#newLine();
    } else if (event.key === "/" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#toggleComment();
    }
    if (event.key !== "Shift") this.leaving = false;
  }

  #newLine() {
    const { selectionStart: from, selectionEnd: to } = this.area;
    const line = this.text.slice(this.text.lastIndexOf("\n", from - 1) + 1, from);
    const indent = /^[ \t]*/.exec(line)[0];
    const opens = /[({[]\s*$/.test(line) || depth(line) > 0;
    const closes = /^[)}\]]/.test(this.text.slice(to));
    if (opens && closes) {
      this.replace(from, to, `\n${indent}${INDENT}\n${indent}`);
      this.select(from + 1 + indent.length + INDENT.length);
    } else this.replace(from, to, `\n${indent}${opens ? INDENT : ""}`);
  }

  #selectedLines() {
    const { selectionStart, selectionEnd } = this.area;
    const from = this.text.lastIndexOf("\n", selectionStart - 1) + 1;
    const end = this.text.indexOf("\n", Math.max(selectionStart, selectionEnd - 1));
    const to = end < 0 ? this.text.length : end;
    return { from, to, lines: this.text.slice(from, to).split("\n") };
  }

  #rewrite(change) {
    const { from, to, lines } = this.#selectedLines();
    const content = change(lines).join("\n");
    if (content === this.text.slice(from, to)) return;
    this.replace(from, to, content);
    this.area.setSelectionRange(from, from + content.length);
  }

  #shift(direction) {
    this.#rewrite((lines) =>
      lines.map((line) => (direction > 0 ? (line ? INDENT + line : line) : line.replace(/^( {1,4}|\t)/, ""))),
    );
  }

  #toggleComment() {
    this.#rewrite((lines) =>
      lines.every((line) => /^\s*(\/\/|$)/.test(line))
        ? lines.map((line) => line.replace(/^(\s*)\/\/ ?/, "$1"))
        : lines.map((line) => line.replace(/^(\s*)(?=\S)/, "$1// ")),
    );
  }

  #cell() {
    const style = getComputedStyle(this.area);
    const font = `${style.fontSize} ${style.fontFamily}`;
    if (this.measured?.font !== font) {
      const context = document.createElement("canvas").getContext("2d");
      context.font = font;
      this.measured = { font, width: context.measureText("0".repeat(100)).width / 100 };
    }
    return { width: this.measured.width, height: parseFloat(style.lineHeight) };
  }

  #padding() {
    return parseFloat(getComputedStyle(this.area).paddingLeft);
  }

  // The field is as tall as its text and its frame scrolls: browsers do not always follow the caret there.
  #reveal(offset, centred = false) {
    const { x, y } = this.pointOf(offset);
    const { height } = this.#cell();
    const { root, gutter } = this;
    const top = y - 2 * height;
    const bottom = y + height - root.clientHeight;
    if (root.scrollTop > top || root.scrollTop < bottom)
      root.scrollTop = centred ? y - root.clientHeight / 2 : root.scrollTop > top ? top : bottom;
    const width = root.clientWidth - gutter.offsetWidth;
    if (x < root.scrollLeft + 10 || x > root.scrollLeft + width - 30) root.scrollLeft = x < width - 30 ? 0 : x - width / 2;
  }

  #hover(event) {
    const error = this.#errorAt(event);
    this.tip.hidden = !error;
    if (!error) return;
    this.tip.textContent = error.hint ? `${error.message}\n${error.hint}` : error.message;
    const { x, y } = this.pointOf(error.from);
    this.tip.style.left = `${x}px`;
    this.tip.style.top = `${y}px`;
  }

  #errorAt(event) {
    if (!this.errors.length) return undefined;
    const box = this.stack.getBoundingClientRect();
    const { width, height } = this.#cell();
    const line = Math.floor((event.clientY - box.top - this.#padding()) / height);
    const column = Math.floor((event.clientX - box.left - this.#padding()) / width);
    if (line < 0 || line >= this.starts.length || column < 0) return undefined;
    const offset = this.starts[line] + column;
    if (line + 1 < this.starts.length && offset >= this.starts[line + 1]) return undefined;
    return this.errors.find((error) => error.from <= offset && offset < error.to);
  }

  // Only lines that look different are drawn again: a long description stays quick to type in.
  #draw() {
    const text = this.text;
    if (this.tokenised !== text) {
      this.found = tokens(text);
      this.pairs = brackets(text, this.found);
      this.tokenised = text;
    }
    const drawn = splitLines(text, this.starts, pieces(text, this.found, this.#marks()));
    const signatures = drawn.map((line) => line.map((piece) => piece.join("\u0001")).join("\u0002"));
    replaceChanged(this.layer, this.lines, signatures, (index) => lineElement(drawn[index]));
    if (this.lines.length !== signatures.length || !this.gutter.childElementCount) this.#number(signatures.length);
    this.lines = signatures;
    this.#markGutter();
  }

  #marks() {
    const marks = this.errors.map(({ from, to, severity }) => ({ from, to, kind: severity === "warning" ? "warning" : "error" }));
    for (const at of this.pairs?.loose ?? []) marks.push({ from: at, to: at + 1, kind: "loose" });
    for (const at of this.#pair()) marks.push({ from: at, to: at + 1, kind: "pair" });
    return marks;
  }

  #pair() {
    if (document.activeElement !== this.area || this.area.selectionStart !== this.area.selectionEnd) return [];
    const at = [this.caret - 1, this.caret].find((offset) => this.pairs.partner.has(offset));
    return at === undefined ? [] : [at, this.pairs.partner.get(at)];
  }

  #number(count) {
    this.gutter.replaceChildren(
      ...Array.from({ length: count }, (_, index) => element("div", "code-number", {}, String(index + 1))),
    );
  }

  #markGutter() {
    const bad = new Set(this.errors.map((error) => placeOf(error.from, this.starts).line));
    [...this.gutter.children].forEach((row, index) => row.classList.toggle("code-number-bad", bad.has(index + 1)));
  }
}

function element(tag, className, attributes = {}, text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
}

function depth(line) {
  return tokens(line).reduce((sum, { from, kind }) => {
    if (kind !== "bracket") return sum;
    return sum + ("({[".includes(line[from]) ? 1 : -1);
  }, 0);
}

// The text cut where its look changes: [from, to, classes], gaps included.
function pieces(text, found, marks) {
  const cuts = new Set([0, text.length]);
  for (const { from, to } of found) cuts.add(from).add(to);
  for (const { from, to } of marks) cuts.add(from).add(to);
  const places = [...cuts].sort((a, b) => a - b);
  const index = new Map(places.map((place, at) => [place, at]));
  const classes = places.map(() => []);
  const dress = ({ from, to }, name) => {
    for (let at = index.get(from); places[at] < to; at++) classes[at].push(name);
  };
  for (const token of found) dress(token, `token-${token.kind}`);
  for (const mark of marks) dress(mark, `mark-${mark.kind}`);
  return places.slice(0, -1).map((place, at) => [place, places[at + 1], classes[at].join(" ")]);
}

// [text, classes] for each line.
function splitLines(text, starts, cut) {
  const lines = starts.map(() => []);
  let line = 0;
  for (const [from, to, classes] of cut) {
    let at = from;
    while (at < to) {
      while (line + 1 < starts.length && at >= starts[line + 1]) line++;
      const end = Math.min(to, line + 1 < starts.length ? starts[line + 1] : text.length);
      lines[line].push([text.slice(at, end).replace("\n", ""), classes]);
      at = end;
    }
  }
  return lines;
}

function lineElement(parts) {
  const line = element("div", "code-line");
  for (const [content, classes] of parts) {
    if (!content) continue;
    line.append(classes ? element("span", classes, {}, content) : content);
  }
  if (!line.childNodes.length) line.append("\u200b");
  return line;
}

function replaceChanged(layer, before, after, make) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  for (let i = before.length - end - 1; i >= start; i--) layer.children[i].remove();
  const follower = layer.children[start] ?? null;
  for (let i = start; i < after.length - end; i++) layer.insertBefore(make(i), follower);
}
