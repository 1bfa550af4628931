// The text of a description, in CodeMirror: what is typed, what is wrong with it and where, and what may be said about it.

import { complete, hover } from "./editor-complete.js";
import { placeOf, lineStarts, spanOf } from "./editor-lex.js";
import { lud, openBracket } from "./editor-language.js";
import { Semantics, semantics } from "./editor-semantic.js";
import * as cm from "./vendor/codemirror.js";

const THEME = cm.EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--bg-raised)" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", overscrollBehavior: "contain" },
  ".cm-content": { caretColor: "var(--ink)", paddingBottom: "3em" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--bg-sunken)", color: "var(--ink-soft)", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--focus) 7%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--focus) 14%, var(--bg-sunken))", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--focus) 35%, transparent) !important",
  },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 18%, transparent)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--code-pair)", color: "inherit" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--danger-soft)", color: "var(--danger)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--danger) 1.5px", textUnderlineOffset: "3px", backgroundColor: "color-mix(in srgb, var(--danger) 14%, transparent)" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--ink-soft) 1.5px", textUnderlineOffset: "3px" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--bg-sunken)", color: "var(--ink)", border: "1px solid var(--line-strong)", padding: "0 6px" },
  ".cm-tooltip": { backgroundColor: "var(--bg-raised)", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "var(--radius-small)", boxShadow: "var(--shadow-2)", fontSize: "14px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxWidth: "min(34rem, 88vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px", lineHeight: "1.5" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
  ".cm-completionDetail": { fontFamily: "var(--font)", fontStyle: "normal", color: "var(--ink-soft)", marginLeft: "12px" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionInfo": { fontFamily: "var(--font)", maxWidth: "26rem", whiteSpace: "pre-line" },
  ".cm-diagnostic": { fontFamily: "var(--font)", padding: "8px 12px", maxWidth: "34rem" },
  ".cm-diagnosticAction": { font: "inherit", backgroundColor: "var(--accent)", color: "var(--on-accent, #fff)", padding: "4px 10px", borderRadius: "6px" },
  ".cm-panels": { backgroundColor: "var(--bg-sunken)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-textfield, .cm-button": { font: "14px/1.4 var(--font)", color: "var(--ink)", backgroundColor: "var(--bg-raised)", backgroundImage: "none", border: "1px solid var(--line-strong)" },
});

export class CodeField extends EventTarget {
  /**
   * Dispatches "change" (the text), "caret" (the selection moved).
   * @param {HTMLElement} root emptied and filled
   * @param {{label: string, describedBy?: string}} options
   */
  constructor(root, { label, describedBy }) {
    super();
    this.errors = [];
    this.attributes = new cm.Compartment();
    // a text that scrolls is reached by key in every browser
    this.own = { tabindex: "0", "aria-label": label, ...(describedBy && { "aria-describedby": describedBy }), spellcheck: "false" };
    this.extensions = [
      cm.lineNumbers(), cm.foldGutter(), cm.lintGutter(), cm.codeFolding(), cm.history(), cm.drawSelection(), cm.highlightSpecialChars(),
      cm.highlightActiveLine(), cm.highlightActiveLineGutter(), cm.highlightSelectionMatches(), cm.search({ top: true }),
      cm.bracketMatching(), cm.closeBrackets(), cm.indentOnInput(), lud(), semantics, THEME,
      cm.autocompletion({ override: [complete], icons: false, interactionDelay: 0, maxRenderedOptions: 60 }),
      cm.hoverTooltip(hover),
      cm.Prec.high(cm.keymap.of([{ key: "Tab", run: tab, shift: cm.indentLess }, { key: "Mod-/", run: cm.toggleComment }])),
      cm.keymap.of([...cm.completionKeymap, { key: "Enter", run: openBracket }, ...cm.closeBracketsKeymap, ...cm.foldKeymap, ...cm.searchKeymap, ...cm.historyKeymap, ...cm.defaultKeymap]),
      cm.EditorState.allowMultipleSelections.of(true),
      cm.EditorView.domEventHandlers({ beforeinput: typedOver }),
      this.attributes.of(cm.EditorView.contentAttributes.of(this.own)),
      cm.EditorView.updateListener.of((update) => this.#updated(update)),
    ];
    this.view = new cm.EditorView({ state: this.#fresh(""), parent: root });
    this.semantics = new Semantics(this.view);
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Replaces everything, as when a file is opened: undo begins anew. */
  set text(value) {
    this.errors = [];
    this.view.setState(this.#fresh(value.replace(/\r\n?/g, "\n")));
    this.view.scrollDOM.scrollTo(0, 0);
    this.semantics.follow();
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("caret"));
  }

  get caret() {
    return this.view.state.selection.main.head;
  }

  /** @param {{line, column, end_line, end_column, message, hint, severity, fixes}[]} errors what to underline, and how it may be mended */
  setErrors(errors) {
    this.errors = this.spans(errors);
    this.view.dispatch(cm.setDiagnostics(this.view.state, this.errors.map((error) => this.#diagnostic(error))));
    const invalid = String(errors.some(({ severity }) => severity === "error"));
    const attributes = cm.EditorView.contentAttributes.of({ ...this.own, "aria-invalid": invalid });
    this.view.dispatch({ effects: this.attributes.reconfigure(attributes) });
  }

  /** Places with the offsets, `from` and `to`, that they have in the text as it is. */
  spans(places) {
    const { text } = this;
    const starts = lineStarts(text);
    return places.map((place) => ({ ...place, ...spanOf(text, place, starts) }));
  }

  #diagnostic({ from, to, severity, message, hint, fixes = [] }) {
    const actions = fixes.map((fix) => ({ name: fix.title, apply: () => this.mend(fix) }));
    return { from, to, severity: severity === "hint" ? "info" : severity, message: hint ? `${message}\n${hint}` : message, actions };
  }

  /** Replaces spans, in one step. @param {{edits: {from: number, to: number, text: string}[]}} fix */
  mend({ edits }) {
    const changes = edits.map(({ from, to, text }) => ({ from, to, insert: text }));
    this.view.dispatch({ changes, userEvent: "input.fix", scrollIntoView: true });
    this.view.focus();
  }

  /** Replaces the whole text in one step that can be undone; the caret stays where it was, as far as it can. */
  rewrite(text) {
    if (text === this.text) return;
    const { line, column } = placeOf(this.caret, lineStarts(this.text));
    const starts = lineStarts(text);
    const anchor = Math.min(text.length, (starts[Math.min(line, starts.length) - 1] ?? 0) + column - 1);
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor }, scrollIntoView: true, userEvent: "input" });
  }

  /** Puts the caret there, selects, and brings it into view. */
  select(from, to = from) {
    const { length } = this.view.state.doc;
    const range = cm.EditorSelection.range(Math.min(from, length), Math.min(to, length));
    this.view.dispatch({ selection: range, effects: cm.EditorView.scrollIntoView(range, { y: "center" }) });
    this.view.focus();
  }

  focus() {
    this.view.focus();
  }

  close() {
    this.semantics.close();
    this.view.destroy();
  }

  #fresh(doc) {
    return cm.EditorState.create({ doc, extensions: this.extensions });
  }

  // Until the server has looked again, underlines stay with the text they belong to; CodeMirror moves them.
  #updated(update) {
    if (update.docChanged) {
      this.errors = [];
      const before = [];
      cm.forEachDiagnostic(update.state, (diagnostic, from, to) => before.push({ ...diagnostic, from, to }));
      this.errors = before;
      this.semantics?.follow();
      this.dispatchEvent(new Event("change"));
    }
    if (update.docChanged || update.selectionSet) this.dispatchEvent(new Event("caret"));
  }
}

// What is typed over a selection: browsers would give it the style of what was there, inline, which the page forbids.
function typedOver(event, view) {
  const { main, ranges } = view.state.selection;
  if (event.inputType !== "insertText" || !event.data || main.empty || ranges.length > 1 || view.composing) return false;
  event.preventDefault();
  const change = () => view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  const handlers = view.state.facet(cm.EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, main.from, main.to, event.data, change))) view.dispatch(change());
  return true;
}

function tab(view) {
  if (cm.completionStatus(view.state) === "active") return cm.acceptCompletion(view);
  const { state } = view;
  if (state.selection.ranges.some(({ empty }) => !empty)) return cm.indentMore(view);
  view.dispatch(state.update(state.replaceSelection("    "), { scrollIntoView: true, userEvent: "input" }));
  return true;
}
