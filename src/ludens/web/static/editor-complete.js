// What the engine of the language says of the text that is being written: completions, what a word means, its forms, and
// where its name is defined. The same engine serves other editors, by `ludens lsp`.

import { api } from "./api.js";
import { h } from "./dom.js";
import { snippet } from "./vendor/codemirror.js";

const WORD = /^[\w":.~ -]*$/;
const KINDS = { constant: "constant", define: "function", keyword: "keyword", label: "property", piece: "class", role: "enum" };

/** The engine's answer about a text, or null where the server cannot be asked. */
export async function ask(kind, text, offset = 0, more = {}) {
  try {
    return (await api("/api/language", { ask: kind, text, offset, ...more })).answer;
  } catch {
    return null;
  }
}

/** A completion source of CodeMirror: what fits at the caret. */
export async function complete(context) {
  const before = context.state.sliceDoc(Math.max(0, context.pos - 80), context.pos);
  if (!context.explicit && !/[({"]["\w]*$/.test(before)) return null;
  const answer = await ask("completion", context.state.doc.toString(), context.pos);
  if (!answer?.items?.length || context.aborted) return null;
  const options = answer.items.map((item, place) => option(item, place));
  return { from: answer.from, to: Math.max(answer.to, context.pos), options, validFor: WORD };
}

function option({ label, kind, insert, snippet: hasGaps, detail, doc }, place) {
  const shown = firstSentence(doc) || detail || kind;
  const info = detail && doc ? () => h("div", { class: "code-hover" }, h("pre", { class: "doc-signature" }, detail), h("p", {}, withCode(doc))) : undefined;
  return { label, detail: shown, type: KINDS[kind] ?? "text", boost: Math.max(-99, -place), apply: hasGaps ? snippet(insert) : insert, info };
}

/** What CodeMirror shows of the word under the pointer, or null. */
export async function hover(view, at) {
  const text = view.state.doc.toString();
  const answer = await ask("hover", text, at);
  if (!answer?.markdown || view.state.doc.toString() !== text) return null;
  return { pos: answer.from, end: answer.to, above: true, create: () => ({ dom: h("div", { class: "code-hover" }, rendered(answer.markdown)) }) };
}

/** The forms of the clause around a place, each with its argument that is being written marked; null where none is known. */
export async function forms(text, at) {
  const answer = await ask("signature", text, at);
  return answer?.signatures?.map(({ label, doc, parameters }, index) => {
    const active = index === answer.active && answer.parameter !== null ? parameters[answer.parameter] : null;
    return h("div", { class: "doc-entry" }, h("pre", { class: "doc-signature" }, marked(label, active)), h("div", {}, rendered(doc)));
  });
}

function marked(label, span) {
  if (!span) return label;
  const [from, to] = span;
  return [label.slice(0, from), h("mark", {}, label.slice(from, to)), label.slice(to)];
}

// The little of Markdown that the engine writes: code between fences, lists, code in lines.
function rendered(markdown) {
  return markdown.split(/\n\n+/).map((part) => {
    const code = /^```\w*\n([^]*?)\n?```$/.exec(part.trim());
    if (code) return h("pre", { class: "doc-signature" }, code[1]);
    if (/^- /.test(part)) return h("ul", { class: "doc-list" }, part.split(/\n(?=- )/).map((item) => h("li", {}, withCode(item.slice(2)))));
    return h("p", {}, withCode(part));
  });
}

const withCode = (words) => words.split(/`([^`]*)`/).map((part, index) => (index % 2 ? h("code", {}, part) : part));

const firstSentence = (doc) => (doc ?? "").split(/(?<=[.:])\s/, 1)[0].replace(/\s+/g, " ").replaceAll("`", "");
