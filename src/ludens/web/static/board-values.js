// Puzzles: values of sites by key or from a pad, of two values by click alone, and notes that stay in the browser.

import { announce, button, clear, h, svg } from "./dom.js";
import { t } from "./words.js";

const PLAIN = /^\d+$/;
const CROSS = "×";
const LIMIT = 40; // of values on a pad
const PAUSE = 700; // ms in which a second digit belongs to the first

/** The values that may be set at each site, where the moves are those of such a puzzle; else null. */
function valuesOf(moves) {
  if (!moves.length || !moves.every(({ kind, from, to, name }) => kind === "move" && to && !from && /[=~]/.test(name))) return null;
  const values = new Map();
  for (const move of moves) {
    const value = move.label || /=(\d+)$/.exec(move.name)?.[1] || "";
    if (!PLAIN.test(value)) continue;
    if (!values.has(move.to)) values.set(move.to, new Map());
    values.get(move.to).set(value, move);
  }
  return values.size ? values : null;
}

export class Values {
  /** `pad` is where the values are offered; `play(move)` sets one; notes are kept under the name `id`. */
  constructor(board, pad, play, id) {
    Object.assign(this, { board, pad, play, key: `ludens.notes.${id}` });
    this.sites = null;
    this.ref = null;
    this.noting = false;
    this.typed = ["", 0];
    this.notes = this.recall();
    this.down = (event) => this.press(event);
    addEventListener("keydown", this.down, true);
  }

  close() {
    removeEventListener("keydown", this.down, true);
    this.pad.hidden = true;
  }

  /** Offer the values of these moves; without any the pad goes. */
  set(moves) {
    this.sites = valuesOf(moves);
    const all = new Set([...(this.sites?.values() ?? [])].flatMap((values) => [...values.keys()]));
    this.range = [...new Set([...(this.range ?? []), ...all])].sort((a, b) => a - b);
    this.binary = this.range.length === 2 && this.range[0] === "0";
    this.pad.hidden = !this.sites || this.binary || this.range.length > LIMIT;
    this.draw();
  }

  /** A site was chosen; whether that is all there is to it. */
  pick(ref) {
    if (!this.sites) return false;
    if (ref && this.binary) return this.turn(ref);
    this.choose(ref && (this.sites.has(ref) || this.board.contents.has(ref)) ? ref : null);
    return true;
  }

  /** What comes next at a site of two values: drawn, crossed out, empty. A cross is a note: the game knows but two. */
  turn(ref) {
    const values = this.sites.get(ref);
    const drawn = this.valueAt(ref) === "1";
    if (!drawn && this.notes[ref]) return this.note(ref, CROSS), true;
    const next = values?.get(drawn ? "0" : "1");
    if (drawn !== Boolean(this.notes[ref]) && next) this.note(ref, CROSS);
    if (next) this.play(next);
    else if (!drawn) this.note(ref, CROSS);
    return true;
  }

  valueAt(ref) {
    return /value (\d+)/.exec(this.board.contents.get(ref)?.[0]?.label ?? "")?.[1] ?? null;
  }

  choose(ref) {
    this.ref = ref;
    this.board.mark({ selected: ref, targets: [], sources: [], hint: [] });
    this.draw();
  }

  // --- keys

  press(event) {
    if (!this.sites || this.binary || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select, dialog")) return;
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    if (digit === undefined) return;
    const focused = document.activeElement?.closest?.(".spot")?.dataset.ref;
    const ref = focused ?? this.ref;
    if (!ref) return;
    event.preventDefault();
    event.stopPropagation();
    const [before, at] = this.typed;
    const joined = event.timeStamp - at < PAUSE && this.range.includes(before + digit) ? before + digit : digit;
    this.typed = [joined, event.timeStamp];
    this.choose(ref);
    this.put(joined, event.shiftKey || this.noting);
  }

  /** Set a value at the chosen site, or note it there. */
  put(value, note = this.noting) {
    if (!this.ref) return void announce(t`Choose a site first.`);
    if (note) return this.note(this.ref, value);
    const move = this.sites?.get(this.ref)?.get(value);
    if (move) return void this.play(move);
    announce(t`${value} cannot be there.`);
    this.board.mark({ check: [this.ref] });
    setTimeout(() => this.board.mark({ check: [] }), 500);
  }

  // --- notes

  note(ref, value) {
    const own = new Set(this.notes[ref] ?? []);
    if (!own.delete(value)) own.add(value);
    if (own.size) this.notes[ref] = [...own].sort((a, b) => a - b);
    else delete this.notes[ref];
    try {
      localStorage.setItem(this.key, JSON.stringify(this.notes));
    } catch {
      // without storage notes last as long as the page
    }
    announce(own.size ? t`Notes: ${this.notes[ref].join(", ")}` : t`No notes`);
    this.draw();
  }

  /** A game begins anew. */
  forget() {
    this.notes = {};
    this.ref = null;
    try {
      localStorage.removeItem(this.key);
    } catch {
      // without storage there is nothing to forget
    }
  }

  recall() {
    try {
      return JSON.parse(localStorage.getItem(this.key) || "{}");
    } catch {
      return {};
    }
  }

  // --- drawing

  draw() {
    this.drawNotes();
    if (this.pad.hidden) return;
    const open = this.sites.get(this.ref);
    const entry = (value) => {
      const made = button(value, { class: "btn pad-value", disabled: Boolean(this.ref) && !open?.has(value) && !this.noting }, () => this.put(value));
      made.setAttribute("aria-label", this.noting ? t`Note ${value}` : t`Set ${value}`);
      return made;
    };
    const notes = button(t`Notes`, { class: "btn pad-notes", icon: "pencil", "aria-pressed": String(this.noting) }, () => ((this.noting = !this.noting), this.draw(), this.pad.querySelector(".pad-notes").focus()));
    clear(this.pad).append(h("div", { class: "pad-values", role: "group", "aria-label": t`Values` }, this.range.map(entry)), notes);
  }

  drawNotes() {
    const layer = this.board.layer("values");
    layer.clear();
    if (!this.sites) return;
    for (const [ref, values] of Object.entries(this.notes)) {
      const site = this.board.site(ref);
      if (site && !this.board.contents.has(ref)) layer.add(() => values.map((value) => this.small(site, this.board.point(ref), value)));
    }
  }

  /** A small number in its corner of a site, as on paper. */
  small({ r }, [x, y], value) {
    if (value === CROSS) return svg("text", { class: "value-note", x, y: y + r * 0.3, "font-size": r * 1.1, "text-anchor": "middle" }, value);
    const across = Math.max(3, Math.ceil(Math.sqrt(this.range.length)));
    const n = this.range.indexOf(value);
    const step = (1.7 * r) / across;
    const at = [x + ((n % across) - (across - 1) / 2) * step, y + (Math.floor(n / across) - (across - 1) / 2) * step];
    return svg("text", { class: "value-note", x: at[0], y: at[1] + step * 0.3, "font-size": step * 0.82, "text-anchor": "middle" }, value);
  }
}
