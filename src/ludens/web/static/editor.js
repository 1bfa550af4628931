// The page for designing games: a description on one side, its board on the other. Every change is looked at by the
// server: errors are underlined where they are, and where there are none the board is drawn anew.

import { ApiError, once } from "./api.js";
import { button, dialog, h, icon } from "./dom.js";
import { Completion } from "./editor-complete.js";
import * as drafts from "./editor-drafts.js";
import { CodeField } from "./editor-field.js";
import { enclosing } from "./editor-lex.js";
import { TryOut } from "./editor-play.js";
import { choose } from "./library-search.js";

const PAUSE = 250;
const MOST_FORMS = 8;

// What belongs to the text and not to the game, and so has no class in the language.
const SYNTAX = [
  { name: "define", signature: '(define "Name" <text>)', doc: 'A name for a piece of text: ("Name") stands for it, and #1, #2 ... in it for what follows the name.' },
  { name: "option", signature: '(option "Heading" <Tag> args:{<name> ...} {(item ...) ...})', doc: "A choice before the game: <Tag:name> stands for what the chosen item has for a name." },
  { name: "item", signature: '(item "Item" <text> ... "What it means")', doc: "One choice of an option. Stars behind it say which one holds unless another is chosen." },
  { name: "rulesets", signature: "(rulesets {(ruleset ...) ...})", doc: "Named sets of options." },
  { name: "ruleset", signature: '(ruleset "Ruleset/Name" {"Heading/Item" ...})', doc: "Options that are chosen together." },
];

const STARTER = `(game "My Game"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Disc" Each)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 4) (result Mover Win)))
    )
)

(metadata
    (info {
        (description "Four in a row on a small board.")
        (rules "In turn, put a disc on an empty square. Four in a row win.")
    })
)
`;

/** The editor; `game` is the library game to open, or null for the draft that was open last. */
export async function mountEditor(el, app, { game } = {}) {
  const page = new EditorPage(el, app);
  await page.start(game);
  return () => page.close();
}

