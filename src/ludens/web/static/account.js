// One's account: signing in, the ways that lead there, and one's data, which guests have, too.

import { api } from "./api.js";
import { button, clear, dialog, failed, h, toast } from "./dom.js";
import { hasPasskeys, makePasskey, showPasskey } from "./passkeys.js";
import { language, nodes, t, tn } from "./words.js";

const day = (ms) => new Date(ms).toLocaleDateString(language, { dateStyle: "medium" });

/** The page of one's account; links in letters and providers come here, too, with what they say behind the "#". */
export async function mountAccount(el, app) {
  const [, what, value] = /^#(link|error)=(.*)$/.exec(location.hash) ?? [];
  history.replaceState(history.state, "", location.pathname);
  app.title(t`Your account`);
  if (what === "error") toast(refused(value), "error");
  if (what === "link") return byLetter(el, value);
  const me = await api("/api/me");
  const again = () => (clear(el), mountAccount(el, app));
  el.append(
    h(
      "div", { class: "account" },
      h("h1", {}, me.signed_in ? t`Your account` : me.on ? t`Sign in` : t`Your data`),
      me.closed && h("p", { class: "line-notice", role: "alert" }, t`A moderator has closed your account. You may still take your data, and delete it.`),
      me.muted && h("p", { class: "line-notice" }, t`A moderator has muted you for a while.`),
      me.moderator && h("p", {}, h("a", { class: "btn", href: "/moderation", "data-link": "" }, t`Reports`)),
      me.signed_in ? [named(me, again), waysIn(me, again), leaving(me)] : me.on && signIn(me),
      me.blocked.length > 0 && blocked(me, again),
      ownData(me),
    ),
  );
}

/** Why nobody is signed in who comes back from a provider, by the status that the server gives. */
const refused = (status) => (status === "409" ? t`this is how somebody signs in to another account already` : status === "429" ? t`you have tried often: wait a while` : t`you did not sign in there`);

/** Go to a page with all that is there anew: one is somebody else now. */
const go = ({ path }) => location.assign(path);

/** A link of a letter: nothing is done without a click, and it says whose account it is. */
async function byLetter(el, token) {
  const notice = (title, ...rest) => clear(el).append(h("section", { class: "notice" }, h("h1", {}, title), rest));
  const home = h("a", { class: "btn", href: "/account", "data-link": "" }, t`Sign in another way`);
  try {
    const { address } = await api("/api/me/link/owner", { token });
    notice(t`Sign in`, h("p", {}, nodes`You sign in as ${h("bdi", { class: "account-address" }, address)}.`), button(t`Sign in`, { class: "btn btn-primary", icon: "check" }, () => api("/api/me/link", { token }).then(go, (error) => notice(t`This did not work`, h("p", {}, error.message), home))));
  } catch (error) {
    notice(t`This did not work`, h("p", {}, error.message), home);
  }
}

// --- signing in

function signIn(me) {
  return h(
    "section", { class: "card account-part" },
    h("p", {}, t`You can play here as a guest. With an account you have your games, seats and ratings in every browser; what you have played in this one comes along.`),
    me.passkeys && hasPasskeys() && passkeyWays(),
    me.mail && letter(t`Send me a link to sign in`),
    me.providers.map((one) => button(t`Sign in with ${one.label}`, { icon: "link" }, () => provider(one))),
    !me.mail && !me.providers.length && !(me.passkeys && hasPasskeys()) && h("p", { class: "muted" }, t`There is no way to sign in at this address, or in this browser.`),
  );
}

function passkeyWays() {
  const name = h("input", { id: "account-new-name", type: "text", maxlength: 24, autocomplete: "username webauthn" });
  const make = () => makePasskey(name.value, "").then(go, failed);
  return [
    button(t`Sign in with a passkey`, { class: "btn btn-primary", icon: "keys" }, () => showPasskey().then(go, failed)),
    h("details", { class: "account-new" }, h("summary", {}, t`New here? Make a passkey`), h("p", { class: "muted" }, t`A passkey is kept by your device, and opened as the device is: by finger, face or code. There is no password.`), h("div", { class: "field" }, h("label", { for: name.id }, t`What your device calls it`), name), button(t`Make a passkey`, { icon: "plus" }, make)),
  ];
}

function letter(words) {
  const field = h("input", { id: "account-mail", type: "email", autocomplete: "email", maxlength: 254, placeholder: "ann@example.org", required: true });
  const form = h("form", { class: "account-form" }, h("div", { class: "field" }, h("label", { for: field.id }, t`Address of mail`), field), h("button", { type: "submit", class: "btn" }, words));
  const done = h("p", { role: "status" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    api("/api/me/letter", { address: field.value }).then(() => (done.textContent = t`Look into your mail: a letter has the link. It is good for 15 minutes.`), failed);
  });
  return [form, done];
}

const provider = ({ name }) => api(`/api/me/providers/${name}`, { path: "/account" }).then(({ url }) => location.assign(url), failed);

// --- the account

