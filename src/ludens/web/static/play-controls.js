// The buttons below the board of a table: undo, redo, a hint, the other side, a pause, and asking why.

import { button, h, icon, toast } from "./dom.js";
import { Client } from "./protocol.js";
import { t } from "./words.js";

/** Whether a person chooses here, who can be given a hint. */
const isAdvisable = ({ over, moves, match }) => !over && !match?.between && moves?.length > 1;

export class Controls {
  /**
   * At the table of `connection()`, with the board that `board()` gives. `ask(message)` sends one, `offered()` is the
   * position that is chosen in, `flipped(is)` is told when one turns the board; `more` are further buttons.
   */
  constructor({ connection, board, ask, offered, flipped, more }) {
    Object.assign(this, { connection, board, offered, flipped });
    const tool = (words, key, name, action) => button(words, { icon: name, class: "btn tool", "aria-keyshortcuts": key }, action);
    this.undo = tool(t`Undo`, "U", "undo", () => ask({ type: Client.UNDO }));
    this.redo = tool(t`Redo`, "R", "redo", () => ask({ type: Client.REDO }));
    this.hint = tool(t`Hint`, "H", "bulb", () => this.#hint());
    this.flip = tool(t`Flip`, "F", "flip", () => (this.turn(!this.isFlipped), this.flipped(this.isFlipped)));
    this.flip.setAttribute("aria-label", t`Flip the board`);
    this.pause = tool(t`Pause`, "P", "pause", () => ask({ type: this.connection().table?.paused ? Client.RESUME : Client.PAUSE }));
    this.element = h("section", { class: "controls", "aria-label": t`Controls` }, this.undo, this.redo, this.hint, this.flip, more, this.pause);
  }

  /** A position is shown, the newest or not. */
  show(position, newest) {
    const { can_undo: undo, can_redo: redo } = this.connection().position;
    this.undo.disabled = !undo;
    this.redo.disabled = !redo;
    this.hint.disabled = !newest || !isAdvisable(position);
  }

  /** At a table of several people: a move is taken back where the others agree, and nobody is helped. */
  share(people) {
    this.redo.hidden = this.hint.hidden = true;
    this.undo.hidden = !people.seat;
    this.undo.lastChild.textContent = t`Take back`;
  }

  /** The machines wait, or play. */
  hold(paused) {
    this.pause.replaceChildren(icon(paused ? "play" : "pause"), paused ? t`Resume` : t`Pause`);
    this.pause.setAttribute("aria-pressed", String(paused));
  }

  /** See the board from the other side, or not. */
  turn(flipped) {
    this.isFlipped = flipped;
    this.flip.setAttribute("aria-pressed", String(flipped));
    const board = this.board();
    if (board && board.options.flipped !== flipped) board.configure({ flipped });
  }

  async #hint() {
    this.hint.disabled = true;
    this.hint.classList.add("busy");
    try {
      const { move: index, name } = await this.connection().send({ type: Client.HINT });
      const move = this.offered()?.moves?.find((one) => one.index === index);
      this.board().mark({ hint: [move?.from, move?.to].filter(Boolean) });
      toast(t`The machine would play ${name}.`);
    } catch (error) {
      toast(error.message, "error");
    } finally {
      this.hint.classList.remove("busy");
      const { shown, position } = this.connection();
      if (position) this.show(position, shown === position);
    }
  }
}
