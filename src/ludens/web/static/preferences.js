// The dialog of what a visitor may choose for the whole page.

import { dialog, h } from "./dom.js";
import * as settings from "./settings.js";
import { play } from "./sound.js";

const SWITCHES = [
  ["coordinates", "Coordinates", "Letters and numbers beside the board, or on its sites"],
  ["indices", "Site numbers", "The number that every site has in descriptions and trials"],
  ["destinations", "Show where pieces may go", ""],
  ["animation", "Moving pieces", ""],
  ["sound", "Sounds", ""],
];
const THEMES = [["system", "System"], ["light", "Light"], ["dark", "Dark"]];

function toggle([key, words, more]) {
  const input = h("input", { type: "checkbox", role: "switch", checked: settings.get(key) });
  input.addEventListener("change", () => {
    settings.set(key, input.checked);
    if (key === "sound") play("move");
  });
  return h("label", { class: "switch" }, h("span", {}, words, more && h("small", { class: "muted block" }, more)), input);
}

function themes() {
  const choice = ([value, words]) => {
    const input = h("input", { type: "radio", name: "theme", value, checked: settings.get("theme") === value });
    input.addEventListener("change", () => settings.set("theme", value));
    return h("label", {}, input, words);
  };
  return h("fieldset", { class: "plain-set" }, h("legend", {}, "Appearance"), h("div", { class: "segmented" }, THEMES.map(choice)));
}

/** Open the dialog of settings. */
export function open() {
  const keys = h(
    "details", { class: "keys" },
    h("summary", {}, "Keys"),
    h("ul", {},
      h("li", {}, h("kbd", {}, "←"), " ", h("kbd", {}, "→"), " step through the game; ", h("kbd", {}, "Home"), " ", h("kbd", {}, "End"), " go to its ends"),
      h("li", {}, "on the board, arrows go from site to site, ", h("kbd", {}, "Enter"), " chooses, ", h("kbd", {}, "Esc"), " lets go"),
    ),
  );
  return dialog("Settings", [themes(), ...SWITCHES.map(toggle), keys]);
}
