// Where players have secrets and share the screen, the next one's are shown once they say that they are there.

import { button, h } from "./dom.js";
import { HUMAN } from "./protocol.js";
import { t } from "./words.js";

export class Curtain {
  /** Over `area`, where the board is that `board()` gives. */
  constructor(area, board) {
    Object.assign(this, { area, board });
  }

  /** Draw it before a position that another one than the last viewer is to see, and only then. */
  set(position, newest, { seats, game }) {
    const humans = seats.filter(({ who }) => who === HUMAN).length;
    const viewer = position.viewer ?? null;
    const shared = seats.some(({ mine }) => mine !== undefined); // everybody has a page of their own
    const secret = game.hidden && !shared && humans > 1 && newest && !position.over && viewer !== null;
    if (!secret || viewer === this.viewer) return void (secret || this.#draw(null));
    this.#draw(seats[viewer - 1]?.label ?? t`Player ${viewer}`, () => (this.viewer = viewer));
  }

  #draw(label, lift) {
    this.drawn?.remove();
    this.drawn = null;
    this.board().root.classList.toggle("veiled", Boolean(label));
    if (!label) return;
    const open = button(t`Show the board`, { class: "btn btn-primary btn-large" }, () => (lift(), this.#draw(null), this.board().focus()));
    this.drawn = h("div", { class: "curtain" }, h("p", {}, h("strong", {}, t`It is the turn of ${label}.`)), h("p", {}, t`Nobody else should look now.`), open);
    this.area.append(this.drawn);
    open.focus();
  }
}
