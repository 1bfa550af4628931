// Small helpers for building the page. Text is always set as text, never as markup.

import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/** An HTML element: attributes (those called on... are listeners; null and false are left out), then its children. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** An element without its children. */
export function clear(element) {
  element.replaceChildren();
  return element;
}

const parser = new DOMParser();

/** A fragment of SVG, as the server sends it, as nodes. */
export function svgNodes(markup) {
  const tree = parser.parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  if (tree.querySelector("parsererror")) return [];
  for (const element of tree.querySelectorAll("script, foreignObject")) element.remove();
  return [...tree.documentElement.childNodes].map((node) => document.importNode(node, true));
}

// Lines in a square of 24 by 24.
const ICONS = {
  undo: "M9 6L4 11l5 5M4 11h10a5.5 5.5 0 0 1 0 9h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5.5 5.5 0 0 0 0 9h3",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M6 5v14",
  last: "M6 5l7 7-7 7M18 5v14",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  flip: "M4 9a8 8 0 0 1 14-3l2 2M20 3v5h-5M20 15a8 8 0 0 1-14 3l-2-2M4 21v-5h5",
  save: "M12 4v11M7 10l5 5 5-5M5 20h14",
  open: "M12 15V4M7 9l5-5 5 5M5 20h14",
  rules: "M5 4h9a4 4 0 0 1 4 4v12H9a4 4 0 0 1-4-4zM9 9h5M9 13h5",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6.5 6.5 0 0 1 3.5 6",
  sliders: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5",
  bulb: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-1 1.5-1 3h-5c0-1.5-.4-2.5-1-3z",
  ask: "M9.5 9.2a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2 1-1.2 1.9M12 17h.01M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z",
  chart: "M4 20V4M4 20h16M8 16l4-5 3 3 5-7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2",
  dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M9 15h.01M15 15h.01M12 12h.01",
  star: "M12 3.5l2.6 5.6 6 .7-4.5 4.1 1.2 6-5.3-3-5.3 3 1.2-6L3.4 9.8l6-.7z",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.5 16.5L21 21",
  pencil: "M4 20l1-5L16 4l4 4L9 19z",
  flag: "M6 21V4h11l-2.5 4 2.5 4H6",
  swap: "M4 8h14l-4-4M20 16H6l4 4",
  more: "M4.5 12a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M11.3 12a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0M18.1 12a.7.7 0 1 0 1.4 0a.7.7 0 1 0-1.4 0",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15.5 9.5h.01",
  keys: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M7 14h.01M10 14h5M18 14h.01",
  trophy: "M8 4h8v5a4 4 0 0 1-8 0zM8 5H4c0 4 1.5 6 4.5 6M16 5h4c0 4-1.5 6-4.5 6M12 13v4M8 20h8M10 20c0-2 .8-3 2-3s2 1 2 3",
};

/** One of the page's icons, for decoration. */
export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] ?? "" }));

/** A button with an icon and, unless `quiet`, its words beside it. */
export function button(words, { icon: name, quiet, class: kind = "btn", ...attributes } = {}, action) {
  const label = quiet ? { "aria-label": words, title: words } : {};
  return h("button", { type: "button", class: quiet ? `icon-btn ${kind === "btn" ? "" : kind}`.trim() : kind, ...label, ...attributes, onclick: action }, name && icon(name), quiet ? null : words);
}

/** Show a message for some seconds, in place of one with the same words or `about` the same; errors stay longer. */
export function toast(message, kind = "info", about = message) {
  const close = button(t`Dismiss`, { icon: "close", quiet: true }, () => item.remove());
  const item = h("div", { class: `toast toast-${kind}`, role: kind === "error" ? "alert" : "status" }, h("p", {}, message), close);
  const place = messages();
  item.dataset.about = about;
  for (const earlier of [...place.children]) if (earlier.dataset.about === about) earlier.remove();
  while (place.children.length >= 3) place.firstElementChild.remove();
  place.append(item);
  if (place.closest("main")) item.scrollIntoView({ block: "nearest" });
  setTimeout(() => item.remove(), kind === "error" ? 8000 : 4000);
  return item;
}

/** Show why something was not done. */
export const failed = (error) => void toast(error.message, "error");

/**
 * Where messages are shown: in the dialog that is open, as nothing outside it can be seen or heard then; at a table over
 * the list of moves, never over the board or over whose turn it is.
 */
function messages() {
  const open = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (!open) return document.querySelector("main .toasts") ?? document.getElementById("toasts");
  if (!open.querySelector(".toasts")) open.append(h("div", { class: "toasts", role: "region", "aria-label": t`Messages` }));
  return open.querySelector(".toasts");
}

/** Say something to screen readers. */
export function announce(message) {
  document.getElementById("announcer").textContent = message;
}

let dialogs = 0;

/**
 * Show a modal dialog with a heading; gives the <dialog>. `body` and `actions` are nodes; it is removed once closed.
 * With `near`, an element, it is a small one beside that element.
 */
export function dialog(heading, body, actions = [], { wide = false, near = null, onclose } = {}) {
  const id = `dialog-${++dialogs}`;
  const kind = near ? "dialog-near" : wide ? "dialog-wide" : "";
  const close = button(t`Close`, { icon: "close", quiet: true }, () => element.close());
  const foot = actions.length ? h("footer", { class: "dialog-actions" }, actions) : null;
  const element = h(
    "dialog", { class: `dialog ${kind}`.trim(), "aria-labelledby": id },
    h("header", { class: "dialog-head" }, h("h2", { id }, heading), close),
    h("div", { class: "dialog-body" }, body), foot,
  );
  element.addEventListener("close", () => (element.remove(), onclose?.(element.returnValue)));
  element.addEventListener("click", (event) => event.target === element && element.close());
  document.body.append(element);
  const first = element.querySelector(".dialog-actions .btn-primary") ?? element.querySelector(".dialog-body :is(button, input, select, textarea)");
  first?.setAttribute("autofocus", "");
  element.showModal();
  if (near) place(element, near.getBoundingClientRect());
  return element;
}

const EDGE = 8;

/** Put a dialog below a part of the window, or above it where there is no room, and within the window. */
function place(element, { left, right, top, bottom }) {
  const { width, height } = element.getBoundingClientRect();
  const x = Math.max(EDGE, Math.min((left + right - width) / 2, innerWidth - width - EDGE));
  const below = bottom + EDGE;
  const y = below + height + EDGE <= innerHeight ? below : Math.max(EDGE, Math.min(top - height - EDGE, innerHeight - height - EDGE));
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
}

/** A menu beside a button: `items` are [words, icon, action]; falsy ones are left out. */
export function menu(heading, near, items) {
  const entry = ([words, name, action]) => button(words, { icon: name, class: "btn btn-quiet menu-item" }, () => (box.close(), action()));
  const box = dialog(heading, h("div", { class: "menu" }, items.filter(Boolean).map(entry)), [], { near });
  return box;
}
