// Why a move is not there: what the rules say of it, in words and in the text, once somebody has tried it.

import { api } from "./api.js";
import { button, clear, h } from "./dom.js";

/** So long after a click one is taken to wait for an answer, and not to have missed a site. */
const PATIENCE = 350;

/**
 * A notice in `place`, hidden until something is asked. `table()` gives the id of the table, `at()` the ply that is shown,
 * `label(ref)` what people call a site; `onplace(reason)` shows a clause in the text, where there is a text to show it in.
 */
export function mountWhy(place, { table, at, label, onplace = null }) {
  const element = h("div", { class: "why-notice", role: "status", "aria-live": "polite", hidden: true });
  place.append(element);
  let turn = 0;
  let timer = 0;

  function clearAll() {
    turn += 1;
    clearTimeout(timer);
    element.hidden = true;
    clear(element);
  }

  function say(...children) {
    clear(element).append(...children, button("Close", { icon: "close", quiet: true, class: "btn why-close" }, clearAll));
    element.hidden = false;
  }

  async function find(origin, target, mine) {
    let told;
    try {
      told = await api(`/api/tables/${encodeURIComponent(table())}/why`, { ply: at(), origin, target });
    } catch (error) {
      if (mine === turn && !["limit", "stale", "offline"].includes(error.code)) say(h("p", {}, error.message));
      return;
    }
    if (mine === turn && !told.legal) say(...answer(told, onplace));
  }

  return {
    clear: clearAll,
    close: () => (clearAll(), element.remove()),
    /** Ask why there is no move from a site to another one, or at one site alone. */
    ask(origin, target) {
      clearAll();
      const mine = turn;
      timer = setTimeout(() => find(origin, target, mine), PATIENCE);
    },
    /** A piece was chosen that has no move: another site may follow. */
    offer: (ref) => say(h("p", {}, `${label(ref)} has no move now. Choose where to, and see why not.`)),
  };
}

function answer({ move, reasons: [first, ...others] }, onplace) {
  return [
    h("p", {}, h("strong", {}, `Why not ${move}? `), sentence(first.words)),
    others.length > 0 && h("ul", { class: "why-others" }, others.map(({ words }) => h("li", {}, `And besides: ${words}.`))),
    clauses([first, ...others], onplace),
  ].filter(Boolean);
}

const sentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** The clauses in the text, folded away. */
function clauses(reasons, onplace) {
  const placed = reasons.filter(({ line }) => line);
  if (!placed.length) return null;
  const shown = (reason) => [
    h("p", { class: "why-place" }, onplace ? button(`Line ${reason.line}`, { class: "btn btn-small" }, () => onplace(reason)) : `Line ${reason.line} of the description:`),
    h("pre", { class: "why-text" }, h("code", {}, reason.text)),
    reason.details.length > 0 && h("ul", { class: "why-details" }, reason.details.map((detail) => h("li", {}, detail.trim()))),
  ];
  return h("details", { class: "why-clauses" }, h("summary", {}, placed.length > 1 ? "The rules" : "The rule"), placed.map(shown));
}
