// What people read, in their language. A text in the code is English, and the key of its translations; the server, or
// the page that a game was exported as, has put the catalogue in place before any module is read.
//   t`Your move`, t`${label} to move`       a text, with what is put in
//   tn(n, "{0} game", "{0} games")          a text that goes with a number; {1}, {2} ... for further values
//   nodes`${element} wins`                  the same with elements put in, as a list of them and of strings
//   term("Red")                             a word that a description has brought, translated where it is known

const { language: spoken = "en", languages = { en: "English" }, forms = "", messages = {} } = globalThis.ludensWords ?? {};

/** The code of the language, and the names of all that there are by their codes. */
export const language = spoken;
export const languageNames = languages;

document.documentElement.lang = language;

const filled = (text, values) => text.replace(/\{(\d)\}/g, (_, n) => String(values[n]));

/** What English says where a text has a note on its sense behind it: "Draw|a picture". */
const english = (text) => text.split("|")[0];

/** The form of a text that a number asks for: after 199, numbers go by their last two digits. */
const form = (number) => Number(forms[number < 200 ? number : 100 + (number % 100)] ?? 0);

/** A text in the language of the page: a template's tag. */
export function t(parts, ...values) {
  const text = parts.reduce((before, part, n) => `${before}{${n - 1}}${part}`);
  return filled(messages[text] ?? english(text), values);
}

/** The same with elements put in: the text as a list of strings and elements. */
export function nodes(parts, ...values) {
  const text = parts.reduce((before, part, n) => `${before}{${n - 1}}${part}`);
  return (messages[text] ?? english(text)).split(/\{(\d)\}/).map((part, n) => (n % 2 ? values[Number(part)] : part));
}

/** A text that goes with a number, which is {0} in it. */
export function tn(number, one, other, ...values) {
  return filled(messages[one]?.[form(number)] ?? (number === 1 ? one : other), [number, ...values]);
}

/** A word that is a value, translated where the catalogue has it. */
export const term = (text) => messages[text] ?? english(text);

/** What players of the language call a game of this name. */
export const gameName = (name) => term(`${name}|a game`);

/** A moment, in milliseconds of the epoch: the day and the time of day. */
export const when = (ms) => new Date(ms).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