class EditorPage {
  constructor(el, app) {
    this.app = app;
    this.turn = 0;
    this.draft = drafts.fresh({ text: STARTER, name: "My Game" });
    this.options = [];
    this.vocabulary = new Map();
    this.documented = null;
    el.classList.add("editor-page");
    el.append(this.#build());
    this.field = new CodeField(this.place, { label: "Description of the game", describedBy: "code-help" });
    this.completion = new Completion(this.field);
    this.field.addEventListener("change", () => this.#changed());
    this.field.addEventListener("caret", () => this.#showDoc());
    el.addEventListener("keydown", (event) => this.#key(event));
    this.place.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    this.place.addEventListener("drop", (event) => this.#drop(event));
    this.keepNow = () => this.#keep();
    addEventListener("pagehide", this.keepNow);
    app.title("Design");
  }

  async start(game) {
    this.#loadVocabulary();
    const draft = drafts.current();
    if (game && draft?.from !== game) await this.#openGame(game);
    else this.#open(draft ?? this.draft);
  }

  close() {
    clearTimeout(this.timer);
    this.#keep();
    this.turn = -1;
    this.tryOut?.close();
    this.field.close();
    removeEventListener("pagehide", this.keepNow);
  }

  #build() {
    this.name = h("span", { class: "editor-name" });
    this.saved = h("span", { class: "muted editor-saved" });
    this.place = h("div", { class: "editor-field" });
    this.list = h("ol", { class: "error-list" });
    this.status = h("p", { class: "error-status" });
    this.problems = h(
      "section",
      { class: "editor-problems", "aria-label": "Errors", "aria-live": "polite", id: "editor-errors" },
      this.status,
      this.list,
    );
    return h("div", { class: "editor" }, this.#left(), this.#right());
  }

  #left() {
    return h(
      "section",
      { class: "editor-left", "aria-labelledby": "editor-heading" },
      h(
        "header",
        { class: "editor-bar" },
        h("h1", { id: "editor-heading" }, h("span", { class: "visually-hidden" }, "Design: "), this.name),
        this.saved,
        h(
          "div",
          { class: "editor-tools" },
          button("New", { icon: "plus" }, () => this.#new()),
          button("Open", { icon: "open" }, () => this.#chooseGame()),
          button("Drafts", { icon: "pencil" }, () => this.#chooseDraft()),
          button("Download", { icon: "save" }, () => this.#download()),
        ),
      ),
      this.place,
      this.problems,
      h(
        "p",
        { class: "muted editor-help", id: "code-help" },
        "Tab indents; Escape, then Tab leaves the text. Ctrl+Space completes, Ctrl+Enter plays, F8 goes to the next error, Ctrl+/ comments lines.",
      ),
    );
  }

  #right() {
    this.picture = h("img", { class: "editor-picture", alt: "" });
    this.picture.hidden = true;
    this.pictureNote = h("p", { class: "muted" }, "The board appears here.");
    this.board = h("div", { class: "panel editor-board" }, this.picture, this.pictureNote);
    this.tryPlace = h("div", { class: "panel editor-try", hidden: true });
    this.choices = h("div", { class: "editor-options" });
    this.tryButton = button("Try it here", { icon: "pencil", "aria-pressed": "false" }, () => this.#toggleTry());
    this.playButton = button("Play it", { icon: "play", class: "btn btn-primary" }, () => this.#play());
    this.seatsButton = button("Choose players", { icon: "people" }, () => this.#choosePlayers());
    this.doc = h("div", { class: "editor-doc-body" });
    return h(
      "section",
      { class: "editor-right", "aria-label": "The game" },
      this.board,
      this.tryPlace,
      h("div", { class: "editor-actions" }, this.tryButton, this.playButton, this.seatsButton),
      this.choices,
      h("section", { class: "panel editor-doc", "aria-labelledby": "doc-heading" }, h("h2", { id: "doc-heading" }, "At the caret"), this.doc),
    );
  }

  async #loadVocabulary() {
    try {
      const { ludemes = [], keywords = [], defines = [] } = await once("/api/vocabulary");
      const listed = [...ludemes, ...SYNTAX];
      for (const entry of listed) {
        for (const name of new Set([entry.name, entry.name.split(" ")[0]])) {
          this.vocabulary.set(name, [...(this.vocabulary.get(name) ?? []), entry]);
        }
      }
      const words = new Map(listed.map((entry) => [entry.name, { ...entry, kind: "ludeme" }]));
      const constants = keywords.filter((word) => /^[A-Z]/.test(word)).map((name) => ({ name, kind: "keyword" }));
      const named = defines.map((name) => ({ name: `"${name}"`, kind: "define", doc: "Predefined." }));
      this.completion.vocabulary = [...words.values(), ...constants, ...named];
      this.#showDoc();
    } catch (error) {
      this.app.toast(`No completions: ${error.message}`, "error");
    }
  }

  #open(draft) {
    this.#keep();
    this.draft = draft;
    this.chosen = [...draft.options];
    this.field.text = draft.text;
    this.#named(draft.name || "Untitled");
    this.saved.textContent = draft.changed ? "Saved in this browser" : "";
    this.#check();
  }

  async #openGame(name) {
    try {
      const { text } = await this.app.api(`/api/games/${encodeURIComponent(name)}/source`);
      this.#open(drafts.fresh({ name, text, from: name }));
    } catch (error) {
      this.app.toast(error.message, "error");
      this.#open(this.draft);
    }
  }

  #new() {
    this.#open(drafts.fresh({ text: STARTER, name: "My Game" }));
    drafts.leave();
    this.field.area.focus();
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
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.#keep();
      this.#check();
    }, PAUSE);
  }

  // An opened game becomes a draft with its first change.
  #keep() {
    if (!this.chosen) return;
    const text = this.field.text;
    if (text === this.draft.text && String(this.chosen) === String(this.draft.options)) return;
    this.#store();
  }

  #store() {
    const { text } = this.field;
    this.draft = { ...this.draft, text, options: [...this.chosen], name: this.name.textContent, changed: Date.now() };
    this.saved.textContent = drafts.keep(this.draft) ? "Saved in this browser" : "This browser keeps nothing: download your text";
  }

  async #check() {
    const turn = ++this.turn;
    const body = { text: this.field.text, options: this.chosen };
    this.place.setAttribute("aria-busy", "true");
    try {
      const answer = await this.app.api("/api/check", body);
      if (turn !== this.turn) return;
      this.#showOptions(answer.options ?? []);
      if (answer.name) this.#rename(answer.name);
      this.#showErrors(answer.errors ?? [], answer.warnings ?? []);
      if (!answer.errors?.length) await this.#reload(turn, { ...body, options: this.chosen });
    } catch (error) {
      if (turn === this.turn) this.#failed(error);
    } finally {
      if (turn === this.turn) this.place.removeAttribute("aria-busy");
    }
  }

  async #reload(turn, body) {
    if (this.tryOut) return this.tryOut.begin(body);
    return this.#preview(turn, body);
  }

