// The language of descriptions, as CodeMirror wants it: colours, folds, indentation. It works on texts that do not parse.

import { tokens } from "./editor-lex.js";
import { foldService, HighlightStyle, indentService, indentUnit, StreamLanguage, syntaxHighlighting, tags } from "./vendor/codemirror.js";

const WORD = /^(?:(?!\/\/)[\w.+\-*/%=!^~&|#$])+/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$|^-?\d+\.\.-?\d+$/i;
const KINDS = {
  angle: tags.angleBracket,
  bracket: tags.bracket,
  comment: tags.comment,
  head: tags.keyword,
  hole: tags.special(tags.variableName),
  label: tags.propertyName,
  name: tags.typeName,
  number: tags.number,
  string: tags.string,
  word: tags.variableName,
};
const OPENING = "({[";

/** What follows an opening round bracket is a head; strings go over several lines. */
const language = StreamLanguage.define({
  name: "lud",
  startState: () => ({ string: false, head: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.string) return string(stream, state);
    if (stream.eatSpace()) return null;
    const isHead = state.head;
    state.head = false;
    if (stream.match("//")) return stream.skipToEnd(), "comment";
    const char = stream.next();
    if (char === '"') return string(stream, state);
    if ("(){}[]".includes(char)) return (state.head = char === "("), "bracket";
    if (char === "<" || char === ">") return isHead ? (stream.eat("="), "head") : "angle";
    stream.backUp(1);
    return word(stream, isHead);
  },
  tokenTable: KINDS,
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "{", '"'] } },
});

function string(stream, state) {
  state.string = true;
  while (!stream.eol()) {
    const char = stream.next();
    if (char === "\\") stream.next();
    else if (char === '"') {
      state.string = false;
      break;
    }
  }
  return "string";
}

function word(stream, isHead) {
  const match = stream.match(WORD);
  if (!match) return stream.next(), null;
  const [content] = match;
  if (stream.eat(":")) return "label";
  if (isHead) return "head";
  if (NUMBER.test(content)) return "number";
  if (content.startsWith("#")) return "hole";
  return /^[A-Z]/.test(content) ? "name" : "word";
}

const shaped = new WeakMap();

/** The text and the tokens of a document, made once for each. */
export function shape(doc) {
  if (!shaped.has(doc)) {
    const text = doc.toString();
    shaped.set(doc, { text, tokens: tokens(text) });
  }
  return shaped.get(doc);
}

/** Offsets of the brackets that are open at an offset, the innermost last. */
function openAt({ text, tokens }, offset) {
  const open = [];
  for (const { from, kind } of tokens) {
    if (from >= offset) break;
    if (kind !== "bracket") continue;
    if (OPENING.includes(text[from])) open.push(from);
    else open.pop();
  }
  return open;
}

// A line folds from the last bracket that it leaves open to that bracket's partner.
const folds = foldService.of((state, start, end) => {
  const { text, tokens } = shape(state.doc);
  const open = [];
  let fold = null;
  for (const { from, kind } of tokens) {
    if (kind !== "bracket" || from < start) continue;
    if (from > end && !open.length) break;
    if (OPENING.includes(text[from])) open.push(from);
    else {
      const partner = open.pop();
      if (partner !== undefined && partner <= end && from > end) fold = { from: partner + 1, to: from };
    }
    if (from > end && (!open.length || open[0] > end)) break;
  }
  return fold;
});

// What stands inside of a bracket is indented by one step more than the line of that bracket.
const indents = indentService.of((context, offset) => {
  const innermost = openAt(shape(context.state.doc), offset).at(-1);
  if (innermost === undefined) return 0;
  const outer = /^\s*/.exec(context.state.doc.lineAt(innermost).text)[0].replaceAll("\t", "    ").length;
  return /^\s*[)}\]]/.test(context.textAfterPos(offset)) ? outer : outer + 4;
});

/** A command: a line of its own between the bracket that this line opens and the one behind the caret that closes it. */
export function openBracket(view) {
  const { main, ranges } = view.state.selection;
  const line = view.state.doc.lineAt(main.head);
  const innermost = openAt(shape(view.state.doc), main.head).at(-1) ?? -1;
  if (!main.empty || ranges.length > 1 || innermost < line.from || !/[)}\]]/.test(view.state.sliceDoc(main.head, main.head + 1))) return false;
  const indent = /^\s*/.exec(line.text)[0];
  const insert = `\n${indent}    \n${indent}`;
  view.dispatch({ changes: { from: main.head, insert }, selection: { anchor: main.head + indent.length + 5 }, scrollIntoView: true, userEvent: "input" });
  return true;
}

const colours = HighlightStyle.define(Object.entries(KINDS).map(([kind, tag]) => ({ tag, class: `token-${kind}` })));

/** The extensions of the language. */
export const lud = () => [language, indentUnit.of("    "), folds, indents, syntaxHighlighting(colours)];
