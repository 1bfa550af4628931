// The people of a table of several: links to give away while one waits, proposals and the answers to them, and what the
// host decides.

import { api } from "./api.js";
import { button, clear, dialog, h, menu, svg, toast } from "./dom.js";
import { linkOf } from "./invited.js";
import { copy } from "./play-share.js";
import { Client } from "./protocol.js";
import { qr } from "./qr.js";

const PROPOSES = { draw: "offers a draw", takeback: "asks to take a move back", rematch: "wants to play again, with seats exchanged", adjourn: "wants to adjourn the game", resume: "wants to go on" };
const PROPOSED = { draw: "You offer a draw", takeback: "You ask to take a move back", rematch: "You want to play again", adjourn: "You want to adjourn", resume: "You want to go on" };

export class People {
  /** At the table `id` of `connection()`; `ask(message)` sends one. */
  constructor({ id, connection, ask }) {
    Object.assign(this, { id, connection, ask });
    this.waiting = h("div", { class: "people-waiting" });
    this.offer = h("div", { class: "people-offer", role: "status", "aria-live": "polite" });
    this.tools = h("div", { class: "people-tools" });
    this.element = h("section", { class: "people", "aria-label": "People", hidden: true }, this.waiting, this.offer, this.tools);
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
    return name || this.connection().table.seats.find((one) => one.player === player)?.label || `Seat ${seat}`;
  }

  /** Links to the seats that nobody has yet; others are told for whom they wait. */
  #wait(people) {
    const free = people.chairs.filter(({ machine, person }) => !machine && !person);
    const key = JSON.stringify([free, people.host]);
    if (key === this.known) return;
    this.known = key;
    clear(this.waiting);
    if (!free.length) return;
    const label = ({ player }) => this.connection().table.seats.find((one) => one.player === player)?.label ?? `Player ${player}`;
    this.waiting.append(h("p", {}, h("strong", {}, people.host ? "Send your friend this link" : `Waiting for ${free.map(label).join(", ")}`)));
    if (!people.host) return;
    this.waiting.append(...free.map((chair) => this.#link(label(chair), chair.key)));
    this.#offerBots();
  }

  /** Bots that listen can be invited, too. */
  async #offerBots() {
    const text = await fetch("/api/bot/online").then((answer) => answer.text(), () => "");
    const bots = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
    if (!bots.length) return;
    const invite = (name) => api(`/api/challenge/${encodeURIComponent(name)}`, { table: this.id }).then(() => toast(`${name} is asked.`), (error) => toast(error.message, "error"));
    const ask = () => menu("Invite a bot", more, bots.map(({ name }) => [name, "people", () => invite(name)]));
    const more = button("Invite a bot", { icon: "people", class: "btn btn-quiet" }, ask);
    this.waiting.append(more);
  }

  #link(label, key) {
    const address = linkOf(this.id, key);
    const field = h("input", { type: "text", readonly: true, value: address, class: "people-link", "aria-label": `Link for ${label}`, onfocus: (event) => event.target.select() });
    const share = navigator.share && button("Share", { icon: "link" }, () => navigator.share({ url: address, title: `Play ${this.connection().table.game.name}` }).catch(() => {}));
    const code = button("QR code", { icon: "picture" }, () => dialog(`Link for ${label}`, [codeOf(address), h("p", { class: "muted" }, "For the camera of another phone.")]));
    return h("div", { class: "people-seat" }, h("span", { class: "people-label" }, label), field, button("Copy", { icon: "copy", class: "btn btn-primary" }, () => copyFrom(field, `The link for ${label}`)), code, share);
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
    const words = offer.seat === seat ? `${PROPOSED[offer.matter]}…` : [h("bdi", {}, this.name(people, offer.seat)), ` ${PROPOSES[offer.matter]}.`];
    this.offer.append(h("span", { class: "people-words" }, words));
    if (seat && !mine) this.offer.append(button("Accept", { class: "btn btn-primary", icon: "check" }, answer(true)), button("Decline", { icon: "close" }, answer(false)));
    if (seat && mine) this.offer.append(button("Withdraw", { class: "btn btn-quiet" }, answer(false)));
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
        seat && begun && !over && button("Resign", { icon: "flag", class: "btn btn-quiet" }, () => this.#resign()),
        on && persons > 1 && persons === chairs.length && button("Draw", { icon: "swap", class: "btn btn-quiet", title: "Offer a draw" }, propose("draw")),
        on && (paused ? button("Go on", { icon: "play", class: "btn btn-primary" }, propose("resume")) : button("Adjourn", { icon: "pause", class: "btn btn-quiet" }, propose("adjourn"))),
        seat && begun && !over && may_plan && button("Plan", { icon: "pencil", class: "btn btn-quiet", title: "What you answer if the others move so" }, () => this.#plan()),
        seat && over && button("Say what you think", { icon: "ask", class: "btn btn-quiet" }, () => askThree(this.id)),
        seat && over && !offer && button("Rematch", { icon: "flip", class: "btn btn-primary" }, propose("rematch")),
        button(host ? "Table" : "People", { icon: "people", class: "btn btn-quiet", "aria-haspopup": "dialog" }, () => this.#open()),
      ].filter(Boolean),
    );
  }

