// What random games of the draft show, beside the board: each measure with the interval it lies in, and how it changed.

import { h, svg } from "./dom.js";
import { language, t, term, tn } from "./words.js";

const FIRST = ["balance", "advantage", "decisiveness", "draws", "length", "branching", "lead_changes", "drama", "skill"];
const WIDTH = 100;

export class Measures {
  /** An empty panel. @param {{pinned: (pinned: boolean) => void}} actions told whether to keep what is compared with */
  constructor({ pinned }) {
    this.note = h("p", { class: "muted measures-note" }, t`Once the text has no errors, random games are played here.`);
    this.list = h("ul", { class: "measures-list" });
    this.others = h("ul", { class: "measures-list" });
    this.more = h("details", { class: "measures-more", hidden: true }, h("summary", {}, t`All measures`), this.others);
    this.pin = h("input", { type: "checkbox", role: "switch" });
    this.pin.addEventListener("change", () => pinned(this.pin.checked));
    this.against = h("span", {});
    this.compared = h("label", { class: "switch measures-pin", hidden: true }, this.against, this.pin);
    this.root = h(
      "section",
      { class: "panel measures", "aria-labelledby": "measures-heading" },
      h("h2", { id: "measures-heading" }, t`In random games`),
      this.note,
      this.list,
      this.more,
      this.compared,
    );
  }

  /** The numbers are those of another text than the one that stands there. */
  old(is) {
    this.root.classList.toggle("measures-old", is);
    if (is && this.list.childElementCount) this.note.textContent = t`Numbers of the last version that ran.`;
  }

  clear() {
    this.list.replaceChildren();
    this.others.replaceChildren();
    this.more.hidden = this.compared.hidden = true;
    this.note.textContent = t`Once the text has no errors, random games are played here.`;
  }

  /** @param {{games: number, measures: object[]}} numbers @param {number|null} since when the version compared with was measured */
  show({ games, progress, measures }, since) {
    this.old(false);
    const done = progress >= 1 ? "" : ` (${Math.round(100 * progress)} %)`;
    const played = tn(games, "{0} game", "{0} games");
    this.note.textContent = t`${played + done}. The bars span where the value lies, in 95 of 100 cases.`;
    const first = FIRST.map((name) => measures.find((one) => one.name === name)).filter(Boolean);
    fill(this.list, first);
    const others = measures.filter((one) => !first.includes(one));
    fill(this.others, others);
    this.more.hidden = !others.length;
    this.compared.hidden = !since;
    if (since) this.against.textContent = t`Keep comparing with the version of ${new Date(since).toLocaleTimeString(language)}`;
  }
}

// Rows stay the elements they were, so that nothing jumps while numbers come.
function fill(list, measures) {
  const rows = new Map([...list.children].map((row) => [row.dataset.name, row]));
  list.replaceChildren(...measures.map((one) => write(rows.get(one.name) ?? h("li", { class: "measure", dataset: { name: one.name } }), one)));
}

function write(row, one) {
  row.replaceChildren(
    h("span", { class: "measure-title" }, term(one.title)),
    h("span", { class: "measure-value" }, inWords(one.value, one)),
    bar(one),
    one.change ? changed(one) : "",
  );
  return row;
}

/** A value with as many digits as its interval lets one know. */
function inWords(value, { low, high, unit }, signed = false) {
  if (unit === "log10") return `10^${value.toLocaleString(language, { maximumFractionDigits: 1 })}`;
  const share = isShare(unit);
  const scale = share ? 100 : 1;
  const half = (scale * (high - low)) / 2;
  const digits = half > 0 ? Math.max(0, Math.min(3, -Math.floor(Math.log10(half)))) : share ? 0 : 2;
  const number = (scale * value).toLocaleString(language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return `${signed && value > 0 ? "+" : ""}${number}${share ? " %" : ""}`;
}

const isShare = (unit) => unit === "share";

// The interval on a scale that also holds the one before; shares go from 0 to 100 %.
function bar({ value, low, high, unit, change }) {
  const old = change ? [change.old] : [];
  const least = isShare(unit) ? Math.min(0, low) : Math.min(0, low, ...old);
  const most = isShare(unit) ? 1 : Math.max(high, value, ...old) * 1.15 || 1;
  const x = (number) => (WIDTH * (Math.min(most, Math.max(least, number)) - least)) / (most - least || 1);
  return svg(
    "svg",
    { class: "measure-bar", viewBox: `0 0 ${WIDTH} 10`, preserveAspectRatio: "none", role: "img", "aria-label": t`between ${inWords(low, { low, high, unit })} and ${inWords(high, { low, high, unit })}` },
    svg("rect", { class: "measure-scale", x: 0, y: 4, width: WIDTH, height: 2 }),
    svg("rect", { class: "measure-span", x: x(low), y: 1, width: Math.max(1, x(high) - x(low)), height: 8 }),
    svg("rect", { class: "measure-mark", x: Math.max(0, x(value) - 0.6), y: 0, width: 1.2, height: 10 }),
    ...old.map((before) => svg("rect", { class: "measure-before", x: Math.max(0, x(before) - 0.4), y: 0, width: 0.8, height: 10 })),
  );
}

function changed({ change, unit }) {
  const words = inWords(change.difference, { low: change.low, high: change.high, unit }, true);
  const kind = change.significant ? "measure-change measure-change-real" : "measure-change";
  return h("span", { class: kind }, change.significant ? t`${words}: a real change` : t`${words}: may be chance`);
}
