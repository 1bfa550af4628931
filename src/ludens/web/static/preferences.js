// The dialog of what a visitor may choose for the whole page.

import { button, dialog, h } from "./dom.js";
import * as settings from "./settings.js";
import { showKeys } from "./shortcuts.js";
import { play } from "./sound.js";

const SWITCHES = [
  ["indices", "Site numbers", "The number that every site has in descriptions and trials"],
  ["destinations", "Show where pieces may go", ""],
  ["animation", "Moving pieces", ""],
  ["enter", "Confirm moves", "A move on the board is played with Enter, or the button under the status"],
  ["sound", "Sounds", ""],
  ["keys", "Letters as shortcuts", "F flips the board, U takes a move back, and so on"],
];
const THEMES = [["system", "System"], ["light", "Light"], ["dark", "Dark"]];
const BOARDS = [["described", "Its own"], ["wood", "Wood"], ["green", "Green"], ["blue", "Blue"], ["slate", "Slate"]];
const PIECES = [["native", "As on real sets"], ["western", "Figures"]];
const PACES = [["quick", "Quick"], ["usual", "As usual"], ["calm", "Calm"]];
const COORDINATES = [["edge", "Beside"], ["sites", "On sites"], ["off", "None"]];

function toggle([key, words, more]) {
  const input = h("input", { type: "checkbox", role: "switch", checked: settings.get(key) });
  input.addEventListener("change", () => {
    settings.set(key, input.checked);
    if (key === "sound") play("move");
  });
  return h("label", { class: "switch" }, h("span", {}, words, more && h("small", { class: "muted block" }, more)), input);
}

function choices(key, legend, offered) {
  const choice = ([value, words]) => {
    const input = h("input", { type: "radio", name: key, value, checked: settings.get(key) === value });
    input.addEventListener("change", () => settings.set(key, value));
    return h("label", {}, input, words);
  };
  return h("fieldset", { class: "plain-set" }, h("legend", {}, legend), h("div", { class: "segmented" }, offered.map(choice)));
}

/** Open the dialog of settings. */
export function open() {
  const keys = button("What keys do", { icon: "keys" }, () => (box.close(), showKeys()));
  const box = dialog("Settings", [choices("theme", "Appearance", THEMES), choices("board", "Boards", BOARDS), choices("pieces", "Pieces with characters", PIECES), choices("coordinates", "Coordinates", COORDINATES), choices("pace", "How fast pieces move and seeds are sown", PACES), ...SWITCHES.map(toggle), keys]);
  return box;
}
