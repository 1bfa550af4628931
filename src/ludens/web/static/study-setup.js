// Setting up a position by hand: pieces are put on sites and taken away, and it is said who moves and what has been rolled.
// What the game can hold, the server says: each change is sent, and comes back drawn, or with the reason why not.

import { button, clear, h, svg, svgNodes, toast } from "./dom.js";
import { t } from "./words.js";

const REMOVE = 0;
/** The tool that hides sites from the player whose seat is `n`, and shows them: below all numbers of pieces. */
const hiding = (n) => -1 - n;

/** Set up a position in a study, which has its `setup` meanwhile; or give up the one that is being set up. */
export async function toggleSetup(study) {
  if (study.setup) return study.setup.cancel();
  const during = (on) => {
    study.view.classList.toggle("setting-up", on);
    study.setupButton.setAttribute("aria-pressed", String(on));
  };
  try {
    const position = await study.app.api(`/api/studies/${encodeURIComponent(study.id)}/position`);
    study.setup = new Setup(study.setupPlace, study, position, () => {
      study.setup = null;
      during(false);
    });
    during(true);
    study.picker.set([]);
  } catch (error) {
    toast(error.message, "error");
  }
  return undefined;
}

class Setup {
  /** `study` has the board and the address; `found` is the position as the server tells it; `ended()` is called at the end. */
  constructor(place, study, position, ended) {
    Object.assign(this, { place, study, ended, tool: position.palette[0]?.piece ?? REMOVE, from: null, queue: Promise.resolve() });
    this.position = position;
    this.problem = h("p", { class: "study-problem", role: "status" });
    this.tools = h("div", { class: "study-palette", role: "group", "aria-label": t`Pieces` });
    this.turn = h("div", { class: "study-row" });
    this.done = button(t`Use this position`, { class: "btn btn-primary", icon: "check" }, () => this.send(true));
    const last = [
      this.done,
      button(t`Empty board`, {}, () => this.change(() => [])),
      button(t`Cancel`, {}, () => this.cancel()),
    ];
    place.hidden = false;
    clear(place).append(h("p", { class: "muted" }, t`Choose a piece, then the sites where it shall stand. Pieces on the board can be dragged.`), this.tools, this.turn, this.problem, h("div", { class: "study-row" }, last));
    this.drawTools();
    this.drawTurn();
    this.arrived(position);
  }

  // --- tools

  drawTools() {
    const { symbols } = this.study.scene;
    const { seats } = this.study.connection.table;
    const entry = (piece, words) => button(words, { class: "btn study-piece", "aria-pressed": String(piece === this.tool), "aria-label": words, title: words }, () => ((this.tool = piece), this.drawTools(), this.mark()));
    const drawn = (symbol) => svg("svg", { class: "study-picture", viewBox: "-56 -56 112 112", "aria-hidden": "true" }, ...svgNodes(symbols[symbol] ?? ""));
    const tools = this.position.palette.map(({ piece, name, symbol }) => {
      const element = entry(piece, name);
      if (symbols[symbol]) element.replaceChildren(drawn(symbol));
      return element;
    });
    const veils = (this.position.hidden ?? []).map((_, n) => entry(hiding(n), t`Hide from ${seats[n]?.label ?? n + 1}`));
    clear(this.tools).append(...tools, entry(REMOVE, t`Take away`), ...veils);
  }

  drawTurn() {
    const { seats } = this.study.connection.table;
    const number = (words, value, act, more) => {
      const input = h("input", { type: "number", value, ...more });
      input.addEventListener("change", () => act(Number(input.value)));
      return h("label", { class: "study-number" }, h("span", {}, words), input);
    };
    const choice = (words, values, chosen, act) => {
      const element = h("select", {}, values.map(([value, name]) => h("option", { value, selected: value === chosen }, name)));
      element.addEventListener("change", () => act(Number(element.value)));
      return h("label", { class: "study-number" }, h("span", {}, words), element);
    };
    const { mover, dice, scores, faces, phases } = this.position;
    const parts = [];
    if (seats.length > 1) parts.push(choice(t`To move`, seats.map(({ player, label }) => [player, label]), mover, (player) => this.with(() => ({ mover: player, next: null }))));
    faces.forEach((one, set) => one.forEach((sides, die) => {
      const values = [...new Set(sides)].map((value) => [value, String(value)]);
      const now = dice[set]?.[die] ?? sides[0];
      parts.push(choice(t`Die ${die + 1}`, values, now, (value) => this.with((position) => ({ dice: faces.map((other, s) => other.map((options, d) => (s === set && d === die ? value : position.dice[s]?.[d] || options[0]))) }))));
    }));
    scores.forEach((score, n) => parts.push(number(t`Score of ${seats[n]?.label ?? n + 1}`, score, (value) => this.with((position) => ({ scores: position.scores.map((old, other) => (other === n ? value : old)) })))));
    this.position.phase_choices.forEach((names, n) => {
      const set = (chosen) => this.with((position) => ({ phases: position.phases.map((old, other) => (other === n ? names[chosen] : old)) }));
      if (names.length > 1) parts.push(choice(t`Phase of ${seats[n]?.label ?? n + 1}`, names.map((name, at) => [at, name]), names.indexOf(phases[n]), set));
    });
    clear(this.turn).append(...parts);
  }

