// A study: the board, the tree of moves, and what one may do with them. Nobody plays here; everything can be tried.

import { mountAnalysis } from "./analysis.js";
import { Board, shapeOf } from "./board.js";
import { Connection } from "./connection.js";
import { button, clear, h, toast } from "./dom.js";
import { chooseMove } from "./play-choice.js";
import { Explain } from "./play-explain.js";
import { isWriting } from "./play-keys.js";
import { Picker } from "./play-moves.js";
import { showPlace } from "./play-text.js";
import { Client, Server } from "./protocol.js";
import { forget, remember } from "./recent.js";
import * as settings from "./settings.js";
import { agents, usualPlayers } from "./start.js";
import { Drawing } from "./study-draw.js";
import { showMore } from "./study-menu.js";
import { Moves } from "./study-moves.js";
import { ReviewPanel } from "./study-review.js";
import { toggleSetup } from "./study-setup.js";
import { Side } from "./study-side.js";
import { Tree } from "./study-tree.js";
import { gameName, t } from "./words.js";

const BOARD_SETTINGS = ["coordinates", "indices", "destinations", "animation", "board", "pieces"];

/** A study of the server in `el`; gives the function that leaves it. */
export function mountStudy(el, app, id) {
  const view = new StudyView(el, app, id);
  return () => view.close();
}

class StudyView {
  constructor(el, app, id) {
    Object.assign(this, { app, id, el, board: null });
    this.tree = new Tree((message) => this.ask(message));
    this.review = new ReviewPanel((message) => this.ask(message), (node) => this.go(node));
    this.build();
    this.connection = new Connection(id);
    this.off = [
      this.connection.on(Server.TABLE, (frame) => this.sitDown(frame)),
      this.connection.on("shown", (position) => position && this.show(position)),
      this.connection.on(Server.STUDY, (frame) => this.fill(frame)),
      this.connection.on(Server.NODES, (frame) => this.changed(frame)),
      this.connection.on(Server.PROGRESS, (frame) => this.review.progress(frame)),
      this.connection.on(Server.ERROR, (error) => error.re === undefined && toast(error.message, "error")),
      this.connection.on(Server.WARNING, ({ message }) => message && toast(message, "error")),
      this.connection.on("close", ({ gone, why }) => this.cut(gone, why)),
      this.connection.on("open", () => (this.notice.hidden = true)),
      ...BOARD_SETTINGS.map((key) => settings.on(key, (value) => this.board?.configure({ [key]: value }))),
    ];
    this.keys = (event) => this.key(event);
    addEventListener("keydown", this.keys);
    document.body.className = "at-table";
  }

  close() {
    removeEventListener("keydown", this.keys);
    for (const off of this.off) off();
    this.unmountAnalysis?.();
    this.explain.clear();
    this.board?.destroy();
    this.connection.close();
  }

  // --- building

  build() {
    this.heading = h("h1", { class: "table-name" }, t`Loading…`);
    this.boardArea = h("section", { class: "board-area", "aria-label": t`Board` }, h("div", { class: "board-loading", "aria-hidden": "true" }));
    this.status = h("p", { class: "status study-status", role: "status" });
    this.notice = h("p", { class: "line-notice", role: "status", hidden: true });
    this.setupPlace = h("div", { class: "study-setup", hidden: true });
    this.explain = new Explain({
      table: () => this.id, at: () => this.connection.shown?.ply ?? 0, board: () => this.board, label: (ref) => this.board.site(ref).label,
      hold: () => this.moves.hold(), restore: () => this.connection.position && this.show(this.connection.position), onplace: (reason) => showPlace(this.id, reason),
    });
    this.moves = new Moves({ picker: () => this.picker, takes: (move) => this.explain.takes(move), play: (turn) => this.ask({ type: Client.PLAY, ...turn }) });
    this.side = new Side({ moves: this.tree.element, review: this.review.element }, (step) => this.go(this.tree.beside(step)));
    this.view = h(
      "div", { class: "table-view study-view" },
      h("header", { class: "table-head" }, this.heading, this.headButtons()),
      this.boardArea,
      h("section", { class: "turn", "aria-label": t`Position` }, this.notice, this.status, this.explain.element, this.moves.element, this.setupPlace, this.explain.tools),
      this.controls(),
      this.side.element,
    );
    this.el.append(this.view);
  }

