// What the rules say of a move or an end, as the page shows it: sentences, and the clauses with their places in the text.

import { button, h } from "./dom.js";
import { t } from "./words.js";

const SHORT = 110;

const sentence = (words) => (words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}` : "");
const oneLine = (text) => text.replace(/\s+/g, " ").trim();
const cut = (text) => (text.length > SHORT ? `${text.slice(0, SHORT - 2)} …` : text);

/**
 * An answer of the server as nodes. `about` is what was asked (AskWhy); `onplace(reason)` shows a clause in the text.
 * @param {{move: string, legal: boolean, words: string, reasons: object[]}} told
 */
export function answered(answer, about, onplace) {
  if (about === "end") return ended(answer, onplace);
  return answer.legal ? legal(answer, about, onplace) : refused(answer, onplace);
}

function ended({ words, reasons }, onplace) {
  return [h("p", {}, h("strong", {}, t`What ended the game:`), " ", sentence(words)), chain(reasons, onplace, t`The clauses that ended the game`)];
}

function legal({ move, words, reasons }, about, onplace) {
  const summary = about === "played" ? t`It was legal.` : t`It is legal.`;
  const how = reasons.length ? ` ${t`These clauses lead to it, each within the one before:`}` : "";
  return [h("p", {}, h("strong", {}, t`Why ${move}?`), " ", sentence(words) || summary, how), chain(reasons, onplace, t`The clauses that lead to it`)];
}

function refused({ move, reasons: [first, ...others] }, onplace) {
  const besides = others.length > 0 && h("ul", { class: "why-others" }, others.map(({ words }) => h("li", {}, t`And besides: ${words}.`)));
  return [h("p", {}, h("strong", {}, t`Why not ${move}?`), " ", sentence(first.words)), besides, folded([first, ...others], onplace)];
}

/** Clauses in turn, on a line each, with what they asked. */
function chain(reasons, onplace, label) {
  if (!reasons.length) return null;
  return h("ol", { class: "why-chain", "aria-label": label }, reasons.map((reason) => h("li", {}, clause(reason, onplace))));
}

/** A clause on one line: what is written, what it was evaluated for, what it asked, and the way to its place. */
export function clause(reason, onplace) {
  const details = reason.details.map((detail) => h("li", {}, detail.trim()));
  return [
    h("code", {}, cut(oneLine(reason.text || reason.words))),
    reason.text && reason.words ? h("span", { class: "why-for" }, ` ${reason.words} `) : " ",
    place(reason, onplace),
    details.length > 0 && h("ul", { class: "why-details" }, details),
  ];
}

const place = (reason, onplace) =>
  reason.line ? (onplace ? button(t`Line ${reason.line}`, { class: "btn btn-small" }, () => onplace(reason)) : h("span", { class: "muted" }, t`line ${reason.line}`)) : null;

/** The clauses in the text, folded away. */
function folded(reasons, onplace) {
  const placed = reasons.filter(({ line }) => line);
  if (!placed.length) return null;
  const shown = (reason) => [
    h("p", { class: "why-place" }, place(reason, onplace)),
    h("pre", { class: "why-text" }, h("code", {}, reason.text)),
    reason.details.length > 0 && h("ul", { class: "why-details" }, reason.details.map((detail) => h("li", {}, detail.trim()))),
  ];
  return h("details", { class: "why-clauses" }, h("summary", {}, placed.length > 1 ? t`Show the rules` : t`Show the rule`), placed.map(shown));
}