function named(me, again) {
  const name = h("input", { id: "account-name", type: "text", maxlength: 24, autocomplete: "nickname", value: me.name });
  const change = () => api("/api/me/name", { name: name.value }).then(() => (toast(t`You are called ${name.value} now.`), again()), failed);
  return h(
    "section", { class: "card account-part" },
    h("p", {}, me.name ? nodes`You are signed in as ${h("bdi", { class: "account-address" }, me.name)}.` : t`You are signed in. Choose a name that others see.`),
    h("div", { class: "field" }, h("label", { for: name.id }, t`Your name`), name),
    button(t`Change`, { icon: "check" }, change),
    h("p", {}, h("a", { href: "/profile/me", "data-link": "" }, t`My games`)),
  );
}

const KINDS = { mail: t`Letter`, passkey: t`Passkey`, provider: t`Provider|who says who one is` };

function waysIn(me, again) {
  const remove = ({ kind, subject }) => api("/api/me/ways/remove", { kind, subject }).then(again, failed);
  const line = (way) =>
    h("li", { class: "people-line" }, h("span", {}, KINDS[way.kind], way.label && [": ", h("bdi", {}, way.label)], h("small", { class: "muted block" }, t`last used on ${day(way.used)}`)), me.ways.length > 1 && button(t`Remove ${way.label || KINDS[way.kind]}|a way to sign in`, { icon: "close", quiet: true }, () => remove(way)));
  const label = h("input", { id: "account-label", type: "text", maxlength: 24, placeholder: t`my phone` });
  const add = () => makePasskey(me.name, label.value).then(go, failed);
  return h(
    "section", { class: "card account-part", "aria-labelledby": "account-ways" },
    h("h2", { id: "account-ways" }, t`How you sign in`),
    h("ul", { class: "people-list" }, me.ways.map(line)),
    me.passkeys && hasPasskeys() && [h("div", { class: "field" }, h("label", { for: label.id }, t`Another passkey: what you call it`), label), button(t`Make a passkey`, { icon: "plus" }, add)],
    me.mail && letter(t`Add an address of mail`),
    me.providers.map((one) => button(t`Add ${one.label}|a way to sign in`, { icon: "plus" }, () => provider(one))),
  );
}

function leaving(me) {
  const leave = (everywhere) => () => api("/api/me/leave", { everywhere }).then(() => location.assign("/account"), failed);
  return h(
    "section", { class: "card account-part" },
    h("p", {}, tn(me.browsers, "You are signed in in {0} browser.", "You are signed in in {0} browsers.")),
    h("div", { class: "account-actions" }, button(t`Sign out`, { icon: "close" }, leave(false)), button(t`Sign out everywhere`, { icon: "close" }, leave(true))),
  );
}

function blocked(me, again) {
  const line = ({ person, name }) => h("li", { class: "people-line" }, h("bdi", {}, name), button(t`Meet ${name} again`, { class: "btn btn-quiet" }, () => api("/api/blocks/remove", { person }).then(again, failed)));
  return h("section", { class: "card account-part", "aria-labelledby": "account-blocked" }, h("h2", { id: "account-blocked" }, t`Whom you have blocked`), h("ul", { class: "people-list" }, me.blocked.map(line)));
}

// --- data

function ownData(me) {
  return h(
    "section", { class: "card account-part", id: "data", "aria-labelledby": "account-data" },
    me.on || me.signed_in ? h("h2", { id: "account-data" }, t`Your data`) : h("h2", { id: "account-data", class: "visually-hidden" }, t`Your data`),
    me.id
      ? [
          h("p", {}, t`All that is kept of you here, as lines of JSON in a zip: the account, how you sign in, games, ratings, messages, reports.`),
          h("div", { class: "account-actions" }, h("a", { class: "btn", href: "/api/me/data", download: "ludens-data.zip" }, t`Download your data`), button(me.signed_in ? t`Delete your account` : t`Delete your data`, { class: "btn btn-danger", icon: "close" }, () => remove(me))),
        ]
      : h("p", { class: "muted" }, t`Nothing is kept of you here: this browser has sat at no table with others.`),
    h("p", { class: "muted" }, t`What you have chosen in the settings stands in this browser alone.`),
  );
}

function remove(me) {
  const sure = h("input", { type: "checkbox", id: "account-sure" });
  const act = button(t`Delete for ever`, { class: "btn btn-danger", icon: "close", disabled: true }, () => api("/api/me/delete", { sure: true }).then(() => location.assign("/account"), failed));
  sure.addEventListener("change", () => (act.disabled = !sure.checked));
  const box = dialog(
    me.signed_in ? t`Delete your account?` : t`Delete your data?`,
    [
      h("p", {}, t`Games that you play now are given up. Games that are over stay, as those of “a player who left”. All else goes: name, ways to sign in, ratings, messages, bots, addresses, reports.`),
      h("label", { class: "account-sure", for: sure.id }, sure, h("span", {}, t`I know that nobody can bring it back.`)),
    ],
    [button(t`Keep it`, {}, () => box.close()), act],
  );
}