  /** What one answers if the others move so: a line for each case. */
  #plan() {
    const { plans = [] } = this.connection().people;
    const field = h("textarea", { id: "plan-lines", rows: 5, spellcheck: "false" }, plans.map((line) => line.map((name) => name.replaceAll(" ", "_")).join(" ")).join("\n"));
    const send = (lines) => (box.close(), this.ask({ type: Client.PLAN, lines }));
    const box = dialog(
      "Plan your answers",
      [
        h("p", {}, "A line for each case: the move that you expect, your answer, the next move, and so on, with spaces between them. It is played as soon as it comes so; nobody else sees it."),
        h("div", { class: "field" }, h("label", { for: field.id }, "If … then …"), field),
      ],
      [button("No plan", {}, () => send([])), button("Keep it", { class: "btn btn-primary", icon: "check" }, () => send(field.value.split("\n").filter((line) => line.trim())))],
    );
  }

  #resign() {
    const box = dialog("Resign?", h("p", {}, "The game is lost for you then."), [
      button("Play on", {}, () => box.close()),
      button("Resign", { class: "btn btn-danger", icon: "flag" }, () => (box.close(), this.ask({ type: Client.RESIGN }))),
    ]);
  }

  /** Everybody at the table; for the host with what they decide. */
  #open() {
    const { people, table } = this.connection();
    const label = ({ player }) => table.seats.find((one) => one.player === player)?.label ?? `Player ${player}`;
    const dismiss = (person, name) => people.host && person && person !== people.person && button(`Remove ${name}`, { icon: "close", quiet: true }, () => (box.close(), this.ask({ type: Client.DISMISS, person })));
    const seatLine = (chair) =>
      h(
        "li", { class: "people-line" },
        h("span", {}, `${label(chair)}: `, h("bdi", {}, chair.machine ? "a machine" : chair.name || (chair.open ? "free" : "closed")), chair.person && !chair.here ? " (away)" : ""),
        people.host && !chair.machine && !chair.person && button(chair.open ? "Close the seat" : "Open the seat", { class: "btn btn-quiet" }, () => (box.close(), this.ask({ type: Client.CHAIR, seat: chair.seat, open: !chair.open }))),
        people.host && !chair.machine && !chair.person && button("New link", { class: "btn btn-quiet" }, () => (box.close(), this.ask({ type: Client.INVITE, seat: chair.seat }))),
        dismiss(chair.person, chair.name),
      );
    const watcher = ({ person, name }) => h("li", { class: "people-line" }, h("bdi", {}, name), dismiss(person, name));
    const field = people.host && h("input", { type: "text", readonly: true, value: linkOf(this.id, people.watch_key), class: "people-link", "aria-label": "Link for those who look on", onfocus: (event) => event.target.select() });
    const name = h("input", { id: "people-name", type: "text", maxlength: 24, value: own(people)?.name ?? "" });
    const box = dialog("The table", [
      h("ul", { class: "people-list" }, people.chairs.map(seatLine)),
      h("h3", {}, "Looking on"),
      people.watching.length ? h("ul", { class: "people-list" }, people.watching.map(watcher)) : h("p", { class: "muted" }, people.spectators ? "Nobody" : "Nobody may"),
      people.host && people.spectators && h("div", { class: "people-seat" }, field, button("Copy", { icon: "copy" }, () => copyFrom(field, "The link"))),
      people.host && button(people.spectators ? "Let nobody look on" : "Let others look on", {}, () => (box.close(), this.ask({ type: Client.SPECTATORS, allowed: !people.spectators }))),
      h("h3", {}, "You"),
      h("div", { class: "field" }, h("label", { for: name.id }, "Your name"), name),
      button("Change", { icon: "check" }, () => (box.close(), this.ask({ type: Client.RENAME, name: name.value }))),
    ]);
  }
}

/** A picture of an address that cameras read. */
function codeOf(address) {
  const rows = qr(address);
  const size = rows.length + 8; // with the quiet zone
  const dark = rows.flatMap((row, y) => row.map((is, x) => (is ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return svg("svg", { class: "people-code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "QR code of the link" }, svg("rect", { width: size, height: size, fill: "#ffffff" }), svg("path", { d: dark, fill: "#000000" }));
}

const FIVE = [1, 2, 3, 4, 5];

/** Three questions about the game that is over at a table: who made it learns by the answers. */
async function askThree(table) {
  const { games } = await api(`/api/tables/${table}/games`).catch(() => ({ games: [] }));
  if (!games.length) return void toast("The game is being written down: try again in a moment.");
  const scale = (name, words, low, high) =>
    h("fieldset", { class: "three-scale" }, h("legend", {}, words), FIVE.map((n) => h("label", {}, h("input", { type: "radio", name, value: n, checked: n === 3 }), String(n))), h("small", { class: "muted" }, `1: ${low}, 5: ${high}`));
  const text = h("textarea", { id: "three-words", rows: 3, maxlength: 1000 });
  const chosen = (name) => Number(box.querySelector(`input[name="${name}"]:checked`).value);
  const send = () =>
    api(`/api/archive/${games.at(-1).id}/answers`, { fun: chosen("three-fun"), clear: chosen("three-clear"), words: text.value }).then(
      () => (box.close(), toast("Thank you.")),
      (error) => toast(error.message, "error"),
    );
  const box = dialog(
    "Three questions",
    [scale("three-fun", "Was it fun?", "not at all", "very"), scale("three-clear", "Were the rules clear?", "not at all", "very"), h("div", { class: "field" }, h("label", { for: text.id }, "What would you change?"), text)],
    [button("Send", { class: "btn btn-primary", icon: "check" }, send)],
  );
}

/** Oneself, as others see one. */
const own = ({ chairs, watching, person }) => [...chairs, ...watching].find((one) => one.person === person);

/** Put a link on the clipboard; where a browser does not let one (without https), it is selected to be copied by hand. */
function copyFrom(field, what) {
  if (navigator.clipboard) return copy(field.value, what);
  field.focus();
  field.select();
  const done = document.execCommand?.("copy");
  toast(done ? `${what} is on the clipboard.` : "Copy the link that is selected.");
}

