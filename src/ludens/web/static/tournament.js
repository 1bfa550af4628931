// Tournaments: the list with a form for a new one, and the page of each: who takes part, pairings, how all stand.

import { api, ApiError, once } from "./api.js";
import { button, clear, h } from "./dom.js";
import { clockForm, clockWords } from "./friend.js";
import { select } from "./opponents.js";
import * as settings from "./settings.js";
import { gameName, t, term, tn } from "./words.js";

/** Kinds by their names, and what a menu says of some. */
const KINDS = [["swiss", t`Swiss`], ["roundrobin", t`Everybody plays everybody`], ["knockout", t`Knock-out`], ["arena", t`Arena`, t`Arena: neighbours play, round after round`], ["simul", t`Simul`, t`Simul: I play all others`]];
const STATUS = { open: t`open: one may join`, running: t`going on|a tournament`, over: t`over|a tournament` };
const AGAIN = 2000;

const kindWords = (kind) => KINDS.find(([name]) => name === kind)?.[1] ?? kind;

/** The list of tournaments. */
export async function mountTournaments(el, app) {
  app.title(t`Tournaments`);
  const { tournaments } = await api("/api/tournaments");
  const line = ({ id, name, kind, game, status, players }) =>
    h("li", {}, h("a", { href: `/tournament/${id}`, "data-link": "", class: "card tournament-card" }, h("strong", {}, h("bdi", {}, name)), h("span", { class: "muted" }, tn(players, "{1}, {2}: {0} player, {3}", "{1}, {2}: {0} players, {3}", gameName(game), kindWords(kind), STATUS[status]))));
  el.append(h("div", { class: "tournaments" }, h("h1", {}, t`Tournaments`), tournaments.length ? h("ul", { class: "tournament-list" }, tournaments.map(line)) : h("p", { class: "muted" }, t`There are none yet.|tournaments`), await form(app)));
}

async function form(app) {
  const { games } = await once("/api/games");
  const two = games.filter(({ players }) => players === 2).map(({ name }) => [name, gameName(name)]);
  const game = select("tournament-game", two, two.find(([name]) => name === "Chess")?.[0] ?? two[0]?.[0]);
  const kind = select("tournament-kind", KINDS.map(([value, words, more = words]) => [value, more]), "swiss");
  const file = h("input", { id: "tournament-file", type: "file", accept: ".lud,.txt,text/plain" });
  const name = h("input", { id: "tournament-name", type: "text", maxlength: 60 });
  const clock = clockForm();
  const field = (label, control) => h("div", { class: "field" }, h("label", { for: control.id }, label), control);
  const open = button(t`Open it|a tournament`, { class: "btn btn-primary", icon: "trophy" }, async () => {
    try {
      const { id } = await api("/api/tournaments", { ...(file.files.length ? { text: await file.files[0].text() } : { game: game.value }), kind: kind.value, name: name.value, clock: clock.value() });
      app.navigate(`/tournament/${id}`);
    } catch (error) {
      if (error instanceof ApiError) app.toast(error.message, "error");
    }
  });
  return h("section", { class: "panel tournament-form", "aria-labelledby": "tournament-new" }, h("h2", { id: "tournament-new" }, t`A new one|a tournament`), field(t`Game`, game), field(t`Or a description of your own (a .lud file)`, file), field(t`Kind`, kind), field(t`Name`, name), clock.element, open);
}

/** The page of a tournament, which is looked at again while it goes on. */
export async function mountTournament(el, app, id) {
  const place = `/api/tournaments/${id}`;
  const body = h("div", { class: "tournament" });
  const name = h("input", { id: "tournament-own", type: "text", maxlength: 24, value: settings.get("name") ?? "", autocomplete: "nickname" });
  let shown = "";
  let timer = 0;
  let left = false;
  const ask = async (what, more = {}) => {
    try {
      await api(`${place}/${what}`, more);
    } catch (error) {
      if (error instanceof ApiError) app.toast(error.message, "error");
    }
    await refresh();
  };
  const join = () => (settings.set("name", name.value), ask("join", { name: name.value }));
  const refresh = async () => {
    const tournament = await api(place);
    if (left) return;
    const key = JSON.stringify(tournament);
    if (key !== shown) show(clear(body), tournament, { ask, join, name });
    shown = key;
    app.title(tournament.name);
    clearTimeout(timer);
    if (tournament.status !== "over") timer = setTimeout(again, AGAIN);
  };
  const again = () => refresh().catch(() => left || (timer = setTimeout(again, AGAIN)));
  await refresh();
  el.append(body);
  return () => {
    left = true;
    clearTimeout(timer);
  };
}

/** What a tournament is about, in words. */
const facts = ({ game, options, kind, rounds, clock, rated }) =>
  [gameName(game), ...options.map(term), kindWords(kind), tn(rounds, "{0} round", "{0} rounds"), clockWords(clock), rated && t`rated`].filter(Boolean);

function show(body, tournament, { ask, join, name }) {
  const { status, standings, pairings } = tournament;
  const own = pairings.flat().find((game) => game.yours && !game.result);
  const people = standings.map((one) =>
    h("tr", { class: one.you ? "tournament-you" : null }, h("td", {}, String(one.place)), h("th", { scope: "row" }, h("a", { href: `/profile/${one.id}`, "data-link": "" }, h("bdi", {}, one.name)), one.bot ? h("span", { class: "muted" }, ` ${t`bot`}`) : null), h("td", {}, String(one.points)), h("td", {}, String(one.buchholz))),
  );
  body.append(
    h("h1", {}, h("bdi", {}, tournament.name)),
    h("p", { class: "muted" }, facts(tournament).join(" · ")),
    own?.table ? h("p", {}, h("a", { class: "btn btn-primary btn-large", href: `/table/${own.table}`, "data-link": "" }, t`To your game`)) : "",
    h(
      "div", { class: "tournament-actions" },
      status === "open" && !tournament.joined ? [h("label", { for: name.id }, t`Your name`), name, button(t`Take part`, { class: "btn btn-primary" }, join)] : null,
      status === "open" && tournament.joined ? button(t`Take no part`, {}, () => ask("leave")) : null,
      status === "open" && tournament.host ? button(t`Begin|a tournament`, { class: "btn btn-primary", icon: "play", disabled: standings.length < 2 }, () => ask("start")) : null,
    ),
    h("p", { role: "status" }, status === "running" ? t`Round ${tournament.round} of ${tournament.rounds}` : status === "over" ? t`It is over.|a tournament` : t`It has not begun: send others the address of this page.`),
    h("div", { class: "tournament-scroll" }, h("table", { class: "tournament-table" }, h("caption", {}, t`Standings`), h("thead", {}, h("tr", {}, ["", t`Player`, t`Points`, t`Opponents' points`].map((words) => h("th", { scope: "col" }, words)))), h("tbody", {}, people))),
    ...pairings.map((listed, n) => [n, listed]).reverse().map(([n, listed]) => round(n + 1, listed)),
  );
}

const round = (number, games) =>
  h(
    "section", { "aria-label": t`Round ${number}` }, h("h2", {}, t`Round ${number}`),
    h("ul", { class: "tournament-pairings" }, games.map((game) => h("li", { class: game.yours ? "tournament-you" : null }, h("bdi", {}, game.first), " – ", game.second === null ? t`pauses` : h("bdi", {}, game.second), game.second !== null ? h("span", { class: "tournament-result" }, game.result || "…") : null))),
  );
