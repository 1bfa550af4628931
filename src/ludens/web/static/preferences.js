// The dialog of what a visitor may choose for the whole page.

import { button, dialog, h } from "./dom.js";
import * as settings from "./settings.js";
import { showKeys } from "./shortcuts.js";
import { play } from "./sound.js";
import { language, languageNames, t } from "./words.js";

const SWITCHES = [
  ["indices", t`Site numbers`, t`The number that every site has in descriptions and trials`],
  ["destinations", t`Show where pieces may go`, ""],
  ["animation", t`Moving pieces`, ""],
  ["enter", t`Confirm moves`, t`A move on the board is played with Enter, or the button under the status`],
  ["sound", t`Sounds`, ""],
  ["keys", t`Letters as shortcuts`, t`F flips the board, U takes a move back, and so on`],
];
const THEMES = [["system", t`System`], ["light", t`Light`], ["dark", t`Dark`]];
const BOARDS = [["described", t`Its own`], ["wood", t`Wood`], ["green", t`Green|a board`], ["blue", t`Blue|a board`], ["slate", t`Slate`]];
const PIECES = [["native", t`As on real sets`], ["western", t`Figures`]];
const PACES = [["quick", t`Quick`], ["usual", t`As usual`], ["calm", t`Calm`]];
const COORDINATES = [["edge", t`Beside`], ["sites", t`On sites`], ["off", t`None`]];

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

/** The language of the page; the server puts the texts of the one that is chosen into it. */
function languages() {
  const field = h("select", { id: "language" }, Object.entries(languageNames).map(([code, name]) => h("option", { value: code, lang: code, selected: code === language }, name)));
  field.addEventListener("change", () => {
    document.cookie = `ludens_language=${field.value}; path=/; max-age=31536000; samesite=lax`;
    location.reload();
  });
  return h("div", { class: "field" }, h("label", { for: field.id }, t`Language`), field);
}

/** Open the dialog of settings. */
export function open(app) {
  const keys = button(t`What keys do`, { icon: "keys" }, () => (box.close(), showKeys()));
  const data = button(t`Your data`, { icon: "people" }, () => (box.close(), app.navigate("/account")));
  const box = dialog(t`Settings`, [languages(), choices("theme", t`Appearance`, THEMES), choices("board", t`Boards`, BOARDS), choices("pieces", t`Pieces with characters`, PIECES), choices("coordinates", t`Coordinates`, COORDINATES), choices("pace", t`How fast pieces move and seeds are sown`, PACES), ...SWITCHES.map(toggle), keys, data]);
  return box;
}
