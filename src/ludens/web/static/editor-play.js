// Playing a description beside its text: a board that begins anew whenever the text has changed and is right.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { button, clear, dialog, h } from "./dom.js";
import { Explain } from "./play-explain.js";
import { Picker } from "./play-moves.js";
import { Client, HUMAN, Server } from "./protocol.js";
import * as settings from "./settings.js";
import { t } from "./words.js";

const MACHINE = "uct:200ms";

export class TryOut {
  /** A board in `area`, empty until `begin`; `place` is called with a place in the text that says why something is not legal. */
  constructor(area, app, { place }) {
    this.app = app;
    this.area = h("div", { class: "tryout-board" });
    this.status = h("p", { class: "tryout-status", role: "status" });
    this.actions = h("div", { class: "tryout-actions" });
    this.undo = button(t`Undo`, { icon: "undo", class: "btn" }, () => this.#ask({ type: Client.UNDO }));
    this.again = button(t`Begin again`, { icon: "flip", class: "btn" }, () => this.#ask({ type: Client.NEW }));
    this.machine = h("input", { type: "checkbox", role: "switch" });
    this.machine.addEventListener("change", () => this.#seat());
    const against = h("label", { class: "switch" }, h("span", {}, t`The machine plays the others`), this.machine);
    this.explain = new Explain({
      table: () => this.connection.table.table,
      at: () => this.connection.position.ply,
      board: () => this.board,
      label: (ref) => this.board.site(ref).label,
      hold: () => this.#hold(),
      restore: () => this.#show(this.connection.position),
      onplace: place,
    });
    const tools = h("div", { class: "tryout-tools" }, this.undo, this.again, this.explain.toggle);
    area.append(this.area, this.status, this.explain.element, this.actions, tools, this.explain.tools, against);
  }

  /** Play a description from its start. Raises ApiError; until then the board before stays. */
  async begin(body) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    this.#say(t`Getting the board ready …`);
    const { table } = await this.app.api("/api/tables", { ...body, players: [] });
    if (turn !== this.turn) return;
    this.connection?.close();
    this.connection = new Connection(table);
    this.connection.on(Server.TABLE, (frame) => this.#sitDown(frame));
    this.connection.on("shown", (position) => position && this.#show(position));
    this.connection.on(Server.ERROR, (error) => error.re === undefined && this.#say(error.message));
  }

  close() {
    this.turn = -1;
    this.explain.clear();
    this.connection?.close();
    this.board?.destroy();
  }

  #sitDown({ table, scene }) {
    if (this.seated !== table) {
      this.seated = table;
      this.#seat();
    }
    this.board?.destroy();
    clear(this.area).style.setProperty("aspect-ratio", `${scene.width} / ${scene.height}`);
    const handlers = {
      pick: (ref) => this.picker.pick(ref),
      grab: (ref) => this.picker.grab(ref),
      drop: (from, to) => this.picker.drop(from, to),
    };
    const chosen = ["coordinates", "indices", "destinations"].map((key) => [key, settings.get(key)]);
    this.board = new Board(this.area, scene, handlers, { ...Object.fromEntries(chosen), animation: settings.get("animation") });
    this.picker = new Picker(this.board, {
      play: (move) => this.#chosen(move),
      choose,
      refused: (from, to) => this.explain.refused(from, to),
    });
  }

  // The first player is the designer.
  #seat() {
    const { game } = this.connection?.table ?? {};
    if (!game) return;
    const others = this.machine.checked ? MACHINE : HUMAN;
    const players = Array.from({ length: game.players }, (_, n) => (n ? others : HUMAN));
    if (this.connection.table.seats.some(({ who }, n) => who !== players[n])) this.#ask({ type: Client.SEATS, players });
  }

  #show(position) {
    const { last } = position;
    this.explain.set(position);
    this.board.setPieces(position.pieces, { last });
    this.board.mark({ last: [last?.from, last?.to].filter(Boolean), check: position.pieces.check ?? [], won: position.pieces.won ?? [] });
    this.joint = [];
    this.#offer(position);
    this.undo.disabled = !position.can_undo;
    this.#say(last?.text ? `${position.status} ${t`Last move: ${last.text}`}` : position.status);
  }

  // Where players move at once, one after the other chooses.
  #offer(position) {
    const moves = position.moves ?? [];
    const { simultaneous } = this.connection.table.game;
    this.movers = simultaneous ? [...new Set(moves.map(({ player }) => player))].sort((a, b) => a - b) : [];
    const mover = this.movers[this.joint.length];
    this.picker.set(mover === undefined ? moves : moves.filter(({ player }) => player === mover));
    clear(this.actions).append(
      ...this.picker.actions.map((move) => button(move.label || move.name, { class: "btn" }, () => this.#chosen(move))),
    );
  }

  // Nothing is chosen until there is a position again.
  #hold() {
    this.picker.set([]);
    clear(this.actions);
  }

  #chosen(move) {
    if (this.explain.takes(move)) return undefined;
    const { position } = this.connection;
    this.joint.push(move.index);
    if (this.joint.length < this.movers.length) return this.#offer(position);
    const played = this.movers.length ? { moves: this.joint } : { move: move.index };
    this.#hold();
    return this.#ask({ type: Client.PLAY, ply: position.ply, ...played });
  }

  #ask(message) {
    return this.connection?.send(message).catch((error) => this.#say(error.message));
  }

  #say(words) {
    this.status.textContent = words;
  }
}

// Which of several moves between the same sites is meant.
function choose(moves) {
  return new Promise((resolve) => {
    let chosen = null;
    const entries = moves.map((move) =>
      h("button", { type: "button", class: "btn choice", onclick: () => ((chosen = move), box.close()) }, move.label || move.name),
    );
    const box = dialog(t`Which move?`, h("div", { class: "choices" }, entries), [], { onclose: () => resolve(chosen) });
  });
}
