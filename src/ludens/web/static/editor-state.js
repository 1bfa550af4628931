// What is known of the text as it stands, said honestly: green only once the game has been compiled, and not a moment
// after the text has changed.

import { button, h } from "./dom.js";
import { t, tn } from "./words.js";

const WORDS = {
  changed: t`Changed`,
  checking: t`Checking`,
  compiling: t`Compiling`,
  stopped: t`Stopped: this text has not been compiled`,
};
const TICK = 250;
const SAID_AFTER = 1000;


export class StateLine {
  /** A line that says what is known. @param {{stop: () => void, again: () => void}} actions */
  constructor({ stop, again }) {
    this.words = h("span", { class: "error-status", role: "status" });
    this.clock = h("span", { class: "muted state-clock", "aria-hidden": "true" });
    this.stopButton = button(t`Stop`, { icon: "pause", class: "btn btn-small" }, stop);
    this.againButton = button(t`Compile it`, { icon: "play", class: "btn btn-small" }, again);
    this.root = h("div", { class: "state-line" }, this.words, this.clock, this.stopButton, this.againButton);
    this.errors = this.warnings = 0;
    this.timer = setInterval(() => this.#tick(), TICK);
    this.show("checking");
  }

  close() {
    clearInterval(this.timer);
  }

  /** How many errors and warnings the text has. */
  count(errors, warnings) {
    Object.assign(this, { errors, warnings });
    if (this.stage === "measuring") this.words.textContent = this.#counted();
  }

  /** @param {import("./editor-loop.js").Stage|"changed"} stage */
  show(stage, message = "") {
    this.stage = stage;
    this.since = performance.now();
    const good = stage === "measuring" || stage === "done";
    const bad = stage === "wrong" || stage === "failed";
    this.words.textContent = good || stage === "wrong" ? this.#counted() : stage === "failed" ? message : WORDS[stage];
    this.words.classList.toggle("error-status-good", good);
    this.words.classList.toggle("error-status-bad", bad);
    this.root.dataset.stage = stage;
    this.stopButton.hidden = stage !== "compiling" && stage !== "checking" && stage !== "measuring";
    this.againButton.hidden = stage !== "stopped" && stage !== "failed";
    this.note = stage === "done" ? message : "";
    this.#tick();
  }

  /** Say beside the state how far the measuring is. */
  games(count) {
    this.note = tn(count, "{0} game played", "{0} games played");
    this.#tick();
  }

  #counted() {
    const { errors, warnings } = this;
    const wrong = errors ? tn(errors, "{0} error", "{0} errors") : t`No errors`;
    return warnings ? `${wrong}, ${tn(warnings, "{0} warning", "{0} warnings")}` : wrong;
  }

  #tick() {
    const waiting = this.stage === "checking" || this.stage === "compiling";
    const passed = performance.now() - this.since;
    this.clock.textContent = waiting && passed >= SAID_AFTER ? t`${Math.floor(passed / 1000)} s` : (this.note ?? "");
  }
}
