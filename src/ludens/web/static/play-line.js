// What a table says of the line to its server, and in the place of a table that is not there.

import { clear, h } from "./dom.js";
import { t } from "./words.js";

export class Line {
  constructor() {
    this.element = h("p", { class: "line-notice", role: "status", hidden: true });
  }

  /** The line is there, or cut; `gone` where the table is no more, and `why`. */
  set(open, gone, why) {
    this.element.hidden = open;
    if (open) return;
    clear(this.element).append(gone ? `${why || t`This table is no longer there`}. ` : t`The line to the server is cut. Trying again…`);
    if (gone) this.element.append(h("a", { href: "/", "data-link": "" }, t`To the start page`));
  }
}

/** There is no such table, or `why` one is not let in. */
export function nothing(place, why) {
  const ways = [["/library", t`Choose a game`, "btn btn-primary"], ["/", t`To the start page`, "btn"]];
  clear(place).append(
    h(
      "section", { class: "notice" }, h("h1", {}, why ? t`This table is not open to you` : t`There is no such game`),
      h("p", {}, why ? `${why.charAt(0).toUpperCase()}${why.slice(1)}.` : t`It was never begun, or was put away long ago.`),
      h("p", { class: "notice-ways" }, ways.map(([href, words, kind]) => h("a", { class: kind, href, "data-link": "" }, words))),
    ),
  );
}
