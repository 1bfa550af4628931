// The browser of games: a card with a picture for each, narrowed as one types.

import { button, clear, h, icon } from "./dom.js";
import { once } from "./api.js";
import { gamePicture } from "./library-picture.js";

/** Words for comparing: lower case, without accents and punctuation. */
function plain(text) {
  return String(text ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** How well a game answers a search: 0 best, null not at all. Every word must occur somewhere. */
function rank(game, query) {
  const words = plain(query).split(" ").filter(Boolean);
  if (!words.length) return 0;
  const names = [game.name, ...(game.aliases ?? [])].map(plain);
  const everything = plain([...names, game.description, game.category].join(" "));
  if (!words.every((word) => everything.includes(word))) return null;
  const phrase = words.join(" ");
  if (names.some((name) => name.startsWith(phrase))) return 0;
  return names.some((name) => words.every((word) => name.includes(word))) ? 1 : 2;
}

/** The games that a search and the filters leave, the best first. */
export function choose(games, { query = "", category = "", players = "" } = {}) {
  return games
    .filter((game) => (!category || game.category === category) && (!players || String(game.players) === players))
    .map((game) => [rank(game, query), game])
    .filter(([place]) => place !== null)
    .sort(([a, one], [b, two]) => a - b || one.name.localeCompare(two.name))
    .map(([, game]) => game);
}

/** The browser; its search and filters are kept in the address, so that the way back leads to the same place. */
export async function mountLibrary(el, app) {
  app.title("Games");
  const { games } = await once("/api/games");
  const wanted = Object.fromEntries(new URLSearchParams(location.search));
  const grid = h("ul", { class: "grid-cards library-grid", id: "library-games" });
  const count = h("p", { class: "muted library-count", role: "status" });
  const controls = searchControls(games, wanted, refresh);

  // a card that was shown before keeps its picture
  const cards = new Map();
  const cardOf = (game) => cards.get(game.name) ?? cards.set(game.name, card(game, app)).get(game.name);

  function refresh() {
    const chosen = choose(games, wanted);
    clear(grid).append(...chosen.map(cardOf));
    count.textContent = chosen.length === 1 ? "1 game" : `${chosen.length} games`;
    if (!chosen.length) count.textContent = "No game fits. Try fewer words.";
    remember(wanted);
  }

  el.append(
    h("div", { class: "library" }, h("h1", {}, "Games"), controls, count, grid),
  );
  grid.addEventListener("keydown", walk);
  const shortcut = (event) => focusSearch(event, controls);
  addEventListener("keydown", shortcut);
  refresh();
  return () => removeEventListener("keydown", shortcut);
}

function remember({ query, category, players }) {
  const kept = Object.entries({ query, category, players }).filter(([, value]) => value);
  const search = new URLSearchParams(kept).toString();
  history.replaceState(history.state, "", location.pathname + (search ? `?${search}` : ""));
}

function searchControls(games, wanted, refresh) {
  const search = h("input", {
    type: "search", id: "library-search", placeholder: "Name, or what happens in it", autocomplete: "off",
    "aria-controls": "library-games", value: wanted.query,
  });
  search.addEventListener("input", () => ((wanted.query = search.value), refresh()));
  const categories = [...new Set(games.map(({ category }) => category))].filter(Boolean).sort();
  const players = [...new Set(games.map((game) => game.players))].filter(Number.isFinite).sort((a, b) => a - b);
  return h(
    "search",
    { class: "library-controls" },
    h("div", { class: "field library-search" }, h("label", { for: "library-search" }, "Search"), h("div", { class: "library-box" }, icon("search"), search)),
    filter("Kind", "category", [["", "All kinds"], ...categories.map((name) => [name, capital(name)])], wanted, refresh),
    filter("Players", "players", [["", "Any number"], ...players.map((n) => [String(n), String(n)])], wanted, refresh),
  );
}

function filter(label, key, choices, wanted, refresh) {
  const id = `library-${key}`;
  const select = h("select", { id }, choices.map(([value, words]) => h("option", { value, selected: (wanted[key] ?? "") === value }, words)));
  select.addEventListener("change", () => ((wanted[key] = select.value), refresh()));
  return h("div", { class: "field" }, h("label", { for: id }, label), select);
}

function card(game, app) {
  const name = encodeURIComponent(game.name);
  const picture = gamePicture(game.name, { class: "library-picture", width: 200, height: 200 });
  const id = `game-${plain(game.name).replaceAll(" ", "-")}`;
  const start = h(
    "button",
    { type: "button", class: "library-start", "aria-describedby": `${id}-about`, onclick: () => app.startDialog(game.name) },
    game.name,
  );
  return h(
    "li",
    { class: "card library-card" },
    picture,
    h("h2", { class: "library-name" }, start),
    h("p", { class: "library-about", id: `${id}-about` }, game.description),
    h(
      "div",
      { class: "library-foot" },
      h("span", { class: "badge" }, capital(game.category)),
      h("span", { class: "badge" }, game.players === 1 ? "1 player" : `${game.players} players`),
      button(`Look at the description of ${game.name}`, { icon: "pencil", quiet: true, class: "library-edit" }, () => app.navigate(`/design?game=${name}`)),
    ),
  );
}

const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : "Other");

// The arrow keys move between cards, in the columns that the window happens to have.
function walk(event) {
  const cards = [...event.currentTarget.querySelectorAll(".library-start")];
  const at = cards.indexOf(document.activeElement);
  if (at < 0) return;
  const top = cards[0].getBoundingClientRect().left;
  const columns = Math.max(1, cards.slice(1).findIndex((one) => one.getBoundingClientRect().left === top) + 1 || cards.length);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + columns, ArrowUp: at - columns, Home: 0, End: cards.length - 1 }[event.key];
  if (to === undefined || !cards[to]) return;
  event.preventDefault();
  cards[to].focus();
}

// "/" goes to the search, as on many pages, unless something is being typed.
function focusSearch(event, controls) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, dialog")) return;
  event.preventDefault();
  controls.querySelector("input").focus();
}
