// The browser of games: a card with a picture for each, narrowed as one types.

import { button, clear, h, icon } from "./dom.js";
import { api, once } from "./api.js";
import { gamePicture } from "./library-picture.js";
import { choose, plain, titleOf } from "./library-search.js";
import { nodes, t, term, tn } from "./words.js";

const SORTS = [["", t`Best fit, then name`], ["backwards", t`Name, from Z to A`], ["kind", t`Kind`], ["players", t`Players`], ["played", t`Last played`]];

/** The browser; its search and filters are kept in the address, so that the way back leads to the same place. */
export async function mountLibrary(el, app) {
  app.title(t`Games`);
  const { games } = await once("/api/games");
  const filters = Object.fromEntries(new URLSearchParams(location.search));
  const grid = h("ul", { class: "grid-cards library-grid", id: "library-games" });
  const count = h("p", { class: "muted library-count", role: "status" });
  let chosen = [];
  const open = (game) => game && app.startDialog(game.name);
  const controls = searchControls(games, filters, refresh, () => chosen.length === 1 && open(chosen[0]));
  const away = h("div", { class: "library-away" });
  const lucky = button(t`A random game`, { icon: "dice", class: "btn btn-quiet library-lucky" }, () => open(chosen[Math.floor(Math.random() * chosen.length)]));

  // a card that was shown before keeps its picture
  const cards = new Map();
  const cardOf = (game) => cards.get(game.name) ?? cards.set(game.name, card(game, app)).get(game.name);

  function refresh() {
    const { settings } = app;
    const preferences = { favourites: settings.get("favourites") ?? [], played: (settings.get("recent") ?? []).map(({ name }) => name) };
    chosen = choose(games, filters, preferences);
    lucky.disabled = !chosen.length;
    clear(grid).append(...chosen.map(cardOf));
    count.textContent = tn(chosen.length, "{0} game", "{0} games");
    if (!chosen.length) count.textContent = filters.only && !preferences.favourites.length ? t`No favourites yet: the star of a game makes it one.` : t`No game fits. Try fewer words.`;
    remember(filters);
  }

  el.append(
    h("div", { class: "library" }, h("h1", {}, t`Games`), controls, h("div", { class: "library-line" }, count, loved(filters, refresh), lucky), away, grid),
  );
  grid.addEventListener("keydown", walk);
  const shortcut = (event) => focusSearch(event, controls);
  addEventListener("keydown", shortcut);
  refresh();
  api("/api/shelf").then(({ folders }) => away.append(...folders.filter(({ refused }) => refused.length).map(refusals)), () => {});
  return () => removeEventListener("keydown", shortcut);
}

function remember({ query, category, players, sort, only }) {
  const parameters = Object.entries({ query, category, players, sort, only }).filter(([, value]) => value);
  const search = new URLSearchParams(parameters).toString();
  history.replaceState(history.state, "", location.pathname + (search ? `?${search}` : ""));
}

/** What of a folder of the owner's is no game of the library, each file with its reason. */
function refusals({ folder, games, refused }) {
  const files = tn(refused.length, "{0} file", "{0} files");
  return h(
    "details", {},
    h("summary", {}, t`${files} of ${folder} could not join the library`),
    h("p", { class: "muted" }, tn(games, "{0} game of this folder joined it.", "{0} games of this folder joined it."), " ", nodes`After a change, ${h("code", {}, "ludens library refresh")} looks at the files again.`),
    h("ul", {}, refused.map(({ file, line, why }) => h("li", {}, h("strong", {}, line ? t`${file}, line ${line}` : file), h("span", {}, why)))),
  );
}

// the switch that leaves the favourites only
function loved(filters, refresh) {
  const pressed = () => String(Boolean(filters.only));
  const toggle = button(t`Favourites`, { icon: "star", class: "btn btn-quiet library-loved", "aria-pressed": pressed() }, () => {
    filters.only = filters.only ? "" : "favourites";
    toggle.setAttribute("aria-pressed", pressed());
    refresh();
  });
  return toggle;
}

function searchControls(games, filters, refresh, enter) {
  const search = h("input", {
    type: "search", id: "library-search", placeholder: t`Name, or what happens in it`, autocomplete: "off",
    "aria-controls": "library-games", value: filters.query,
  });
  search.addEventListener("input", () => ((filters.query = search.value), refresh()));
  search.addEventListener("keydown", (event) => event.key === "Enter" && !event.isComposing && (event.preventDefault(), enter()));
  const categories = [...new Set(games.map(({ category }) => category))].filter(Boolean).sort();
  const players = [...new Set(games.map((game) => game.players))].filter(Number.isFinite).sort((a, b) => a - b);
  return h(
    "search",
    { class: "library-controls" },
    h("div", { class: "field library-search" }, h("label", { for: "library-search" }, t`Search`), h("div", { class: "library-box" }, icon("search"), search)),
    filter(t`Kind`, "category", [["", t`All kinds`], ...categories.map((name) => [name, capital(name)])], filters, refresh),
    filter(t`Players`, "players", [["", t`Any number`], ...players.map((n) => [String(n), String(n)])], filters, refresh),
    filter(t`Order`, "sort", SORTS, filters, refresh),
  );
}

function filter(label, key, choices, filters, refresh) {
  const id = `library-${key}`;
  const select = h("select", { id }, choices.map(([value, words]) => h("option", { value, selected: (filters[key] ?? "") === value }, words)));
  select.addEventListener("change", () => ((filters[key] = select.value), refresh()));
  return h("div", { class: "field" }, h("label", { for: id }, label), select);
}

function card(game, app) {
  const name = encodeURIComponent(game.name);
  const picture = gamePicture(game.name, { class: "library-picture", width: 200, height: 200 });
  const id = `game-${plain(game.name).replaceAll(" ", "-")}`;
  const start = h(
    "button",
    { type: "button", class: "library-start", "aria-describedby": `${id}-about`, onclick: () => app.startDialog(game.name) },
    titleOf(game),
  );
  return h(
    "li",
    { class: "card library-card" },
    picture,
    h("h2", { class: "library-name" }, start),
    game.title && h("p", { class: "muted library-file" }, game.name),
    h("p", { class: "library-about", id: `${id}-about` }, game.description),
    h(
      "div",
      { class: "library-foot" },
      h("span", { class: "badge" }, capital(game.category)),
      game.origin && h("span", { class: "badge", title: game.origin }, game.origin.replace(/^[^/]*\/\//, "").split("/")[0]),
      h("span", { class: "badge" }, tn(game.players, "{0} player", "{0} players")),
      star(game.name, app.settings),
      button(t`Look at the description of ${game.name}`, { icon: "pencil", quiet: true, class: "library-edit" }, () => app.navigate(`/design?game=${name}`)),
    ),
  );
}

// the star that makes a game a favourite, or no longer one
function star(name, settings) {
  const is = () => (settings.get("favourites") ?? []).includes(name);
  const toggle = button(t`Favourite: ${name}`, { icon: "star", quiet: true, class: "library-star", "aria-pressed": String(is()) }, () => {
    const others = (settings.get("favourites") ?? []).filter((other) => other !== name);
    settings.set("favourites", is() ? others : [...others, name]);
    toggle.setAttribute("aria-pressed", String(is()));
  });
  return toggle;
}

const capital = (text) => (text ? term(text[0].toUpperCase() + text.slice(1)) : t`Other`);

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
