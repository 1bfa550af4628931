// The agent's view of a position: how likely the mover wins, what it would play, and how much it looked at each move,
// in words beside the board and as arrows and discs on it, while it is still thinking.

import { Marks, percent, worth } from "./analysis-marks.js";
import { h } from "./dom.js";
import { Client, Server } from "./protocol.js";
import { language, nodes, t, tn } from "./words.js";

const MOST_ROWS = 12;
const LONGEST = 8;
const SECONDS = [2, 5, 20, 60];

/** The moves, which come best first, each with its weight from 0 to 1: by its visits, or where none are counted by its place. */
function ranked(moves) {
  const most = Math.max(...moves.map(({ visits }) => visits), 0);
  return moves.map((move, n) => ({ ...move, weight: most ? move.visits / most : 1 / (1 + n) })).filter(({ weight }) => weight > 0);
}

const many = (number) => Number(number ?? 0).toLocaleString(language);
/** How much has been looked at, by what is counted. */
const LOOKED = { playouts: (n) => tn(n, "{0} playout", "{0} playouts"), positions: (n) => tn(n, "{0} position", "{0} positions"), visits: (n) => tn(n, "{0} visit", "{0} visits") };

/** What values are called, by their unit. */
const UNITS = { wins: t`Wins`, points: t`Lead`, estimate: t`Estimate` };

/**
 * The analysis panel of a table.
 * @param {HTMLElement} el emptied and filled
 * @param connection the line to the table @param board where arrows are drawn
 * @returns {() => void} what takes it down again
 */
export function mountAnalysis(el, connection, board, app) {
  const panel = new AnalysisPanel(el, connection, board, app);
  return () => panel.close();
}

class AnalysisPanel {
  constructor(el, connection, board, app) {
    Object.assign(this, { connection, app });
    this.marks = new Marks(board);
    this.on = false;
    this.frame = null;
    this.rows = [];
    this.#build(el);
    this.off = [
      connection.on(Server.ANALYSIS, (frame) => this.#arrived(frame)),
      connection.on("shown", () => this.#positionChanged()),
      connection.on("open", () => this.on && this.#ask()),
    ];
  }

  close() {
    for (const stop of this.off) stop();
    cancelAnimationFrame(this.painting);
    if (this.on) this.#send(false);
    this.marks.clear();
  }

  #build(el) {
    this.toggle = h("input", { type: "checkbox", role: "switch" });
    this.toggle.addEventListener("change", () => this.#switch(this.toggle.checked));
    this.seconds = h("select", { "aria-label": t`Time for a position` }, SECONDS.map((n) => h("option", { value: n, selected: n === 5 }, n < 60 ? t`${n} s` : tn(n / 60, "{0} min", "{0} min"))));
    this.seconds.addEventListener("change", () => this.on && this.#ask());
    this.value = h("p", { class: "analysis-value" });
    this.bar = h("span", { class: "analysis-bar-fill" });
    this.scale = h("div", { class: "analysis-bar", "aria-hidden": "true" }, this.bar);
    this.line = h("p", { class: "analysis-line" });
    this.body = h("tbody");
    this.looks = h("th", { scope: "col" }, t`Visits`);
    this.unit = h("th", { scope: "col" }, t`Wins`);
    this.table = h(
      "table",
      { class: "analysis-moves" },
      h("caption", { class: "visually-hidden" }, t`Moves, the best first`),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t`Move`), this.looks, this.unit)),
      this.body,
    );
    this.note = h("p", { class: "muted analysis-note" });
    this.results = h("div", { class: "analysis-results" }, this.scale, this.line, this.table);
    el.classList.add("analysis");
    el.replaceChildren(
      h("div", { class: "analysis-head" }, h("label", { class: "switch analysis-switch" }, h("span", {}, t`Show what the machine thinks`), this.toggle), this.seconds),
      h("div", { class: "analysis-told" }, this.value, this.note),
      this.results,
    );
    this.#blank(t`Switch it on to see who is ahead and which moves are worth a look.`);
  }

  #blank(note) {
    this.frame = null;
    this.note.textContent = note;
    this.note.hidden = !note;
    this.results.hidden = this.value.hidden = true;
    this.marks.clear();
  }

