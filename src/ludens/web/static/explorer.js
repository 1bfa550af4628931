// Openings: a position of a game, what was played there in public games, and how these ended.

import { clear, h, svgNodes, svg } from "./dom.js";
import { gameName, language, t, tn } from "./words.js";

const HALF = 100;

/** The page of a position: the moves that lead there stand in the address. */
export async function mountExplorer(el, app, name) {
  const query = new URLSearchParams(location.search);
  const address = `/api/explorer/${encodeURIComponent(name)}?${query}`;
  el.append(h("p", { class: "muted", role: "status" }, t`Looking …`));
  const opening = await app.api(address);
  const title = t`${gameName(opening.game)}: openings`;
  app.title(title);
  const to = (play) => {
    const next = new URLSearchParams(query);
    if (play.length) next.set("play", play.map((move) => move.replaceAll(" ", "_")).join(","));
    else next.delete("play");
    const text = next.toString();
    return `/explorer/${encodeURIComponent(name)}${text ? `?${text}` : ""}`;
  };
  const link = (words, play) => h("a", { href: to(play), "data-link": "" }, words);
  const path = opening.play.map((move, n) => h("li", {}, link(move.replaceAll("_", " "), opening.play.slice(0, n + 1))));
  const rows = opening.moves.filter(({ counted }) => counted.games);
  const others = opening.moves.filter(({ counted }) => !counted.games);
  clear(el).append(
    h(
      "div", { class: "explorer" },
      h("h1", {}, title),
      h("nav", { "aria-label": t`Moves so far` }, h("ol", { class: "explorer-path" }, h("li", {}, link(t`Start`, [])), path)),
      h("div", { class: "explorer-board" }, picture(opening.svg)),
      h(
        "section", { "aria-label": t`Moves|to choose from` },
        h("p", { class: "muted" }, total(opening)),
        rows.length ? table(opening, rows, (move) => link(move.name, [...opening.play, move.name])) : null,
        others.length ? h("details", { open: !rows.length }, h("summary", {}, rows.length ? t`Other moves` : t`Moves|to choose from`), h("ul", { class: "chips" }, others.map((move) => h("li", {}, h("a", { class: "chip", href: to([...opening.play, move.name]), "data-link": "" }, move.name))))) : null,
        opening.over ? h("p", {}, t`The game is over here.`) : null,
        opening.games.length ? [h("h2", {}, t`Games|that were played`), h("ul", { class: "explorer-games" }, opening.games.map((game) => gameLine(app, game)))] : null,
      ),
    ),
  );
}

function picture(markup) {
  const drawn = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  const shown = svg("svg", { viewBox: drawn.getAttribute("viewBox"), role: "img", "aria-label": t`The position` }, ...svgNodes(drawn.innerHTML));
  for (const element of shown.querySelectorAll("style")) element.remove();
  return shown;
}

const total = ({ counted }) => tn(counted.games, "One public game came here.", "{0} public games came here.");

function table({ labels }, moves, link) {
  const share = (count, games) => `${Math.round((HALF * count) / games)} %`;
  const row = (move) => {
    const { games, wins, draws } = move.counted;
    const words = [...wins.map((count, n) => `${labels[n] ?? n + 1} ${share(count, games)}`), t`draws ${share(draws, games)}`].join(", ");
    const bar = [...wins.map((count, n) => [count, `explorer-seat-${n % 4}`]), [draws, "explorer-draws"]];
    const parts = bar.filter(([count]) => count).map(([count, kind]) => h("span", { class: kind, style: null, dataset: { share: count / games } }));
    for (const part of parts) part.style.flexGrow = part.dataset.share;
    return h("tr", {}, h("th", { scope: "row" }, link(move)), h("td", {}, String(games)), h("td", {}, h("div", { class: "explorer-bar", role: "img", "aria-label": words, title: words }, parts)));
  };
  return h("table", { class: "explorer-table" }, h("thead", {}, h("tr", {}, [t`Move`, t`Games|that were played`, t`Results, by seat`].map((words) => h("th", { scope: "col" }, words)))), h("tbody", {}, moves.map(row)));
}

/** A game in a list: it opens as an analysis. */
export function gameLine(app, { id, names, result, ended }, ...more) {
  const open = async () => {
    const response = await fetch(`/api/archive/${id}/trial`);
    if (response.ok) await app.openStudy({ file: await response.text() }).catch((error) => app.toast(error.message, "error"));
    else app.toast(t`This game cannot be shown.`, "error");
  };
  return h("li", {}, h("button", { type: "button", class: "btn btn-quiet explorer-game", onclick: open }, h("bdi", {}, names.join(" – ")), h("span", { class: "muted" }, `${result} ${new Date(ended).toLocaleDateString(language)}`)), more);
}
