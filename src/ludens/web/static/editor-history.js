// The versions of drafts, kept in this browser's database: what was written when, and what came of it.

import { button, clear, dialog, h } from "./dom.js";
import { around, difference } from "./editor-diff.js";
import { language, t } from "./words.js";

const NAME = "ludens";
const STORE = "versions";
const MOST = 200;
/** Versions that follow each other sooner, and both have errors or have none, are kept as one. */
const TOGETHER = 20_000;

/** @typedef {{draft: string, time: number, text: string, options: string[], wrong: string, games?: number, report?: string}} Version */

let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ["draft", "time"] });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }).catch((error) => ((opened = null), Promise.reject(error)));
  return opened;
}

async function run(mode, work) {
  const transaction = (await database()).transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

const ofDraft = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** The versions of a draft, the oldest first; none where the browser keeps nothing. @returns {Promise<Version[]>} */
export const versions = (id) => run("readonly", (store) => store.getAll(ofDraft(id))).catch(() => []);

/** Forget the versions of a draft. */
export const forget = (id) => run("readwrite", (store) => store.delete(ofDraft(id))).catch(() => undefined);

/**
 * Keep a version, in the place of the last one where that is much the same; says whether the browser could keep it.
 * @param {Version} version
 */
export async function keep(version) {
  try {
    const earlier = await versions(version.draft);
    const last = earlier.at(-1);
    const same = last && last.text === version.text && String(last.options) === String(version.options);
    const soon = last && version.time - last.time < TOGETHER && !last.wrong === !version.wrong && earlier.length > 1;
    const gone = same || soon ? [last] : [];
    const entry = same ? { ...last, ...version, time: last.time } : version;
    gone.push(...earlier.slice(0, Math.max(0, earlier.length - MOST)));
    await run("readwrite", (store) => {
      for (const one of gone) store.delete([one.draft, one.time]);
      return store.put(entry);
    });
    return true;
  } catch {
    return false;
  }
}

/** Keep versions of a draft that come from a file; says whether the browser could keep them. */
export async function keepAll(id, list) {
  try {
    await run("readwrite", (store) => list.slice(-MOST).map((one) => store.put({ ...one, draft: id })).at(-1) ?? store.count());
    return true;
  } catch {
    return false;
  }
}

/**
 * Show the versions of a draft, with what each changed against the text as it is.
 * @param {{id: string, text: string, restore: (version: Version) => void}} options
 */
export async function showHistory({ id, text, restore }) {
  const earlier = (await versions(id)).reverse();
  const changes = h("pre", { class: "diff", tabindex: "0", role: "region", "aria-label": t`What has changed since then` });
  const back = button(t`Restore this version`, { icon: "undo", class: "btn btn-primary", disabled: true }, () => (box.close(), restore(chosen)));
  let chosen = null;
  const list = h("ol", { class: "choose-list history-list" });
  const pick = (version, row) => {
    chosen = version;
    for (const other of list.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === row));
    back.disabled = version.text === text;
    drawDifference(changes, version.text, text);
  };
  for (const version of earlier) {
    const row = h(
      "button",
      { type: "button", class: "choose-item", "aria-pressed": "false", onclick: () => pick(version, row) },
      h("span", { class: "choose-name" }, new Date(version.time).toLocaleString(language, { dateStyle: "medium", timeStyle: "medium" })),
      h("span", { class: version.wrong ? "history-wrong" : "muted" }, version.wrong || (version.games ? t`No errors, ${version.games.toLocaleString(language)} games` : t`No errors`)),
    );
    list.append(h("li", {}, row));
  }
  const body = earlier.length
    ? h("div", { class: "history" }, list, changes)
    : h("p", {}, t`No versions are kept yet: one is whenever the text has been looked at.`);
  const box = dialog(t`History`, body, earlier.length ? [back] : [], { wide: true });
  list.querySelector("button")?.click();
}

function drawDifference(place, before, after) {
  const lines = around(difference(before, after));
  clear(place);
  if (!lines.some(Boolean)) place.append(h("span", { class: "muted" }, t`This is the text as it is.`));
  const kinds = { "-": "diff-gone", "+": "diff-new", " ": "" };
  for (const line of lines) {
    if (line === null) place.append(h("span", { class: "muted" }, "⋯\n"));
    else place.append(h("span", { class: kinds[line[0]] }, `${line[0]} ${line[1]}\n`));
  }
}
