// Being told that it is one's turn while no page is open: by mail, and by messages of the browser.

import { api } from "./api.js";
import { button, clear, failed, h, toast } from "./dom.js";
import { t } from "./words.js";

/** Where one is told, and what else can be added; an element, which stays empty where the server tells nobody. */
export function contactsForm() {
  const place = h("div", { class: "contacts", hidden: true });
  const show = (channels) => {
    place.hidden = !channels.mail && !channels.push;
    if (place.hidden) return;
    const mail = h("input", { id: "contact-mail", type: "email", autocomplete: "email", maxlength: 254, placeholder: "ann@example.org" });
    const add = button(t`Write to me`, { icon: "check" }, () => api("/api/post/mail", { address: mail.value }).then((now) => (show(now), toast(t`Look into your mail: a letter asks whether it is yours.`)), failed));
    const lines = channels.contacts.map(({ kind, address, confirmed }) =>
      h(
        "li", { class: "people-line" },
        h("span", {}, kind === "mail" ? h("bdi", {}, address) : t`a browser`, confirmed ? "" : ` ${t`(not confirmed yet)`}`),
        button(kind === "mail" ? t`Remove ${address}|an address` : t`Remove the browser`, { icon: "close", quiet: true }, () => api("/api/post/remove", { kind, address }).then(show, failed)),
      ));
    clear(place).append(
      ...[
        h("h3", {}, t`When it is your turn, and you are away`),
        lines.length > 0 && h("ul", { class: "people-list" }, lines),
        channels.mail && h("div", { class: "field" }, h("label", { for: mail.id }, t`Address for letters`), mail),
        channels.mail && add,
        channels.push && "PushManager" in window && button(t`Tell me in this browser`, { icon: "check" }, () => subscribe(channels.push).then(show, failed)),
      ].filter(Boolean),
    );
  };
  api("/api/post").then(show, () => {});
  return place;
}

/** Let this browser be told: asks its user, then its maker's service, then the server. */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t`The browser does not allow messages of this page.`);
  const registration = await navigator.serviceWorker.register("/sw.js");
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  return api("/api/post/push", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

/** The page that links in letters lead to; their secret stands behind the "#", and nothing is done without a click. */
export function mountMail(el, app) {
  const [, what, token] = /^#(confirm|cancel)=([0-9a-f]+)$/.exec(location.hash) ?? [];
  history.replaceState(history.state, "", location.pathname);
  app.title(t`Letters`);
  const notice = (title, ...rest) => clear(el).append(h("section", { class: "notice" }, h("h1", {}, title), rest));
  const home = h("a", { class: "btn", href: "/", "data-link": "" }, t`To the start page`);
  const act = (path, done) => () => api(path, { token }).then(() => notice(done, home), failed);
  if (what === "confirm") notice(t`May we write to you?`, h("p", {}, t`You would get a letter when it is your turn, and you have been away for a while.`), button(t`Yes, write to me`, { class: "btn btn-primary" }, act("/api/post/confirm", t`We will write to you`)));
  else if (what === "cancel") notice(t`No more letters?`, button(t`Write to me no more`, { class: "btn btn-primary" }, act("/api/post/cancel", t`We write no more`)));
  else notice(t`This link is not whole`, h("p", {}, t`Open it as it stands in the letter.`), home);
}
