// Where a study begins: from the start of a game, or from a game that is pasted or opened.

import { once } from "./api.js";
import { button, h, toast } from "./dom.js";
import { section } from "./recent.js";
import { t } from "./words.js";

/** The page that begins studies. */
export async function mountStudies(el, app) {
  app.title(t`Analysis`);
  const { games } = await once("/api/games");
  const names = games.map(({ name }) => name).sort((a, b) => a.localeCompare(b));
  const choice = new URLSearchParams(location.search).get("game");
  const game = h("select", { id: "study-game" }, h("option", { value: "" }, t`As the file says`), names.map((name) => h("option", { value: name, selected: name === choice }, name)));
  if (!choice) game.value = names.includes("Chess") ? "Chess" : names[0];
  const text = h("textarea", { id: "study-file", rows: 8, placeholder: "1. e4 e5 2. Nf3 …", spellcheck: "false" });
  const file = h("input", { type: "file", id: "study-upload", accept: ".pgn,.sgf,.pdn,.kif,.csa,.usi,.ggf,.trl,.json,.txt,text/plain" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen) text.value = await chosen.text();
  });
  const open = async (body) => {
    try {
      await app.openStudy(body);
    } catch (error) {
      toast(error.message, "error");
    }
  };
  const named = () => (game.value ? { game: game.value } : {});
  const start = button(t`From the start`, { icon: "play" }, () => (game.value ? open(named()) : toast(t`Choose a game first.`, "error")));
  const read = button(t`Open this game`, { class: "btn btn-primary", icon: "open" }, () => (text.value.trim() ? open({ ...named(), file: text.value }) : toast(t`Paste a game or a position first, or choose a file.`, "error")));
  const field = (id, words, control) => h("div", { class: "field" }, h("label", { for: id }, words), control);
  el.append(
    h(
      "div", { class: "study-open" },
      h("h1", {}, t`Analysis`),
      h("p", { class: "lead" }, t`Look into a game: try other moves, let the machine review it, set up a position, find puzzles.`),
      field("study-game", t`Game`, game),
      h("div", { class: "study-row" }, start),
      field("study-file", t`A game as text: PGN, SGF, PDN, KIF, CSA, USI, GGF, a trial, or a saved study; or a position: FEN, SFEN`, text),
      field("study-upload", t`or from a file`, file),
      h("div", { class: "study-row" }, read),
      section("studies", { words: t`Go on with`, address: (id) => `/analysis/${id}`, picture: "chart" }),
    ),
  );
}
