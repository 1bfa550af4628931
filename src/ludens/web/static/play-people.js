// The people of a table of several: links to give away while one waits, proposals and the answers to them, and what the
// host decides.

import { api } from "./api.js";
import { button, clear, dialog, h, menu, svg, toast } from "./dom.js";
import { linkOf } from "./invited.js";
import { block, hasModerators, report } from "./moderation.js";
import { copy } from "./play-share.js";
import { contactsForm } from "./post.js";
import { Client } from "./protocol.js";
import { qr } from "./qr.js";
import { gameName, nodes, t, tn } from "./words.js";

const PROPOSES = {
  draw: (name) => nodes`${name} offers a draw.`,
  takeback: (name) => nodes`${name} asks to take a move back.`,
  rematch: (name) => nodes`${name} wants to play again, with seats exchanged.`,
  adjourn: (name) => nodes`${name} wants to adjourn the game.`,
  resume: (name) => nodes`${name} wants to go on.`,
};
const PROPOSED = { draw: t`You offer a draw`, takeback: t`You ask to take a move back`, rematch: t`You want to play again`, adjourn: t`You want to adjourn`, resume: t`You want to go on` };

export class People {
  /** At the table `id` of `connection()`; `ask(message)` sends one. */
  constructor({ id, connection, ask }) {
    Object.assign(this, { id, connection, ask });
    hasModerators().then((are) => (this.moderated = are));
    this.waiting = h("div", { class: "people-waiting" });
    this.offer = h("div", { class: "people-offer", role: "status", "aria-live": "polite" });
    this.tools = h("div", { class: "people-tools" });
    this.element = h("section", { class: "people", "aria-label": t`People`, hidden: true }, this.waiting, this.offer, this.tools);
  }

  /** Show how the people stand. */
  set(people, position) {
    this.element.hidden = false;
    this.#wait(people);
    this.#propose(people);
    this.#offerTools(people, position);
  }

  /** Who plays for a seat, by name. */
  name({ chairs }, seat) {
    const { name, player } = chairs[seat - 1] ?? {};
    return name || this.connection().table.seats.find((one) => one.player === player)?.label || t`Seat ${seat}`;
  }

  /** Links to the seats that nobody has yet; others are told for whom they wait. */
  #wait(people) {
    const free = people.chairs.filter(({ machine, person }) => !machine && !person);
    const key = JSON.stringify([free, people.host]);
    if (key === this.key) return;
    this.key = key;
    clear(this.waiting);
    if (!free.length) return;
    const label = ({ player }) => this.connection().table.seats.find((one) => one.player === player)?.label ?? t`Player ${player}`;
    this.waiting.append(h("p", {}, h("strong", {}, people.host ? t`Send your friend this link` : t`Waiting for ${free.map(label).join(", ")}`)));
    if (!people.host) return;
    this.waiting.append(...free.map((chair) => this.#link(label(chair), chair.key)));
    this.#offerBots();
  }

  /** Bots that listen can be invited, too. */
  async #offerBots() {
    const text = await fetch("/api/bot/online").then((answer) => answer.text(), () => "");
    const bots = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    if (!bots.length) return;
    const invite = (name) => api(`/api/challenge/${encodeURIComponent(name)}`, { table: this.id }).then(() => toast(t`${name} is asked.`), (error) => toast(error.message, "error"));
    const ask = () => menu(t`Invite a bot`, more, bots.map(({ name }) => [name, "people", () => invite(name)]));
    const more = button(t`Invite a bot`, { icon: "people", class: "btn btn-quiet" }, ask);
    this.waiting.append(more);
  }