  async #preview(turn, body) {
    const { svg, errors } = await this.app.api("/api/preview", body);
    if (turn !== this.turn) return;
    if (errors?.length) this.#showErrors(errors);
    else this.#draw(svg);
  }

  // The picture gives way to a board that is played on, and the other way round.
  async #toggleTry() {
    const on = !this.tryOut;
    this.tryButton.setAttribute("aria-pressed", String(on));
    this.board.hidden = on;
    this.tryPlace.hidden = !on;
    this.tryOut?.close();
    this.tryOut = on ? new TryOut(this.tryPlace, this.app) : null;
    if (!on) this.tryPlace.replaceChildren();
    await this.#check();
  }

  #draw(svg) {
    this.picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    this.picture.alt = `The board of ${this.name.textContent} at the start`;
    this.picture.hidden = false;
    this.picture.classList.remove("editor-picture-old");
    this.pictureNote.hidden = true;
  }

  #failed(error) {
    if (error instanceof ApiError && error.errors.length) this.#showErrors(error.errors);
    else {
      this.status.textContent = error.message;
      this.status.className = "error-status error-status-bad";
    }
  }

  // Warnings are told like errors, and keep nobody from playing.
  #showErrors(errors, warnings = []) {
    this.field.setErrors([...errors, ...warnings]);
    this.list.replaceChildren(...this.field.errors.map((error) => this.#errorItem(error)));
    this.status.className = errors.length ? "error-status error-status-bad" : "error-status error-status-good";
    const told = (count, word) => `${count || "No"} ${word}${count === 1 ? "" : "s"}`;
    this.status.textContent = told(errors.length, "error") + (warnings.length ? `, ${told(warnings.length, "warning")}` : "");
    this.tryButton.disabled = this.playButton.disabled = this.seatsButton.disabled = errors.length > 0;
    this.tryPlace.classList.toggle("editor-picture-old", errors.length > 0);
    this.picture.classList.toggle("editor-picture-old", errors.length > 0);
    this.field.follow();
  }

  #errorItem(error) {
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "error-item", onclick: () => this.field.select(error.from, error.to) },
        h("span", { class: "error-place" }, `Line ${error.line}`),
        h("span", { class: "error-message" }, error.message, error.hint ? h("span", { class: "error-hint" }, error.hint) : null),
      ),
    );
  }

  #showOptions(headings) {
    const drawn = JSON.stringify(headings);
    if (drawn === this.drawnOptions) return;
    this.drawnOptions = drawn;
    this.choices.replaceChildren(...headings.map((heading, index) => this.#optionField(heading, index)));
  }

  #optionField({ heading, items }, index) {
    const id = `option-${index}`;
    const select = h(
      "select",
      { id },
      items.map(({ name, selected }) => h("option", { value: name, selected }, name)),
    );
    select.addEventListener("change", () => {
      this.chosen = [...this.chosen.filter((choice) => !choice.startsWith(`${heading}/`)), `${heading}/${select.value}`];
      this.#keep();
      this.#check();
    });
    return h("div", { class: "field" }, h("label", { for: id }, heading), select);
  }

  #showDoc() {
    const { found, text, caret } = this.field;
    const name = enclosing(text, found, caret).find((candidate) => this.vocabulary.has(candidate));
    if (name === this.documented) return;
    this.documented = name;
    if (!name) {
      this.doc.replaceChildren(h("p", { class: "muted" }, "Put the caret on a word of the language to read what it means."));
      return;
    }
    const forms = this.vocabulary.get(name);
    const rest = forms.length > MOST_FORMS ? h("p", { class: "muted" }, `… and ${forms.length - MOST_FORMS} forms more`) : "";
    this.doc.replaceChildren(...forms.slice(0, MOST_FORMS).map(docEntry), rest);
  }

  async #play() {
    this.#keep();
    this.playButton.disabled = true;
    try {
      await this.app.createTable({ text: this.field.text, options: this.chosen });
    } catch (error) {
      this.#failed(error);
    } finally {
      this.playButton.disabled = false;
    }
  }

  #choosePlayers() {
    this.#keep();
    return this.app.startDialog({ text: this.field.text, name: this.name.textContent, options: this.chosen });
  }

  #key(event) {
    const play = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !this.playButton.disabled;
    if (event.key !== "F8" && !play) return;
    event.preventDefault();
    if (play) this.#play();
    else this.#nextError();
  }

  #drop(event) {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    this.#openFile(file);
  }

  #nextError() {
    const { errors, caret } = this.field;
    const next = errors.find(({ from }) => from > caret) ?? errors[0];
    if (next) this.field.select(next.from, next.to);
  }

  async #chooseGame() {
    const { games } = await once("/api/games");
    const file = h("input", { type: "file", accept: ".lud,.txt,text/plain", class: "visually-hidden", id: "open-file" });
    file.addEventListener("change", () => {
      chooser.close();
      this.#openFile(file.files[0]);
    });
    const fileLabel = h("label", { class: "btn file-button", for: "open-file" }, icon("open"), "A file of yours");
    const chooser = chooseDialog("Open a game", games, ({ name }) => this.#openGame(name), [file, fileLabel]);
  }

  async #openFile(file) {
    if (!file) return;
    const name = file.name.replace(/\.(lud|txt)$/i, "");
    const draft = drafts.fresh({ name, text: (await file.text()).replace(/\r\n?/g, "\n") });
    drafts.keep(draft);
    this.#open(draft);
  }

  #chooseDraft() {
    this.#keep();
    const items = drafts.all().map((draft) => ({ name: draft.name || "Untitled", description: when(draft.changed), draft }));
    chooseDialog("Your drafts", items, ({ draft }) => this.#openDraft(draft), [], ({ draft }) => this.#removeDraft(draft));
  }

  #openDraft(draft) {
    this.#open(draft);
    drafts.keep(draft);
  }

  #removeDraft(draft) {
    drafts.remove(draft.id);
    if (draft.id === this.draft.id) drafts.leave();
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.field.text], { type: "text/plain" }));
    const link = h("a", { href: address, download: `${this.name.textContent.replace(/[^\p{L}\p{N} '-]/gu, "") || "game"}.lud` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}

function docEntry({ name, signature, doc }) {
  const words = (doc || "").split(/`([^`]*)`/).map((part, index) => (index % 2 ? h("code", {}, part) : part));
  return h("div", { class: "doc-entry" }, h("pre", { class: "doc-signature" }, signature || `(${name} ...)`), h("p", {}, words));
}

const when = (time) => new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

// A dialog with a list that a search field narrows; `remove`, where given, puts a button beside each.
function chooseDialog(heading, items, take, extra = [], remove = null) {
  const search = h("input", { type: "search", "aria-label": "Search", placeholder: "Search", autofocus: true });
  const list = h("ul", { class: "choose-list" });
  let left = items;
  const fill = () => {
    const found = search.value ? choose(left, { query: search.value }) : left;
    list.replaceChildren(...found.map(row));
    if (!found.length) list.append(h("li", { class: "muted" }, "Nothing found."));
  };
  const drop = (item) => {
    remove(item);
    left = left.filter((other) => other !== item);
    fill();
  };
  const row = (item) => {
    const words = [h("span", { class: "choose-name" }, item.name), h("span", { class: "muted" }, item.description)];
    const pick = h("button", { type: "button", class: "choose-item", onclick: () => (shown.close(), take(item)) }, words);
    return h("li", {}, pick, remove && button(`Delete ${item.name}`, { icon: "close", quiet: true }, () => drop(item)));
  };
  search.addEventListener("input", fill);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // else the key goes on to the button that opened the dialog, and opens it again
    list.querySelector(".choose-item")?.click();
  });
  fill();
  const shown = dialog(heading, [search, list], extra);
  search.focus();
  return shown;
}
