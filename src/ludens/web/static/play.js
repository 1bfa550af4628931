// A table: the board, who plays, what happened, and what one can do.

import { mountAnalysis } from "./analysis.js";
import { Values } from "./board-values.js";
import { Board, shapeOf } from "./board.js";
import { Connection } from "./connection.js";
import { announce, button, clear, dialog, h, icon, menu, toast } from "./dom.js";
import { playersForm } from "./opponents.js";
import { capital, chooseMove } from "./play-choice.js";
import { listen } from "./play-keys.js";
import { Picker } from "./play-moves.js";
import { Panel } from "./play-panel.js";
import { Players } from "./play-players.js";
import { copy, copyGame, pictureOf, save } from "./play-share.js";
import { forget, isFarSide, recall, remember } from "./play-side.js";
import { Status } from "./play-status.js";
import { mountWhy } from "./play-why.js";
import { Client, HUMAN, Server } from "./protocol.js";
import * as settings from "./settings.js";
import { showKeys } from "./shortcuts.js";
import * as sound from "./sound.js";
import { agents, gameDialog } from "./start.js";

const BOARD_SETTINGS = ["coordinates", "indices", "destinations", "animation", "board", "pieces"];

/** A table of the server in `el`; gives the function that leaves it. */
export function mountTable(el, app, id) {
  const view = new TableView(el, app, id);
  return () => view.close();
}

/** Where messages are shown while one is at a table. */
const notices = () => h("div", { class: "toasts" });

/** Whether a person chooses here, who can be given a hint. */
const isAdvisable = ({ over, moves, match }) => !over && !match?.between && moves?.length > 1;

class TableView {
  constructor(el, app, id) {
    this.app = app;
    this.id = id;
    this.el = el;
    this.board = null;
    this.list = [];
    this.build();
    this.connection = new Connection(id);
    this.off = [
      this.connection.on(Server.TABLE, (frame) => this.sitDown(frame)),
      this.connection.on("shown", (position) => position && this.show(position)),
      this.connection.on(Server.SEATS, () => this.seated()),
      this.connection.on(Server.PAUSED, () => this.pausedChanged()),
      this.connection.on(Server.THINKING, ({ player }) => this.players.thinking(player)),
      this.connection.on(Server.ERROR, (error) => error.re === undefined && toast(error.message, "error")),
      this.connection.on(Server.WARNING, ({ message }) => message && toast(message, "error")),
      this.connection.on("open", () => this.line(true)),
      this.connection.on("close", ({ gone, why }) => this.line(false, gone, why)),
      ...BOARD_SETTINGS.map((key) => settings.on(key, (value) => this.configure({ [key]: value }))),
    ];
    const buttons = { u: this.undoButton, r: this.redoButton, h: this.hintButton, f: this.flipButton, p: this.pauseButton, n: this.newButton };
    const at = () => this.connection.shown?.ply ?? 0;
    this.off.push(listen({ board: () => this.board, step: (ply) => this.step(ply), at, letGo: () => this.picker?.pick(null), buttons }));
    this.online = () => this.connection.retry();
    addEventListener("online", this.online);
    agents().then((list) => ((this.list = this.list.length ? this.list : list), this.seated()), () => {});
    document.body.className = "at-table";
  }

  close() {
    removeEventListener("online", this.online);
    clearTimeout(this.asking);
    for (const off of this.off) off();
    this.unmountAnalysis?.();
    this.players.close();
    this.values?.close();
    this.board?.destroy();
    this.connection.close();
  }

  // --- building

  build() {
    this.heading = h("h1", { class: "table-name" }, "Loading…");
    this.boardArea = h("section", { class: "board-area", "aria-label": "Board" }, h("div", { class: "board-loading", "aria-hidden": "true" }));
    this.players = new Players();
    this.status = new Status({ back: () => this.step(Infinity), begin: (players) => this.begin(players) });
    this.actions = h("div", { class: "actions", role: "group", "aria-label": "Moves beside the board", hidden: true });
    this.pad = h("div", { class: "pad", hidden: true });
    this.panel = new Panel({ step: (ply) => this.step(ply), at: () => this.connection.shown?.ply ?? 0, opened: () => this.analyse() });
    this.whyPlace = h("div");
    this.why = mountWhy(this.whyPlace, { table: () => this.id, at: () => this.connection.shown?.ply ?? 0, label: (ref) => this.board.site(ref).label });
    this.lineNotice = h("p", { class: "line-notice", role: "status", hidden: true });
    this.table = h(
      "div", { class: "table-view" },
      h("header", { class: "table-head" }, this.heading, this.headButtons()),
      this.boardArea,
      this.players.element,
      h("section", { class: "turn", "aria-label": "Turn" }, this.lineNotice, this.status.element, this.whyPlace, this.actions, this.pad, notices()),
      this.controls(),
      this.panel.element,
    );
    this.el.append(this.table);
  }

