// What stands beside the text: the tutorial, the board (a picture, or one that is played on), the options, the numbers.

import { button, h } from "./dom.js";
import { Measures } from "./editor-measures.js";
import { PeopleMeasures } from "./editor-people.js";
import { TryOut } from "./editor-play.js";
import { friendDialog } from "./friend.js";
import { HUMAN } from "./protocol.js";
import { t } from "./words.js";

export class GamePanel {
  /**
   * An empty panel.
   * @param {{changed: (choices: (chosen: string[]) => string[]) => void, play: Function, players: Function, write: Function,
   *   lesson: (step: number|null) => void, place: Function, body: () => object}} actions
   */
  constructor(app, actions) {
    Object.assign(this, { app, actions });
    this.picture = h("img", { class: "editor-picture", alt: "", hidden: true });
    this.note = h("p", { class: "muted" }, t`The board appears here.`);
    this.board = h("div", { class: "panel editor-board" }, this.picture, this.note);
    this.tryPlace = h("div", { class: "panel editor-try", hidden: true });
    this.choices = h("div", { class: "editor-options" });
    this.tryButton = button(t`Try it here`, { icon: "pencil", "aria-pressed": "false" }, () => this.#toggle());
    this.playButton = button(t`Play it`, { icon: "play", class: "btn btn-primary" }, actions.play);
    this.seatsButton = button(t`Choose players`, { icon: "people" }, actions.players);
    this.measures = new Measures({ pinned: (pinned) => (this.pinned = pinned) });
    this.lesson = h("div", { class: "editor-lesson" });
    this.inviteButton = button(t`Invite to this draft`, { icon: "link" }, () => this.#invite());
    this.people = new PeopleMeasures();
    const tools = h("div", { class: "editor-actions" }, this.tryButton, this.playButton, this.seatsButton, this.inviteButton);
    this.root = h("section", { class: "editor-right", "aria-label": t`The game` }, this.lesson, this.board, this.tryPlace, tools, this.choices, this.measures.root, this.people.root);
    this.old(true);
  }

  get isPlayable() {
    return !this.playButton.disabled;
  }

  /** Another draft is shown; with `step`, that of the tutorial that it belongs to. */
  async open(step) {
    this.measures.clear();
    this.tutorial = null;
    this.lesson.replaceChildren();
    if (step === null) return;
    const { Tutorial } = await import("./editor-tutorial.js");
    const leave = () => (this.lesson.replaceChildren(), (this.tutorial = null), this.actions.lesson(null));
    this.tutorial = new Tutorial({ step, write: this.actions.write, moved: this.actions.lesson, leave });
    this.lesson.replaceChildren(this.tutorial.root);
    if (this.results) this.tutorial.check(this.results);
  }

  /** What is shown is of another text than that which stands there: it stays until there is something newer. */
  old(is) {
    for (const one of [this.picture, this.tryPlace]) one.classList.toggle("editor-picture-old", is);
    for (const one of [this.tryButton, this.playButton, this.seatsButton, this.inviteButton]) one.disabled = is;
    this.measures.old(is);
    if (is) {
      this.results = null;
      this.tutorial?.unknown();
    }
  }

  /** Show a draft that has been compiled. */
  show({ svg, name, report, facts }) {
    this.picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    this.picture.alt = t`The board of ${name} at the start`;
    this.picture.hidden = false;
    this.note.hidden = true;
    this.old(false);
    this.measures.old(true);
    this.results = { report, facts, numbers: null };
    this.tutorial?.check(this.results);
    this.people.show(this.actions.body(), report.players);
    this.tryOut?.begin(this.actions.body()).catch((error) => this.app.toast(error.message, "error"));
  }

  /** Show what the games played so far say. */
  count(numbers, since) {
    this.measures.show(numbers, since);
    if (!this.results) return;
    this.results.numbers = numbers;
    this.tutorial?.check(this.results);
  }

  /** Offer the options of a description. */
  options(headings) {
    const drawn = JSON.stringify(headings);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.choices.replaceChildren(...headings.map((heading, index) => this.#option(heading, index)));
  }

  close() {
    this.tryOut?.close();
  }

  #option({ heading, items }, index) {
    const id = `option-${index}`;
    const select = h("select", { id }, items.map(({ name, selected }) => h("option", { value: name, selected }, name)));
    select.addEventListener("change", () => {
      this.actions.changed((chosen) => [...chosen.filter((choice) => !choice.startsWith(`${heading}/`)), `${heading}/${select.value}`]);
    });
    return h("div", { class: "field" }, h("label", { for: id }, heading), select);
  }

  /** A table of this version of the draft, to which others are invited: its games are told beside those of machines. */
  #invite() {
    const { report } = this.results;
    const players = Array.from({ length: report.players }, () => HUMAN);
    const labels = players.map((_, n) => t`Player ${n + 1}`);
    friendDialog({ labels, players, human: HUMAN }, t`Invite to ${report.name}`, (shared) => this.app.createTable({ ...this.actions.body(), players, shared }));
  }

  // The picture gives way to a board that is played on, and the other way round.
  async #toggle() {
    const on = !this.tryOut;
    this.tryButton.setAttribute("aria-pressed", String(on));
    this.board.hidden = on;
    this.tryPlace.hidden = !on;
    this.tryOut?.close();
    this.tryOut = on ? new TryOut(this.tryPlace, this.app, { place: this.actions.place }) : null;
    if (!on) return this.tryPlace.replaceChildren();
    return this.tryOut.begin(this.actions.body()).catch((error) => this.app.toast(error.message, "error"));
  }
}
