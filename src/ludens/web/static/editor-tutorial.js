// The tutorial beside the text: what to write, whether it does what it should, and what comes next.

import { announce, button, h } from "./dom.js";
import { LESSONS } from "./editor-lessons.js";
import { t } from "./words.js";

export class Tutorial {
  /** @param {{step: number, write: (text: string) => void, moved: (step: number) => void, leave: () => void}} options */
  constructor({ step, write, moved, leave }) {
    this.step = Math.min(Math.max(0, step), LESSONS.length - 1);
    Object.assign(this, { write, moved });
    this.count = h("p", { class: "muted lesson-count" });
    this.title = h("h2", { id: "lesson-heading", tabindex: "-1" });
    this.says = h("div", { class: "lesson-says" });
    this.checks = h("ul", { class: "lesson-checks" });
    this.hint = h("p", { class: "lesson-hint", hidden: true });
    this.done = h("p", { class: "lesson-done", role: "status" });
    this.back = button(t`Back`, { icon: "back" }, () => this.#go(this.step - 1));
    this.next = button(t`Next step`, { icon: "forward", class: "btn btn-primary" }, () => this.#next(leave));
    this.root = h(
      "section",
      { class: "panel lesson", "aria-labelledby": "lesson-heading" },
      h("header", { class: "lesson-head" }, this.count, button(t`Leave the tutorial`, { icon: "close", quiet: true }, leave)),
      this.title,
      this.says,
      this.checks,
      this.hint,
      this.done,
      h("div", { class: "lesson-tools" }, this.back, this.#helper(t`Hint`, "bulb", () => this.#showHint()), this.#helper(t`Show me`, "pencil", () => this.#show()), this.next),
    );
    this.#draw();
  }

  #helper = (words, name, action) => button(words, { icon: name }, action);

  get lesson() {
    return LESSONS[this.step];
  }

  /** The text has changed, or has errors: nothing is known of it. */
  unknown() {
    this.results = null;
    this.#check();
  }

  /** Check the step with what is known of the draft by now. @param {import("./editor-lessons.js").Results} results */
  check(results) {
    this.results = results;
    this.#check();
  }

  #draw() {
    this.count.textContent = t`Step ${this.step + 1} of ${LESSONS.length}`;
    this.title.textContent = this.lesson.title;
    this.says.replaceChildren(...this.lesson.says.map((words) => h("p", {}, withCode(words))));
    this.hint.hidden = true;
    this.hint.replaceChildren(h("code", {}, this.lesson.hint));
    this.back.disabled = this.step === 0;
    this.next.lastChild.textContent = this.step === LESSONS.length - 1 ? t`Finish` : t`Next step`;
    this.passed = false;
    this.#check();
  }

  #check() {
    const { results } = this;
    const held = this.lesson.checks.map(({ holds }) => Boolean(results?.facts && holds(results)));
    this.checks.replaceChildren(...this.lesson.checks.map(({ words }, at) => mark(words, held[at])));
    const passed = held.every(Boolean);
    this.next.disabled = !passed;
    const last = this.step === LESSONS.length - 1;
    this.done.textContent = passed ? (last ? t`That is all of Amazons. Change what you like: the numbers tell what it does.` : t`Well done: go on.`) : "";
    if (passed && !this.passed) announce(t`Step ${this.step + 1} is done.`);
    this.passed = passed;
  }

  #showHint() {
    this.hint.hidden = !this.hint.hidden;
  }

  #show() {
    this.write(this.lesson.text);
  }

  #next(leave) {
    if (this.step === LESSONS.length - 1) leave();
    else this.#go(this.step + 1);
  }

  #go(step) {
    this.step = step;
    this.moved(step);
    this.#draw();
    this.title.focus();
  }
}

const mark = (words, held) =>
  h("li", { class: held ? "lesson-held" : "" }, h("span", { class: "lesson-mark", "aria-hidden": "true" }, held ? "✓" : "○"), h("span", { class: "visually-hidden" }, `${held ? t`Done:` : t`To do:`} `), words);

const withCode = (words) => words.split(/`([^`]*)`/).map((part, index) => (index % 2 ? h("code", {}, part) : part));
