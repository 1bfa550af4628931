// What the people of a table say. Words are set as text, each in a direction of its own; whom one mutes is heard no more
// on this page.

import { button, h } from "./dom.js";
import { hasModerators, report } from "./moderation.js";
import { Client } from "./protocol.js";
import * as settings from "./settings.js";
import { t } from "./words.js";

const LONGEST = 300;

export class Chat {
  /** At the table `id`: `send(message)` sends one and gives its answer; `news(count)` is told how many are not seen. */
  constructor({ id, send, news }) {
    Object.assign(this, { id, send, news });
    this.muted = new Set(settings.get("muted") ?? []);
    this.lines = [];
    this.unseen = 0;
    this.list = h("ol", { class: "chat-lines", role: "log", "aria-label": t`Chat`, tabindex: "0" });
    this.input = h("input", { type: "text", class: "chat-input", maxlength: LONGEST, "aria-label": t`Say something`, placeholder: t`Say something`, autocomplete: "off" });
    const form = h("form", { class: "chat-form" }, this.input, h("button", { type: "submit", class: "btn" }, t`Send`));
    form.addEventListener("submit", (event) => (event.preventDefault(), this.#say()));
    this.element = h("div", { class: "chat" }, this.list, form);
    hasModerators().then((are) => this.element.classList.toggle("chat-watched", are));
  }

  /** Lines that came; those that are there already came again with a line that was cut. */
  add(lines, person) {
    const last = this.lines.at(-1)?.number ?? 0;
    const fresh = lines.filter(({ number }) => number > last || !this.lines.some((one) => one.number === number));
    this.lines = [...this.lines, ...fresh].slice(-200);
    for (const line of fresh) if (!this.muted.has(line.person)) this.list.append(this.#line(line, person));
    this.list.scrollTop = this.list.scrollHeight;
    if (!this.element.offsetParent) this.unseen += fresh.filter((line) => line.person !== person && !this.muted.has(line.person)).length;
    this.news(this.unseen);
  }

  seen() {
    this.unseen = 0;
    this.news(0);
    this.list.scrollTop = this.list.scrollHeight;
  }

  #line({ person, name, text, seat, number }, own) {
    const mute = person !== own && button(t`Mute ${name}`, { icon: "close", quiet: true, class: "chat-mute" }, () => this.#mute(person));
    const tell = person !== own && button(t`Report a message of ${name}`, { icon: "flag", quiet: true, class: "chat-report" }, () => report({ table: this.id, kind: "message", line: number, name }));
    return h("li", { class: seat ? "chat-line" : "chat-line chat-onlooker", "data-person": person }, h("bdi", { class: "chat-name" }, name), " ", h("bdi", { class: "chat-text", dir: "auto" }, text), mute, tell);
  }

  #mute(person) {
    this.muted.add(person);
    settings.set("muted", [...this.muted].slice(-100));
    for (const item of this.list.querySelectorAll(`[data-person="${CSS.escape(person)}"]`)) item.remove();
  }

  async #say() {
    const text = this.input.value;
    if (!text.trim()) return;
    this.input.value = "";
    try {
      await this.send({ type: Client.SAY, text });
    } catch (error) {
      this.input.value ||= text;
      throw error;
    }
  }
}
