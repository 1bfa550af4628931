// The description that is played, with one of its clauses marked.

import { once } from "./api.js";
import { dialog, h, toast } from "./dom.js";
import { t } from "./words.js";

/**
 * Show where a clause stands. Its place counts characters as the server does, of which some are two units here.
 * @param {{start: number, end: number, line: number, text: string}} reason
 */
export async function showPlace(table, reason) {
  try {
    const { text } = await once(`/api/tables/${encodeURIComponent(table)}/source`);
    const letters = [...text];
    const part = (from, to) => letters.slice(from, to).join("");
    const clause = part(reason.start, reason.end);
    if (!clause.startsWith(reason.text)) return toast(t`This clause stands in the description of another game.`);
    const mark = h("mark", {}, clause);
    const shown = h("pre", { class: "source-text", tabindex: "0", role: "region", "aria-label": t`The description` }, h("code", {}, part(0, reason.start), mark, part(reason.end)));
    dialog(t`Line ${reason.line} of the description`, shown, [], { wide: true });
    mark.scrollIntoView({ block: "center" });
    return shown.focus({ preventScroll: true });
  } catch (error) {
    return toast(error.message, "error");
  }
}