  headButtons() {
    this.openInput = h("input", { type: "file", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true", accept: ".trl,.txt,text/plain" });
    this.openInput.addEventListener("change", () => this.openFile());
    const quiet = (words, name, action, more) => button(words, { icon: name, quiet: true, ...more }, action);
    return h(
      "div", { class: "head-buttons" },
      (this.rulesButton = quiet("Rules", "rules", () => this.rules())),
      quiet("Players", "people", () => this.choosePlayers()),
      (this.moreButton = quiet("More", "more", () => this.more(), { "aria-haspopup": "dialog" })),
      this.openInput,
      (this.newButton = button("New game", { icon: "plus", class: "btn btn-new", "aria-keyshortcuts": "N" }, () => this.newGame())),
    );
  }

  controls() {
    const tool = (words, name, action) => button(words, { icon: name, class: "btn tool", "aria-keyshortcuts": words[0] }, action);
    this.undoButton = tool("Undo", "undo", () => this.ask({ type: Client.UNDO }));
    this.redoButton = tool("Redo", "redo", () => this.ask({ type: Client.REDO }));
    this.hintButton = tool("Hint", "bulb", () => this.hint());
    this.flipButton = tool("Flip", "flip", () => this.flip());
    this.flipButton.setAttribute("aria-label", "Flip the board");
    this.pauseButton = tool("Pause", "pause", () => this.ask({ type: this.connection.table?.paused ? Client.RESUME : Client.PAUSE }));
    return h("section", { class: "controls", "aria-label": "Controls" }, this.undoButton, this.redoButton, this.hintButton, this.flipButton, this.pauseButton);
  }

  /** Show the analysis, once its tab is open and there is a board. */
  analyse() {
    if (this.panel?.name !== "analysis" || this.unmountAnalysis || !this.board) return;
    this.unmountAnalysis = mountAnalysis(this.panel.panels.analysis, this.connection, this.board, this.app) ?? (() => {});
  }

  // --- what the server tells

  sitDown(frame) {
    const { game, scene } = frame;
    if (frame.agents) this.list = frame.agents; // those that play this game
    this.name(frame);
    remember(this.id, { name: game.name });
    this.rulesButton.hidden = !(game.rules?.length || game.description);
    this.fit(scene);
    if (this.flipped === undefined || frame.position.ply === 0) this.turn(recall(this.id).flipped ?? isFarSide(frame));
    this.panel.moves.reset();
    this.seated();
    this.pausedChanged();
    if (frame.warning) toast(frame.warning, "error");
  }

  /** Name the game; of a match, the one that is being played, too. */
  name({ game, position: { match } }) {
    const title = (this.title = match ? `${game.name}: ${match.game}` : game.name);
    this.heading.textContent = this.heading.title = title;
    if (match) this.heading.append(h("small", { class: "table-round muted" }, ` game ${match.number}`));
    this.app.title(title);
  }

  /** Draw another board, where the one that there is is not that of this scene. */
  fit(scene) {
    if (scene === this.scene) return;
    this.scene = scene;
    const known = shapeOf(scene);
    if (known === this.known) return;
    this.known = known;
    this.setBoard(scene);
    if (this.flipped) this.board.configure({ flipped: true });
  }

  setBoard(scene) {
    this.unmountAnalysis?.();
    this.unmountAnalysis = null;
    clear(this.panel.panels.analysis);
    this.board?.destroy();
    clear(this.boardArea);
    const handlers = { pick: (ref, how) => this.values.pick(ref) || this.picker.pick(ref, how), grab: (ref) => this.picker.grab(ref), drop: (from, to) => this.picker.drop(from, to) };
    const options = Object.fromEntries(BOARD_SETTINGS.map((key) => [key, settings.get(key)]));
    this.board = new Board(this.boardArea, scene, handlers, options);
    this.values?.close();
    this.values = new Values(this.board, this.pad, (move) => this.chosen(move), this.id);
    this.picker = new Picker(this.board, { play: (move) => this.chosen(move), choose: (moves, ref) => chooseMove(moves, this.scene, this.board.spots.get(ref)), confirm: (ref, go) => this.confirm(ref, go), refused: (from, to) => (to ? this.why.ask(from, to) : this.why.offer(from)) });
    this.analyse();
  }

  configure(options) {
    this.board?.configure(options);
  }

  seated() {
    const { table } = this.connection;
    if (!table || !this.board) return;
    this.players.set(table.seats, table.scene.players, this.list);
    const machines = table.seats.some(({ who }) => who !== HUMAN);
    this.pauseButton.hidden = !machines;
    if (this.connection.shown) this.tellStatus(this.connection.shown);
  }

  pausedChanged() {
    const paused = Boolean(this.connection.table?.paused);
    this.pauseButton.replaceChildren(icon(paused ? "play" : "pause"), paused ? "Resume" : "Pause");
    this.pauseButton.setAttribute("aria-pressed", String(paused));
    if (paused) this.players.thinking(null);
    this.players.hold(paused);
    if (this.connection.shown) this.tellStatus(this.connection.shown);
  }

  /** Show a position: the newest, or one of the past. */
  show(position) {
    const { connection } = this;
    const newest = position === connection.position;
    this.fit(position.scene ?? connection.table.scene); // a match has several boards
    const step = Math.abs(position.ply - (this.shownPly ?? position.ply));
    const back = position.ply < (this.shownPly ?? 0);
    const last = position.last ?? null;
    const way = back && this.lastShown ? { from: this.lastShown.to, to: this.lastShown.from } : last;
    this.board.setPieces(position.pieces, { last: way, animate: step <= 1 });
    this.board.mark({ last: last?.sites ?? [], check: position.pieces.check ?? [], won: position.pieces.won ?? [] });
    this.curtain(position, newest);
    this.sounds(position, newest);
    if (position.ply !== this.shownPly) this.why.clear();
    this.shownPly = position.ply;
    this.lastShown = last;
    this.players.update(position, newest, connection.times);
    if (newest) this.passed(step);
    if (newest) this.panel.moves.set(connection.history, connection.table.scene.players);
    this.panel.show(position.ply, connection.position.ply);
    this.offer(newest ? position : { ...position, moves: [] });
    this.tellStatus(position);
    this.buttons(position, newest);
  }

  /** Where players have secrets and share the screen, the next one's are shown once they say that they are there. */
  curtain(position, newest) {
    const { table } = this.connection;
    const humans = table.seats.filter(({ who }) => who === HUMAN).length;
    const viewer = position.viewer ?? null;
    const secret = table.game.hidden && humans > 1 && newest && !position.over && viewer !== null;
    if (!secret || viewer === this.viewer) return void (secret || this.drawCurtain(null));
    this.drawCurtain(table.seats[viewer - 1]?.label ?? `Player ${viewer}`, () => (this.viewer = viewer));
  }

  drawCurtain(label, lift) {
    this.drawn?.remove();
    this.drawn = null;
    this.board.root.classList.toggle("veiled", Boolean(label));
    if (!label) return;
    const open = button("Show the board", { class: "btn btn-primary btn-large" }, () => (lift(), this.drawCurtain(null), this.board.focus()));
    this.drawn = h("div", { class: "curtain" }, h("p", {}, h("strong", {}, `It is the turn of ${label}.`)), h("p", {}, "Nobody else should look now."), open);
    this.boardArea.append(this.drawn);
    open.focus();
  }

  sounds(position, newest) {
    const fresh = newest && this.shownPly !== undefined && position.ply > this.shownPly;
    if (fresh) sound.play(sound.of(this.heard, position));
    this.heard = position;
  }

  /** Somebody had nothing but a pass, which was played for them. */
  passed(step) {
    const { history, table } = this.connection;
    const last = history.at(-1);
    const seat = last?.name === "pass" && step === 1 && last.ply !== this.sent ? table.seats[last.player - 1] : null;
    if (seat?.who === HUMAN) toast(`${seat.label} cannot move, and passes.`);
  }

  buttons(position, newest) {
    const { connection } = this;
    const { can_undo: undo, can_redo: redo } = connection.position;
    this.undoButton.disabled = !undo;
    this.redoButton.disabled = !redo;
    this.hintButton.disabled = !newest || !isAdvisable(position);
  }

  // --- moves

  /** Let a human choose among the moves of a position; where several players move at once, one after the other. */
  offer(position) {
    this.joint = [];
    this.offered = position;
    const movers = [...new Set((position.moves ?? []).map(({ player }) => player))].sort((a, b) => a - b);
    const humans = new Set(this.connection.table.seats.filter(({ who }) => who === HUMAN).map(({ player }) => player));
    this.choosers = this.connection.table.game.simultaneous ? movers.filter((player) => humans.has(player)) : [];
    this.offerNext();
  }

  offerNext() {
    const moves = this.offered.moves ?? [];
    const player = this.choosers[this.joint.length];
    const open = player === undefined ? moves : moves.filter((move) => move.player === player);
    this.picker.set(open);
    this.values.set(open);
    this.showActions(this.picker.actions);
    clearTimeout(this.asking);
    if (this.goesOn()) this.asking = setTimeout(() => this.picker.askOnly(), 280);
  }

  /** Whether the turn goes on with a choice at one site, such as what a pawn becomes. */
  goesOn() {
    const { mover, ply } = this.offered;
    return this.picker.isOneChoice() && ply > 0 && this.connection.history.find((entry) => entry.ply === ply)?.player === mover;
  }

  showActions(moves) {
    const words = { pass: "Pass", swap: "Swap sides" };
    const alone = moves.length === 1 && this.offered.moves.length === 1;
    const label = (move) => words[move.kind] ?? capital(move.name);
    const names = moves.map(label);
    clear(this.actions).append(
      ...moves.map((move, n) => {
        const unique = names.filter((name) => name === names[n]).length === 1;
        return button(unique ? names[n] : capital(move.name), { class: alone ? "btn btn-primary" : "btn", icon: move.kind === "swap" ? "swap" : null }, () => this.chosen(move));
      }),
    );
    this.actions.hidden = !moves.length;
    if (this.refocus && moves.length) this.actions.firstElementChild.focus();
    if (moves.length) this.refocus = false;
    if (alone) this.actions.append(h("span", { class: "muted" }, "There is no other move."));
  }

  chosen(move) {
    if (this.choosers.length) {
      this.joint.push(move.index);
      if (this.joint.length < this.choosers.length) {
        this.offerNext();
        this.tellStatus(this.offered);
        return;
      }
      this.send({ type: Client.PLAY, ply: this.offered.ply, moves: this.joint });
      this.tellStatus(this.offered); // machines may still think
    } else this.send({ type: Client.PLAY, ply: this.offered.ply, move: move.index });
    this.sent = this.offered.ply + 1;
    this.picker.set([]);
    this.refocus = this.actions.contains(document.activeElement); // a button that is pressed goes; the next one gets its place
    this.actions.hidden = true;
  }

  async send(message) {
    try {
      await this.connection.send(message);
    } catch (error) {
      sound.play("error");
      toast(error.message ?? "That did not work.", "error");
      if (this.connection.position) this.show(this.connection.position);
    }
  }

  ask(message) {
    return this.connection.send(message).catch((error) => toast(error.message, "error"));
  }

  /** On small sites a finger taps twice, or presses this button. */
  confirm(ref, go) {
    this.showActions(this.picker.actions);
    if (!ref) return;
    this.actions.hidden = false;
    this.actions.prepend(button(`Play ${this.board.site(ref).label}`, { class: "btn btn-primary", icon: "check" }, go));
    announce(`${this.board.site(ref).label}: tap again to play there.`);
  }

  async hint() {
    this.hintButton.disabled = true;
    this.hintButton.classList.add("busy");
    try {
      const { move: index, name } = await this.connection.send({ type: Client.HINT });
      const move = this.offered?.moves?.find((one) => one.index === index);
      this.board.mark({ hint: [move?.from, move?.to].filter(Boolean) });
      toast(`The machine would play ${name}.`);
    } catch (error) {
      toast(error.message, "error");
    } finally {
      this.hintButton.classList.remove("busy");
      const { shown, position } = this.connection;
      if (position) this.buttons(position, shown === position);
    }
  }

  flip() {
    this.turn(!this.flipped);
    remember(this.id, { flipped: this.flipped });
  }

  /** See the board from the other side, or not. */
  turn(flipped) {
    this.flipped = flipped;
    this.flipButton.setAttribute("aria-pressed", String(flipped));
    if (this.board && this.board.options.flipped !== flipped) this.board.configure({ flipped });
  }

  // --- status

  tellStatus(position) {
    const { table, position: last } = this.connection;
    const newest = position === last || position === this.offered;
    this.status.tell(position, newest, table, { choosers: this.choosers ?? [], chosen: this.joint?.length ?? 0 });
    document.title = `${newest && position.moves?.length ? "● " : ""}${this.title} · ludens`;
  }

  /** Begin the game again, with other players where they are given. */
  async begin(players) {
    await this.ask({ type: Client.NEW, ...(players && { players }) });
    this.board.focus();
  }

  line(open, gone, why) {
    this.lineNotice.hidden = open;
    this.table.classList.toggle("offline", !open);
    if (open) return;
    clear(this.lineNotice).append(gone ? `${why || "This table is no longer there"}. ` : "The line to the server is cut. Trying again…");
    if (!gone) return;
    this.lineNotice.append(h("a", { href: "/", "data-link": "" }, "To the start page"));
    if (!this.board) this.nothing();
  }

  /** There is no such table. */
  nothing() {
    forget(this.id);
    const ways = [["/library", "Choose a game", "btn btn-primary"], ["/", "To the start page", "btn"]];
    clear(this.el).append(
      h(
        "section", { class: "notice" }, h("h1", {}, "There is no such game"),
        h("p", {}, "It was never begun, or was put away long ago."),
        h("p", { class: "notice-ways" }, ways.map(([href, words, kind]) => h("a", { class: kind, href, "data-link": "" }, words))),
      ),
    );
  }

  // --- stepping

  step(ply) {
    const { position, shown } = this.connection;
    if (!position) return;
    const wanted = Math.max(0, Math.min(ply, position.ply));
    if (wanted !== shown?.ply) this.connection.view(wanted).catch((error) => toast(error.message, "error"));
  }

  // --- dialogs

  more() {
    const { game } = this.connection.table ?? {};
    if (!game) return;
    const trial = `/api/tables/${encodeURIComponent(this.id)}/trial`;
    menu("More", this.moreButton, [
      ["Save the game", "save", () => h("a", { href: trial, download: "" }).click()],
      ["Open a saved game", "open", () => this.openInput.click()],
      ["Analyse this game", "chart", () => this.app.openStudy({ table: this.id }).catch((error) => toast(error.message, "error"))],
      ["Copy the game as text", "copy", () => copyGame(trial)],
      ["Copy the link", "link", () => copy(location.href, "The link")],
      ["Save a picture", "picture", () => save(`${game.name}.svg`, "image/svg+xml", pictureOf(this.board))],
      game.library && ["Look at the description", "pencil", () => this.app.navigate(`/design?game=${encodeURIComponent(game.library)}`)],
      ["Keys", "keys", showKeys],
    ]);
  }

  rules() {
    const { game } = this.connection.table;
    const paragraphs = (game.rules ?? []).flatMap((text) => text.split(/\n\s*\n/));
    dialog(`Rules of ${game.name}`, [game.description && h("p", { class: "lead" }, game.description), ...paragraphs.map((text) => h("p", { class: text.startsWith("- ") ? "told-rules" : "" }, text))], [], { wide: true });
  }

  choosePlayers() {
    const { table } = this.connection;
    if (!table) return;
    const form = playersForm(table.seats.map(({ label }) => label), table.seats.map(({ who }) => who), this.list);
    const apply = async () => {
      try {
        await this.connection.send({ type: Client.SEATS, players: form.value() });
        box.close();
      } catch (error) {
        toast(error.message, "error");
      }
    };
    const box = dialog("Players", form.element, [button("Cancel", {}, () => box.close()), button("Apply", { class: "btn btn-primary", icon: "check" }, apply)]);
  }

  newGame() {
    const { table } = this.connection;
    if (!table) return;
    const { game, seats } = table;
    const about = { players: seats.length, seats: seats.map(({ who }) => who), labels: seats.map(({ label }) => label), options: game.options, rulesets: game.rulesets, chance: game.chance };
    gameDialog(about, this.list, `New game of ${game.name}`, "Start", async (chosen) => {
      try {
        await this.connection.send({ type: Client.NEW, ...chosen });
        announce("A new game has begun.");
      } catch (error) {
        toast(error.message, "error");
        throw error;
      }
    });
  }

  async openFile() {
    const [file] = this.openInput.files;
    this.openInput.value = "";
    if (file) await this.app.openTrial(await file.text()).catch(() => {});
  }
}
