// Choosing a move at a table: on the board, by buttons beside it, by values; where several move at once, one after the other.

import { Values } from "./board-values.js";
import { announce, button, clear, h, toast } from "./dom.js";
import { capital, chooseMove } from "./play-choice.js";
import { Picker } from "./play-moves.js";
import { Client, HUMAN } from "./protocol.js";
import * as settings from "./settings.js";
import * as sound from "./sound.js";
import { t, term } from "./words.js";

const WORDS = { pass: t`Pass`, swap: t`Swap sides` };
/** So long after a position a choice that is the only thing to do is asked for. */
const PAUSE = 280;

export class Choosing {
  /**
   * At the table of `connection()`. `takes(move)` says that a move is asked about and not played; `refused(from, to)` is
   * told of what is no move, `tell(position)` of each choice, `shown()` shows the position again.
   */
  constructor({ connection, takes, refused, tell, shown }) {
    Object.assign(this, { connection, takes, refused, tell, shown });
    this.actions = h("div", { class: "actions", role: "group", "aria-label": t`Moves beside the board`, hidden: true });
    this.pad = h("div", { class: "pad", hidden: true });
    this.joint = [];
    this.choosers = [];
  }

  /** What is done first with a site that is chosen; it may be all. */
  before = () => false;

  /** What a board tells of the sites that are chosen on it. */
  handlers = {
    pick: (ref, how) => this.before(ref) || this.values.pick(ref) || this.picker.pick(ref, { ...how, unsure: how?.unsure || settings.get("enter") }),
    grab: (ref) => this.picker.grab(ref),
    drop: (from, to) => this.picker.drop(from, to, { unsure: settings.get("enter") }),
  };

  /** Choose on this board from now on. */
  fit(board, scene, table) {
    this.board = board;
    this.values?.close();
    this.values = new Values(board, this.pad, (move) => this.chosen(move), table);
    this.picker = new Picker(board, {
      play: (move) => this.chosen(move),
      choose: (moves, ref) => chooseMove(moves, scene(), board.spots.get(ref)),
      confirm: (ref, go) => this.confirm(ref, go),
      refused: this.refused,
      declined: () => this.#takeBack(),
    });
  }

  close() {
    clearTimeout(this.asking);
    this.values?.close();
  }

  /** Let go of what is chosen. */
  letGo() {
    this.picker?.pick(null);
  }

  /** Offer nothing, until there is a position again. */
  hold() {
    clearTimeout(this.asking);
    this.picker.set([]);
    this.values.set([]);
    this.actions.hidden = true;
  }

  /** Let a human choose among the moves of a position. */
  offer(position) {
    const { table } = this.connection();
    this.joint = [];
    this.offered = position;
    const movers = [...new Set((position.moves ?? []).map(({ player }) => player))].sort((a, b) => a - b);
    const humans = new Set(table.seats.filter(({ who }) => who === HUMAN).map(({ player }) => player));
    this.choosers = table.game.simultaneous ? movers.filter((player) => humans.has(player)) : [];
    this.#next();
  }

  #next() {
    this.ready = null;
    const moves = this.offered.moves ?? [];
    const player = this.choosers[this.joint.length];
    const open = player === undefined ? moves : moves.filter((move) => move.player === player);
    this.picker.set(open);
    this.values.set(open);
    this.#showActions(this.picker.actions);
    clearTimeout(this.asking);
    if (this.#goesOn()) this.asking = setTimeout(() => this.picker.askOnly(), PAUSE);
  }

  /** The choice that ends a turn was not made: the turn is taken back, or a pawn would stay on the last row. */
  #takeBack() {
    if (this.#goesOn() && this.connection().position.can_undo) this.#send({ type: Client.UNDO });
  }

  /** Whether the turn goes on with a choice at one site, such as what a pawn becomes. */
  #goesOn() {
    const { mover, ply } = this.offered;
    return this.picker.isOneChoice() && ply > 0 && this.connection().history.find((entry) => entry.ply === ply)?.player === mover;
  }

  #showActions(moves) {
    const alone = moves.length === 1 && this.offered.moves.length === 1;
    const label = (move) => WORDS[move.kind] ?? capital(term(move.name));
    const names = moves.map(label);
    clear(this.actions).append(
      ...moves.map((move, n) => {
        const unique = names.filter((name) => name === names[n]).length === 1;
        return button(unique ? names[n] : capital(term(move.name)), { class: alone ? "btn btn-primary" : "btn", icon: move.kind === "swap" ? "swap" : null }, () => this.chosen(move));
      }),
    );
    this.actions.hidden = !moves.length;
    if (this.refocus && moves.length) this.actions.firstElementChild.focus();
    if (moves.length) this.refocus = false;
    if (alone) this.actions.append(h("span", { class: "muted" }, t`There is no other move.`));
  }

  chosen(move) {
    if (this.takes(move)) return;
    if (this.choosers.length) {
      this.joint.push(move.index);
      if (this.joint.length < this.choosers.length) {
        this.#next();
        this.tell(this.offered);
        return;
      }
      this.#send({ type: Client.PLAY, ply: this.offered.ply, moves: this.joint });
      this.tell(this.offered); // machines may still think
    } else this.#send({ type: Client.PLAY, ply: this.offered.ply, move: move.index });
    this.sent = this.offered.ply + 1;
    this.picker.set([]);
    this.refocus = this.actions.contains(document.activeElement); // a button that is pressed goes; the next one gets its place
    this.actions.hidden = true;
  }

  async #send(message) {
    try {
      await this.connection().send(message);
    } catch (error) {
      sound.play("error");
      toast(error.message ?? t`That did not work.`, "error");
      this.shown();
    }
  }

  /** On small sites a finger taps twice, or presses this button; where one wants it, Enter does. */
  confirm(ref, go) {
    this.#showActions(this.picker.actions);
    this.ready = ref ? go : null;
    if (!ref) return;
    this.actions.hidden = false;
    this.actions.prepend(button(t`Play ${this.board.site(ref).label}|a move`, { class: "btn btn-primary", icon: "check", "aria-keyshortcuts": "Enter" }, go));
    announce(settings.get("enter") ? t`${this.board.site(ref).label}: Enter plays there.` : t`${this.board.site(ref).label}: tap again to play there.`);
  }

  /** Play what waits to be confirmed; tells whether there was something. */
  confirmed() {
    const go = this.ready;
    this.ready = null;
    go?.();
    return Boolean(go);
  }
}
