// The keys of the page, for people to read; play.js and app.js act on them.

import { dialog, h } from "./dom.js";

const KEYS = [
  ["At a table", [
    ["Step back and forward through the game", "←", "→"],
    ["To its start, to the newest move", "Home", "End"],
    ["Undo, redo", "U", "R"],
    ["Flip the board", "F"],
    ["A hint", "H"],
    ["Ask why a move is legal, or is not", "W"],
    ["See the last turn again", "L"],
    ["Pause the machines", "P"],
    ["New game", "N"],
  ]],
  ["On the board", [
    ["From site to site", "Shift", "←", "↑", "→", "↓"],
    ["Choose, let go", "Enter", "Esc"],
  ]],
  ["Everywhere", [
    ["Search the games", "/"],
    ["This list", "?"],
  ]],
];

/** Show what keys do. */
export function showKeys() {
  const line = ([words, ...keys]) => h("div", { class: "key-line" }, h("dt", {}, words), h("dd", {}, keys.map((key) => h("kbd", {}, key))));
  const part = ([heading, lines]) => [h("h3", {}, heading), h("dl", { class: "key-list" }, lines.map(line))];
  const mouse = h("p", { class: "muted" }, "With the right mouse button, arrows and rings can be drawn on the board.");
  return dialog("Keys", [...KEYS.map(part), mouse]);
}
