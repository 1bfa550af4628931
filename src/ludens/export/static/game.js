// A game in a page of its own: who plays, whose turn it is, taking back, and the opponent.
//
// Where all move at once, those who are people choose one after the other, the screen covered in between; then the
// opponents choose, each by the position before. Where something is hidden people see what is theirs, behind such a cover.

import { Board } from "./board.js";
import { Values } from "./board-values.js";
import { announce, button, clear, dialog, h, toast } from "./dom.js";
import { openEngine } from "./engine.js";
import { chooseMove } from "./play-choice.js";
import { Curtain } from "./play-curtain.js";
import { Picker } from "./play-moves.js";
import { diceOf, movesOf, positionOf, toldMoves } from "./position.js";
import { HUMAN } from "./protocol.js";
import { gameName, t } from "./words.js";

const LEVELS = [["", t`A person`], ["200", t`ludens, quick`], ["1000", t`ludens, 1 s a move`], ["4000", t`ludens, 4 s a move`]];

const decode = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export class Game {
  constructor(data) {
    Object.assign(this, data);
    this.module = decode(this.wasm);
    this.seats = this.drawn.scene.players.map(() => "");
    this.asked = this.sent = 0;
  }

  async open() {
    this.engine = await openEngine(this.told, this.module);
    this.build();
    this.restart();
  }

  // --- the page

  build() {
    const area = h("div", { class: "board-area" });
    this.status = h("p", { class: "page-status", role: "status" });
    this.passes = h("div", { class: "page-passes" });
    const pad = h("div", { class: "pad", hidden: true });
    this.list = h("ol", { class: "page-moves", "aria-label": t`Moves` });
    const tools = [
      button(t`New game`, { icon: "plus", class: "btn tool" }, () => this.restart()),
      (this.back = button(t`Undo`, { icon: "undo", class: "btn tool" }, () => this.undo())),
      (this.forth = button(t`Redo`, { icon: "redo", class: "btn tool" }, () => this.redo())),
      button(t`Flip`, { icon: "flip", class: "btn tool" }, () => this.flip()),
      button(t`Rules`, { icon: "rules", class: "btn tool" }, () => this.showRules()),
      button(t`Light or dark`, { icon: "sun", quiet: true }, () => this.switchTheme()),
    ];
    const view = h(
      "main", { class: "table-view page-view" }, area,
      h("div", { class: "table-head" }, h("h1", { class: "table-name" }, gameName(this.told.game))),
      h("div", { class: "players" }, this.seats.map((_, n) => this.seat(n))),
      h("div", { class: "turn" }, this.status, this.passes, pad), h("div", { class: "controls" }, tools),
      h("div", { class: "side" }, this.list),
    );
    document.body.prepend(view);
    const pick = (ref, how) => this.values.pick(ref) || this.picker.pick(ref, how);
    const handlers = { pick, grab: (ref) => this.picker.grab(ref), drop: (a, b) => this.picker.drop(a, b) };
    this.curtain = new Curtain(area, () => this.board);
    this.board = new Board(area, this.drawn.scene, handlers);
    this.values = new Values(this.board, pad, (move) => this.play(move), this.told.game);
    const { components, symbols } = this.drawn.scene;
    this.picker = new Picker(this.board, {
      play: (move) => this.play(move),
      choose: (moves, ref) => chooseMove(moves, { components, symbols }, this.board.spots.get(ref)),
      confirm: (ref, go) => (clear(this.passes), go && this.passes.append(button(t`Play here`, { class: "btn btn-primary" }, go))),
    });
    addEventListener("keydown", (event) => this.key(event));
  }

  seat(n) {
    const name = this.drawn.scene.players[n].name;
    const levels = this.told.search || this.hasSecrets ? LEVELS : LEVELS.slice(0, 1);
    const options = levels.map(([value, words]) => h("option", { value }, words));
    const choice = h("select", { class: "field", "aria-label": t`Who plays ${name}`, "data-seat": n + 1 }, options);
    choice.addEventListener("change", () => ((this.seats[this.seatOf(n + 1) - 1] = choice.value), this.show()));
    const line = h("label", { class: "player", dataset: { player: n + 1 } }, h("span", { class: "player-label" }, name), h("span", { class: "player-score" }), choice);
    line.style.setProperty("--seat", this.drawn.scene.players[n].colour);
    return line;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("select, dialog")) return;
    if (event.shiftKey && event.key.startsWith("Arrow")) return void this.board.keyboard.walk(event);
    const tools = { u: () => this.undo(), r: () => this.redo(), f: () => this.flip(), Escape: () => this.picker.pick(null) };
    tools[event.key]?.();
  }

  flip() {
    this.board.configure({ flipped: !this.board.options.flipped });
  }

  switchTheme() {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark" || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.theme = dark ? "light" : "dark";
  }

  showRules() {
    const paragraphs = this.rules.flatMap((text) => text.split(/\n\s*\n/));
    dialog(t`Rules of ${gameName(this.told.game)}`, paragraphs.map((text) => h("p", {}, text)), [], { wide: true });
  }

  // --- playing

  restart() {
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0];
    this.plies = [{ state: this.engine.start(seed), moves: [] }];
    this.undone = [];
    this.values.forget();
    this.show();
  }

  get state() {
    return this.plies.at(-1).state;
  }

  /** The seat that plays a player of the rules now: a swap of sides exchanges who plays which. */
  seatOf(player) {
    return this.engine.seat(this.state, player);
  }

  /** Who plays a player: the level of the opponent, empty for a person. */
  who(player) {
    return this.seats[this.seatOf(player) - 1];
  }

  get mover() {
    return this.engine.number(this.state, "mover");
  }

  /** A move is chosen: it is made once all have chosen who move now. */
  play(move) {
    this.chosen.set(this.told.simultaneous ? move.player : this.mover, move);
    if (this.waiting.length) return this.offer();
    const moves = this.movers.map((player) => this.chosen.get(player));
    this.plies.push({ state: this.engine.play(this.state, moves.map(({ index }) => index)), moves });
    this.undone = [];
    return this.show();
  }

  /** Take back what is chosen, or the last move, and with it what the opponent answered. */
  undo() {
    if (this.chosen.size) return void this.show();
    if (this.plies.length < 2) return;
    do this.undone.push(this.plies.pop());
    while (this.plies.length > 1 && this.isAnswered());
    this.show();
  }

  /** Make again what was taken back last. */
  redo() {
    if (!this.undone.length) return;
    do this.plies.push(this.undone.pop());
    while (this.undone.length && this.isAnswered());
    this.show();
  }

  /** Whether it is the opponent's turn in a game with people. */
  isAnswered() {
    return !this.told.simultaneous && Boolean(this.who(this.mover)) && this.seats.includes("");
  }

  /** Whether people at one screen have something to hide from each other. */
  get hasSecrets() {
    return this.told.simultaneous || this.hides;
  }

  get hides() {
    return Boolean(this.told.fields.hidden);
  }

  /** Those who move now and have not chosen yet. */
  get waiting() {
    return this.movers.filter((player) => !this.chosen.has(player));
  }

  show() {
    this.stop();
    const { state, plies, told } = this;
    this.moves = movesOf(this.engine, this.drawn, state);
    this.over = Boolean(this.engine.number(state, "over"));
    const all = told.simultaneous ? [...new Set(this.moves.map(({ player }) => player))] : [this.mover];
    this.movers = this.over ? [] : all;
    this.chosen = new Map();
    document.body.dataset.plies = String(plies.length - 1);
    this.forth.disabled = !this.undone.length;
    this.offer();
  }

  /** Let the next one choose: a person, or when all of them have chosen an opponent. */
  offer() {
    const { waiting, told } = this;
    const person = waiting.find((player) => !this.who(player));
    const thinker = person === undefined ? waiting[0] : undefined;
    const open = person === undefined ? [] : this.moves.filter(({ player }) => !told.simultaneous || player === person);
    this.draw(this.eyes(person));
    const offered = open.filter(({ twin }) => !twin);
    this.picker.set(offered);
    this.values.set(offered);
    const passes = open.filter(({ kind }) => kind !== "move");
    clear(this.passes).append(...passes.map((one) => button(one.name, { class: "btn btn-primary" }, () => this.play(one))));
    this.back.disabled = this.plies.length < 2 && !this.chosen.size;
    this.say(person, thinker);
    if (thinker !== undefined) this.ask(thinker);
  }

  /** Who looks at the screen: who is to choose, else who did before, else the first person; null where all may be seen. */
  eyes(person) {
    const people = this.seats.flatMap((_, n) => (this.who(n + 1) ? [] : [n + 1]));
    if (!this.hasSecrets || this.over || !people.length) return null;
    return (this.viewer = person ?? (people.includes(this.viewer) ? this.viewer : people[0]));
  }

  /** Draw the position and the moves, covered until the person whose eyes they are for says that they are there. */
  draw(viewer) {
    const { engine, drawn, plies, state, curtain } = this;
    const eyes = this.hides ? viewer : null;
    const told = plies.slice(1).map(({ moves, state: after }, n) => toldMoves(engine, drawn, eyes, plies[n].state, after, moves));
    const last = told.at(-1) ?? [];
    const same = plies.length > 1 && engine.number(plies.at(-2).state, "mover") === this.mover;
    const dice = diceOf(engine, drawn, state, this.moves, same);
    const way = last.length === 1 ? last[0] : null;
    this.board.setPieces(positionOf(engine, drawn, state, dice, eyes), { last: way, animate: eyes === null });
    this.board.mark({ last: [...new Set(last.flatMap(({ from, to }) => [from, to]))].filter(Boolean) });
    clear(this.list).append(...told.map((moves) => h("li", {}, moves.map(({ name }) => name).join(" / "))));
    this.list.parentElement.scrollTop = this.list.parentElement.scrollHeight; // the page itself stays where it is
    // before moves are offered, as the focus would tell where the one before has chosen
    const seats = this.seats.map((_, n) => ({ who: this.who(n + 1) || HUMAN, label: drawn.scene.players[n].name }));
    curtain.set({ viewer, over: this.over }, true, { seats, game: { hidden: this.hasSecrets } });
  }

  say(person, thinker) {
    const { over } = this;
    const name = (player) => this.drawn.scene.players[player - 1]?.name ?? t`Player ${player}`;
    const winner = this.engine.number(this.state, "winner");
    const turn = thinker !== undefined ? t`${name(thinker)} is thinking` : t`${name(person ?? this.mover)} to move`;
    const joint = this.told.simultaneous && person !== undefined;
    const words = over ? this.result(winner, name) : joint ? t`${name(person)}: choose a move. All move at once.` : turn;
    this.status.textContent = words;
    document.body.dataset.over = over ? String(winner) : "";
    for (const seat of document.querySelectorAll(".player")) {
      const player = Number(seat.dataset.player);
      seat.querySelector("select").value = this.who(player);
      seat.classList.toggle("active", player === (person ?? thinker));
      const place = over && this.seats.length > 2 ? t`place ${this.engine.field(this.state, "ranking")[player]}` : "";
      seat.querySelector(".player-score").textContent = [this.engine.field(this.state, "scores")?.[player], place].filter((part) => part !== undefined && part !== "").join(", ");
      seat.classList.toggle("winner", over && player === winner);
    }
    announce(words);
  }

  result(winner, name) {
    const players = this.seats.length;
    if (players === 1) return winner === 1 ? t`Solved` : t`Over, and not solved`;
    if (winner < 0) return t`The game was given up: it went on too long`;
    return winner > 0 && winner <= players ? t`${name(winner)} wins` : t`A draw`;
  }

  // --- the opponent

  async ask(player) {
    const id = ++this.asked;
    this.searching = true;
    const { error, index } = await this.inWorker({ state: this.state, time: Number(this.who(player)), player });
    if (id !== this.asked) return;
    this.searching = false;
    if (error) toast(error, "error");
    else this.play(this.moves[index]);
  }

  /** What the worker answers to a message; nothing ever where it is stopped before. */
  inWorker(message) {
    const worker = (this.worker ??= new Worker(URL.createObjectURL(new Blob([this.work], { type: "text/javascript" }))));
    const id = ++this.sent;
    return new Promise((resolve) => {
      const listen = ({ data }) => {
        if (data.id !== id) return;
        worker.removeEventListener("message", listen);
        resolve(data);
      };
      worker.addEventListener("message", listen);
      worker.postMessage({ id, told: this.told, module: this.module, ...message });
    });
  }

  /** What is searched for no longer counts. */
  stop() {
    this.asked++;
    if (this.searching) this.worker = void this.worker.terminate();
    this.searching = false;
  }
}

const textOf = (id) => document.getElementById(id).textContent;
/** The game's data, with its texts in the language of the page. */
const data = Object.entries(globalThis.ludensWords.data).reduce((json, [mark, text]) => json.replaceAll(mark, () => text), textOf("game"));
const game = new Game({ ...JSON.parse(data), work: JSON.parse(textOf("work")) });
globalThis.ludens = game;
game.open().catch((error) => toast(t`This game cannot be played here: ${error.message}`, "error"));
