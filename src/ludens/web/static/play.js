// A table: the board, who plays, what happened, and what one can do.

import { mountAnalysis } from "./analysis.js";
import { Board, shapeOf } from "./board.js";
import { Connection } from "./connection.js";
import { clear, h, toast } from "./dom.js";
import { invite, keyHere } from "./invited.js";
import { Chat } from "./play-chat.js";
import { Choosing } from "./play-choosing.js";
import { Controls } from "./play-controls.js";
import { Curtain } from "./play-curtain.js";
import { shownAtEnd } from "./play-end.js";
import { Explain } from "./play-explain.js";
import { listen } from "./play-keys.js";
import { Line, nothing } from "./play-line.js";
import { Menus } from "./play-menus.js";
import { Panel } from "./play-panel.js";
import { People } from "./play-people.js";
import { Players } from "./play-players.js";
import { Premoves } from "./play-premove.js";
import { forget, isFarSide, recall, remember } from "./play-side.js";
import { passedBy, Status, swappedBy } from "./play-status.js";
import { showPlace } from "./play-text.js";
import { Client, HUMAN, Server } from "./protocol.js";
import * as settings from "./settings.js";
import * as sound from "./sound.js";
import { agents } from "./start.js";
import { gameName, t } from "./words.js";

const BOARD_SETTINGS = ["coordinates", "indices", "destinations", "animation", "pace", "board", "pieces"];
/** The rest between two moves that are played again. */
const AGAIN = 500;

/** A table of the server in `el`, or first the invitation that the address brings; gives the function that leaves it. */
export function mountTable(el, app, id) {
  let view = null;
  let left = false;
  const show = () => (left ? null : (clear(el), (view = new TableView(el, app, id))));
  const key = keyHere();
  if (key) invite(el, app, id, key, show);
  else show();
  return () => ((left = true), view?.close());
}

/** Where messages are shown while one is at a table. */
const notices = () => h("div", { class: "toasts" });

class TableView {
  constructor(el, app, id) {
    this.app = app;
    this.id = id;
    this.el = el;
    this.board = null;
    /** Positions that came and are not shown yet, as those before them are still seen to change. */
    this.coming = [];
    this.list = [];
    this.build();
    this.connection = new Connection(id);
    this.off = [
      this.connection.on(Server.TABLE, (frame) => this.sitDown(frame)),
      this.connection.on("shown", (position) => position && this.arrived(position)),
      this.connection.on("busy", (words) => this.busy(words)),
      this.connection.on(Server.SEATS, () => this.seated()),
      this.connection.on(Server.PEOPLE, (people) => this.peopled(people)),
      this.connection.on(Server.CHAT, ({ lines }) => this.chat.add(lines, this.connection.people?.person)),
      this.connection.on(Server.NOTICE, ({ message }) => toast(message)),
      this.connection.on(Server.PAUSED, () => this.pausedChanged()),
      this.connection.on(Server.THINKING, ({ player }) => this.players.thinking(player)),
      this.connection.on(Server.ERROR, (error) => error.re === undefined && toast(error.message, "error")),
      this.connection.on(Server.WARNING, ({ message }) => message && toast(message, "error")),
      this.connection.on("open", () => this.lineIs(true)),
      this.connection.on("close", ({ gone, why }) => this.lineIs(false, gone, why)),
      ...BOARD_SETTINGS.map((key) => settings.on(key, (value) => this.board?.configure({ [key]: value }))),
    ];
    this.listen();
    this.online = () => this.connection.retry();
    addEventListener("online", this.online);
    agents().then((list) => ((this.list = this.list.length ? this.list : list), this.seated()), () => {});
    document.body.className = "at-table";
  }

  listen() {
    const { undo, redo, hint, flip, pause } = this.controls;
    const buttons = { u: undo, r: redo, h: hint, f: flip, p: pause, w: this.explain.toggle, l: this.explain.again, n: this.menus.newButton };
    const { steps } = this.explain;
    // while a move is seen action by action, the arrow keys go through those
    const step = (ply) => (steps.isOpen ? steps.go(ply - this.at()) : this.step(ply));
    this.off.push(listen({ board: () => this.board, step, at: () => this.at(), letGo: () => this.choosing.letGo(), buttons, confirm: () => this.choosing.confirmed() }));
  }

  close() {
    removeEventListener("online", this.online);
    clearTimeout(this.next);
    this.coming = [];
    for (const off of this.off) off();
    this.unmountAnalysis?.();
    this.explain.clear();
    this.players.close();
    this.choosing.close();
    this.board?.destroy();
    this.connection.close();
  }

  /** The ply that is shown. */
  at() {
    return this.connection.shown?.ply ?? 0;
  }

  // --- building

