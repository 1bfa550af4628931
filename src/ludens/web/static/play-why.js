// Why a move is legal, why another is not, what ended a game: asked of the server, and told in a notice.

import { api } from "./api.js";
import { button, clear, h } from "./dom.js";
import { answered } from "./play-reasons.js";
import { t } from "./words.js";

/** So long after a click on what is no move one is taken to wait for an answer, and not to have missed a site. */
const PATIENCE = 350;
/** So long after a question the notice says that it is being looked into. */
const SAID_AFTER = 300;
const TICK = 1000;

export class Why {
  /**
   * A notice, hidden until something is asked. `table()` gives the id of the table, `at()` the ply that is shown,
   * `label(ref)` what people call a site; `onplace(reason)` shows a clause in the text.
   */
  constructor({ table, at, label, onplace }) {
    Object.assign(this, { table, at, label, onplace });
    this.element = h("div", { class: "why-notice", role: "status", "aria-live": "polite", hidden: true });
    this.turn = 0;
  }

  /** Forget what was asked, and end what is being looked into. */
  clear() {
    this.turn += 1;
    clearTimeout(this.timer);
    clearInterval(this.clock);
    this.abort?.abort();
    this.abort = null;
    this.element.hidden = true;
    clear(this.element);
  }

  say(...children) {
    clear(this.element).append(...children.filter(Boolean), button(t`Close`, { icon: "close", quiet: true, class: "btn why-close" }, () => this.clear()));
    this.element.hidden = false;
    this.element.scrollTop = 0;
  }

  /** Ask why there is no move from a site to another one, or at one site alone. */
  ask(origin, target) {
    this.clear();
    this.timer = setTimeout(() => this.#find({ about: "sites", origin, target }), PATIENCE);
  }

  /** A piece was chosen that has no move: another site may follow. */
  offer(ref) {
    this.clear();
    this.say(h("p", {}, t`${this.label(ref)} has no move now. Choose where to, and see why not.`));
  }

  /** Ask why a legal move is one, by its number. */
  askMove(move) {
    this.clear();
    return this.#find({ about: "move", move });
  }

  /** Ask why the move was legal that led to the position shown. */
  askPlayed() {
    this.clear();
    return this.#find({ about: "played" });
  }

  /** Ask what ended the game in the position shown. */
  askEnd() {
    this.clear();
    return this.#find({ about: "end" });
  }

  async #find(question) {
    const mine = this.turn;
    this.abort = new AbortController();
    this.#wait(question);
    let answer;
    try {
      answer = await api(`/api/tables/${encodeURIComponent(this.table())}/why`, { ply: this.at(), ...question }, this.abort.signal);
    } catch (error) {
      if (mine === this.turn) this.#failed(error, question);
      return;
    }
    if (mine !== this.turn) return;
    this.clear();
    // what was taken for no move is one by now: the board shows it
    if (question.about !== "sites" || !answer.legal || answer.words) this.say(...answered(answer, question.about, this.onplace));
  }

  #failed({ code, message }, question) {
    this.clear();
    if (code !== "stale") this.say(h("p", {}, message), button(t`Ask again`, { class: "btn btn-small" }, () => (this.clear(), this.#find(question))));
  }

  /** Say honestly that the rules are being looked into, and for how long, with a way to stop it. */
  #wait() {
    const since = performance.now();
    const words = h("span", {}, t`Looking into the rules`);
    const tick = () => {
      const seconds = Math.floor((performance.now() - since) / 1000);
      words.textContent = seconds ? t`Looking into the rules, ${seconds} s` : t`Looking into the rules`;
    };
    this.timer = setTimeout(() => {
      this.say(h("p", { class: "why-waiting" }, words, " ", button(t`Stop`, { class: "btn btn-small", icon: "pause" }, () => this.clear())));
      this.clock = setInterval(tick, TICK);
    }, SAID_AFTER);
  }
}
