// A move action by action: what each does, which clause asked for it, and the board behind it.

import { api } from "./api.js";
import { button, clear, h } from "./dom.js";
import { clause } from "./play-reasons.js";
import { t, tn } from "./words.js";

export class Steps {
  /**
   * Hidden until a move is opened. `board()` is the board; `hold()` takes the moves from it, and `restore()` shows the
   * position again; `onplace(reason)` shows a clause in the text.
   */
  constructor({ table, at, board, hold, restore, onplace }) {
    Object.assign(this, { table, at, board, hold, restore, onplace });
    this.element = h("div", { class: "steps-notice", role: "group", "aria-label": t`Action by action`, hidden: true });
    this.turn = 0;
  }

  get isOpen() {
    return Boolean(this.actionSteps);
  }

  /** Open the move that led to the position shown, before its first action. Throws ApiError. */
  async open() {
    this.close();
    const mine = this.turn;
    const actionSteps = await api(`/api/tables/${encodeURIComponent(this.table())}/steps`, { ply: this.at() });
    if (mine !== this.turn) return;
    this.actionSteps = actionSteps;
    this.#build();
    this.hold();
    this.#show(0);
  }

  /** Forget the move; the board is shown as it is by whoever closes this. */
  close() {
    this.turn += 1;
    this.actionSteps = null;
    this.element.hidden = true;
    clear(this.element);
  }

  /** Go on by so many actions, or back. */
  go(by) {
    this.#show(Math.max(0, Math.min(this.actionSteps.steps.length, this.number + by)));
  }

  #build() {
    const quiet = (words, name, by) => button(words, { icon: name, quiet: true, class: "nav-button" }, () => this.go(by));
    this.back = [quiet(t`Before the first action`, "first", -Infinity), quiet(t`One action back`, "back", -1)];
    this.on = [quiet(t`One action forward`, "forward", 1), quiet(t`After the last action`, "last", Infinity)];
    this.words = h("div", { role: "status", "aria-live": "polite" });
    const leave = button(t`Close`, { icon: "close", quiet: true, class: "btn why-close" }, () => (this.close(), this.restore()));
    clear(this.element).append(h("p", {}, h("strong", {}, t`${this.actionSteps.move}, action by action`)), this.words, h("div", { class: "steps-tools" }, this.back, this.on), leave);
    this.element.hidden = false;
    this.on[0].focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  #show(number) {
    const { steps, before, more } = this.actionSteps;
    this.number = number;
    const step = steps[number - 1];
    for (const one of this.back) one.disabled = number === 0;
    for (const one of this.on) one.disabled = number === steps.length;
    const count = t`${number} of ${steps.length + more}`;
    const rest = more && number === steps.length ? h("p", {}, tn(more, "{0} more action is not shown one by one.", "{0} more actions are not shown one by one.")) : null;
    const line = step ? [h("p", {}, `${count}: `, h("span", { class: "steps-words", title: step.action }, step.words)), clauseLine(step, this.onplace)] : [h("p", {}, steps.length ? t`Before the first of ${steps.length + more}` : t`This move does nothing.`)];
    clear(this.words).append(...line, ...(rest ? [rest] : []));
    const pieces = step?.pieces ?? before;
    this.board().setPieces(pieces, { animate: false });
    this.board().mark({ last: changed(number > 1 ? steps[number - 2].pieces : before, pieces), check: [], won: [], hint: [], targets: [], sources: [], selected: null });
  }
}

const clauseLine = (step, onplace) => h("p", { class: "why-place" }, step.clause ? [t`asked for by`, " ", ...clause({ ...step.clause, words: "" }, onplace).filter(Boolean)] : t`the move itself`);

/** The sites on which two positions differ. */
function changed(before, after) {
  const looks = ({ pieces }) => new Map(pieces.map((one) => [one.key, JSON.stringify([one.symbol, one.badge, one.count, one.rotation, one.ref])]));
  const [old, now] = [looks(before), looks(after)];
  const keys = [...old, ...now].filter(([key]) => old.get(key) !== now.get(key)).map(([key]) => key);
  return [...new Set(keys.map((key) => key.split(":").slice(0, 2).join(":")))];
}
