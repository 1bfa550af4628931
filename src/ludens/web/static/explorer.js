// Openings: a position of a game, what was played there in public games, and how these ended.

import { clear, h, svgNodes, svg } from "./dom.js";

const HALF = 100;

/** The page of a position: the moves that lead there stand in the address. */
export async function mountExplorer(el, app, name) {
  const query = new URLSearchParams(location.search);
  const address = `/api/explorer/${encodeURIComponent(name)}?${query}`;
  el.append(h("p", { class: "muted", role: "status" }, "Looking …"));
  const told = await app.api(address);
  app.title(`${told.game}: openings`);
  const to = (play) => {
    const next = new URLSearchParams(query);
    if (play.length) next.set("play", play.map((move) => move.replaceAll(" ", "_")).join(","));
    else next.delete("play");
    const text = next.toString();
    return `/explorer/${encodeURIComponent(name)}${text ? `?${text}` : ""}`;
  };
  const link = (words, play) => h("a", { href: to(play), "data-link": "" }, words);
  const path = told.play.map((move, n) => h("li", {}, link(move.replaceAll("_", " "), told.play.slice(0, n + 1))));
  const rows = told.moves.filter(({ counted }) => counted.games);
  const others = told.moves.filter(({ counted }) => !counted.games);
  clear(el).append(
    h(
      "div", { class: "explorer" },
      h("h1", {}, `${told.game}: openings`),
      h("nav", { "aria-label": "Moves so far" }, h("ol", { class: "explorer-path" }, h("li", {}, link("Start", [])), path)),
      h("div", { class: "explorer-board" }, picture(told.svg)),
      h(
        "section", { "aria-label": "Moves" },
        h("p", { class: "muted" }, total(told)),
        rows.length ? table(told, rows, (move) => link(move.name, [...told.play, move.name])) : null,
        others.length ? h("details", { open: !rows.length }, h("summary", {}, rows.length ? "Other moves" : "Moves"), h("ul", { class: "chips" }, others.map((move) => h("li", {}, h("a", { class: "chip", href: to([...told.play, move.name]), "data-link": "" }, move.name))))) : null,
        told.over ? h("p", {}, "The game is over here.") : null,
        told.games.length ? [h("h2", {}, "Games"), h("ul", { class: "explorer-games" }, told.games.map((game) => gameLine(app, game)))] : null,
      ),
    ),
  );
}

function picture(markup) {
  const drawn = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  const shown = svg("svg", { viewBox: drawn.getAttribute("viewBox"), role: "img", "aria-label": "The position" }, ...svgNodes(drawn.innerHTML));
  for (const element of shown.querySelectorAll("style")) element.remove();
  return shown;
}

const total = ({ counted }) => (counted.games === 1 ? "One public game came here." : `${counted.games} public games came here.`);

function table({ labels }, moves, link) {
  const share = (count, games) => `${Math.round((HALF * count) / games)} %`;
  const row = (move) => {
    const { games, wins, draws } = move.counted;
    const words = [...wins.map((count, n) => `${labels[n] ?? n + 1} ${share(count, games)}`), `draws ${share(draws, games)}`].join(", ");
    const bar = [...wins.map((count, n) => [count, `explorer-seat-${n % 4}`]), [draws, "explorer-draws"]];
    const parts = bar.filter(([count]) => count).map(([count, kind]) => h("span", { class: kind, style: null, dataset: { share: count / games } }));
    for (const part of parts) part.style.flexGrow = part.dataset.share;
    return h("tr", {}, h("th", { scope: "row" }, link(move)), h("td", {}, String(games)), h("td", {}, h("div", { class: "explorer-bar", role: "img", "aria-label": words, title: words }, parts)));
  };
  return h("table", { class: "explorer-table" }, h("thead", {}, h("tr", {}, ["Move", "Games", "Results, by seat"].map((words) => h("th", { scope: "col" }, words)))), h("tbody", {}, moves.map(row)));
}

/** A game in a list: it opens as an analysis. */
export function gameLine(app, { id, names, result, ended }) {
  const open = async () => {
    const response = await fetch(`/api/archive/${id}/trial`);
    if (response.ok) await app.openStudy({ file: await response.text() }).catch((error) => app.toast(error.message, "error"));
    else app.toast("This game cannot be shown.", "error");
  };
  return h("li", {}, h("button", { type: "button", class: "btn btn-quiet explorer-game", onclick: open }, h("bdi", {}, names.join(" – ")), h("span", { class: "muted" }, `${result} ${new Date(ended).toLocaleDateString()}`)));
}
