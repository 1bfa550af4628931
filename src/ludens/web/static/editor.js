// The page for designing games: a description on one side; its board, its numbers and what the words mean on the other.
// Every change is followed by the server: what is wrong is underlined where it is, and what is right is drawn and played.

import { button, h } from "./dom.js";
import { Commands } from "./editor-commands.js";
import { forms } from "./editor-complete.js";
import { Drafting } from "./editor-drafting.js";
import { CodeField } from "./editor-field.js";
import { Loop } from "./editor-loop.js";
import { GamePanel } from "./editor-panel.js";
import { Problems } from "./editor-problems.js";
import { StateLine } from "./editor-state.js";
import { t } from "./words.js";

const PAUSE = 250;
const ABOUT_PAUSE = 120;
/** Numbers of fewer games are not what others are compared with. */
const ENOUGH = 30;
const HELP = [
  t`Escape, then Tab leaves the text. Ctrl+Space completes, F12 goes to the definition, Shift+F12 lists uses, F2 renames,`,
  t`Ctrl+Shift+O shows the outline, Shift+Alt+F formats, F8 goes to the next error, Ctrl+F searches, Ctrl+/ comments lines, Ctrl+Enter plays.`,
].join(" ");

/** The editor; `game` is the library game to open, or null for the draft that was open last. */
export async function mountEditor(el, app, { game } = {}) {
  const page = new EditorPage(el, app);
  await page.drafting.start(game);
  return () => page.close();
}

class EditorPage {
  constructor(el, app) {
    this.app = app;
    this.drafting = new Drafting(app, {
      text: () => this.field.text,
      opened: (draft) => this.#opened(draft),
      restored: ({ text }) => this.field.rewrite(text),
    });
    this.loop = new Loop({
      stage: (stage, message) => this.#stage(stage, message),
      checked: (report) => this.#checked(report),
      board: (board) => this.#drawn(board),
      doubts: ({ warnings }) => this.#doubted(warnings),
      numbers: (numbers) => this.#counted(numbers),
    });
    el.classList.add("editor-page");
    el.append(this.#build());
    this.field = new CodeField(this.place, { label: t`Description of the game`, describedBy: "code-help" });
    this.commands = new Commands(this.field, app.toast);
    this.doc.before(this.commands.buttons);
    this.field.addEventListener("change", () => this.#changed());
    this.field.addEventListener("caret", () => this.#moved());
    el.addEventListener("keydown", (event) => this.#key(event));
    this.place.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    this.place.addEventListener("drop", (event) => this.#drop(event), true);
    this.keepNow = () => this.drafting.keep();
    addEventListener("pagehide", this.keepNow);
    app.title(t`Design`);
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.asking);
    this.loop.leave();
    this.drafting.keep();
    this.panel.close();
    this.state.close();
    this.field.close();
    removeEventListener("pagehide", this.keepNow);
  }

  #build() {
    this.place = h("div", { class: "editor-field" });
    this.state = new StateLine({ stop: () => this.loop.stop(), again: () => this.#follow() });
    this.problems = new Problems({ show: (error) => this.field.select(error.from, error.to), mend: (fix) => this.field.mend(fix) });
    this.doc = h("div", { class: "editor-doc-body" });
    this.panel = new GamePanel(this.app, {
      changed: (choose) => this.#choose(choose),
      play: () => this.#play(),
      players: () => this.#choosePlayers(),
      write: (text) => this.field.rewrite(text),
      lesson: (step) => this.drafting.learn(step),
      place: (place) => this.#goTo(place),
      body: () => this.drafting.body,
    });
    const about = h("section", { class: "panel editor-doc", "aria-labelledby": "doc-heading" }, h("h2", { id: "doc-heading" }, t`At the caret`), this.doc);
    this.panel.root.append(about);
    return h("div", { class: "editor" }, this.#left(), this.panel.root);
  }

  #left() {
    const { drafting } = this;
    const tools = [
      button(t`New`, { icon: "plus" }, () => drafting.chooseNew()),
      button(t`Open`, { icon: "open" }, () => drafting.chooseGame()),
      button(t`Drafts`, { icon: "pencil" }, () => drafting.chooseDraft()),
      button(t`History`, { icon: "undo" }, () => drafting.showHistory()),
      button(t`Format`, { icon: "sliders" }, () => this.commands.format()),
      button(t`Save`, { icon: "save", "aria-haspopup": "dialog", "aria-keyshortcuts": "Control+S" }, (event) => drafting.download(event.currentTarget)),
    ];
    const heading = h("h1", { id: "editor-heading" }, h("span", { class: "visually-hidden" }, `${t`Design:`} `), drafting.name);
    return h(
      "section",
      { class: "editor-left", "aria-labelledby": "editor-heading" },
      h("header", { class: "editor-bar" }, heading, drafting.saved, h("div", { class: "editor-tools" }, tools)),
      this.place,
      this.state.root,
      this.problems.root,
      h("p", { class: "muted editor-help", id: "code-help" }, HELP),
    );
  }

  // --- what is written

  #opened(draft) {
    this.last = this.against = null;
    this.field.text = draft.text;
    this.panel.open(draft.lesson ?? null);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#follow());
  }

  #changed() {
    if (this.drafting.chosen === null) return;
    this.loop.leave();
    this.state.show("changed");
    this.panel.old(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.drafting.keep();
      this.#follow();
    }, PAUSE);
  }

  #choose(choose) {
    this.drafting.chosen = choose(this.drafting.chosen);
    this.drafting.keep();
    this.#follow();
  }

  // --- what is known of it

  #follow() {
    clearTimeout(this.timer);
    const { body, draft } = this.drafting;
    this.version = { draft: draft.id, time: Date.now(), ...body, wrong: "" };
    if (this.last && !this.panel.pinned && this.last.text !== body.text) this.against = this.last;
    return this.loop.follow({ ...body, against: this.against?.report });
  }

