// Which games answer a search, also one with a slip of the finger, and in what order they stand.

import { gameName } from "./words.js";

/** Words for comparing: lower case, without accents and punctuation. */
export function plain(text) {
  return String(text ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** What players know a game as: its title, or its name where that is the same. */
export const titleOf = ({ title, name }) => gameName(title ?? name);

const namesOf = (game) => [titleOf(game), game.title ?? game.name, game.name, ...(game.aliases ?? [])].map(plain);

/** How well a game answers a search: 0 best, null not at all. Every word must occur somewhere. */
function rank(game, words) {
  if (!words.length) return 0;
  const names = namesOf(game);
  const everything = plain([...names, game.description, game.category].join(" "));
  if (!words.every((word) => everything.includes(word))) return null;
  const phrase = words.join(" ");
  if (names.some((name) => name.startsWith(phrase))) return 0;
  return names.some((name) => words.every((word) => name.includes(word))) ? 1 : 2;
}

/** How many letters are missing, too many, wrong or changed places between two words; Infinity where more than `most`. */
export function slips(one, two, most) {
  if (Math.abs(one.length - two.length) > most) return Infinity;
  let [before, last] = [[], Array.from({ length: two.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= two.length; j++) {
      const same = one[i - 1] === two[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
      if (i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (Math.min(...row) > most) return Infinity;
    [before, last] = [last, row];
  }
  return last[two.length] <= most ? last[two.length] : Infinity;
}

/** A word as it is spoken: "drafts" for draughts. */
const spoken = (word) => word.replace(/ugh/g, "f");

const forgiven = (word) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** How many slips lie between a search and a name of the game, the whole of its own name first; null where more than are forgiven. */
function nearness(game, words) {
  const sounds = words.map(spoken);
  const phrase = sounds.join("");
  const distances = namesOf(game).map(spoken).map((name, n) => {
    const parts = name.split(" ");
    const each = sounds.map((word) => Math.min(...parts.map((part) => slips(word, part, forgiven(word)))));
    const behind = n ? 0.25 : 0;
    return behind + Math.min(each.reduce((sum, one) => sum + one, 0.5), slips(phrase, parts.join(""), forgiven(phrase)));
  });
  const best = Math.min(...distances);
  return Number.isFinite(best) ? best : null;
}

const byName = (one, two) => titleOf(one).localeCompare(titleOf(two)) || one.name.localeCompare(two.name);
const ORDERS = {
  kind: (one, two) => one.category.localeCompare(two.category) || byName(one, two),
  players: (one, two) => one.players - two.players || byName(one, two),
  backwards: (one, two) => byName(two, one),
};

/**
 * The games that a search and the filters leave, the best first, or in the order `sort`; games whose names come near
 * where none fits. `favourites` and `played` are names, the latter the last one first.
 */
export function choose(games, { query = "", category = "", players = "", sort = "", only = "" } = {}, { favourites = [], played = [] } = {}) {
  const words = plain(query).split(" ").filter(Boolean);
  const loved = new Set(favourites);
  const left = games.filter(
    (game) => (!category || game.category === category) && (!players || String(game.players) === players) && (!only || loved.has(game.name)),
  );
  const ranked = (place) => left.map((game) => [place(game, words), game]).filter(([at]) => at !== null);
  let matches = ranked(rank);
  if (!matches.length) matches = ranked(nearness);
  const place = new Map(played.map((name, n) => [name, n]));
  const last = (game) => place.get(game.name) ?? Infinity;
  const order = sort === "played" ? (one, two) => (last(one) === last(two) ? byName(one, two) : last(one) - last(two)) : ORDERS[sort];
  matches.sort(([a, one], [b, two]) => (order ? order(one, two) : a - b || byName(one, two)));
  return matches.map(([, game]) => game);
}
