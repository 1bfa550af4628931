// Arrows and rings without a right mouse button: while drawing is switched on, two choices make an arrow, one site chosen twice a ring.

import { announce } from "./dom.js";
import { t } from "./words.js";

export class Drawing {
  constructor(board, toggle) {
    Object.assign(this, { board, toggle, mode: false, from: null });
  }

  toggleMode() {
    this.mode = !this.mode;
    this.from = null;
    this.toggle.setAttribute("aria-pressed", String(this.mode));
    this.board.mark({ hint: [] });
    announce(this.mode ? t`Choose where an arrow begins, then where it ends; the same site twice makes a ring.` : t`Drawing is off.`);
  }

  pick(ref) {
    if (!ref) this.from = null;
    else if (this.from === null) this.from = ref;
    else {
      this.board.notes.toggle(this.from, ref);
      this.from = null;
    }
    this.board.mark({ hint: this.from ? [this.from] : [] });
  }
}