  #link(label, key) {
    const address = linkOf(this.id, key);
    const field = h("input", { type: "text", readonly: true, value: address, class: "people-link", "aria-label": t`Link for ${label}`, onfocus: (event) => event.target.select() });
    const share = navigator.share && button(t`Share`, { icon: "link" }, () => navigator.share({ url: address, title: t`Play ${gameName(this.connection().table.game.name)}` }).catch(() => {}));
    const code = button(t`QR code`, { icon: "picture" }, () => dialog(t`Link for ${label}`, [codeOf(address), h("p", { class: "muted" }, t`For the camera of another phone.`)]));
    return h("div", { class: "people-seat" }, h("span", { class: "people-label" }, label), field, button(t`Copy`, { icon: "copy", class: "btn btn-primary" }, () => copyFrom(field, t`The link for ${label} is on the clipboard.`)), code, share);
  }

  #propose(people) {
    const { offer, seat } = people;
    const key = JSON.stringify([offer, seat]);
    if (key === this.offered) return;
    this.offered = key;
    clear(this.offer);
    if (!offer) return;
    const answer = (accept) => () => this.ask({ type: Client.ANSWER, accept });
    const mine = offer.agreed.includes(seat);
    const words = offer.seat === seat ? `${PROPOSED[offer.matter]}…` : PROPOSES[offer.matter](h("bdi", {}, this.name(people, offer.seat)));
    this.offer.append(h("span", { class: "people-words" }, words));
    if (seat && !mine) this.offer.append(button(t`Accept`, { class: "btn btn-primary", icon: "check" }, answer(true)), button(t`Decline`, { icon: "close" }, answer(false)));
    if (seat && mine) this.offer.append(button(t`Withdraw`, { class: "btn btn-quiet" }, answer(false)));
  }

  #offerTools(people, position) {
    const { seat, begun, host, offer, chairs, may_plan } = people;
    const over = Boolean(position?.over);
    const paused = Boolean(this.connection().table?.paused);
    const persons = chairs.filter(({ machine }) => !machine).length;
    const key = JSON.stringify([seat, begun, host, over, paused, persons, Boolean(offer), may_plan]);
    if (key === this.tooled) return;
    this.tooled = key;
    const propose = (matter) => () => this.ask({ type: Client.OFFER, matter });
    const on = seat && begun && !over && !offer;
    clear(this.tools).append(
      ...[
        seat && begun && !over && button(t`Resign`, { icon: "flag", class: "btn btn-quiet" }, () => this.#resign()),
        on && persons > 1 && persons === chairs.length && button(t`Draw|an offer`, { icon: "swap", class: "btn btn-quiet", title: t`Offer a draw` }, propose("draw")),
        on && (paused ? button(t`Go on`, { icon: "play", class: "btn btn-primary" }, propose("resume")) : button(t`Adjourn`, { icon: "pause", class: "btn btn-quiet" }, propose("adjourn"))),
        seat && begun && !over && may_plan && button(t`Plan`, { icon: "pencil", class: "btn btn-quiet", title: t`What you answer if the others move so` }, () => this.#plan()),
        seat && over && button(t`Say what you think`, { icon: "ask", class: "btn btn-quiet" }, () => askThree(this.id)),
        seat && over && !offer && button(t`Rematch`, { icon: "flip", class: "btn btn-primary" }, propose("rematch")),
        button(host ? t`Table` : t`People`, { icon: "people", class: "btn btn-quiet", "aria-haspopup": "dialog" }, () => this.#open()),
      ].filter(Boolean),
    );
  }

  /** What one answers if the others move so: a line for each case. */
  #plan() {
    const { plans = [] } = this.connection().people;
    const field = h("textarea", { id: "plan-lines", rows: 5, spellcheck: "false" }, plans.map((line) => line.map((name) => name.replaceAll(" ", "_")).join(" ")).join("\n"));
    const send = (lines) => (box.close(), this.ask({ type: Client.PLAN, lines }));
    const box = dialog(
      t`Plan your answers`,
      [
        h("p", {}, t`A line for each case: the move that you expect, your answer, the next move, and so on, with spaces between them. It is played as soon as it comes so; nobody else sees it.`),
        h("div", { class: "field" }, h("label", { for: field.id }, t`If … then …`), field),
      ],
      [button(t`No plan`, {}, () => send([])), button(t`Keep it`, { class: "btn btn-primary", icon: "check" }, () => send(field.value.split("\n").filter((line) => line.trim())))],
    );
  }

  #resign() {
    const box = dialog(t`Resign?`, h("p", {}, t`The game is lost for you then.`), [
      button(t`Play on`, {}, () => box.close()),
      button(t`Resign`, { class: "btn btn-danger", icon: "flag" }, () => (box.close(), this.ask({ type: Client.RESIGN }))),
    ]);
  }

  /** Everybody at the table; for the host with what they decide. */
  #open() {
    const { people, table } = this.connection();
    const label = ({ player }) => table.seats.find((one) => one.player === player)?.label ?? t`Player ${player}`;
    const dismiss = (person, name) => people.host && person && person !== people.person && button(t`Remove ${name}`, { icon: "close", quiet: true }, () => (box.close(), this.ask({ type: Client.DISMISS, person })));
    const place = this.id;
    const more = (person, name) => {
      if (!this.moderated || !person || person === people.person) return null;
      const near = button(t`About ${name}`, { icon: "more", quiet: true, "aria-haspopup": "dialog" }, () =>
        menu(name, near, [
          [t`Report ${name}`, "flag", () => report({ table: place, kind: "person", person, name })],
          [t`Block ${name}`, "close", () => block({ table: place, person, name })],
        ]));
      return near;
    };
    const seatLine = (chair) =>
      h(
        "li", { class: "people-line" },
        h("span", {}, `${label(chair)}: `, h("bdi", {}, chair.machine ? t`a machine` : chair.name || (chair.open ? t`free` : t`closed`)), chair.person && !chair.here ? ` ${t`(away)`}` : ""),
        people.host && !chair.machine && !chair.person && button(chair.open ? t`Close the seat` : t`Open the seat`, { class: "btn btn-quiet" }, () => (box.close(), this.ask({ type: Client.CHAIR, seat: chair.seat, open: !chair.open }))),
        people.host && !chair.machine && !chair.person && button(t`New link`, { class: "btn btn-quiet" }, () => (box.close(), this.ask({ type: Client.INVITE, seat: chair.seat }))),
        dismiss(chair.person, chair.name),
        !chair.machine && more(chair.person, chair.name),
      );
    const watcher = ({ person, name }) => h("li", { class: "people-line" }, h("bdi", {}, name), dismiss(person, name), more(person, name));
    const field = people.host && h("input", { type: "text", readonly: true, value: linkOf(this.id, people.watch_key), class: "people-link", "aria-label": t`Link for those who look on`, onfocus: (event) => event.target.select() });
    const name = h("input", { id: "people-name", type: "text", maxlength: 24, value: own(people)?.name ?? "" });
    const box = dialog(t`The table`, [
      h("ul", { class: "people-list" }, people.chairs.map(seatLine)),
      h("h3", {}, t`Looking on`),
      people.crowd > 0 && h("p", { class: "muted" }, tn(people.crowd, "{0} in the crowd", "{0} in the crowd")),
      people.watching.length ? h("ul", { class: "people-list" }, people.watching.map(watcher)) : h("p", { class: "muted" }, people.spectators ? t`Nobody` : t`Nobody may`),
      people.host && people.spectators && h("div", { class: "people-seat" }, field, button(t`Copy`, { icon: "copy" }, () => copyFrom(field, t`The link is on the clipboard.`))),
      people.host && people.spectators && button(people.broadcast ? t`Let only those look on who have the link` : t`Let anybody look on who has the address`, {}, () => (box.close(), this.ask({ type: Client.SPECTATORS, allowed: true, everybody: !people.broadcast }))),
      people.host && button(people.spectators ? t`Let nobody look on` : t`Let others look on`, {}, () => (box.close(), this.ask({ type: Client.SPECTATORS, allowed: !people.spectators }))),
      h("h3", {}, t`You`),
      h("div", { class: "field" }, h("label", { for: name.id }, t`Your name`), name),
      button(t`Change`, { icon: "check" }, () => (box.close(), this.ask({ type: Client.RENAME, name: name.value }))),
      people.seat > 0 && contactsForm(),
      this.moderated && button(t`Report this table`, { icon: "flag", class: "btn btn-quiet" }, () => (box.close(), report({ table: this.id, kind: "table" }))),
    ]);
  }
}

