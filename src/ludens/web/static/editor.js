// The page for designing games: a description on one side; its board, its numbers and what the words mean on the other.
// Every change is followed by the server: what is wrong is underlined where it is, and what is right is drawn and played.

import { button, h } from "./dom.js";
import { chooseDraft, chooseGame, chooseNew } from "./editor-open.js";
import { completing, docEntry, hovering, Vocabulary } from "./editor-complete.js";
import * as drafts from "./editor-drafts.js";
import { CodeField } from "./editor-field.js";
import * as history from "./editor-history.js";
import { enclosing } from "./editor-lex.js";
import { Loop } from "./editor-loop.js";
import { GamePanel } from "./editor-panel.js";
import { Problems } from "./editor-problems.js";
import { StateLine } from "./editor-state.js";
import { STARTER } from "./editor-starter.js";

const PAUSE = 250;
const MOST_FORMS = 8;
/** Numbers of fewer games are not what others are compared with. */
const ENOUGH = 200;

/** The editor; `game` is the library game to open, or null for the draft that was open last. */
export async function mountEditor(el, app, { game } = {}) {
  const page = new EditorPage(el, app);
  await page.start(game);
  return () => page.close();
}

class EditorPage {
  constructor(el, app) {
    this.app = app;
    this.draft = drafts.fresh({ text: STARTER, name: "My Game" });
    this.chosen = null;
    this.vocabulary = new Vocabulary();
    this.loop = new Loop({
      stage: (stage, message) => this.#stage(stage, message),
      checked: (report) => this.#checked(report),
      board: (told) => this.#drawn(told),
      numbers: (numbers) => this.#counted(numbers),
    });
    el.classList.add("editor-page");
    el.append(this.#build());
    const help = { complete: completing(this.vocabulary), hover: hovering(this.vocabulary) };
    this.field = new CodeField(this.place, { label: "Description of the game", describedBy: "code-help", ...help });
    this.field.addEventListener("change", () => this.#changed());
    this.field.addEventListener("caret", () => this.#showDoc());
    el.addEventListener("keydown", (event) => this.#key(event));
    this.place.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    this.place.addEventListener("drop", (event) => this.#drop(event), true);
    this.keepNow = () => this.#keep();
    addEventListener("pagehide", this.keepNow);
    app.title("Design");
  }

  async start(game) {
    this.vocabulary.load().then(() => this.#showDoc(), (error) => this.app.toast(`No completions: ${error.message}`, "error"));
    const draft = drafts.current();
    if (game && draft?.from !== game) await this.#openGame(game);
    else this.#open(draft ?? this.draft);
  }

  close() {
    clearTimeout(this.timer);
    this.loop.leave();
    this.#keep();
    this.panel.close();
    this.state.close();
    this.field.close();
    removeEventListener("pagehide", this.keepNow);
  }

  #build() {
    this.name = h("span", { class: "editor-name" });
    this.saved = h("span", { class: "muted editor-saved", role: "status" });
    this.place = h("div", { class: "editor-field" });
    this.state = new StateLine({ stop: () => this.loop.stop(), again: () => this.#follow() });
    this.problems = new Problems({ show: (error) => this.field.select(error.from, error.to), mend: (fix) => this.field.mend(fix) });
    this.doc = h("div", { class: "editor-doc-body" });
    this.panel = new GamePanel(this.app, {
      changed: (options) => this.#choose(options),
      play: () => this.#play(),
      players: () => this.#choosePlayers(),
      write: (text) => this.field.rewrite(text),
      lesson: (step) => this.#learn(step),
      place: (place) => this.#goTo(place),
      body: () => this.#body(),
    });
    const about = h("section", { class: "panel editor-doc", "aria-labelledby": "doc-heading" }, h("h2", { id: "doc-heading" }, "At the caret"), this.doc);
    this.panel.root.append(about);
    return h("div", { class: "editor" }, this.#left(), this.panel.root);
  }

  #left() {
    const tools = [
      button("New", { icon: "plus" }, () => this.#chooseNew()),
      button("Open", { icon: "open" }, () => chooseGame({ game: (name) => this.#openGame(name), file: (file) => this.#openFile(file) })),
      button("Drafts", { icon: "pencil" }, () => this.#chooseDraft()),
      button("History", { icon: "undo" }, () => this.#showHistory()),
      button("Download", { icon: "save" }, () => this.#download()),
    ];
    const heading = h("h1", { id: "editor-heading" }, h("span", { class: "visually-hidden" }, "Design: "), this.name);
    const help = "Escape, then Tab leaves the text. Ctrl+Space completes, Ctrl+Enter plays, F8 goes to the next error, Ctrl+F searches, Ctrl+/ comments lines.";
    return h(
      "section",
      { class: "editor-left", "aria-labelledby": "editor-heading" },
      h("header", { class: "editor-bar" }, heading, this.saved, h("div", { class: "editor-tools" }, tools)),
      this.place,
      this.state.root,
      this.problems.root,
      h("p", { class: "muted editor-help", id: "code-help" }, help),
    );
  }

  // --- drafts

  #open(draft) {
    this.#keep();
    clearTimeout(this.timer);
    this.chosen = null; // what the field says of its new text is no change of the draft
    this.draft = draft;
    this.field.text = draft.text;
    this.chosen = [...draft.options];
    this.panel.open(draft.lesson ?? null);
    this.#named(draft.name || "Untitled");
    this.saved.textContent = draft.changed ? "Saved in this browser" : "";
    this.last = this.against = null;
    this.#follow();
  }

  async #openGame(name) {
    try {
      const { text } = await this.app.api(`/api/games/${encodeURIComponent(name)}/source`);
      this.#open(drafts.fresh({ name, text, from: name }));
    } catch (error) {
      this.app.toast(error.message, "error");
      if (this.chosen === null) this.#open(this.draft);
    }
  }

  async #openFile(file) {
    if (!file) return;
    const draft = drafts.fresh({ name: file.name.replace(/\.(lud|txt)$/i, ""), text: await file.text() });
    drafts.keep(draft);
    this.#open(draft);
  }

  async #chooseNew() {
    const begin = (draft) => (this.#open(draft), drafts.leave(), this.field.focus());
    const { BEGINNING } = await import("./editor-lessons.js");
    await chooseNew({
      template: ({ name, text }) => begin(drafts.fresh({ name, text })),
      lessons: () => begin(drafts.fresh({ name: "Amazons", text: BEGINNING, lesson: 0 })),
    }).catch((error) => this.app.toast(error.message, "error"));
  }

  #chooseDraft() {
    this.#keep();
    const remove = (draft) => {
      drafts.remove(draft.id);
      history.forget(draft.id);
      if (draft.id === this.draft.id) drafts.leave();
    };
    chooseDraft({ open: (draft) => (this.#open(draft), drafts.keep(draft)), remove });
  }

  #showHistory() {
    this.#keep();
    const restore = ({ text, options }) => {
      this.chosen = [...options];
      this.field.rewrite(text);
    };
    return history.showHistory({ id: this.draft.id, text: this.field.text, restore });
  }

  #named(name) {
    this.name.textContent = name;
    this.app.title(`Design ${name}`);
  }

  #rename(name) {
    if (name === this.name.textContent) return;
    this.#named(name);
    if (this.draft.changed) this.#store();
  }

  #changed() {
    if (this.chosen === null) return;
    this.loop.leave();
    this.state.show("changed");
    this.panel.old(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.#keep();
      this.#follow();
    }, PAUSE);
  }

  // An opened game becomes a draft with its first change.
  #keep() {
    if (!this.chosen) return;
    const { text } = this.field;
    if (text === this.draft.text && String(this.chosen) === String(this.draft.options)) return;
    this.#store();
  }

  #store() {
    const { text } = this.field;
    this.draft = { ...this.draft, text, options: [...this.chosen], name: this.name.textContent, changed: Date.now() };
    const kept = drafts.keep(this.draft);
    this.saved.textContent = kept ? "Saved in this browser" : "This browser keeps nothing more: download your text";
    this.saved.classList.toggle("editor-unsaved", !kept);
  }

  #learn(step) {
    this.draft = { ...this.draft, lesson: step };
    if (this.draft.changed) this.#store();
  }

  // --- what is known of the text

  #body() {
    return { text: this.field.text, options: this.chosen };
  }

  #follow() {
    clearTimeout(this.timer);
    this.version = { draft: this.draft.id, time: Date.now(), ...this.#body(), wrong: "" };
    if (this.last && !this.panel.pinned && this.last.text !== this.version.text) this.against = this.last;
    return this.loop.follow({ ...this.#body(), against: this.against?.report });
  }

  #stage(stage, message) {
    this.state.show(stage, message);
    this.place.toggleAttribute("aria-busy", stage === "checking" || stage === "compiling");
    if (stage === "wrong" || stage === "failed" || stage === "stopped") this.panel.old(true);
    if (stage === "wrong" || stage === "measuring" || stage === "done") this.#remember();
  }

  #checked(report) {
    this.report = report;
    this.unused = "[]";
    this.panel.options(report.options ?? []);
    if (report.name) this.#rename(report.name);
    this.#showErrors(report.errors, report.warnings);
  }

  #showErrors(errors, warnings = []) {
    this.state.count(errors.length, warnings.length);
    this.field.setErrors([...errors, ...warnings]);
    this.problems.show(this.field.errors);
    this.version.wrong = errors.length ? `Line ${errors[0].line}: ${errors[0].message}` : "";
  }

  #drawn({ svg, facts, errors }) {
    if (errors.length) return this.#showErrors(errors, this.report.warnings);
    this.panel.show({ svg, name: this.name.textContent, report: this.report, facts });
    return undefined;
  }

  #counted(numbers) {
    if (numbers.games >= ENOUGH) this.last = { ...this.version, report: numbers.report };
    this.version.games = numbers.games;
    this.state.games(numbers.games);
    this.panel.count(numbers, this.against?.time ?? null);
    const unused = JSON.stringify(numbers.unused);
    if (unused !== this.unused) this.#showErrors([], [...this.report.warnings, ...numbers.unused.map((one) => ({ ...one, severity: "warning" }))]);
    this.unused = unused;
  }

  #remember() {
    if (!this.draft.changed) return;
    history.keep({ ...this.version }).then((kept) => kept || (this.saved.textContent = "This browser keeps no versions"));
  }