  headButtons() {
    this.moreButton = button(t`More`, { icon: "more", quiet: true, "aria-haspopup": "dialog" }, () => showMore(this.moreButton, this));
    this.tryButton = button(t`Try it here`, { icon: "play", class: "btn btn-primary" }, () => this.tryHere());
    return h("div", { class: "head-buttons" }, this.moreButton, this.tryButton);
  }

  controls() {
    const tool = (words, name, action, more) => button(words, { icon: name, class: "btn tool", ...more }, action);
    this.flipButton = tool(t`Flip`, "flip", () => this.flip(), { "aria-label": t`Flip the board` });
    this.drawButton = tool(t`Draw|a picture`, "pencil", () => this.drawing?.toggleMode(), { "aria-pressed": "false", "aria-label": t`Draw arrows and rings` });
    this.setupButton = tool(t`Set up`, "sliders", () => toggleSetup(this), { "aria-label": t`Set up a position` });
    this.eyes = h("select", { "aria-label": t`Whose view`, class: "study-eyes", hidden: true });
    this.eyes.addEventListener("change", () => this.ask({ type: Client.EYES, seat: Number(this.eyes.value) }));
    return h("div", { class: "controls", role: "group", "aria-label": t`Tools` }, this.flipButton, this.drawButton, this.setupButton, this.explain.toggle, this.eyes);
  }

  // --- what the server tells

  sitDown(frame) {
    const { game, scene, seats } = frame;
    this.heading.textContent = t`Analysis: ${gameName(game.name)}`;
    this.app.title(t`Analysis of ${gameName(game.name)}`);
    remember("studies", this.id, { name: game.name });
    this.tree.players(scene.players);
    this.review.players(seats, scene.players);
    this.fit(scene);
    this.eyes.hidden = !game.hidden;
    clear(this.eyes).append(h("option", { value: 0 }, t`See everything`), ...seats.map(({ player, label }) => h("option", { value: player }, t`See as ${label}`)));
  }

  /** Draw another board, where the one that there is is not that of this scene. */
  fit(scene) {
    if (scene === this.scene) return;
    this.scene = scene;
    const shape = shapeOf(scene);
    if (shape === this.shape) return;
    this.shape = shape;
    this.unmountAnalysis?.();
    this.board?.destroy();
    clear(this.boardArea);
    const handlers = {
      pick: (ref, how) => this.pick(ref, how),
      grab: (ref) => (this.setup ? this.setup.grab(ref) : !this.drawing.mode && this.picker.grab(ref)),
      drop: (from, to) => (this.setup ? this.setup.drop(from, to) : this.picker.drop(from, to)),
      drawn: (marks) => this.ask({ type: Client.DRAW, node: this.tree.current, marks }),
    };
    const options = Object.fromEntries(BOARD_SETTINGS.map((key) => [key, settings.get(key)]));
    this.board = new Board(this.boardArea, scene, handlers, options);
    this.drawing = new Drawing(this.board, this.drawButton);
    this.picker = new Picker(this.board, {
      play: (move) => this.moves.chosen(move),
      choose: (moves, ref) => chooseMove(moves, this.scene, this.board.spots.get(ref)),
      confirm: (ref, go) => ref && go(), // what is wrong here is taken back at once
      refused: (from, to) => this.explain.refused(from, to),
    });
    if (this.flipped) this.board.configure({ flipped: true });
    this.unmountAnalysis = mountAnalysis(clear(this.side.panels.analysis), this.connection, this.board, this.app);
  }

  fill(frame) {
    this.formats = frame.formats;
    this.tree.fill(frame);
    this.seeAs(frame.eyes);
    this.review.fill(frame, this.tree);
    this.onTheWay();
    this.marks();
  }

