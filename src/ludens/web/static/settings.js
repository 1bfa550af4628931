// What a visitor has chosen, kept in the browser.

const KEY = "ludens.settings";
const DEFAULTS = { theme: "system", coordinates: "edge", indices: false, sound: true, animation: true, pace: "usual", enter: false, board: "described", pieces: "native", keys: true, destinations: true };
const listeners = new Map();
let values = { ...DEFAULTS, ...stored() };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
}

export const get = (key) => values[key];

export function set(key, value) {
  values = { ...values, [key]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // private windows may have no storage; the choice then lasts as long as the page
  }
  for (const listener of listeners.get(key) ?? []) listener(value);
}

/** Call a listener whenever a setting changes; gives the function that stops it. */
export function on(key, listener) {
  if (!listeners.has(key)) listeners.set(key, new Set());
  listeners.get(key).add(listener);
  return () => listeners.get(key).delete(listener);
}

on("theme", (theme) => {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});