  // --- what is done

  #choose(choices) {
    this.chosen = choices(this.chosen);
    this.#keep();
    this.#follow();
  }

  async #play() {
    this.#keep();
    try {
      await this.app.createTable(this.#body());
    } catch (error) {
      if (error.errors?.length) this.#showErrors(error.errors);
    }
  }

  #choosePlayers() {
    this.#keep();
    return this.app.startDialog({ ...this.#body(), name: this.name.textContent });
  }

  #showDoc() {
    const { field, vocabulary } = this;
    const name = enclosing(field.text, field.found, field.caret).find((candidate) => vocabulary.forms.has(candidate));
    if (name === this.documented) return;
    this.documented = name;
    if (!name) {
      this.doc.replaceChildren(h("p", { class: "muted" }, "Put the caret on a word of the language to read what it means."));
      return;
    }
    const forms = vocabulary.forms.get(name);
    const rest = forms.length > MOST_FORMS ? h("p", { class: "muted" }, `… and ${forms.length - MOST_FORMS} forms more`) : "";
    this.doc.replaceChildren(...forms.slice(0, MOST_FORMS).map(docEntry), rest);
  }

  #goTo(place) {
    const [span] = this.field.spans([place]);
    this.field.select(span.from, span.to);
  }

  #key(event) {
    const play = event.key === "Enter" && (event.ctrlKey || event.metaKey) && this.panel.isPlayable;
    if (event.key !== "F8" && !play) return;
    event.preventDefault();
    if (play) this.#play();
    else this.#nextError();
  }

  #nextError() {
    const { errors, caret } = this.field;
    const next = errors.find(({ from }) => from > caret) ?? errors[0];
    if (next) this.field.select(next.from, next.to);
  }

  #drop(event) {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    this.#openFile(file);
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.field.text], { type: "text/plain" }));
    const link = h("a", { href: address, download: `${this.name.textContent.replace(/[^\p{L}\p{N} '-]/gu, "") || "game"}.lud` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}
