// The start page: a game at once, or the way to any other.

import { api, once } from "./api.js";
import { button, h, icon } from "./dom.js";
import { clockWords } from "./friend.js";
import { gamePicture } from "./library-picture.js";
import { section } from "./recent.js";
import { agents, usualPlayers } from "./start.js";
import { gameName, nodes, t } from "./words.js";

const FIRST = "Amazons";
const SHOWN = ["Chess", "Go", "Hex", "Oware", "Backgammon", "Nine Men's Morris", "Shogi", "Chinese Checkers", "Reversi", "English Draughts", "Hnefatafl", "Connect Four"];

/** The start page. */
export async function mountHome(el, app) {
  const file = h("input", { type: "file", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true", accept: ".trl,.txt,text/plain" });
  file.addEventListener("change", async () => file.files[0] && app.openTrial(await file.files[0].text()).catch(() => {}));
  const start = button(t`Play ${gameName(FIRST)}`, { icon: "play", class: "btn btn-primary btn-large" }, async () => {
    start.disabled = true;
    await agents(FIRST).then((list) => app.createTable({ game: FIRST, players: usualPlayers(2, list) })).catch(() => {});
    start.disabled = false;
  });
  const featured = h("ul", { class: "featured" });
  const account = h("a", { class: "btn btn-quiet", href: "/account", "data-link": "", hidden: true });
  api("/api/me").then(({ on, signed_in }) => {
    account.append(icon("keys"), signed_in ? t`Your account` : t`Sign in`);
    account.hidden = !on;
  }, () => {});
  const lucky = button(t`A random game`, { icon: "dice", class: "btn btn-quiet", disabled: true });
  el.append(
    h(
      "div", { class: "home" },
      h(
        "section", { class: "hero", "aria-labelledby": "hero-title" },
        h(
          "div", { class: "hero-words" },
          h("h1", { id: "hero-title" }, t`Play any board game.`),
          h("p", { class: "lead" }, t`Against friends, at the same screen or at their own, or against a machine that has never seen the game before. Every game here is a short description in plain words: open one, change a rule, play on.`),
          h("div", { class: "hero-buttons" }, start, h("a", { class: "btn btn-large", href: "/library", "data-link": "" }, t`All games`)),
          h("p", { class: "hero-more" }, button(t`Open a saved game`, { icon: "open", class: "btn btn-quiet" }, () => file.click()), file, h("a", { class: "btn btn-quiet", href: "/design", "data-link": "" }, icon("pencil"), t`Design a game`), h("a", { class: "btn btn-quiet", href: "/tournaments", "data-link": "" }, icon("trophy"), t`Tournaments`), h("a", { class: "btn btn-quiet", href: "/profile/me", "data-link": "" }, icon("people"), t`My games and bots`), account, lucky),
        ),
        h("div", { class: "hero-board", "aria-hidden": "true" }, h("img", { src: "/static/hero.svg", alt: "", width: 440, height: 440, decoding: "async" })),
      ),
      section("recent", { words: t`Go on with`, address: (id) => `/table/${id}`, picture: "play" }),
      h("section", { "aria-labelledby": "featured-title" }, h("h2", { id: "featured-title" }, t`Begin with one of these`), featured),
    ),
  );
  listChallenges(el.querySelector(".hero"));
  const { games } = await once("/api/games").catch(() => ({ games: [] }));
  const names = new Set(games.map(({ name }) => name));
  const chosen = [...[...(app.settings.get("favourites") ?? []), ...SHOWN].filter((name) => names.has(name)), ...games.map(({ name }) => name)].filter((name, n, all) => all.indexOf(name) === n && name !== FIRST).slice(0, 12);
  featured.append(...chosen.map((name) => h("li", {}, h("button", { type: "button", class: "card featured-game", onclick: () => app.startDialog(name) }, gamePicture(name, { width: 160, height: 160 }), h("span", {}, gameName(name))))));
  if (games.length) lucky.disabled = false;
  lucky.addEventListener("click", () => app.startDialog(games[Math.floor(Math.random() * games.length)].name));
  if (games.length > chosen.length) featured.parentElement.append(h("p", {}, h("a", { href: "/library", "data-link": "" }, t`All ${games.length} games`)));
}

/** The seats that anybody may take, below the greeting, where the server lists them. */
async function listChallenges(above) {
  const { challenges } = await api("/api/challenges").catch(() => ({ challenges: [] }));
  if (!challenges.length || !above.isConnected) return;
  const seat = ({ table, key, game, host, label, clock }) =>
    h("li", {}, h("a", { class: "chip", href: `/table/${table}#seat=${key}` }, icon("people"), nodes`${h("bdi", {}, host)} plays ${gameName(game)}: ${label} is free. ${clockWords(clock)}`));
  above.after(h("section", { "aria-labelledby": "challenges-title" }, h("h2", { id: "challenges-title" }, t`They wait for somebody`), h("ul", { class: "chips" }, challenges.map(seat))));
}
