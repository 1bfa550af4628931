// Coming to a table with a link: who invites to what, one's name, and the seat. The secret stands behind the "#" of the
// address, which browsers send nowhere; it is taken out of the address once it has been used.

import { api } from "./api.js";
import { button, clear, h, toast } from "./dom.js";
import { clockWords } from "./friend.js";
import * as settings from "./settings.js";
import { gameName, t } from "./words.js";

/** The address that somebody is given. */
export const linkOf = (table, key) => `${location.origin}/table/${table}#seat=${key}`;

/** The secret in the address of this page; null where there is none. */
export const keyHere = () => /^#seat=([\w-]+)$/.exec(location.hash)?.[1] ?? null;

const forget = () => history.replaceState(history.state, "", location.pathname + location.search);

/** Ask a visitor to sit down in `el`, and then call `done()`. */
export async function invite(el, app, table, key, done) {
  const path = `/api/tables/${encodeURIComponent(table)}`;
  let invitation;
  try {
    invitation = await api(`${path}/invitation`, { key });
  } catch (error) {
    forget();
    if (error.code !== "forbidden") return done(); // a table of everybody, or none
    return refuse(el, error.message, done);
  }
  if (invitation.yours !== null) {
    forget();
    if (invitation.yours !== invitation.seat && invitation.seat) toast(t`You sit at this table already: another browser may take ${invitation.label}.`);
    return done();
  }
  if (!invitation.free) {
    forget();
    return refuse(el, invitation.seat ? t`Somebody else sits there already, or ${invitation.host} has closed the seat.` : t`${invitation.host} lets nobody look on.`, done);
  }
  app.title(invitation.game);
  const name = h("input", { id: "guest-name", type: "text", maxlength: 24, autocomplete: "nickname", value: settings.get("name") ?? "", placeholder: t`Guest` });
  const sit = button(invitation.seat ? t`Sit down` : t`Look on`, { class: "btn btn-primary btn-large", icon: "play" });
  const form = h(
    "form", { class: "notice invitation" },
    h("h1", {}, invitation.seat ? t`${invitation.host} wants to play ${gameName(invitation.game)}` : t`Look on at ${gameName(invitation.game)}`),
    h("p", { class: "lead" }, invitation.seat ? t`You would play ${invitation.label}. ${clockWords(invitation.clock)}.` : t`${invitation.host} invites you.`),
    h("div", { class: "field" }, h("label", { for: name.id }, t`Your name`), name), sit,
  );
  sit.type = "submit";
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    sit.disabled = true;
    settings.set("name", name.value);
    try {
      await api(`${path}/sit`, { key, name: name.value });
      forget();
      done();
    } catch (error) {
      sit.disabled = false;
      toast(error.message, "error");
    }
  });
  clear(el).append(form);
  name.focus();
}

/** Say why a link leads nowhere; who has a place at the table already goes there all the same. */
function refuse(el, why, done) {
  const ways = [button(t`To the table`, { icon: "play" }, done), h("a", { class: "btn", href: "/", "data-link": "" }, t`To the start page`)];
  clear(el).append(h("section", { class: "notice" }, h("h1", {}, t`This link leads nowhere`), h("p", {}, why.charAt(0).toUpperCase() + why.slice(1)), h("p", { class: "notice-ways" }, ways)));
}
