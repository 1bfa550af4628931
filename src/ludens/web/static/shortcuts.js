// The keys of the page, for people to read; play.js and app.js act on them.

import { dialog, h } from "./dom.js";
import { t } from "./words.js";

const KEYS = [
  [t`At a table`, [
    [t`Step back and forward through the game`, "←", "→"],
    [t`To its start, to the newest move`, "Home", "End"],
    [t`Undo, redo`, "U", "R"],
    [t`Flip the board`, "F"],
    [t`A hint`, "H"],
    [t`Ask why a move is legal, or is not`, "W"],
    [t`See the last turn again`, "L"],
    [t`Pause the machines`, "P"],
    [t`New game`, "N"],
  ]],
  [t`On the board`, [
    [t`From site to site`, "Shift", "←", "↑", "→", "↓"],
    [t`Choose, let go`, "Enter", "Esc"],
  ]],
  [t`Everywhere`, [
    [t`Search the games`, "/"],
    [t`This list`, "?"],
  ]],
];

/** Show what keys do. */
export function showKeys() {
  const line = ([words, ...keys]) => h("div", { class: "key-line" }, h("dt", {}, words), h("dd", {}, keys.map((key) => h("kbd", {}, key))));
  const part = ([heading, lines]) => [h("h3", {}, heading), h("dl", { class: "key-list" }, lines.map(line))];
  const mouse = h("p", { class: "muted" }, t`With the right mouse button, arrows and rings can be drawn on the board.`);
  return dialog(t`Keys`, [...KEYS.map(part), mouse]);
}
