// The menu of a study: its files, another one, its keys.

import { dialog, h, menu } from "./dom.js";
import { t } from "./words.js";

const NAMES = { json: t`Save everything (JSON)`, pgn: t`Save as PGN`, sgf: t`Save as SGF`, pdn: t`Save as PDN`, trial: t`Save the main line (trial)` };
const KEYS = [
  t`← and →: back and forward`,
  t`↑ and ↓: to the variations beside this one`,
  t`Home and End: to the start and the end of the line`,
  t`F: flip the board`,
  t`W: ask why a move is legal, or is not`,
  t`D: draw arrows and rings; or with the right mouse button, or a long press (with Shift red, with Alt blue, with both yellow)`,
];

/** Show the menu beside its button. @param {{app: object, id: string, formats?: string[], connection: object}} study */
export function showMore(near, { app, id, formats, connection }) {
  const file = (form) => h("a", { href: `/api/studies/${encodeURIComponent(id)}/file?form=${form}`, download: "" }).click();
  if (!connection.table?.game) return;
  menu(t`More`, near, [
    ...(formats ?? []).map((form) => [NAMES[form] ?? t`Save as ${form.toUpperCase()}`, "save", () => file(form)]),
    [t`Open another one`, "open", () => app.navigate("/analysis")],
    [t`Keys`, "keys", () => dialog(t`Keys`, h("ul", {}, KEYS.map((line) => h("li", {}, line))))],
  ]);
}