  // --- changes

  pick(ref) {
    const { tool } = this;
    if (!ref) return;
    if (tool < REMOVE) this.veil(hiding(tool), ref);
    else this.change((position) => picked(position, ref, tool));
  }

  /** Hide a site from a seat, or show it. */
  veil(seat, ref) {
    const toggled = (refs) => (refs.includes(ref) ? refs.filter((one) => one !== ref) : [...refs, ref]);
    this.with((position) => ({ hidden: position.hidden.map((refs, n) => (n === seat ? toggled(refs) : refs)) }));
  }

  grab(ref) {
    return this.position.placed.some(({ site }) => site === ref);
  }

  drop(from, to) {
    if (!this.grab(from)) return false;
    this.change((position) => moved(position, from, to));
    return to;
  }

  /** Put other pieces on the board: those that `make` gives for what the server tells. */
  change(make) {
    this.with((position) => ({ placed: make(position) }));
  }

  /** Ask for another position; if the game cannot hold it, all stays as it was. */
  with(make) {
    this.post((position) => {
      const change = make(position);
      const { placed, mover, next, dice, scores, phases, hidden } = { ...position, ...change };
      return { placed, mover, next, dice: change.dice ? dice : [], scores, phases, hidden };
    });
  }

  send(keep) {
    this.post(({ placed, mover, next, dice, scores, phases, hidden }) => ({ placed, mover, next, dice, scores, phases, hidden, keep }));
  }

  /** One after another: what is asked for rests on the answer before, however quickly one clicks. */
  post(make) {
    this.queue = this.queue.then(() => !this.over && this.#post(make(this.position)));
  }

  async #post(body) {
    try {
      const position = await this.study.app.api(`/api/studies/${encodeURIComponent(this.study.id)}/position`, body);
      if (this.over) return;
      if (body.keep && !position.problem) return void this.end();
      this.arrived(position);
    } catch (error) {
      this.problem.textContent = error.message;
      this.study.board.pieces.replace();
    }
  }

  arrived(position) {
    this.problem.textContent = position.problem ?? "";
    this.done.disabled = Boolean(position.problem);
    if (!position.pieces) {
      this.study.board.pieces.replace(); // what was dragged goes home
      this.done.disabled = false;
      return;
    }
    this.position = position;
    this.study.board.setPieces(position.pieces, { last: null, animate: false });
    this.mark();
    this.drawTurn();
  }

  /** While something is hidden from a seat by hand, what is hidden from it is marked. */
  mark() {
    const targets = (this.tool < REMOVE && this.position.hidden?.[hiding(this.tool)]) || [];
    this.study.board.mark({ last: [], check: [], won: [], selected: null, targets, sources: [] });
  }

  cancel() {
    this.end();
    this.study.show(this.study.connection.position);
  }

  end() {
    if (this.over) return;
    this.over = true;
    this.place.hidden = true;
    clear(this.place);
    this.ended();
  }
}

/** The pieces on the board after a click on a site with a piece to put there, or with what takes away. */
function picked({ placed, stacks, counts }, ref, tool) {
  const here = placed.filter(({ site }) => site === ref);
  const others = placed.filter(({ site }) => site !== ref);
  if (tool === REMOVE) return [...others, ...here.slice(0, -1)];
  const piece = { site: ref, piece: tool };
  if (stacks) return [...others, ...here, piece];
  if (counts && here[0]?.piece === tool) return [...others, { ...here[0], count: here[0].count + 1 }];
  return here[0]?.piece === tool ? others : [...others, piece];
}

/** The pieces on the board after the top one of a site was dragged to another. */
function moved({ placed, stacks }, from, to) {
  const one = placed.filter(({ site }) => site === from).at(-1);
  if (!one) return placed;
  return [...placed.filter((other) => other !== one && (stacks || other.site !== to)), { ...one, site: to, state: null, rotation: null }];
}
