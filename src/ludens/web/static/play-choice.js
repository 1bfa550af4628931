// Asking which of several moves between the same sites is meant, such as what a pawn becomes, beside the site itself.

import { dialog, h, svg, svgNodes } from "./dom.js";
import { t } from "./words.js";

/** A label such as "=Queen1" in words. */
const readable = (label) => {
  const value = /^[^=~]*[=~]([-\w]+)$/.exec(label)?.[1] ?? label.replace(/^=/, "").replace(/=/g, ", ");
  return capital(value.replace(/([A-Za-z])\d+\b/g, "$1"));
};

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Ask which of the moves is meant; gives it, or null. `near` is the element beside which the question stands. */
export function chooseMove(moves, { components = [], symbols }, near) {
  return new Promise((resolve) => {
    let choice = null;
    const picture = (label) => {
      const component = components.find(({ name }) => label.split(/[^\w]+/).includes(name));
      const drawn = symbols[component?.symbol];
      return drawn ? svg("svg", { class: "choice-picture", viewBox: "-56 -56 112 112", "aria-hidden": "true" }, ...svgNodes(drawn)) : null;
    };
    const words = (move) => readable(move.label || move.name);
    const entry = (move) =>
      h("button", { type: "button", class: "btn choice", onclick: () => ((choice = move), box.close()) }, picture(move.label || ""), h("span", {}, words(move)));
    // puzzles also let one rule out values: that is a second thought
    const [likely, others] = [moves.filter(({ name }) => !name.includes("~")), moves.filter(({ name }) => name.includes("~"))];
    const rest = others.length ? h("details", { class: "more", open: !likely.length }, h("summary", {}, t`Rule out`), h("div", { class: "choices" }, others.map(entry))) : null;
    const short = moves.every((move) => words(move).length < 4);
    const body = [h("div", { class: short ? "choices choices-short" : "choices" }, likely.map(entry)), rest];
    const box = dialog(t`Which move?`, body, [], { near, onclose: () => resolve(choice) });
  });
}
