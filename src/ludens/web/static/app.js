// The page: finds the module for an address, mounts it in <main>, and offers every module the same few services.
//
// What the router calls (each may be async, and may return a function that takes everything down again):
//   /            home.js      mountHome(el, app)
//   /table/ID    play.js      mountTable(el, app, id)
//   /library     library.js   mountLibrary(el, app)
//   /analysis    study-open.js mountStudies(el, app)
//   /analysis/ID study.js      mountStudy(el, app, id)
//   /mail        post.js      mountMail(el, app)
//   /account     account.js   mountAccount(el, app)
//   /moderation  moderation.js mountModeration(el, app)
//   /design      editor.js    mountEditor(el, app, { game })       game: the ?game= of the address, or null
// and play.js, where a table shows its analysis panel:
//                analysis.js  mountAnalysis(el, connection, board, app)
// Each has a style sheet of its name, already linked in index.html. `el` is empty and theirs alone.
//
// `app`:
//   navigate(path)                 go to another address of the page
//   api(path, body?)               GET, or POST of `body` as JSON; gives the answer's JSON; throws ApiError (see api.js)
//   createTable(body)              POST /api/tables, then goes to the table
//   openTrial(text)                POST /api/tables/open, then goes to the table
//   openStudy(body)                POST /api/studies, then goes to the study
//   startDialog(name | {text})     the dialog "new game" (players, options, rulesets), which ends in createTable
//   toast(message, kind?)          a short message; kind "error" | "info"
//   announce(message)              the same for screen readers only
//   title(text)                    the document's title
//   settings                       settings.js: get(key), set(key, value), on(key, listener) -> off
// `connection` (connection.js):
//   send(message) -> Promise       the direct answer to a frame (rejects with an error frame, or when the line is cut)
//   on(type, listener) -> off      frames from the server by "type"; also "open", "close" and "shown" (another ply is shown)
//   table                          the last frame "table"; connection.position: the newest POSITION;
//   shown                          the POSITION on the board, which may be a past one
//   view(ply)                      show a ply
// `board` (board.js):
//   layer(name, {under: bool})     a drawing layer of the analysis over (or under) the pieces, with
//     .clear()
//     .arrow(from, to, {kind, width, opacity, label})   site refs; kind: a class for the colour, "arrow-<kind>"
//     .mark(ref, {kind, text, opacity})                 a ring with a short text on a site
//     .disc(ref, {kind, opacity, size})                 a filled disc, e.g. of a heat map
//   site(ref)                      {x, y, r, label, ...} of the scene
//   root                           the <svg>
// Small helpers for the DOM are in dom.js (h, svg, icon, dialog, ...).

import { api, ApiError } from "./api.js";
import { announce, clear, h, toast } from "./dom.js";
import * as settings from "./settings.js";
import { t } from "./words.js";

const ROUTES = [
  [/^\/$/, "./home.js", "mountHome", () => []],
  [/^\/table\/([\w-]+)$/, "./play.js", "mountTable", (match) => [match[1]]],
  [/^\/analysis\/?$/, "./study-open.js", "mountStudies", () => []],
  [/^\/analysis\/([\w-]+)$/, "./study.js", "mountStudy", (match) => [match[1]]],
  [/^\/library\/?$/, "./library.js", "mountLibrary", () => []],
  [/^\/mail\/?$/, "./post.js", "mountMail", () => []],
  [/^\/account\/?$/, "./account.js", "mountAccount", () => []],
  [/^\/moderation\/?$/, "./moderation.js", "mountModeration", () => []],
  [/^\/explorer\/([^/]+)$/, "./explorer.js", "mountExplorer", (match) => [decodeURIComponent(match[1])]],
  [/^\/tournaments\/?$/, "./tournament.js", "mountTournaments", () => []],
  [/^\/tournament\/([\w-]+)$/, "./tournament.js", "mountTournament", (match) => [match[1]]],
  [/^\/profile\/([\w-]+)$/, "./profile.js", "mountProfile", (match) => [match[1]]],
  [/^\/design\/?$/, "./editor.js", "mountEditor", () => [{ game: new URLSearchParams(location.search).get("game") }]],
];

const app = { navigate, api, createTable, openTrial, openStudy, startDialog, toast, announce, title, settings };

let unmount = null;
let visit = 0;

/** Go to an address of the page. */
function navigate(path) {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
  return show();
}

async function show() {
  const turn = ++visit;
  const main = document.getElementById("main");
  const route = ROUTES.find(([pattern]) => pattern.test(location.pathname));
  leave();
  markNavigation();
  const place = h("div", { class: "page" });
  clear(main).append(place);
  if (!route) return missing(place);
  try {
    const [pattern, file, name, values] = route;
    const module = await import(file);
    if (turn !== visit) return;
    const undo = await module[name](place, app, ...values(pattern.exec(location.pathname)));
    if (turn !== visit) return undo?.();
    unmount = undo ?? null;
    if (turn > 1 && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  } catch (error) {
    failed(place, error);
  }
}

function leave() {
  try {
    unmount?.();
  } finally {
    unmount = null;
    document.body.className = "";
    title("");
  }
}

function markNavigation() {
  for (const link of document.querySelectorAll(".site-nav a")) {
    if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function missing(place) {
  title(t`Not found`);
  place.append(
    h("section", { class: "notice" }, h("h1", {}, t`There is nothing here`), h("p", {}, t`This address leads nowhere.`), home()),
  );
}

function failed(place, error) {
  console.error(error);
  clear(place).append(
    h("section", { class: "notice" }, h("h1", {}, t`This page could not be shown`), h("p", {}, String(error.message ?? error)), home()),
  );
}

const home = () => h("p", {}, h("a", { class: "btn", href: "/", "data-link": "" }, t`To the start page`));

/** Open a table (the body of POST /api/tables) and go there; an error is shown as a toast and thrown. */
async function createTable(body) {
  return goTo(api("/api/tables", body));
}

/** Open the table of a trial file's text. */
async function openTrial(trial) {
  return goTo(api("/api/tables/open", { trial }));
}

/** Open a study (the body of POST /api/studies) and go there; throws ApiError. */
async function openStudy(body) {
  const { table } = await api("/api/studies", body);
  return navigate(`/analysis/${table}`);
}

async function goTo(request) {
  try {
    const { table } = await request;
    await navigate(`/table/${table}`);
    return table;
  } catch (error) {
    if (error instanceof ApiError) toast(error.message, "error");
    throw error;
  }
}

/** The dialog of a new game: a game of the library by its name, or a description as {text, name}. */
async function startDialog(game) {
  const { newGameDialog } = await import("./start.js");
  return newGameDialog(app, game);
}

function title(text) {
  document.title = text ? `${text} · ludens` : "ludens";
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-link]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
});
document.addEventListener("keydown", async (event) => {
  if (event.key !== "?" || event.defaultPrevented || !settings.get("keys") || event.target.closest?.("input, textarea, select, dialog")) return;
  event.preventDefault();
  (await import("./shortcuts.js")).showKeys();
});
document.getElementById("settings-button").addEventListener("click", async () => (await import("./preferences.js")).open(app));
addEventListener("popstate", show);
show();
