// What a designer has written, kept in this browser: nothing is lost by closing the page.

const DRAFTS = "ludens.drafts";
const CURRENT = "ludens.draft";
const MOST = 40;

/** @typedef {{id: string, name: string, text: string, options: string[], from: string|null, lesson: number|null, changed: number}} Draft */

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** All drafts, the newest first. @returns {Draft[]} */
export function all() {
  const drafts = read(DRAFTS, []);
  return Array.isArray(drafts) ? drafts.sort((a, b) => b.changed - a.changed) : [];
}

/** The draft that was open last, or null. @returns {Draft|null} */
export function current() {
  const id = read(CURRENT, null);
  return all().find((draft) => draft.id === id) ?? null;
}

/** A draft that is not kept yet. @returns {Draft} */
export function fresh({ name = "", text = "", options = [], from = null, lesson = null } = {}) {
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  return { id, name, text: text.replace(/\r\n?/g, "\n"), options, from, lesson, changed: 0 };
}

/** Keep a draft and remember it as the open one; the oldest give way. Says whether the browser could keep it. */
export function keep(draft) {
  const entry = { ...draft, changed: Date.now() };
  write(CURRENT, entry.id);
  return write(DRAFTS, [entry, ...all().filter(({ id }) => id !== draft.id)].slice(0, MOST));
}

/** No draft is the open one. */
export function leave() {
  write(CURRENT, null);
}

export function remove(id) {
  write(DRAFTS, all().filter((draft) => draft.id !== id));
}
