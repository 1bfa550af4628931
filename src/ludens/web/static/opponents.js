// Who plays: people, opponents by level with their faces, and for experts the searches themselves.

import { h } from "./dom.js";
import { face, personFace } from "./faces.js";
import { HUMAN } from "./protocol.js";
import * as settings from "./settings.js";
import { language, t } from "./words.js";

let forms = 0;

/** Whom a seat stands for where it is one of an agent's characters: {number, name, word, about}; null for others. */
export function characterOf(spec, list) {
  const [name, number] = spec.split(":");
  const agent = list.find((one) => one.name === name && one.characters?.length);
  const level = Number(number ?? agent?.quick.split(":")[1]);
  return agent?.characters[level - 1] ? { number: level, ...agent.characters[level - 1] } : null;
}

/** What a seat means to people: "Cat, casual", "Monte-Carlo tree search, 1 s". */
export function agentTitle(spec, list) {
  if (spec === HUMAN) return t`Human`;
  const [name, limit, time] = spec.split(":");
  const character = characterOf(spec, list);
  if (character) return [`${character.name}, ${(language === "en" ? character.word.toLowerCase() : character.word)}`, time && duration(time)].filter(Boolean).join(", ");
  const title = list.find((agent) => agent.name === name)?.title ?? name;
  return limit ? `${title}, ${duration(limit)}` : title;
}

/** The face of whoever has a seat. */
export const faceOf = (spec, list) => (spec === HUMAN ? personFace() : face(characterOf(spec, list)?.number));

/** "200ms" -> "0.2 s" */
export function duration(limit) {
  const match = /^([\d.]+)(ms|s)$/.exec(limit);
  if (!match) return limit;
  return t`${Number(match[1]) / (match[2] === "ms" ? 1000 : 1)} s`;
}

/** The opponent that was chosen last, else one of middling strength, else the strongest. */
export function usualAgent(list) {
  const chosen = settings.get("opponent");
  if (chosen && list.some(({ name }) => name === chosen.split(":")[0])) return chosen;
  const agent = list.find(({ characters }) => characters?.length) ?? list.find(({ strongest }) => strongest) ?? list[0];
  return agent?.quick ?? HUMAN;
}

export function select(id, choices, chosen, onchange) {
  const element = h("select", { id }, choices.map(([value, words, title]) => h("option", { value, selected: value === chosen, title }, words)));
  if (onchange) element.addEventListener("change", () => onchange(element.value));
  return element;
}

/** Choosing who plays: an element, value() -> the list of players, and rotate(), which moves each one seat further. */
export function playersForm(labels, players, list) {
  const form = `players-${++forms}`;
  const seats = labels.map((label, n) => new SeatForm(`${form}-${n}`, label, players[n] ?? HUMAN, list));
  const machine = seats.find((seat) => seat.value !== HUMAN);
  if (machine && seats.length <= 2) machine.element.open = true;
  const rotate = () => {
    const before = seats.map((seat) => [seat.value, seat.element.open]);
    seats.forEach((seat, n) => {
      const [value, open] = before.at(n - 1);
      seat.set(value);
      seat.element.open = open;
    });
  };
  return { element: h("div", { class: "seats" }, seats.map(({ element }) => element)), value: () => seats.map((seat) => seat.value), rotate };
}

/** Choosing who has one seat: a line that opens, with a card for a person and for each level, and the searches below. */
class SeatForm {
  constructor(id, label, player, list) {
    this.id = id;
    this.label = label;
    this.list = list;
    this.people = list.find(({ characters }) => characters?.length);
    this.searches = list.filter((agent) => agent !== this.people);
    this.head = h("summary", { class: "seat-line" });
    this.summary = h("p", { class: "seat-told", "aria-live": "polite" });
    this.time = h("div", { class: "seat-time" });
    this.expert = h("details", { class: "more seat-expert" }, h("summary", {}, t`For experts`), this.expertFields());
    this.element = h(
      "details", { class: "seat" }, this.head,
      h("fieldset", { class: "seat-cards" }, h("legend", { class: "visually-hidden" }, t`Who plays ${label}`), this.cards()),
      this.summary, this.time, this.searches.length > 0 && this.expert,
    );
    this.set(player);
  }

  cards() {
    const card = (value, picture, name, word) =>
      h(
        "label", { class: "seat-card" },
        h("input", { type: "radio", name: this.id, value, class: "seat-radio", onchange: () => this.set(value) }),
        picture, h("span", { class: "seat-card-name" }, name), word && h("span", { class: "seat-card-word" }, word),
      );
    const people = this.people?.characters ?? [];
    return [card(HUMAN, personFace(), t`Human`), ...people.map(({ name, word }, n) => card(`${this.people.name}:${n + 1}`, face(n + 1), name, word))];
  }

  expertFields() {
    const choices = [["", t`By level`], ...this.searches.map((agent) => [agent.name, agent.title, agent.about])];
    this.search = select(`${this.id}-search`, choices, "", (name) => this.set(name ? this.searches.find((agent) => agent.name === name).quick : this.people?.quick ?? HUMAN));
    this.about = h("small", { class: "muted" });
    return h("div", { class: "field" }, h("label", { for: this.search.id }, t`Search`), this.search, this.about);
  }

  /** Give the seat to somebody: a person, a level, or a search. */
  set(player) {
    this.value = player;
    const [name, limit, time] = player.split(":");
    const character = characterOf(player, this.list);
    const agent = character || player === HUMAN ? null : this.list.find((one) => one.name === name);
    const checked = character ? `${name}:${character.number}` : player;
    for (const input of this.element.querySelectorAll(`input[name="${this.id}"]`)) input.checked = input.value === checked;
    this.summary.textContent = character ? `${character.about}` : agent?.about ?? "";
    this.summary.hidden = !this.summary.textContent;
    this.search.value = agent?.name ?? "";
    this.about.textContent = character ? t`The strongest search for the game, held back by the level.` : "";
    if (agent) this.expert.open = true;
    this.fillTimes(name, agent, character, agent ? limit : time);
    this.showHead();
  }

  /** How long it thinks, where that can be chosen: for a search, and for the last level. */
  fillTimes(name, agent, character, limit) {
    const timed = this.searches.find(({ limits }) => limits.length);
    const top = character && character.number === this.people.characters.length;
    const limits = agent ? agent.limits : top ? timed?.limits ?? [] : [];
    const listed = limit && limits.length && !limits.includes(limit) ? [limit, ...limits] : limits;
    this.time.replaceChildren();
    if (!listed.length) return;
    const usual = limit ?? agent?.quick.split(":")[1] ?? (limits.includes("3s") ? "3s" : limits[0]);
    const prefix = agent ? name : `${name}:${character.number}`;
    const choose = (chosen) => ((this.value = `${prefix}:${chosen}`), this.showHead());
    const field = select(`${this.id}-time`, listed.map((one) => [one, duration(one)]), usual, choose);
    this.time.append(h("label", { for: field.id }, t`Thinking time`), field);
    choose(usual);
  }

  showHead() {
    this.head.replaceChildren(
      faceOf(this.value, this.list),
      h("span", { class: "seat-label" }, this.label), h("span", { class: "seat-who muted" }, agentTitle(this.value, this.list)),
    );
  }
}
