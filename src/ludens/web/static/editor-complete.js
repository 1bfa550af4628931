// What the editor offers while one types, and what it says of a word that is pointed at.

import { clauseNames, tokenUnder } from "./editor-lex.js";
import { shape } from "./editor-language.js";
import { h } from "./dom.js";
import { once } from "./api.js";

const MOST = 60;
const WORD_BEFORE = /[\w~]*$/;

/** @typedef {{name: string, signature?: string, doc?: string, kind: "ludeme"|"keyword"|"define"}} Entry */

// What belongs to the text and not to the game, and so has no class in the language.
const SYNTAX = [
  { name: "define", signature: '(define "Name" <text>)', doc: 'A name for a piece of text: ("Name") stands for it, and #1, #2 ... in it for what follows the name.' },
  { name: "option", signature: '(option "Heading" <Tag> args:{<name> ...} {(item ...) ...})', doc: "A choice before the game: <Tag:name> stands for what the chosen item has for a name." },
  { name: "item", signature: '(item "Item" <text> ... "What it means")', doc: "One choice of an option. Stars behind it say which one holds unless another is chosen." },
  { name: "rulesets", signature: "(rulesets {(ruleset ...) ...})", doc: "Named sets of options." },
  { name: "ruleset", signature: '(ruleset "Ruleset/Name" {"Heading/Item" ...})', doc: "Options that are chosen together." },
];

/** The words of the language: their forms by name, and what completion offers. */
export class Vocabulary {
  forms = new Map();
  entries = [];

  /** Ask the server for the words. Raises ApiError. */
  async load() {
    const { ludemes = [], keywords = [], defines = [] } = await once("/api/vocabulary");
    const listed = [...ludemes, ...SYNTAX];
    for (const entry of listed) {
      for (const name of new Set([entry.name, entry.name.split(" ")[0]])) this.forms.set(name, [...(this.forms.get(name) ?? []), entry]);
    }
    const words = new Map(listed.map((entry) => [entry.name, { ...entry, kind: "ludeme" }]));
    const constants = keywords.filter((word) => /^[A-Z]/.test(word)).map((name) => ({ name, kind: "keyword" }));
    const named = defines.map((name) => ({ name: `"${name}"`, kind: "define", doc: "Predefined." }));
    this.entries = [...words.values(), ...constants, ...named];
  }
}

/** Entries for a word, the best first: equal beginnings, then beginnings in any case, then words that contain it. */
function matching(entries, word) {
  const lower = word.toLowerCase();
  const rank = ({ name }) => {
    if (name.startsWith(word)) return 0;
    const at = name.toLowerCase().indexOf(lower);
    return at < 0 ? -1 : at === 0 ? 1 : 2;
  };
  return entries
    .map((entry) => [rank(entry), entry])
    .filter(([place]) => place >= 0)
    .sort(([a, one], [b, two]) => a - b || one.name.length - two.name.length || one.name.localeCompare(two.name))
    .slice(0, MOST)
    .map(([, entry]) => entry);
}

/** What is being written at an offset: the word, where it starts, and whether it is the head of a clause; null in strings and comments. */
function writtenAt({ text, found }, offset) {
  const before = found.filter(({ from }) => from < offset);
  const token = tokenUnder(before, offset);
  if (token?.kind === "comment" && offset > token.from) return null;
  if (token?.kind === "string" && !(text[token.to - 1] === '"' && offset === token.to && token.to - token.from > 1)) {
    const head = text[token.from - 1] === "(";
    return head ? { word: text.slice(token.from, offset), from: token.from, head } : null;
  }
  const word = WORD_BEFORE.exec(text.slice(Math.max(0, offset - 100), offset))[0];
  const from = offset - word.length;
  return { word, from, head: text[from - 1] === "(" };
}

/** A completion source of CodeMirror that offers the vocabulary, and the defines of the text. @param {Vocabulary} vocabulary */
export const completing = (vocabulary) => (context) => {
  const shaped = shape(context.state.doc);
  const written = writtenAt(shaped, context.pos);
  if (!written || (!context.explicit && !written.head)) return null;
  const all = [...vocabulary.entries, ...ownDefines(shaped.text)];
  const offered = all.filter(({ kind }) => (kind === "keyword") !== written.head);
  const options = matching(offered, written.word).map((entry, place) => option(entry, -place));
  return options.length ? { from: written.from, options, filter: false } : null;
};

function option({ name, kind, doc }, boost) {
  const apply = (view, _, from, to) => {
    // the quote that a name's own brings with it
    const end = name.endsWith('"') && view.state.sliceDoc(to, to + 1) === '"' ? to + 1 : to;
    view.dispatch({ changes: { from, to: end, insert: name }, selection: { anchor: from + name.length }, userEvent: "input.complete" });
  };
  return { label: name, detail: firstSentence(doc) || kind, type: kind, boost, apply };
}

/** What CodeMirror shows of the word under the pointer, or null. @param {Vocabulary} vocabulary */
export const hovering = (vocabulary) => ({ text, found }, at) => {
  const index = found.findIndex(({ from, to }) => from <= at && at < to);
  if (index < 0 || found[index].kind !== "head") return null;
  const { from, to } = found[index];
  const name = clauseNames(text, found[index], found[index + 1]).find((candidate) => vocabulary.forms.has(candidate));
  if (!name) return null;
  return { pos: from, end: to, above: true, create: () => ({ dom: h("div", { class: "code-hover" }, docEntry(vocabulary.forms.get(name)[0])) }) };
};

/** A form of a ludeme, with what it means. */
export function docEntry({ name, signature, doc }) {
  const words = (doc || "").split(/`([^`]*)`/).map((part, index) => (index % 2 ? h("code", {}, part) : part));
  return h("div", { class: "doc-entry" }, h("pre", { class: "doc-signature" }, signature || `(${name} ...)`), h("p", {}, words));
}

function firstSentence(doc) {
  return (doc ?? "").split(/(?<=[.:])\s/, 1)[0].replace(/\s+/g, " ").replaceAll("`", "");
}

function ownDefines(text) {
  const names = [...text.matchAll(/\(define\s+("[^"\n]+")/g)].map(([, name]) => name);
  return [...new Set(names)].map((name) => ({ name, kind: "define", doc: "Defined in this text." }));
}
