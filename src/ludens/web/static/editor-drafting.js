// The draft that is open: kept while one writes, found again after a reload, opened from games, files, templates and versions.

import { h, menu } from "./dom.js";
import { read, saveDraft, saveText } from "./editor-files.js";
import { chooseDraft, chooseGame, chooseNew } from "./editor-open.js";
import * as drafts from "./editor-drafts.js";
import * as history from "./editor-history.js";
import { STARTER } from "./editor-starter.js";
import { t } from "./words.js";

const FULL = t`This browser keeps nothing more: download your text`;

/** What a file may be called. */
const fileName = (name) => name.replace(/[^\p{L}\p{N} '(),+&!.-]/gu, "").replace(/^[^\p{L}\p{N}]+/u, "").slice(0, 100) || t`Untitled`;

export class Drafting {
  /**
   * @param {{text: () => string, opened: (draft) => void, restored: (version) => void}} page
   *   `text` is what is written by now; `opened` is told of another draft, `restored` of another version of this one
   */
  constructor(app, page) {
    Object.assign(this, { app, page });
    this.draft = drafts.fresh({ text: STARTER, name: "My Game" });
    this.chosen = null;
    this.name = h("span", { class: "editor-name" });
    this.saved = h("span", { class: "muted editor-saved", role: "status" });
  }

  /** What the server is asked about. */
  get body() {
    return { text: this.page.text(), options: this.chosen };
  }

  /** Open a game of the library, or the draft that was open last. */
  async start(game) {
    this.#saved();
    const draft = drafts.current();
    if (game && draft?.from !== game) await this.openGame(game);
    else this.open(draft ?? this.draft);
  }

  open(draft) {
    this.keep();
    this.draft = draft;
    this.chosen = null; // what is said of the new text is no change of the draft
    this.page.opened(draft);
    this.chosen = [...draft.options];
    this.#named(draft.name || t`Untitled`);
    this.#say(draft.changed ? t`Saved in this browser` : "", true);
  }

  async openGame(name) {
    try {
      const { text } = await this.app.api(`/api/games/${encodeURIComponent(name)}/source`);
      this.open(drafts.fresh({ name, text, from: name }));
    } catch (error) {
      this.app.toast(error.message, "error");
      if (this.chosen === null) this.open(this.draft);
    }
  }

  async openFile(file) {
    if (!file) return;
    const contents = await read(file).catch((error) => this.app.toast(error.message, "error"));
    if (contents?.text === undefined) return;
    const draft = drafts.fresh(contents);
    const isStored = drafts.keep(draft) && (await history.keepAll(draft.id, contents.versions ?? []));
    this.open(draft);
    if (!isStored) this.#say(FULL, false);
  }

  async chooseNew() {
    const begin = (draft) => (this.open(draft), drafts.leave());
    const { BEGINNING } = await import("./editor-lessons.js");
    await chooseNew({
      template: ({ name, text }) => begin(drafts.fresh({ name, text })),
      lessons: () => begin(drafts.fresh({ name: "Amazons", text: BEGINNING, lesson: 0 })),
    }).catch((error) => this.app.toast(error.message, "error"));
  }

  chooseGame() {
    return chooseGame({ game: (name) => this.openGame(name), file: (file) => this.openFile(file) });
  }

  // The owner's folder, and what is in it; none where the server has none.
  async #saved() {
    const listing = await this.app.api("/api/drafts").catch(() => ({ folder: null, files: [] }));
    this.folder = listing.folder;
    return listing;
  }

  async chooseDraft() {
    this.keep();
    const remove = (draft) => {
      drafts.remove(draft.id);
      history.forget(draft.id);
      if (draft.id === this.draft.id) drafts.leave();
    };
    const { files } = await this.#saved();
    chooseDraft({ files, saved: (name) => this.openSaved(name), open: (draft) => (this.open(draft), drafts.keep(draft)), remove });
  }

  showHistory() {
    this.keep();
    const restore = (version) => {
      this.chosen = [...version.options];
      this.page.restored(version);
    };
    return history.showHistory({ id: this.draft.id, text: this.page.text(), restore });
  }

  /** The game is called otherwise now. */
  rename(name) {
    if (name === this.name.textContent) return;
    this.#named(name);
    if (this.draft.changed) this.#store();
  }

  /** Keep what is written, where it has changed: an opened game becomes a draft with its first change. */
  keep() {
    if (!this.chosen) return;
    if (this.page.text() === this.draft.text && String(this.chosen) === String(this.draft.options)) return;
    this.#store();
  }

  /** Remember the step of the tutorial that the draft is at. */
  learn(step) {
    this.draft = { ...this.draft, lesson: step };
    if (this.draft.changed) this.#store();
  }

  /** Keep a version, with what came of it. */
  async remember(version) {
    if (this.draft.changed && !(await history.keep(version))) this.#say(t`This browser keeps no versions`, false);
  }

  /** Save the text in the owner's folder of drafts, where the server has one. */
  async saveFile() {
    this.keep();
    if (!this.folder) return this.app.toast(t`Saved in this browser.`);
    const name = fileName(this.name.textContent);
    const { file } = this.draft;
    try {
      const saved = await this.app.api("/api/drafts", { name, text: this.page.text(), stamp: file?.name === name ? file.stamp : "" });
      this.#keepFile(saved);
      this.app.toast(t`Saved as ${name}.lud in ${this.folder}.`);
    } catch (error) {
      this.app.toast(error.message, "error");
    }
    return undefined;
  }

  /** Open a file of the owner's folder. */
  async openSaved(name) {
    try {
      const file = await this.app.api(`/api/drafts/${encodeURIComponent(name)}`);
      this.open(drafts.fresh({ name, text: file.text }));
      this.#keepFile(file);
    } catch (error) {
      this.app.toast(error.message, "error");
    }
  }

  // Which file the draft is, and as what.
  #keepFile({ name, stamp }) {
    this.draft = { ...this.draft, file: { name, stamp } };
    if (this.draft.changed) this.#store();
  }

  /** Offer what can be saved as a file; `near` is the button that was pressed. */
  download(near) {
    const name = this.name.textContent;
    menu(t`Save`, near, [
      this.folder && [t`Save as ${fileName(name)}.lud`, "check", () => this.saveFile()],
      [t`The text`, "save", () => saveText(name, this.page.text())],
      [t`The draft with its history`, "undo", async () => (this.keep(), saveDraft({ ...this.draft, ...this.body, options: this.chosen ?? [], name }, await history.versions(this.draft.id)))],
    ]);
  }

  #store() {
    this.draft = { ...this.draft, ...this.body, options: [...this.chosen], name: this.name.textContent, changed: Date.now() };
    const isStored = drafts.keep(this.draft);
    this.#say(isStored ? t`Saved in this browser` : FULL, isStored);
  }

  #say(words, isStored) {
    this.saved.textContent = words;
    this.saved.classList.toggle("editor-unsaved", !isStored);
  }

  #named(name) {
    this.name.textContent = name;
    this.app.title(t`Design ${name}`);
  }
}
