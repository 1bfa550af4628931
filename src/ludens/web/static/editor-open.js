// The editor's dialogs: what to begin with, and which game or draft to open.

import { once } from "./api.js";
import { button, dialog, h, icon } from "./dom.js";
import * as drafts from "./editor-drafts.js";
import { choose } from "./library-search.js";
import { t, when } from "./words.js";

/**
 * Choose what to begin with. @param {{template: (template) => void, lessons: () => void}} take
 */
export async function chooseNew({ template, lessons }) {
  const { templates } = await once("/api/templates");
  const learn = h(
    "button",
    { type: "button", class: "choose-item choose-lessons", onclick: () => (box.close(), lessons()) },
    h("span", { class: "choose-name" }, t`Learn it: Amazons in five steps`),
    h("span", { class: "muted" }, t`A tutorial beside the text, which checks each step.`),
  );
  const items = templates.map((one) => ({ ...one, category: one.family, aliases: [], name: one.name, description: `${one.family}: ${one.description}` }));
  const box = chooseDialog(t`Begin with`, items, template, { before: learn });
}

/** Choose a game of the library, or a file. @param {{game: (name) => void, file: (file) => void}} take */
export async function chooseGame({ game, file }) {
  const { games } = await once("/api/games");
  const input = h("input", { type: "file", accept: ".lud,.txt,.json,text/plain,application/json", class: "visually-hidden", id: "open-file" });
  input.addEventListener("change", () => {
    box.close();
    file(input.files[0]);
  });
  const label = h("label", { class: "btn file-button", for: "open-file" }, icon("open"), t`A file of yours`);
  const box = chooseDialog(t`Open a game`, games, ({ name }) => game(name), { extra: [input, label] });
}

/**
 * Choose a draft of this browser, or one of `files`.
 * @param {{files: string[], saved: (name) => void, open: (draft) => void, remove: (draft) => void}} take
 */
export function chooseDraft({ files, saved, open, remove }) {
  const entries = drafts.all().map((draft) => ({ name: draft.name || t`Untitled`, description: when(draft.changed), draft }));
  const others = files.map((file) => ({ name: file, description: `${file}.lud`, file }));
  chooseDialog(t`Your drafts`, [...entries, ...others], ({ draft, file }) => (draft ? open(draft) : saved(file)), { remove: ({ draft }) => remove(draft) });
}

// A dialog with a list that a search field narrows; `remove`, where given, puts a button beside each.
function chooseDialog(heading, items, take, { extra = [], remove = null, before = null } = {}) {
  const search = h("input", { type: "search", "aria-label": t`Search`, placeholder: t`Search`, autofocus: true });
  const list = h("ul", { class: "choose-list" });
  let left = items;
  const fill = () => {
    const matches = search.value ? choose(left, { query: search.value }) : left;
    list.replaceChildren(...matches.map(row));
    if (!matches.length) list.append(h("li", { class: "muted" }, t`Nothing found.`));
  };
  const drop = (item) => {
    remove(item);
    left = left.filter((other) => other !== item);
    fill();
  };
  const row = (item) => {
    const words = [h("span", { class: "choose-name" }, item.name), h("span", { class: "muted" }, item.description)];
    const pick = h("button", { type: "button", class: "choose-item", onclick: () => (shown.close(), take(item)) }, words);
    return h("li", {}, pick, remove && !item.file && button(t`Delete ${item.name}`, { icon: "close", quiet: true }, () => drop(item)));
  };
  search.addEventListener("input", fill);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // else the key goes on to the button that opened the dialog, and opens it again
    list.querySelector(".choose-item")?.click();
  });
  fill();
  const shown = dialog(heading, [before, search, list].filter(Boolean), extra);
  search.focus();
  return shown;
}
