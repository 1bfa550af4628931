// The lexical shape of a description: its tokens, and where its lines and errors are.
// Works on texts that do not parse: an editor sees little else. No DOM in here.

const PARTNER = { "(": ")", "{": "}", "[": "]" };
const CLOSING = new Set(Object.values(PARTNER));
const WORD = /[\w.+\-*/%=!^~&|#$]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const RANGE = /^-?\d+\.\.-?\d+$/;

/** @typedef {{from: number, to: number, kind: string}} Token  kind: comment, string, bracket, head, label, number, name, word, hole, angle */

/** The tokens of a text, in order; white space is left out. @returns {Token[]} */
export function tokens(text) {
  const tokens = [];
  let at = 0;
  while (at < text.length) {
    const token = tokenAt(text, at, tokens.at(-1));
    if (token) {
      tokens.push(token);
      at = token.to;
    } else at++;
  }
  return tokens;
}

function tokenAt(text, from, before) {
  const char = text[from];
  if (/\s/.test(char)) return null;
  if (text.startsWith("//", from)) return { from, to: endOfLine(text, from), kind: "comment" };
  if (char === '"') return { from, to: endOfString(text, from), kind: "string" };
  if (PARTNER[char] || CLOSING.has(char)) return { from, to: from + 1, kind: "bracket" };
  const isHead = before?.to === from && text[before.from] === "(" && before.kind === "bracket";
  if (char === "<" || char === ">") return angle(text, from, isHead);
  return word(text, from, isHead);
}

function endOfLine(text, from) {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function endOfString(text, from) {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

// Directly behind "(" these are operators, anywhere else they enclose the arguments of options.
function angle(text, from, isHead) {
  const to = from + (text[from + 1] === "=" ? 2 : 1);
  return isHead ? { from, to, kind: "head" } : { from, to: from + 1, kind: "angle" };
}

function word(text, from, isHead) {
  let to = from + 1;
  while (to < text.length && WORD.test(text[to]) && !text.startsWith("//", to)) to++;
  const content = text.slice(from, to);
  if (text[to] === ":") return { from, to: to + 1, kind: "label" };
  if (isHead) return { from, to, kind: "head" };
  if (NUMBER.test(content) || RANGE.test(content)) return { from, to, kind: "number" };
  if (content.startsWith("#")) return { from, to, kind: "hole" };
  return { from, to, kind: /^[A-Z]/.test(content) ? "name" : "word" };
}

/** The token that holds an offset or ends there, or undefined. @param {Token[]} found */
function tokenUnder(tokens, offset) {
  return tokens.find((token) => token.from <= offset && offset < token.to) ?? tokens.find((token) => token.to === offset);
}

/** Offsets where lines start. */
export function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The offset of a line and column, both from 1; what lies outside the text is brought back into it. */
function offsetOf(text, line, column, starts = lineStarts(text)) {
  if (line < 1) return 0;
  if (line > starts.length) return text.length;
  const end = line < starts.length ? starts[line] - 1 : text.length;
  return Math.min(starts[line - 1] + Math.max(0, column - 1), end);
}

/** The line and column of an offset, both from 1. */
export function placeOf(offset, starts) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - starts[low] + 1 };
}

/**
 * The span of an error, at least one character wide so that it can be seen.
 * @param {{line: number, column: number, end_line?: number, end_column?: number}} error
 */
export function spanOf(text, error, starts = lineStarts(text)) {
  const from = offsetOf(text, error.line, error.column, starts);
  const to = error.end_line ? offsetOf(text, error.end_line, error.end_column, starts) : from;
  if (to > from) return { from, to };
  const token = tokenUnder(tokens(text.slice(from, from + 200)), 0);
  if (token) return { from, to: from + token.to };
  return from < text.length && text[from] !== "\n" ? { from, to: from + 1 } : { from: Math.max(0, from - 1), to: from };
}