  changed(frame) {
    this.tree.change(frame);
    this.seeAs(frame.eyes);
    this.review.redraw(this.tree);
    this.onTheWay();
    this.marks();
  }

  /** With whose eyes the study is looked at: a seat is told of moves as it saw them. */
  seeAs(seat) {
    this.eyes.value = String(seat);
    this.tree.eyes = this.connection.table?.game.hidden ? seat : 0;
  }

  /** Say which of the plies of the line is shown. */
  onTheWay() {
    const { shown } = this.connection;
    if (shown) this.side.show(shown.ply, this.tree.length());
  }

  marks() {
    this.board?.notes.set(this.tree.node()?.marks ?? []);
  }

  show(position) {
    this.fit(position.scene ?? this.connection.table.scene);
    this.setup?.end();
    const last = position.last ?? null;
    const step = Math.abs(position.ply - (this.shownPly ?? position.ply));
    this.shownPly = position.ply;
    this.board.setPieces(position.pieces, { last, animate: step <= 1 });
    const sites = last?.sites ?? [last?.from, last?.to].filter(Boolean);
    this.board.mark({ last: sites, check: position.pieces.check ?? [], won: position.pieces.won ?? [] });
    this.explain.set(position);
    this.status.textContent = position.over ? position.result ?? position.status : position.status;
    this.tryButton.disabled = position.over;
    this.moves.offer(position, this.connection.table.game.simultaneous);
    if (this.tree.eyes) this.tree.setNames(this.connection.history);
    this.onTheWay();
    this.review.at(this.tree);
    this.marks();
  }

  // --- what is done

  pick(ref, how) {
    if (this.setup) this.setup.pick(ref);
    else if (this.drawing.mode) this.drawing.pick(ref);
    else this.picker.pick(ref, how);
  }

  async ask(message) {
    try {
      return await this.connection.send(message);
    } catch (error) {
      toast(error.message ?? t`That did not work.`, "error");
      if (message.type === Client.PLAY && this.connection.position) this.show(this.connection.position);
      return null;
    }
  }

  go(node) {
    if (node !== undefined && node !== null && node !== this.tree.current) this.ask({ type: Client.GOTO, node });
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (isWriting(event.target) || event.target.closest?.("select")) return; // which has its own arrow keys
    const way = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "above", ArrowDown: "below", Home: "first", End: "last" }[event.key];
    const tool = settings.get("keys") ? { f: this.flipButton, d: this.drawButton, w: this.explain.toggle }[event.key.toLowerCase()] : null;
    if (!way && !tool) return;
    event.preventDefault();
    const by = { back: -1, forward: 1, first: -Infinity, last: Infinity }[way];
    if (tool) tool.click();
    else if (this.explain.steps.isOpen && by) this.explain.steps.go(by);
    else this.go(this.tree.beside(way));
  }

  flip() {
    this.flipped = !this.flipped;
    this.flipButton.setAttribute("aria-pressed", String(this.flipped));
    this.board?.configure({ flipped: this.flipped });
  }

  // --- the machine, the line

  async tryHere() {
    const { position, table: { seats } } = this.connection;
    try {
      const players = usualPlayers(seats.length, await agents(), position.mover || 1); // who looks plays the side to move
      const { table } = await this.app.api(`/api/studies/${encodeURIComponent(this.id)}/try`, { players });
      this.app.navigate(`/table/${table}`);
    } catch (error) {
      toast(error.message, "error");
    }
  }

  cut(gone, why) {
    this.notice.hidden = false;
    this.notice.textContent = gone ? `${why || t`This study is no longer there`}.` : t`The line to the server is cut. Trying again…`;
    if (gone) forget("studies", this.id);
    if (gone && !this.board) clear(this.el).append(h("section", { class: "notice" }, h("h1", {}, t`There is no such study`), h("p", {}, h("a", { class: "btn", href: "/analysis", "data-link": "" }, t`Begin another one`))));
  }
}
