// What was opened last, as this browser keeps it: the tables of "recent", and the studies of "studies".

import { h, icon } from "./dom.js";
import * as settings from "./settings.js";
import { gameName, language, t } from "./words.js";

/** How many of a list are kept. */
const KEPT = { recent: 6, studies: 24 };
const SPANS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** A time of the epoch in milliseconds in words, e.g. "2 hours ago". */
function ago(when) {
  const seconds = (Date.now() - when) / 1000;
  const [unit, length] = SPANS.find(([, long]) => seconds >= long) ?? ["minute", 60];
  return seconds < 60 ? t`just now` : new Intl.RelativeTimeFormat(language).format(-Math.floor(seconds / length), unit);
}

const listed = (list) => settings.get(list) ?? [];

/** Keep an id at the head of a list; `about` is added to what is known of it. */
export function remember(list, id, about) {
  const entry = listed(list).find((one) => one.id === id);
  const others = listed(list).filter((one) => one.id !== id);
  settings.set(list, [{ ...entry, id, when: Date.now(), ...about }, ...others].slice(0, KEPT[list]));
}

/** What is known of an id. */
export const recall = (list, id) => listed(list).find((one) => one.id === id) ?? {};

/** What an id stands for is no longer there. */
export function forget(list, id) {
  settings.set(list, listed(list).filter((one) => one.id !== id));
}

/** A section with a link for each entry of a list, null where it is empty; `address` makes the address of an id. */
export function section(list, { words, address, picture }) {
  if (!listed(list).length) return null;
  const link = ({ id, name, when }) =>
    h("li", {}, h("a", { class: "chip", href: address(id), "data-link": "" }, icon(picture), name && gameName(name), h("span", { class: "muted" }, ago(when))));
  return h("section", { "aria-labelledby": `${list}-title` }, h("h2", { id: `${list}-title` }, words), h("ul", { class: "chips" }, listed(list).map(link)));
}
