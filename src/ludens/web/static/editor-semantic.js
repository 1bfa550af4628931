// What the engine of the language knows of each word, as colours over those of its shape: defines, the language's
// constants, roles, names of pieces, and words that mean nothing.

import { ask } from "./editor-complete.js";
import { Decoration, EditorView, StateEffect, StateField } from "./vendor/codemirror.js";

const SHOWN = ["define", "constant", "role", "name", "parameter", "unknown"];
const MARKS = Object.fromEntries(SHOWN.map((kind) => [kind, Decoration.mark({ class: `semantic-${kind}` })]));
/** So long after the last change the engine is asked. */
const PAUSE = 300;

const setMarks = StateEffect.define();

/** Until the engine has looked again the colours stay with the text that they belong to. */
export const semantics = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    const effect = transaction.effects.find((one) => one.is(setMarks));
    return effect ? effect.value : marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Asks the engine about the words of a view, a moment after each call. */
export class Semantics {
  constructor(view) {
    this.view = view;
  }

  follow() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#look(), PAUSE);
  }

  close() {
    clearTimeout(this.timer);
    this.view = null;
  }

  async #look() {
    const { doc } = this.view.state;
    const answer = await ask("tokens", doc.toString());
    if (!answer?.tokens || this.view?.state.doc !== doc) return;
    const marks = answer.tokens.filter(([from, to, kind]) => MARKS[kind] && to > from).map(([from, to, kind]) => MARKS[kind].range(from, to));
    this.view.dispatch({ effects: setMarks.of(Decoration.set(marks, true)) });
  }
}
