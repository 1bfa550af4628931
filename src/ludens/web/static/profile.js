// Somebody as others see them: ratings and games; of oneself also the bots, and all games to keep.

import { api, ApiError } from "./api.js";
import { button, clear, dialog, h } from "./dom.js";
import { gameLine } from "./explorer.js";

/** The page of a person or a bot; `me` is oneself. */
export async function mountProfile(el, app, id) {
  const mine = id === "me";
  const told = await api(`/api/profile/${id}`);
  app.title(told.name || "My games");
  const rating = ({ game, rating: points, deviation, games }) => h("tr", {}, h("th", { scope: "row" }, game), h("td", {}, `${points} ± ${2 * deviation}`), h("td", {}, String(games)));
  const game = ({ id: number, game: title, people, result, ended }) =>
    gameLine(app, { id: number, names: [`${title}: ${people.map((person) => person.name || person.agent || person.label).join(" – ")}`], result, ended });
  el.append(
    h(
      "div", { class: "profile" },
      h("h1", {}, told.name ? h("bdi", {}, told.name) : "My games", told.bot ? h("span", { class: "muted" }, " bot") : null),
      told.ratings.length ? h("table", { class: "tournament-table" }, h("caption", {}, "Ratings"), h("thead", {}, h("tr", {}, ["Game", "Rating", "Games"].map((words) => h("th", { scope: "col" }, words)))), h("tbody", {}, told.ratings.map(rating))) : null,
      h("h2", {}, "Games"),
      told.games.length ? h("ul", { class: "explorer-games" }, told.games.map(game)) : h("p", { class: "muted" }, "None yet that were played to an end with others."),
      told.you && told.games.length ? h("p", {}, h("a", { class: "btn", href: "/api/archive/mine.jsonl", download: "games.jsonl" }, "All my games as a file")) : null,
      mine ? await bots(app) : null,
    ),
  );
}

async function bots(app) {
  const list = h("ul", { class: "bot-list" });
  const refresh = async () => {
    const told = await api("/api/bots");
    const line = ({ name, id, online }) => h("li", {}, h("bdi", {}, name), h("span", { class: "muted" }, online ? " listens" : " is away"), button(`Remove ${name}`, { icon: "close", quiet: true }, () => ask(`/api/bots/${id}/remove`, {})));
    clear(list).append(...told.bots.map(line));
  };
  const ask = async (path, body) => {
    try {
      const made = await api(path, body);
      await refresh();
      return made;
    } catch (error) {
      if (error instanceof ApiError) app.toast(error.message, "error");
      return null;
    }
  };
  const name = h("input", { id: "bot-name", type: "text", maxlength: 24, autocomplete: "off", spellcheck: "false" });
  const make = button("Make a bot", { class: "btn btn-primary" }, async () => {
    const made = await ask("/api/bots", { name: name.value });
    if (!made) return;
    name.value = "";
    const field = h("input", { type: "text", readonly: true, value: made.token, class: "people-link", "aria-label": "Token", onfocus: (event) => event.target.select() });
    dialog(`The token of ${made.name}`, [h("p", {}, "Keep it: it is shown this once. Whoever has it plays as your bot."), field, h("pre", { class: "source-text" }, `ludens seat --url ${location.origin} --agent uct --token-file FILE`)]);
  });
  await refresh();
  return h("section", { "aria-labelledby": "bots-title" }, h("h2", { id: "bots-title" }, "My bots"), h("p", { class: "muted" }, "Programs of yours that play at this server."), list, h("div", { class: "field" }, h("label", { for: name.id }, "Name"), name), make);
}
