// What stands beside the board: the list of moves and the analysis, in tabs, and the buttons that step through the game.

import { button, h } from "./dom.js";
import { MoveList } from "./play-history.js";
import { t } from "./words.js";

const TABS = { moves: t`Moves`, analysis: t`Analysis` };

export class Panel {
  /**
   * `step(ply)` shows a position, `at()` gives the ply that is shown; `opened(name)` is told when a tab is opened;
   * `tools`, which are about moves, stand below those.
   */
  constructor({ step, at, opened, tools }) {
    Object.assign(this, { step, at, opened, tools });
    this.moves = new MoveList(step);
    this.tabs = Object.fromEntries(Object.entries(TABS).map(([name, words]) => [name, this.tab(name, words)]));
    this.panels = { moves: this.panel("moves", { tabindex: "0" }, this.moves.element), analysis: this.panel("analysis", {}) };
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": t`Beside the board` }, Object.values(this.tabs));
    this.element = h("section", { class: "side", "aria-label": t`Moves and analysis` }, list, Object.values(this.panels), this.navigation(), tools);
    this.open("moves");
  }

  /** Another panel, in the place of the analysis: nobody is helped where people play. */
  addChat(element) {
    if (this.panels.chat) return;
    this.tabs.analysis.replaceWith((this.tabs.chat = this.tab("chat", t`Chat`)));
    delete this.tabs.analysis;
    this.panels.analysis.replaceWith((this.panels.chat = this.panel("chat", {}, element)));
    delete this.panels.analysis;
    this.open("moves");
  }

  /** How many lines of chat one has not seen. */
  news(count) {
    this.tabs.chat.replaceChildren(t`Chat`, " ", ...(count ? [h("span", { class: "tab-news" }, String(count))] : []));
  }

  tab(name, words) {
    return h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => this.open(name) }, words);
  }

  panel(name, attributes, content) {
    return h("div", { class: "tab-panel", id: `panel-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}`, ...attributes }, content);
  }

  navigation() {
    const quiet = (words, name, action) => button(words, { icon: name, quiet: true, class: "nav-button" }, action);
    this.back = [quiet(t`To the start`, "first", () => this.step(0)), quiet(t`One move back`, "back", () => this.step(this.at() - 1))];
    this.forward = [quiet(t`One move forward`, "forward", () => this.step(this.at() + 1)), quiet(t`To the newest move`, "last", () => this.step(Infinity))];
    this.ply = h("span", { class: "ply muted" });
    return h("div", { class: "navigation", role: "group", "aria-label": t`Step through the game` }, this.back, this.ply, this.forward);
  }

  /** Open a tab. Each is reached by the Tab key: the arrow keys step through the game whatever has the focus. */
  open(name) {
    this.name = name;
    for (const [key, tab] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", String(key === name));
      this.panels[key].hidden = key !== name;
    }
    this.tools.hidden = name !== "moves"; // the lines of an analysis want the room
    this.opened(name);
  }

  /** Say which of the plies is shown. */
  show(ply, plies) {
    for (const one of this.back) one.disabled = ply === 0;
    for (const one of this.forward) one.disabled = ply === plies;
    this.ply.textContent = `${ply} / ${plies}`;
    this.moves.current(ply);
  }
}