  build() {
    const [connection, board] = [() => this.connection, () => this.board];
    this.heading = h("h1", { class: "table-name" }, t`Loading…`);
    this.boardArea = h("section", { class: "board-area", "aria-label": t`Board` }, h("div", { class: "board-loading", "aria-hidden": "true" }));
    this.players = new Players();
    this.line = new Line();
    this.curtain = new Curtain(this.boardArea, board);
    this.status = new Status({ back: () => this.step(Infinity), begin: (players) => this.begin(players), analyse: () => this.menus.analyse() });
    const shown = () => this.connection.shown && this.show(this.connection.shown);
    this.choosing = new Choosing({ connection, takes: (move) => this.explain.takes(move), refused: (from, to) => this.explain.refused(from, to), tell: (position) => this.tellStatus(position), shown });
    this.explain = new Explain({
      table: () => this.id, at: () => this.at(), board, label: (ref) => this.board.site(ref).label,
      hold: () => this.choosing.hold(), restore: shown, onplace: (reason) => showPlace(this.id, reason),
    });
    this.premoves = new Premoves({ connection, board, ask: (message) => this.ask(message) });
    this.choosing.before = (ref) => this.premoves.pick(ref);
    const opened = (name) => (name === "chat" ? this.chat.seen() : this.analyse());
    this.panel = new Panel({ step: (ply) => this.step(ply), at: () => this.at(), opened, tools: this.explain.tools });
    this.panel.element.prepend(notices());
    this.people = new People({ id: this.id, connection, ask: (message) => this.ask(message) });
    this.chat = new Chat({ id: this.id, send: (message) => this.ask(message), news: (count) => this.connection?.people && this.panel.news(count) });
    this.menus = new Menus({ app: this.app, id: this.id, connection, board, agents: () => this.list });
    const flipped = (is) => remember(this.id, { flipped: is });
    this.controls = new Controls({ connection, board, ask: (message) => this.ask(message), offered: () => this.choosing.offered, flipped, more: this.explain.toggle });
    this.wait = h("p", { class: "busy-notice muted", role: "status", hidden: true });
    this.explain.again.addEventListener("click", () => this.replay().catch((error) => toast(error.message, "error")));
    this.table = h(
      "div", { class: "table-view" },
      h("header", { class: "table-head" }, this.heading, this.menus.element),
      this.boardArea,
      this.players.element,
      h("section", { class: "turn", "aria-label": t`Turn` }, this.line.element, this.status.element, this.people.element, this.wait, this.explain.element, this.choosing.actions, this.choosing.pad),
      this.controls.element,
      this.panel.element,
    );
    this.el.append(this.table);
  }

  /** Show the analysis, once its tab is open and there is a board. */
  analyse() {
    if (this.panel?.name !== "analysis" || this.connection.people || this.unmountAnalysis || !this.board) return;
    this.unmountAnalysis = mountAnalysis(this.panel.panels.analysis, this.connection, this.board, this.app) ?? (() => {});
  }

  // --- what the server tells

  sitDown(frame) {
    const { game, scene } = frame;
    if (frame.agents) this.list = frame.agents; // those that play this game
    this.name(frame);
    remember(this.id, { name: game.name });
    this.menus.sitDown(frame);
    this.fit(scene);
    if (this.controls.isFlipped === undefined || frame.position.ply === 0) this.controls.turn(recall(this.id).flipped ?? isFarSide(frame));
    this.panel.moves.reset();
    this.seated();
    this.pausedChanged();
    if (frame.warning) toast(frame.warning, "error");
  }

  /** Name the game; of a match, the one that is being played, too. */
  name({ game, position: { match } }) {
    const title = (this.title = match ? `${gameName(game.name)}: ${gameName(match.game)}` : gameName(game.name));
    this.heading.textContent = this.heading.title = title;
    if (match) this.heading.append(h("small", { class: "table-round muted" }, ` ${t`game ${match.number}`}`));
    this.app.title(title);
  }

  /** Draw another board, where the one that there is is not that of this scene. */
  fit(scene) {
    if (scene === this.scene) return;
    this.scene = scene;
    const shape = shapeOf(scene);
    if (shape === this.shape) return;
    this.shape = shape;
    this.setBoard(scene);
    if (this.controls.isFlipped) this.board.configure({ flipped: true });
  }

  setBoard(scene) {
    this.unmountAnalysis?.();
    this.unmountAnalysis = null;
    if (this.panel.panels.analysis) clear(this.panel.panels.analysis);
    this.board?.destroy();
    clear(this.boardArea);
    const options = Object.fromEntries(BOARD_SETTINGS.map((key) => [key, settings.get(key)]));
    this.board = new Board(this.boardArea, scene, this.choosing.handlers, options);
    this.choosing.fit(this.board, () => this.scene, this.id);
    this.analyse();
  }

  seated() {
    const { table, people } = this.connection;
    if (!table || !this.board) return;
    this.players.set(table.seats, table.scene.players, this.list, people?.clock);
    this.controls.pause.hidden = Boolean(people) || table.seats.every(({ who }) => who === HUMAN);
    if (this.connection.shown) this.tellStatus(this.connection.shown);
  }

  /** Who is at the table of several people, and what one may do there. */
  peopled(people) {
    const { position } = this.connection;
    if (!this.panel.panels.chat) this.panel.addChat(this.chat.element);
    if (this.seatSeen !== people.seat) {
      this.seatSeen = people.seat;
      this.controls.turn(recall(this.id).flipped ?? isFarSide(this.connection.table));
      if (this.board) this.show(this.connection.shown); // others sit at pages of their own: nobody waits for anybody to look away
    }
    this.people.set(people, position);
    this.controls.share(people);
    this.menus.share(people, position);
    this.premoves.set(people);
    this.seated();
  }

