// What one may ask the rules at a table: a switch that asks about moves in place of playing them, and buttons about the
// move that led to the position shown: why it was legal, what it did action by action, what ended the game.

import { button, h, toast } from "./dom.js";
import { Steps } from "./play-steps.js";
import { Why } from "./play-why.js";
import { t } from "./words.js";

export class Explain {
  /** See `Why` and `Steps` for what they are given. */
  constructor(given) {
    Object.assign(this, given);
    this.why = new Why(given);
    this.steps = new Steps({ ...given, restore: () => this.#leave() });
    this.element = h("div", { class: "explain" }, this.why.element, this.steps.element);
    this.toggle = button(t`Why?`, { icon: "ask", class: "btn tool", "aria-pressed": "false", "aria-keyshortcuts": "W", title: t`Ask why a move is legal, or is not, in place of playing it` }, () => this.ask(!this.isAsking));
    this.played = button(t`Why this move?`, { class: "btn btn-small" }, () => this.#shown(this.why.askPlayed()));
    this.stepping = button(t`Step by step`, { class: "btn btn-small" }, () => this.#step());
    this.again = button(t`Last turn again`, { class: "btn btn-small", "aria-keyshortcuts": "L", title: t`See again what has happened since your last move` });
    this.ended = button(t`What ended it?`, { class: "btn btn-small" }, () => this.#shown(this.why.askEnd()));
    this.tools = h("div", { class: "explain-tools", role: "group", "aria-label": t`About the move shown` }, this.played, this.stepping, this.again, this.ended);
    this.isAsking = false;
    this.set({ ply: 0, over: false });
  }

  /** Ask about moves in place of playing them, or no more. */
  ask(on) {
    this.isAsking = on;
    this.toggle.setAttribute("aria-pressed", String(on));
    this.board()?.root.classList.toggle("asking", on);
    if (on) this.why.say(h("p", {}, t`Choose a move to see why it is legal, or two sites to see why there is none. Nothing is played meanwhile.`));
    else this.why.clear();
  }

  /** A position is shown. */
  set({ ply, over }) {
    if (ply !== this.ply || this.steps.isOpen) this.why.clear();
    this.steps.close();
    this.ply = ply;
    this.played.disabled = this.stepping.disabled = this.again.disabled = ply === 0;
    this.ended.hidden = !over;
    this.board?.()?.root.classList.toggle("asking", this.isAsking);
  }

  /** Whether a move that was chosen is asked about, and not played. */
  takes(move) {
    if (!this.isAsking) return false;
    this.why.askMove(move.index);
    setTimeout(() => this.#leave()); // what was dragged goes home, and all moves can be chosen again
    return true;
  }

  /** What is no move was chosen. */
  refused(from, to) {
    if (to) this.why.ask(from, to);
    else this.why.offer(from);
  }

  clear() {
    this.why.clear();
    this.steps.close();
  }

  #leave() {
    this.restore();
  }

  #step() {
    this.why.clear();
    this.steps.open().catch((error) => toast(error.message, "error"));
  }

  #shown(answer) {
    answer.then(() => this.why.element.scrollIntoView({ block: "nearest" }));
  }
}