/** A picture of an address that cameras read. */
function codeOf(address) {
  const rows = qr(address);
  const size = rows.length + 8; // with the quiet zone
  const dark = rows.flatMap((row, y) => row.map((is, x) => (is ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return svg("svg", { class: "people-code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t`QR code of the link` }, svg("rect", { width: size, height: size, fill: "#ffffff" }), svg("path", { d: dark, fill: "#000000" }));
}

const FIVE = [1, 2, 3, 4, 5];

/** Three questions about the game that is over at a table: who made it learns by the answers. */
async function askThree(table) {
  const { games } = await api(`/api/tables/${table}/games`).catch(() => ({ games: [] }));
  if (!games.length) return void toast(t`The game is being written down: try again in a moment.`);
  const scale = (name, words, low, high) =>
    h("fieldset", { class: "three-scale" }, h("legend", {}, words), FIVE.map((n) => h("label", {}, h("input", { type: "radio", name, value: n, checked: n === 3 }), String(n))), h("small", { class: "muted" }, t`1: ${low}, 5: ${high}`));
  const text = h("textarea", { id: "three-words", rows: 3, maxlength: 1000 });
  const chosen = (name) => Number(box.querySelector(`input[name="${name}"]:checked`).value);
  const send = () =>
    api(`/api/archive/${games.at(-1).id}/answers`, { fun: chosen("three-fun"), clear: chosen("three-clear"), words: text.value }).then(
      () => (box.close(), toast(t`Thank you.`)),
      (error) => toast(error.message, "error"),
    );
  const box = dialog(
    t`Three questions`,
    [scale("three-fun", t`Was it fun?`, t`not at all`, t`very`), scale("three-clear", t`Were the rules clear?`, t`not at all`, t`very`), h("div", { class: "field" }, h("label", { for: text.id }, t`What would you change?`), text)],
    [button(t`Send`, { class: "btn btn-primary", icon: "check" }, send)],
  );
}

/** Oneself, as others see one. */
const own = ({ chairs, watching, person }) => [...chairs, ...watching].find((one) => one.person === person);

/** Put a link on the clipboard; where a browser does not let one (without https), it is selected to be copied by hand. */
function copyFrom(field, news) {
  if (navigator.clipboard) return copy(field.value, news);
  field.focus();
  field.select();
  const done = document.execCommand?.("copy");
  toast(done ? news : t`Copy the link that is selected.`);
}

