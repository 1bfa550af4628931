// Requests to the server's HTTP interface.

import { t } from "./words.js";

/** An error that the server answered: its code, its message, and, for descriptions, the list of errors. */
export class ApiError extends Error {
  constructor(status, { code = "unknown", message, errors = [] } = {}) {
    super(message || errors[0]?.message || t`the server answered ${status}`);
    Object.assign(this, { status, code, errors });
  }
}

/** GET a path, or POST a body as JSON; gives the JSON that comes back, unless a signal ends the wait. Throws ApiError. */
export async function api(path, body, signal = null) {
  const options = body === undefined ? { signal } : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError(0, { code: "offline", message: t`The server cannot be reached.` });
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, answer.error);
  return answer;
}

const answers = new Map();

/** GET a path once; later calls give the same answer. */
export function once(path) {
  if (!answers.has(path)) answers.set(path, api(path).catch((error) => (answers.delete(path), Promise.reject(error))));
  return answers.get(path);
}
