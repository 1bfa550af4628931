// The list of what is wrong with a text, each with its place, its hint, and buttons that mend it.

import { h } from "./dom.js";
import { t } from "./words.js";

export class Problems {
  /** An empty list. @param {{show: (error) => void, mend: (fix) => void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.list = h("ol", { class: "error-list" });
    this.root = h("section", { class: "editor-problems", "aria-label": t`Errors`, "aria-live": "polite", id: "editor-errors" }, this.list);
  }

  /** @param {{line: number, message: string, hint?: string, severity: string, fixes?: object[]}[]} errors */
  show(errors) {
    this.list.replaceChildren(...errors.map((error) => this.#item(error)));
  }

  #item(error) {
    const kind = error.severity === "error" ? "error-item" : "error-item error-item-warning";
    const words = h("span", { class: "error-message" }, error.message, error.hint ? h("span", { class: "error-hint" }, error.hint) : null);
    const fixes = (error.fixes ?? []).map((fix) => h("button", { type: "button", class: "btn btn-small", onclick: () => this.actions.mend(fix) }, fix.title));
    return h(
      "li",
      { class: "error-row" },
      h("button", { type: "button", class: kind, onclick: () => this.actions.show(error) }, h("span", { class: "error-place" }, t`Line ${error.line}`), words),
      fixes,
    );
  }
}