  #stage(stage, message) {
    this.state.show(stage, message);
    this.place.toggleAttribute("aria-busy", stage === "checking" || stage === "compiling");
    if (stage === "wrong" || stage === "failed" || stage === "stopped") this.panel.old(true);
    if (stage === "wrong" || stage === "measuring" || stage === "done") this.drafting.remember({ ...this.version });
  }

  #checked(report) {
    Object.assign(this, { report, unused: [] });
    this.panel.options(report.options ?? []);
    if (report.name) this.drafting.rename(report.name);
    this.#showErrors(report.errors);
  }

  #doubted(warnings) {
    this.report.warnings = warnings;
    this.#showErrors([]);
  }

  #showErrors(errors) {
    const warnings = [...(this.report?.warnings ?? []), ...(this.unused ?? [])];
    this.state.count(errors.length, warnings.length);
    this.field.setErrors([...errors, ...warnings]);
    this.problems.show(this.field.errors);
    if (errors.length) this.version.wrong = t`Line ${errors[0].line}: ${errors[0].message}`;
  }

  #drawn({ svg, facts, errors }) {
    if (errors.length) this.#showErrors(errors);
    else this.panel.show({ svg, name: this.drafting.name.textContent, report: this.report, facts });
  }

  #counted(numbers) {
    if (numbers.games >= ENOUGH) this.last = { ...this.version, report: numbers.report };
    this.version.games = numbers.games;
    this.state.games(numbers.games);
    this.panel.count(numbers, this.against?.time ?? null);
    if (JSON.stringify(numbers.unused.map(place)) === JSON.stringify(this.unused.map(place))) return;
    this.unused = numbers.unused.map((one) => ({ ...one, severity: "hint" }));
    this.#showErrors([]);
  }

  // --- what is done

  async #play() {
    this.drafting.keep();
    try {
      await this.app.createTable(this.drafting.body);
    } catch (error) {
      if (error.errors?.length) this.#showErrors(error.errors);
    }
  }

  #choosePlayers() {
    this.drafting.keep();
    return this.app.startDialog({ ...this.drafting.body, name: this.drafting.name.textContent });
  }

  #moved() {
    clearTimeout(this.asking);
    this.asking = setTimeout(async () => {
      const texts = await forms(this.field.text, this.field.caret);
      this.doc.replaceChildren(...(texts ?? [h("p", { class: "muted" }, t`Put the caret into a clause to read what it means.`)]));
    }, ABOUT_PAUSE);
  }

  #goTo({ line, column, start, end }) {
    const [{ from }] = this.field.spans([{ line, column }]);
    this.field.select(from, from + end - start);
  }

  #key(event) {
    const plays = event.code === "Enter" && (event.ctrlKey || event.metaKey) && this.panel.isPlayable;
    const saves = event.code === "KeyS" && (event.ctrlKey || event.metaKey);
    const action = plays ? () => this.#play() : saves ? () => this.drafting.saveFile() : this.commands.ofKey(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  #drop(event) {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    this.drafting.openFile(file);
  }
}

const place = ({ line, column }) => [line, column];