  #switch(on) {
    this.on = on;
    if (on) this.#ask();
    else {
      this.#send(false);
      this.#blank("");
    }
  }

  // The server then looks at each new position by itself, until it is told to stop or the line breaks.
  #ask() {
    this.#send(true);
    this.#began();
  }

  #began() {
    this.looked = this.connection.position;
    this.#blank(this.#silence() ?? t`Thinking …`);
  }

  /** Why nothing will be said of the position, if so. */
  #silence() {
    const { position, table } = this.connection;
    if (position?.over) return t`The game is over.`;
    const unseen = table?.game.hidden && position.viewer && (position.viewer !== position.mover || table.game.simultaneous);
    return unseen ? t`As something is hidden, only your own turns are looked at.` : null;
  }

  #send(on) {
    const seconds = Number(this.seconds.value);
    Promise.resolve(this.connection.send(on ? { type: Client.ANALYSE, on, seconds } : { type: Client.ANALYSE, on })).catch((error) => {
      if (on && this.on) this.#refused(error);
    });
  }

  // E.g. because the game hides what the machine would see. A line that was cut asks again by itself.
  #refused({ code, message }) {
    if (code === "offline") return;
    this.on = this.toggle.checked = false;
    this.#blank(message ?? t`The analysis could not be started.`);
  }

  #positionChanged() {
    if (!this.on) return;
    const { shown, position } = this.connection;
    if (position !== this.looked) this.#began();
    else if (this.frame && shown?.ply === this.frame.ply) this.#paint();
    else this.marks.clear();
  }

  #arrived(frame) {
    if (!this.on || frame.ply !== this.connection.position?.ply) return;
    this.frame = frame;
    cancelAnimationFrame(this.painting);
    this.painting = requestAnimationFrame(() => this.#paint());
    if (frame.done) this.#say();
  }

  #say() {
    const [best] = ranked(this.frame.moves);
    if (best) this.app.announce(t`Analysis finished. Best move ${best.name}, ${percent(this.frame.value)} wins for ${this.#mover()}.`);
  }

  #mover() {
    const { position, table } = this.connection;
    return table?.seats?.find(({ player }) => player === position.mover)?.label || t`Player ${position.mover}`;
  }

  #paint() {
    if (!this.frame) return;
    const { value, iterations, counted, depth, done, line, unit } = this.frame;
    const moves = ranked(this.frame.moves);
    this.note.textContent = this.#looked(iterations ?? 0, counted ?? "playouts", depth, done);
    this.looks.textContent = moves.some(({ visits }) => visits) ? t`Visits` : t`Rank`;
    this.unit.textContent = UNITS[unit] ?? t`Wins`;
    this.note.hidden = this.results.hidden = this.value.hidden = false;
    this.value.replaceChildren(...nodes`${h("strong", {}, percent(value))} for ${this.#mover()}`);
    this.bar.style.width = `${Math.max(0, Math.min(1, value)) * 100}%`;
    this.line.replaceChildren(h("span", { class: "label" }, t`Best line`), " ", ...(line ?? []).map((name) => h("span", { class: "analysis-ply" }, name)));
    this.line.hidden = !line?.length;
    this.#paintRows(moves.slice(0, MOST_ROWS));
    this.#mark(moves);
  }

  /** "1,200 playouts so far, 7 plies deep". */
  #looked(number, counted, depth, done) {
    const amount = (LOOKED[counted] ?? ((n) => `${many(n)} ${counted}`))(number).replace(String(number), many(number));
    const parts = [done ? amount : t`${amount} so far`, depth && tn(depth, "{0} ply deep", "{0} plies deep")];
    return parts.filter(Boolean).join(", ");
  }

  // Rows are filled again, not made again, so that the pointer and the focus stay on theirs.
  #paintRows(moves) {
    while (this.rows.length < moves.length) {
      this.rows.push(this.#row());
      this.body.append(this.rows.at(-1).element);
    }
    this.rows.forEach((row, index) => row.fill(moves[index]));
  }

  #row() {
    const name = h("button", { type: "button", class: "analysis-name" });
    const line = h("span", { class: "analysis-rest" });
    const bar = h("span", { class: "analysis-visits-fill" });
    const visits = h("span", { class: "analysis-visits-count" });
    const wins = h("td", { class: "analysis-wins" });
    const element = h("tr", {}, h("th", { scope: "row" }, name, line), h("td", { class: "analysis-visits" }, h("span", { class: "analysis-visits-bar", "aria-hidden": "true" }, bar), visits), wins);
    const row = { element, move: null };
    row.fill = (move) => {
      row.move = move ?? null;
      element.hidden = !move;
      if (!move) return;
      name.textContent = move.name;
      line.textContent = line.title = (move.line ?? []).slice(1, LONGEST).join(" ");
      bar.style.width = `${move.weight * 100}%`;
      visits.textContent = move.visits ? many(move.visits) : "";
      wins.textContent = worth(move);
    };
    for (const type of ["pointerenter", "focusin"]) element.addEventListener(type, () => this.#point(row));
    for (const type of ["pointerleave", "focusout"]) element.addEventListener(type, () => this.#point(null));
    return row;
  }

  #point(row) {
    this.pointed = row;
    if (this.frame) this.#mark(ranked(this.frame.moves));
  }

  #mark(moves) {
    if (this.connection.shown?.ply === this.frame?.ply) this.marks.paint(moves, this.pointed?.move);
    else this.marks.clear();
  }
}
