// What stands beside the board of a study: moves, analysis and review, in tabs, and the buttons that step along the line.

import { button, h } from "./dom.js";
import { t } from "./words.js";

const TABS = { moves: t`Moves`, analysis: t`Analysis`, review: t`Review` };

export class Side {
  /** `contents` are the elements of tabs by their names; `step(way)` goes somewhere along the line. */
  constructor(contents, step) {
    const names = Object.keys(TABS);
    this.tabs = Object.fromEntries(names.map((name) => [name, h("button", { type: "button", role: "tab", id: `study-tab-${name}`, "aria-controls": `study-panel-${name}`, onclick: () => this.open(name) }, TABS[name])]));
    this.panels = Object.fromEntries(names.map((name) => [name, h("div", { class: "tab-panel study-panel", id: `study-panel-${name}`, role: "tabpanel", tabindex: "0", "aria-labelledby": `study-tab-${name}` }, contents[name] ?? null)]));
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": t`Beside the board` }, Object.values(this.tabs));
    const quiet = (words, icon, way) => button(words, { icon, quiet: true, class: "nav-button" }, () => step(way));
    this.back = [quiet(t`To the start`, "first", "first"), quiet(t`One move back`, "back", "back")];
    this.forward = [quiet(t`One move forward`, "forward", "forward"), quiet(t`To the end of the line`, "last", "last")];
    this.ply = h("span", { class: "ply muted" });
    const navigation = h("div", { class: "navigation", role: "group", "aria-label": t`Step along the line` }, this.back, this.ply, this.forward);
    this.element = h("section", { class: "side", "aria-label": t`Moves, analysis and review` }, list, Object.values(this.panels), navigation);
    this.open("moves");
  }

  /** Open a tab. Each is reached by the Tab key: the arrow keys step along the line whatever has the focus. */
  open(name) {
    for (const [key, tab] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", String(key === name));
      this.panels[key].hidden = key !== name;
    }
  }

  /** Say which ply of the line is shown. */
  show(ply, plies) {
    for (const one of this.back) one.disabled = ply === 0;
    for (const one of this.forward) one.disabled = ply >= plies;
    this.ply.textContent = `${ply} / ${plies}`;
  }
}
