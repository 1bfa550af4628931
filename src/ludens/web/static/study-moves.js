// What may be played in a position of a study: a move, or one of each player who moves at once.

import { button, clear, h } from "./dom.js";
import { capital } from "./play-choice.js";
import { t } from "./words.js";

export class Moves {
  /**
   * Nothing to choose from yet.
   * @param {{picker: () => object, takes: (move: object) => boolean, play: (turn: object) => void}} actions
   *   what picks moves on the board; what is asked first whether it wants a move; and what plays a turn
   */
  constructor({ picker, takes, play }) {
    Object.assign(this, { picker, takes, play });
    this.element = h("div", { class: "actions", role: "group", "aria-label": t`Moves beside the board`, hidden: true });
  }

  /** Offer the moves of a position. */
  offer(position, simultaneous) {
    this.joint = [];
    this.offered = position;
    this.choosers = simultaneous ? [...new Set((position.moves ?? []).map(({ player }) => player))].sort((a, b) => a - b) : [];
    this.#offerNext();
  }

  /** Let nothing be chosen until a position is offered again. */
  hold() {
    this.picker().set([]);
    this.element.hidden = true;
  }

  /** A move was chosen: play it, or wait for those of the other players. */
  chosen(move) {
    const { ply } = this.offered;
    if (this.takes(move)) return undefined;
    if (!this.choosers.length) return this.play({ ply, move: move.index });
    this.joint.push(move.index);
    if (this.joint.length < this.choosers.length) return this.#offerNext();
    return this.play({ ply, moves: this.joint });
  }

  #offerNext() {
    const moves = this.offered.moves ?? [];
    const player = this.choosers[this.joint.length];
    const picker = this.picker();
    picker.set(player === undefined ? moves : moves.filter((move) => move.player === player));
    clear(this.element).append(...picker.actions.map((move) => button(capital(move.name), {}, () => this.chosen(move))));
    this.element.hidden = !picker.actions.length;
  }
}
