// Reporting something to the moderators, blocking somebody, and the page on which moderators decide.

import { api, once } from "./api.js";
import { button, clear, dialog, failed, h, toast } from "./dom.js";
import { t, term, when } from "./words.js";

const REASONS = { insults: t`Insults, or threats`, cheating: t`Cheating`, spam: t`Advertising`, name: t`An offensive name`, other: t`Something else` };

/** Whether there is anybody to report to. */
export const hasModerators = () => once("/api/me").then(({ on }) => on, () => false);

/** Report something at a table: somebody, a message of theirs, or the table. */
export function report({ table, kind, person = "", line = 0, name = "" }) {
  const choice = ([value, words]) => h("label", { class: "report-reason" }, h("input", { type: "radio", name: "report-reason", value }), h("span", {}, words));
  const words = h("textarea", { id: "report-words", rows: 3, maxlength: 1000 });
  const send = () => {
    const reason = box.querySelector("input[name=report-reason]:checked")?.value;
    if (!reason) return void toast(t`Say what is wrong.`, "error");
    api("/api/reports", { table, kind, person, line, reason, words: words.value }).then(() => (box.close(), toast(t`Thank you. A moderator will look at it.`)), failed);
  };
  const heading = { person: t`Report ${name}`, message: t`Report a message of ${name}`, table: t`Report this table` }[kind];
  const box = dialog(
    heading,
    [
      h("fieldset", { class: "report-reasons" }, h("legend", {}, t`What is wrong?`), Object.entries(REASONS).map(choice)),
      h("div", { class: "field" }, h("label", { for: words.id }, t`What should a moderator know?`), words),
      h("p", { class: "muted" }, t`The moderators see the names and the last messages of this table, and who reports. Others do not.`),
    ],
    [button(t`Report`, { class: "btn btn-primary", icon: "flag" }, send)],
  );
}

/** Meet somebody at a table no more. */
export function block({ table, person, name }) {
  const act = () => api("/api/blocks", { table, person }).then(() => (box.close(), toast(t`You do not hear ${name} any more.`)), failed);
  const box = dialog(t`Block ${name}?`, h("p", {}, t`You do not read what they write, and they do not sit down at your tables. You end it on the page of your account.`), [button(t`Block`, { class: "btn btn-danger", icon: "close" }, act)]);
}

// --- the page of moderators

const DEEDS = {
  mute: t`muted|what a moderator did`, unmute: t`let speak again`, close: t`closed the account of`, reopen: t`opened the account again of`,
  "close-table": t`closed the table|what a moderator did`, "reopen-table": t`opened the table again`, dismiss: t`left it at that|what a moderator did`,
};
const LASTS = { mute: t`muted|somebody`, close: t`account closed`, table: t`table closed` };
const UNDO = { mute: ["unmute", t`Let speak again`], close: ["reopen", t`Open the account again`], table: ["reopen-table", t`Open the table again`] };

/** Reports that wait, measures that last, and the log. */
export async function mountModeration(el, app) {
  app.title(t`Reports`);
  const place = h("div", { class: "account moderation" });
  el.append(place);
  const refresh = async () => {
    const { reports, measures, deeds } = await api("/api/moderation");
    const waiting = reports.filter(({ open }) => open);
    const done = reports.filter(({ open }) => !open);
    const act = (body) => api("/api/moderation/act", body).then(refresh, failed);
    clear(place).append(
      h("h1", {}, t`Reports`),
      ...(waiting.length ? waiting.map((one) => card(one, act)) : [h("p", { class: "muted" }, t`Nothing waits.`)]),
      part(t`Measures that last`, measures.map((one) => measureLine(one, act))),
      part(t`Who did what`, deeds.map(deedLine)),
      part(t`Reports that were looked at`, done.map((one) => h("li", {}, h("details", {}, h("summary", {}, summary(one)), evidence(one))))),
    );
  };
  await refresh();
}

const part = (title, lines) => h("section", {}, h("h2", {}, title), lines.length ? h("ul", { class: "people-list" }, lines) : h("p", { class: "muted" }, t`None`));
const summary = ({ kind, name, game, reason }) => [kind === "table" ? t`A table` : kind === "message" ? t`A message` : t`A person`, ": ", h("bdi", {}, kind === "table" ? term(`${game}|a game`) : name || t`somebody`), ` – ${REASONS[reason]}`];

function card(one, act) {
  const who = one.name || t`somebody`;
  const days = h("select", { "aria-label": t`For how long` }, [[1, t`a day`], [7, t`a week`], [30, t`a month`], [0, t`for ever`]].map(([value, words]) => h("option", { value }, words)));
  const words = h("input", { type: "text", maxlength: 1000, "aria-label": t`Why, for the log`, placeholder: t`Why, for the log` });
  const decide = (deed) => () => act({ deed, report: one.id, days: deed === "mute" || deed === "close" ? Number(days.value) : 0, words: words.value });
  return h(
    "article", { class: "card account-part report-card" },
    h("h2", {}, summary(one)),
    evidence(one),
    words,
    h("div", { class: "account-actions" }, one.person && [days, button(t`Mute ${who}`, { icon: "pause" }, decide("mute")), button(t`Close the account of ${who}`, { class: "btn btn-danger", icon: "close" }, decide("close"))], button(t`Close the table`, { icon: "close" }, decide("close-table")), button(t`Leave it at that`, { icon: "check" }, decide("dismiss"))),
  );
}

function evidence(one) {
  const line = ({ at, name, text, reported }) => h("li", { class: reported ? "report-line report-meant" : "report-line" }, h("bdi", { class: "chat-name" }, name), " ", h("bdi", { dir: "auto" }, text), h("small", { class: "muted" }, ` ${when(at)}`));
  return [
    h("p", { class: "muted" }, t`${when(one.made)}, at a table of ${term(`${one.game}|a game`)}`, ` (${one.table})`),
    one.words && h("blockquote", { dir: "auto" }, one.words),
    h("p", {}, t`At the table: `, one.people.map((name, n) => [n ? ", " : "", h("bdi", {}, name)])),
    one.lines.length > 0 && h("ol", { class: "report-lines", tabindex: "0", "aria-label": t`What was said` }, one.lines.map(line)),
  ];
}

const measureLine = ({ kind, subject, name, until }, act) =>
  h("li", { class: "people-line" }, h("span", {}, h("bdi", {}, kind === "table" ? term(`${name}|a game`) : name || subject), ` – ${LASTS[kind]}, `, until === null ? t`for ever` : t`until ${when(until)}`), button(UNDO[kind][1], { class: "btn btn-quiet" }, () => act({ deed: UNDO[kind][0], subject })));

const deedLine = ({ at, moderator, deed, name, subject, words }) =>
  h("li", { class: "people-line" }, h("span", {}, h("bdi", {}, moderator || t`a moderator`), ` – ${DEEDS[deed]}: `, h("bdi", {}, name || subject), words && [" – ", h("bdi", { dir: "auto" }, words)], h("small", { class: "muted block" }, when(at))));
