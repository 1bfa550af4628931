// Passkeys of this browser: made, and shown. What is bytes for the browser is base64url for the server.

import { api } from "./api.js";
import { t } from "./words.js";

/** Whether this browser can make one. */
export const hasPasskeys = () => "PublicKeyCredential" in window && isSecureContext;

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** Make a passkey, and be signed in by it; gives where to go. Throws ApiError, and what the browser throws. */
export async function makePasskey(name, label) {
  const { options } = await api("/api/me/passkeys/new", { name });
  const publicKey = { ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: (options.excludeCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) })) };
  const made = await outcome(navigator.credentials.create({ publicKey }));
  return api("/api/me/passkeys", { label, credential: json(made, ["clientDataJSON", "attestationObject"]) });
}

/** Be signed in by a passkey that this browser has; gives where to go. Throws as `makePasskey`. */
export async function showPasskey() {
  const { options } = await api("/api/me/passkeys/ask", {});
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] };
  const shown = await outcome(navigator.credentials.get({ publicKey }));
  return api("/api/me/passkeys/answer", { credential: json(shown, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]) });
}

/** What the browser gives, whose errors are in its own words where they say more than that nothing came of it. */
async function outcome(work) {
  try {
    return await work;
  } catch (error) {
    if (error.name === "InvalidStateError") throw new Error(t`This device has a passkey for your account already.`);
    if (error.name === "NotAllowedError") throw new Error(t`Nothing was done: the browser says that you did not want it, or that it has no passkey for this site.`);
    throw error;
  }
}

function json({ id, rawId, type, response }, fields) {
  const parts = fields.filter((name) => response[name]).map((name) => [name, text(response[name])]);
  return { id, rawId: text(rawId), type, response: Object.fromEntries(parts), clientExtensionResults: {} };
}
