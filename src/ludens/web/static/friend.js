// "Play with a friend": the clock, the seat and the name, then a table of several people and the link to it.

import { api } from "./api.js";
import { button, dialog, h } from "./dom.js";
import { select } from "./opponents.js";
import * as settings from "./settings.js";

const live = (kind, main, step, periods = 1) => ({ kind, main, step, periods });
/** The clocks that are offered: words, and what the server is told. */
const CLOCKS = [
  ["No clock", { kind: "none" }],
  ["3 minutes, 2 seconds more a move", live("fischer", 180, 2)],
  ["5 minutes", live("fischer", 300, 0)],
  ["10 minutes, 5 seconds more a move", live("fischer", 600, 5)],
  ["15 minutes, 10 seconds more a move", live("fischer", 900, 10)],
  ["30 minutes, 20 seconds more a move", live("fischer", 1800, 20)],
  ["10 minutes, the first 5 seconds of a move free", live("delay", 600, 5)],
  ["10 minutes, then 3 periods of 30 seconds", live("byoyomi", 600, 30, 3)],
  ["A day a move", { kind: "days", days: 1 }],
  ["3 days a move", { kind: "days", days: 3 }],
  ["7 days a move", { kind: "days", days: 7 }],
];
const OWN = "own";
const MINUTE = 60;

/** A clock in words. */
export function clockWords({ kind, main = 0, step = 0, periods = 1, days = 1 }) {
  const time = main % MINUTE ? `${main} seconds` : main === MINUTE ? "1 minute" : `${main / MINUTE} minutes`;
  if (kind === "none") return "No clock";
  if (kind === "days") return days === 1 ? "A day a move" : `${days} days a move`;
  if (kind === "delay") return `${time}, the first ${step} seconds of a move free`;
  if (kind === "byoyomi") return `${time}, then ${periods} ${periods === 1 ? "period" : "periods"} of ${step} seconds`;
  return step ? `${time}, ${step} seconds more a move` : time;
}

/** Choosing a clock: an element, and value(). */
export function clockForm() {
  const number = (id, label, value, max) => [h("label", { for: id }, label), h("input", { id, type: "number", min: 0, max, value, inputmode: "numeric" })];
  const [main, step] = [number("clock-main", "Minutes", 5, 1440), number("clock-step", "Seconds more a move", 3, 3600)];
  const own = h("div", { class: "clock-own", hidden: true }, [main, step].map((one) => h("div", { class: "field" }, one)));
  const known = settings.get("clock") ?? "0";
  const field = select("friend-clock", [...CLOCKS.map(([words], n) => [String(n), words]), [OWN, "Another one"]], known, (value) => (own.hidden = value !== OWN));
  own.hidden = known !== OWN;
  const value = () => {
    settings.set("clock", field.value);
    if (field.value !== OWN) return CLOCKS[Number(field.value)][1];
    return live("fischer", Math.round(Number(main[1].value) * MINUTE), Math.round(Number(step[1].value)));
  };
  return { element: [h("div", { class: "field" }, h("label", { for: "friend-clock" }, "Clock"), field), own], value };
}

/** The dialog: `labels` are those of the players, `players` who plays; `begin(shared)` opens the table. */
export function friendDialog({ labels, players, human, hides }, heading, begin) {
  const free = labels.map((label, n) => [String(n + 1), label]).filter((_, n) => players[n] === human);
  const name = h("input", { id: "friend-name", type: "text", maxlength: 24, autocomplete: "nickname", value: settings.get("name") ?? "", placeholder: "Host" });
  const seat = select("friend-seat", [...free, ["lot", "Drawn by lot"], ["0", "I only look on"]], free[0]?.[0] ?? "0");
  const clock = clockForm();
  const toggle = (words, more, checked) => {
    const input = h("input", { type: "checkbox", role: "switch", checked });
    return [input, h("label", { class: "switch" }, h("span", {}, words, more && h("small", { class: "muted block" }, more)), input)];
  };
  const [listed, open] = toggle("Anybody may take a seat", "It stands in the list on the start page while you wait", false);
  open.hidden = true;
  api("/api/challenges").then(({ on }) => (open.hidden = !on), () => {});
  const [spectators, watched] = toggle("Others may look on", "With a link of its own, which you give away", true);
  const [lone, alone] = toggle("The only move is played at once", "", false);
  const [everybody, read] = toggle("Anybody may read the game afterwards", "It counts among the openings of the game", false);
  const get = button("Get the link", { class: "btn btn-primary", icon: "link" }, async () => {
    get.disabled = true;
    settings.set("name", name.value);
    const shared = { name: name.value, seat: seat.value === "lot" ? null : Number(seat.value), clock: clock.value(), spectators: spectators.checked, lone: lone.checked, listed: listed.checked, public: everybody.checked };
    try {
      await begin(shared);
      box.close();
    } catch {
      get.disabled = false;
    }
  });
  const box = dialog(
    heading,
    [
      h("div", { class: "field" }, h("label", { for: name.id }, "Your name"), name),
      h("div", { class: "field" }, h("label", { for: seat.id }, "You play"), seat),
      clock.element, open, watched, read, !hides && alone,
    ],
    [button("Cancel", {}, () => box.close()), get],
  );
  return box;
}
