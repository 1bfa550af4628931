// The rules of a game: what its author wrote or its description says, with the board and how the pieces move.
import { api } from "./api.js";
import { clear, dialog, h } from "./dom.js";
import { gameName, t } from "./words.js";

const image = ({ caption, svg }) => h("figure", {}, h("img", { alt: caption, src: `data:image/svg+xml,${encodeURIComponent(svg)}` }), h("figcaption", {}, caption));

/** Show the rules of the game at a table; the pictures follow when they are drawn. */
export async function showRules(table, game) {
  const paragraphs = (game.rules ?? []).flatMap((text) => text.split(/\n\s*\n/));
  const drawn = h("div", { class: "rule-pictures", "aria-busy": "true" }, h("p", { class: "lead" }, t`Pictures of the moves are being drawn.`));
  const lead = game.description && h("p", { class: "lead" }, game.description);
  dialog(t`Rules of ${gameName(game.name)}`, [lead, ...paragraphs.map((text) => h("p", { class: text.startsWith("- ") ? "told-rules" : "" }, text)), drawn], [], { wide: true });
  const rules = await api(`/api/tables/${encodeURIComponent(table)}/rules`).catch(() => ({ pictures: [] }));
  clear(drawn).append(...rules.pictures.map(image));
  drawn.removeAttribute("aria-busy");
}
