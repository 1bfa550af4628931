// Somebody as others see them: ratings and games; of oneself also the bots, and all games to keep.

import { api, ApiError } from "./api.js";
import { button, clear, dialog, h } from "./dom.js";
import { gameLine } from "./explorer.js";
import { gameName, t } from "./words.js";

/** The page of a person or a bot; `me` is oneself. */
export async function mountProfile(el, app, id) {
  const mine = id === "me";
  const profile = await api(`/api/profile/${id}`);
  app.title(profile.name || t`My games`);
  const rating = ({ game, rating: points, deviation, games }) => h("tr", {}, h("th", { scope: "row" }, gameName(game)), h("td", {}, `${points} ± ${2 * deviation}`), h("td", {}, String(games)));
  const results = ({ game, games, wins, draws, losses }) => h("tr", {}, h("th", { scope: "row" }, gameName(game)), [games, wins, draws, losses].map((count) => h("td", {}, String(count))));
  const openings = ({ library, description, options }) => h("a", { class: "btn btn-quiet", href: `/explorer/${encodeURIComponent(library || description)}${options.length ? `?${new URLSearchParams(options.map((one) => ["option", one]))}` : ""}`, "data-link": "" }, t`Openings`);
  const game = ({ id: number, game: title, people, result, ended, ...more }) =>
    gameLine(app, { id: number, names: [`${gameName(title)}: ${people.map((person) => person.name || person.agent || person.label).join(" – ")}`], result, ended }, more.public ? openings(more) : null);
  el.append(
    h(
      "div", { class: "profile" },
      h("h1", {}, profile.name ? h("bdi", {}, profile.name) : t`My games`, profile.bot ? h("span", { class: "muted" }, ` ${t`bot`}`) : null),
      profile.ratings.length ? h("table", { class: "tournament-table" }, h("caption", {}, t`Ratings`), h("thead", {}, h("tr", {}, [t`Game`, t`Rating`, t`Games|that were played`].map((words) => h("th", { scope: "col" }, words)))), h("tbody", {}, profile.ratings.map(rating))) : null,
      profile.statistics.length ? h("table", { class: "tournament-table" }, h("caption", {}, t`Results`), h("thead", {}, h("tr", {}, [t`Game`, t`Games|that were played`, t`Won|games`, t`Drawn|games`, t`Lost|games`].map((words) => h("th", { scope: "col" }, words)))), h("tbody", {}, profile.statistics.map(results))) : null,
      h("h2", {}, t`Games|that were played`),
      profile.games.length ? h("ul", { class: "explorer-games" }, profile.games.map(game)) : h("p", { class: "muted" }, t`None yet that were played to an end with others.`),
      profile.you && profile.games.length ? h("p", {}, h("a", { class: "btn", href: "/api/archive/mine.jsonl", download: "games.jsonl" }, t`All my games as a file`)) : null,
      mine ? await bots(app) : null,
    ),
  );
}

async function bots(app) {
  const list = h("ul", { class: "bot-list" });
  const refresh = async () => {
    const listing = await api("/api/bots");
    const line = ({ name, id, online }) => h("li", {}, h("bdi", {}, name), h("span", { class: "muted" }, ` ${online ? t`listens|a bot` : t`is away|a bot`}`), button(t`Remove ${name}|a bot`, { icon: "close", quiet: true }, () => ask(`/api/bots/${id}/remove`, {})));
    clear(list).append(...listing.bots.map(line));
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
  const make = button(t`Make a bot`, { class: "btn btn-primary" }, async () => {
    const made = await ask("/api/bots", { name: name.value });
    if (!made) return;
    name.value = "";
    const field = h("input", { type: "text", readonly: true, value: made.token, class: "people-link", "aria-label": t`Token`, onfocus: (event) => event.target.select() });
    dialog(t`The token of ${made.name}`, [h("p", {}, t`Keep it: it is shown this once. Whoever has it plays as your bot.`), field, h("pre", { class: "source-text" }, `ludens seat --url ${location.origin} --agent uct --token-file FILE`)]);
  });
  await refresh();
  return h("section", { "aria-labelledby": "bots-title" }, h("h2", { id: "bots-title" }, t`My bots`), h("p", { class: "muted" }, t`Programs of yours that play at this server.`), list, h("div", { class: "field" }, h("label", { for: name.id }, t`Name`), name), make);
}
