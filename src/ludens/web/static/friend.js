// "Play with a friend": the clock, the seat and the name, then a table of several people and the link to it.

import { api } from "./api.js";
import { button, dialog, h } from "./dom.js";
import { select } from "./opponents.js";
import * as settings from "./settings.js";
import { t, tn } from "./words.js";

const live = (kind, main, step, periods = 1) => ({ kind, main, step, periods });
/** The clocks that are offered, as the server is told. */
const CLOCKS = [
  { kind: "none" },
  live("fischer", 180, 2),
  live("fischer", 300, 0),
  live("fischer", 600, 5),
  live("fischer", 900, 10),
  live("fischer", 1800, 20),
  live("delay", 600, 5),
  live("byoyomi", 600, 30, 3),
  { kind: "days", days: 1 },
  { kind: "days", days: 3 },
  { kind: "days", days: 7 },
];
const OWN = "own";
const MINUTE = 60;

/** A clock in words. */
export function clockWords({ kind, main = 0, step = 0, periods = 1, days = 1 }) {
  const time = main % MINUTE ? tn(main, "{0} second", "{0} seconds") : tn(main / MINUTE, "{0} minute", "{0} minutes");
  if (kind === "none") return t`No clock`;
  if (kind === "days") return tn(days, "A day a move", "{0} days a move");
  if (kind === "delay") return tn(step, "{1}, the first {0} second of a move free", "{1}, the first {0} seconds of a move free", time);
  if (kind === "byoyomi") return tn(periods, "{1}, then {0} period of {2} seconds", "{1}, then {0} periods of {2} seconds", time, step);
  return step ? tn(step, "{1}, {0} second more a move", "{1}, {0} seconds more a move", time) : time;
}

/** Choosing a clock: an element, and value(). */
export function clockForm() {
  const number = (id, label, value, max) => [h("label", { for: id }, label), h("input", { id, type: "number", min: 0, max, value, inputmode: "numeric" })];
  const [main, step] = [number("clock-main", t`Minutes`, 5, 1440), number("clock-step", t`Seconds more a move`, 3, 3600)];
  const own = h("div", { class: "clock-own", hidden: true }, [main, step].map((one) => h("div", { class: "field" }, one)));
  const preset = settings.get("clock") ?? "0";
  const field = select("friend-clock", [...CLOCKS.map((clock, n) => [String(n), clockWords(clock)]), [OWN, t`Another one`]], preset, (value) => (own.hidden = value !== OWN));
  own.hidden = preset !== OWN;
  const value = () => {
    settings.set("clock", field.value);
    if (field.value !== OWN) return CLOCKS[Number(field.value)];
    return live("fischer", Math.round(Number(main[1].value) * MINUTE), Math.round(Number(step[1].value)));
  };
  return { element: [h("div", { class: "field" }, h("label", { for: "friend-clock" }, t`Clock`), field), own], value };
}

/** The dialog: `labels` are those of the players, `players` who plays; `begin(shared)` opens the table. */
export function friendDialog({ labels, players, human, hides }, heading, begin) {
  const free = labels.map((label, n) => [String(n + 1), label]).filter((_, n) => players[n] === human);
  const name = h("input", { id: "friend-name", type: "text", maxlength: 24, autocomplete: "nickname", value: settings.get("name") ?? "", placeholder: t`Host` });
  const seat = select("friend-seat", [...free, ["lot", t`Drawn by lot`], ["0", t`I only look on`]], free[0]?.[0] ?? "0");
  const clock = clockForm();
  const toggle = (words, more, checked) => {
    const input = h("input", { type: "checkbox", role: "switch", checked });
    return [input, h("label", { class: "switch" }, h("span", {}, words, more && h("small", { class: "muted block" }, more)), input)];
  };
  const [listed, open] = toggle(t`Anybody may take a seat`, t`It stands in the list on the start page while you wait`, false);
  open.hidden = true;
  api("/api/challenges").then(({ on }) => (open.hidden = !on), () => {});
  const [spectators, watched] = toggle(t`Others may look on`, t`With a link of its own, which you give away`, true);
  const [lone, alone] = toggle(t`The only move is played at once`, "", false);
  const [everybody, read] = toggle(t`Anybody may read the game afterwards`, t`It counts among the openings of the game`, false);
  const get = button(t`Get the link`, { class: "btn btn-primary", icon: "link" }, async () => {
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
      h("div", { class: "field" }, h("label", { for: name.id }, t`Your name`), name),
      h("div", { class: "field" }, h("label", { for: seat.id }, t`You play`), seat),
      clock.element, open, watched, read, !hides && alone,
    ],
    [button(t`Cancel`, {}, () => box.close()), get],
  );
  return box;
}
