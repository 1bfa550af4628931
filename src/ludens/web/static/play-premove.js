// A move that is chosen before it is one's turn, at a table of several people: the server plays it if it is legal then.

import { announce } from "./dom.js";
import { Client } from "./protocol.js";
import { t } from "./words.js";

export class Premoves {
  /** At the table of `connection()`, on the board that `board()` gives; `ask(message)` sends one. */
  constructor({ connection, board, ask }) {
    Object.assign(this, { connection, board, ask });
    this.from = null;
    this.shown = false;
  }

  /** Show the move that waits, where there is one. */
  set({ premove }) {
    if (!premove && !this.shown) return;
    this.shown = Boolean(premove);
    this.board()?.mark({ hint: (premove ?? []).filter(Boolean) });
  }

  /** Whether one may choose a move now that waits for one's turn. */
  get #waits() {
    const { people, position, shown, table } = this.connection();
    return Boolean(people?.seat && people.begun && !table.paused && position === shown && !position.over && !position.moves.length && !table.game.simultaneous);
  }

  /** A site was chosen: tells whether it was for a move that waits. */
  pick(ref) {
    if (!this.#waits) return void (this.from = null);
    const { people, position } = this.connection();
    if (!ref || people.premove) {
      if (people.premove) this.#send(null, null);
      this.from = null;
      this.board().mark({ hint: [] });
      return true;
    }
    const own = people.chairs[people.seat - 1].player;
    const mine = position.pieces.pieces.some((piece) => piece.ref === ref && piece.owner === own);
    if (mine && this.from !== ref) {
      this.from = ref;
      this.board().mark({ hint: [ref] });
      return true;
    }
    this.#send(this.from === ref ? null : this.from, ref);
    this.from = null;
    return true;
  }

  #send(from, to) {
    this.ask({ type: Client.PREMOVE, from, to });
    if (to) announce(t`${this.board().site(to).label} is played as soon as it is your turn, if it can be.`);
  }
}
