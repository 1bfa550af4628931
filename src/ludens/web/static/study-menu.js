// The menu of a study: its files, another one, its keys.

import { dialog, h, menu } from "./dom.js";

const NAMES = { json: "Save everything (JSON)", pgn: "Save as PGN", sgf: "Save as SGF", pdn: "Save as PDN", trial: "Save the main line (trial)" };
const KEYS = [
  "← and →: back and forward",
  "↑ and ↓: to the variations beside this one",
  "Home and End: to the start and the end of the line",
  "F: flip the board",
  "W: ask why a move is legal, or is not",
  "D: draw arrows and rings; or with the right mouse button, or a long press (with Shift red, with Alt blue, with both yellow)",
];

/** Show the menu beside its button. @param {{app: object, id: string, formats?: string[], connection: object}} study */
export function showMore(near, { app, id, formats, connection }) {
  const file = (form) => h("a", { href: `/api/studies/${encodeURIComponent(id)}/file?form=${form}`, download: "" }).click();
  if (!connection.table?.game) return;
  menu("More", near, [
    ...(formats ?? []).map((form) => [NAMES[form] ?? `Save as ${form.toUpperCase()}`, "save", () => file(form)]),
    ["Open another one", "open", () => app.navigate("/analysis")],
    ["Keys", "keys", () => dialog("Keys", h("ul", {}, KEYS.map((line) => h("li", {}, line))))],
  ]);
}