  pausedChanged() {
    const paused = Boolean(this.connection.table?.paused);
    this.controls.hold(paused);
    if (paused) this.players.thinking(null);
    this.players.hold(paused);
    if (this.connection.shown) this.tellStatus(this.connection.shown);
  }

  /** A position came: replies are shown one after another, each once the move before it has been seen. */
  arrived(position) {
    const before = this.coming.at(-1)?.ply ?? this.shownPly;
    const next = position === this.connection.position && position.ply === before + 1;
    if (!next || !this.board) {
      this.coming = [];
      this.show(position);
      return;
    }
    this.coming.push(position);
    if (this.coming.length === 1) this.#showNext();
  }

  #showNext() {
    clearTimeout(this.next);
    const wait = this.board.settling;
    if (wait > 0) {
      this.choosing.hold();
      this.next = setTimeout(() => this.coming.length && this.#showNext(), wait);
      return;
    }
    this.show(this.coming.shift());
    if (this.coming.length) this.#showNext();
  }

  /** Play the last turns again, from behind the move that somebody at this page made last. */
  async replay() {
    const { connection } = this;
    const { history, position, table } = connection;
    const own = new Set(table.seats.filter(({ who }) => who === HUMAN).map(({ player }) => player));
    const end = position.ply;
    let from = end;
    const alone = own.size < table.seats.length;
    const isNew = (entry) => (alone ? !own.has(entry.player) : entry.player === history.at(-1).player);
    while (from > 0 && isNew(history[from - 1])) from--;
    if (from === end) return;
    for (let ply = from; ply <= end && connection.position.ply === end; ply++) {
      await connection.view(ply);
      if (ply < end) await new Promise((done) => setTimeout(done, Math.max(this.board.settling, AGAIN * this.board.pace)));
      if (connection.shown?.ply !== ply) return; // somebody steps elsewhere
    }
  }

  /** What has been asked of the server and is not answered at once. */
  busy(words) {
    this.wait.textContent = words ?? "";
    this.wait.hidden = !words;
  }

  /** Show a position: the newest, or one of the past. */
  show(position) {
    const { connection } = this;
    const passing = this.coming.length > 0; // on the way to the newest one
    const newest = position === connection.position;
    this.fit(position.scene ?? connection.table.scene); // a match has several boards
    const step = Math.abs(position.ply - (this.shownPly ?? position.ply));
    const back = position.ply < (this.shownPly ?? 0);
    const last = position.last ?? null;
    const way = back && this.lastShown ? { from: this.lastShown.to, to: this.lastShown.from } : last;
    this.board.setPieces(position.pieces, { last: way, animate: step <= 1 });
    const { check = [], hidden = [] } = position.pieces;
    this.board.mark({ last: last?.sites ?? [], check, hidden, ...shownAtEnd(position) });
    this.curtain.set(position, newest, connection.table);
    if (newest && position.ply > (this.shownPly ?? Infinity)) sound.play(sound.of(this.heard, position));
    this.heard = position;
    this.explain.set(position);
    this.shownPly = position.ply;
    this.lastShown = last;
    this.players.update(position, newest, connection.times);
    const passed = newest && step === 1 ? passedBy(connection, this.choosing.sent) : null;
    const swapped = newest && step === 1 && !back ? swappedBy(connection) : null;
    if (swapped) toast(swapped, "info", "swapped");
    if (passed) toast(t`${passed} cannot move, and passes.`, "info", "passes");
    if (newest) this.panel.moves.set(connection.history, connection.table.scene.players);
    this.panel.show(position.ply, connection.position.ply);
    this.choosing.offer(newest ? position : { ...position, moves: [] });
    if (!passing) this.tellStatus(position);
    this.controls.show(position, newest || passing);
  }

  tellStatus(position) {
    const { table, position: last } = this.connection;
    const { offered, choosers, joint } = this.choosing;
    const newest = position === last || position === offered;
    this.status.tell(position, newest, table, { choosers, chosen: joint.length });
    document.title = `${newest && position.moves?.length ? "● " : ""}${this.title} · ludens`;
  }

  lineIs(open, gone, why) {
    this.line.set(open, gone, why);
    this.table.classList.toggle("offline", !open);
    if (open || !gone || this.board) return;
    forget(this.id);
    nothing(this.el, why);
  }

  // --- what one does

  ask(message) {
    return this.connection.send(message).catch((error) => toast(error.message, "error"));
  }

  /** Begin the game again, with other players where they are given. */
  async begin(players) {
    await this.ask({ type: Client.NEW, ...(players && { players }) });
    this.board.focus();
  }

  step(ply) {
    const { position, shown } = this.connection;
    if (!position) return;
    const target = Math.max(0, Math.min(ply, position.ply));
    if (target !== shown?.ply) this.connection.view(target).catch((error) => toast(error.message, "error"));
  }
}
