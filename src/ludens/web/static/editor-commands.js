// What one may do with the word at the caret and with the text, by the engine of the language: its definition, its uses,
// another name, the outline, the layout.

import { button, dialog, h } from "./dom.js";
import { ask } from "./editor-complete.js";
import { lineStarts, placeOf } from "./editor-lex.js";
import { t, tn } from "./words.js";

export class Commands {
  /** For a CodeField; `toast` tells what cannot be done. */
  constructor(field, toast) {
    Object.assign(this, { field, toast });
  }

  /** The buttons for those who do not know the keys. */
  get buttons() {
    const one = (words, key, action) => button(words, { class: "btn btn-small", title: key, "aria-keyshortcuts": key }, action);
    return h(
      "div", { class: "editor-commands", role: "group", "aria-label": t`About the word at the caret` },
      one(t`Definition`, "F12", () => this.define()), one(t`Uses`, "Shift+F12", () => this.uses()), one(t`Rename`, "F2", () => this.rename()), one(t`Outline`, "Ctrl+Shift+O", () => this.outline()),
    );
  }

  /** What a key does, or undefined. */
  ofKey({ code, shiftKey, altKey, ctrlKey, metaKey }) {
    if (code === "F8") return () => this.nextError();
    if (code === "F12") return shiftKey ? () => this.uses() : () => this.define();
    if (code === "F2") return () => this.rename();
    if (code === "KeyO" && shiftKey && (ctrlKey || metaKey)) return () => this.outline();
    return code === "KeyF" && shiftKey && altKey ? () => this.format() : undefined;
  }

  async format() {
    const before = this.field.text;
    const answer = await ask("format", before);
    if (this.field.text !== before) return;
    if (answer?.text === undefined) this.toast(answer?.error ?? t`The server cannot be reached.`, "error");
    else this.field.rewrite(answer.text);
  }

  async define() {
    const answer = await ask("definition", this.field.text, this.field.caret);
    const [first] = (answer?.places ?? []).filter(({ predefined }) => !predefined);
    if (first) this.field.select(first.from, first.to);
    else this.toast(answer?.places?.length ? t`This define is one of the language's own.` : t`Nothing here is defined in this text.`);
  }

  /** List where the name at the caret stands. */
  async uses() {
    const { text, caret } = this.field;
    const places = ((await ask("references", text, caret))?.places ?? []).filter(({ predefined }) => !predefined);
    if (!places.length) return this.toast(t`Nothing here has a name that stands elsewhere.`);
    const starts = lineStarts(text);
    const items = places.map(({ from, to }) => {
      const { line } = placeOf(from, starts);
      const written = text.slice(starts[line - 1], starts[line] ?? text.length).trim();
      return h("li", {}, h("button", { type: "button", class: "choose-item", onclick: () => go(from, to) }, h("span", { class: "choose-name" }, t`Line ${line}`), h("code", {}, written)));
    });
    const go = this.#closing(tn(places.length, "{1}: {0} place", "{1}: {0} places", text.slice(places[0].from, places[0].to)), h("ol", { class: "choose-list" }, items));
    return undefined;
  }

  /** Show what the text consists of. */
  async outline() {
    const symbols = (await ask("outline", this.field.text))?.symbols ?? [];
    if (!symbols.length) return this.toast(t`There is nothing to list yet.`);
    const entry = (one) => {
      const words = [h("span", {}, one.name), one.detail && h("span", { class: "muted" }, ` ${one.detail}`)];
      const pick = h("button", { type: "button", class: "outline-item", onclick: () => go(one.name_from, one.name_to) }, h("span", { class: "muted outline-kind" }, one.kind), " ", words);
      return h("li", {}, pick, one.children.length > 0 && list(one.children));
    };
    const list = (entries) => h("ul", { class: "outline-list" }, entries.map(entry));
    const go = this.#closing(t`Outline`, list(symbols));
    return undefined;
  }

  rename() {
    const { text, caret } = this.field;
    const name = h("input", { type: "text", id: "new-name", maxlength: "100" });
    const rename = async () => {
      const answer = await ask("rename", text, caret, { name: name.value });
      box.close();
      if (answer?.edits && this.field.text === text) this.field.mend({ edits: answer.edits });
      else this.toast(answer?.error ?? t`This cannot be renamed.`, "error");
    };
    const form = h("form", { onsubmit: (event) => (event.preventDefault(), rename()) }, h("label", { for: "new-name" }, t`New name`), name);
    const box = dialog(t`Rename`, form, [button(t`Rename`, { class: "btn btn-primary" }, rename)]);
    name.focus();
  }

  nextError() {
    const { errors, caret } = this.field;
    const next = errors.find(({ from }) => from > caret) ?? errors[0];
    if (next) this.field.select(next.from, next.to);
  }

  /** A dialog that closes when a place in the text is gone to; gives what goes there. */
  #closing(heading, body) {
    const box = dialog(heading, body);
    return (from, to) => {
      box.close();
      this.field.select(from, to);
    };
  }
}
