// Forms for beginning a game: who plays, options and rulesets.

import { api, once } from "./api.js";
import { button, dialog, h } from "./dom.js";
import { friendDialog } from "./friend.js";
import { gamePicture } from "./library-picture.js";
import { playersForm, select, usualAgent } from "./opponents.js";
import { HUMAN, Limit } from "./protocol.js";
import * as settings from "./settings.js";
import { gameName, t } from "./words.js";

let forms = 0;

/** The agents that a server has, or those that play a game of its library. */
export async function agents(game) {
  return (await once(game ? `/api/agents?game=${encodeURIComponent(game)}` : "/api/agents")).agents;
}

/** One person, who has the seat `own`, against opponents of the usual strength. */
export const usualPlayers = (count, list, own = 1) => Array.from({ length: count }, (_, n) => (n + 1 === own ? HUMAN : usualAgent(list)));

/** Choosing options and rulesets: an element (null where there are none), and value() -> the list of options. */
function optionsForm(options = [], rulesets = []) {
  if (!options.length && !rulesets.length) return { element: null, value: () => [] };
  const form = `options-${++forms}`;
  const fields = options.map((option, n) => optionField(`${form}-${n}`, option));
  const apply = (heading) => {
    const ruleset = rulesets.find((one) => one.heading === heading);
    for (const setting of ruleset?.settings ?? []) fields.find(({ heading: one }) => setting.startsWith(`${one}/`))?.set(setting);
  };
  const active = rulesets.find(({ selected }) => selected)?.heading ?? "";
  const preset = rulesets.length
    ? select(`${form}-rules`, [["", t`Choose the options myself`], ...rulesets.map(({ heading }) => [heading, heading.replace(/^Ruleset\//, "")])], active, apply)
    : null;
  const element = h(
    "div", { class: "options-form" },
    preset && h("div", { class: "field" }, h("label", { for: preset.id }, t`Ruleset`), preset),
    fields.map(({ element: field }) => field),
  );
  const value = () => {
    const chosen = fields.map((field) => field.value());
    const ruleset = preset && rulesets.find((one) => one.heading === preset.value);
    if (!ruleset) return chosen;
    const own = ruleset.settings.every((setting) => chosen.includes(setting) || !fields.some(({ heading }) => setting.startsWith(`${heading}/`)));
    return own ? [ruleset.heading, ...chosen.filter((one) => !ruleset.settings.includes(one))] : chosen;
  };
  return { element, value };
}

function optionField(id, { heading, items }) {
  const note = h("small", { class: "muted", id: `${id}-note` });
  const describe = (value) => (note.textContent = items.find((item) => `${heading}/${item.name}` === value)?.description ?? "");
  const chosen = items.find(({ selected }) => selected) ?? items[0];
  const element = select(id, items.map((item) => [`${heading}/${item.name}`, item.name]), `${heading}/${chosen?.name}`, describe);
  element.setAttribute("aria-describedby", note.id);
  describe(element.value);
  return {
    heading,
    element: h("div", { class: "field" }, h("label", { for: id }, heading), element, note),
    value: () => element.value,
    set: (value) => ((element.value = value), describe(value)),
  };
}

/** What a form needs to know of a game: by its name in the library, or from its description. */
async function loadGame(game) {
  if (typeof game !== "string") {
    const checked = await api("/api/check", { text: game.text, options: game.options ?? [] });
    return { name: checked.name ?? game.name ?? t`Your game`, players: checked.players ?? 2, options: checked.options ?? [], rulesets: checked.rulesets ?? [], agents: checked.agents ?? (await agents()) };
  }
  const [{ games }, list] = await Promise.all([once("/api/games"), agents(game)]);
  return { ...(games.find(({ name }) => name === game) ?? { name: game, players: 2, options: [], rulesets: [] }), agents: list };
}

/** The dialog of a new table, which leads to it. */
export async function newGameDialog(app, game) {
  let about;
  try {
    about = await loadGame(game);
  } catch (error) {
    app.toast(error.message, "error");
    return null;
  }
  const usual = usualPlayers(about.players, about.agents);
  const body = typeof game === "string" ? { game } : { text: game.text };
  const picture = typeof game === "string" ? gamePicture(game, { class: "start-picture", width: 96, height: 96 }) : null;
  return gameDialog({ ...about, seats: usual, picture }, about.agents, t`New game: ${gameName(about.title ?? about.name)}`, t`Start|a game`, (chosen) => {
    const opponent = chosen.players.find((player) => player !== HUMAN);
    if (opponent) settings.set("opponent", opponent);
    return app.createTable({ ...body, ...chosen });
  }, (chosen) => withFriend(app, about, { ...body, ...chosen }));
}

/** The dialog of a table with others, who get a link: with one where two play, else in the seats that are no machine's. */
function withFriend(app, { players: number, labels, name, title }, chosen) {
  const players = number === 2 ? [HUMAN, HUMAN] : chosen.players;
  const names = Array.from({ length: number }, (_, n) => labels?.[n] ?? t`Player ${n + 1}`);
  friendDialog({ labels: names, players, human: HUMAN }, t`Play ${gameName(title ?? name)} with a friend`, (shared) => app.createTable({ ...chosen, players, shared }));
}

/**
 * The form of a game in a dialog; `done` gets {players, options, seed?} and may throw to keep the dialog open, `friend`
 * gets the same where the game is to be played with others at pages of their own.
 */
export function gameDialog({ description, picture, players: number, seats, labels, options, rulesets, chance }, list, heading, words, done, friend = null) {
  const names = Array.from({ length: number }, (_, n) => labels?.[n] ?? t`Player ${n + 1}`);
  const players = playersForm(names, seats, list);
  const chosen = optionsForm(options, rulesets);
  const seed = h("input", { type: "number", min: 0, max: Limit.SEED, step: 1, id: `seed-${++forms}`, placeholder: t`random` });
  const drawn = h("div", { class: "field" }, h("label", { for: seed.id }, t`Seed of what is drawn at random`), seed);
  const more = chance === false ? null : h("details", { class: "more" }, h("summary", {}, t`More`), drawn);
  const start = button(words, { class: "btn btn-primary", icon: "play" }, () => submit());
  const change = number > 1 && button(t`Change sides`, { class: "btn btn-quiet", icon: "swap" }, () => players.rotate());
  const about = (picture || description) && h("div", { class: "start-about" }, picture, description && h("p", { class: "muted" }, description));
  const element = dialog(
    heading,
    [about, h("div", { class: "seats-head" }, h("h3", {}, t`Players`), change), players.element, chosen.element && h("h3", {}, t`Rules`), chosen.element, more],
    [friend && number > 1 ? button(t`Play with a friend`, { icon: "people" }, () => (element.close(), friend(value()))) : button(t`Cancel`, {}, () => element.close()), start],
  );
  function value() {
    const body = { players: players.value(), options: chosen.value() };
    return seed.value === "" ? body : { ...body, seed: Number(seed.value) };
  }
  async function submit() {
    start.disabled = true;
    start.classList.add("busy");
    try {
      await done(value());
      element.close();
    } catch {
      start.disabled = false;
      start.classList.remove("busy");
    }
  }
  return element;
}
