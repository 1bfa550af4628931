// What the server finds in a draft, as it finds it. A new text, or a stop, ends what is under way, there too.

import { ApiError } from "./api.js";
import { Draft } from "./protocol.js";
import { t } from "./words.js";

/** @typedef {"checking"|"compiling"|"measuring"|"done"|"wrong"|"stopped"|"failed"} Stage */

export class Loop {
  /**
   * @param {{stage: (stage: Stage, message?: string) => void, checked: Function, board: Function, doubts: Function, numbers: Function}} heard
   *   what is called: `stage` at each change of what is being done; `wrong` and all after it end the following
   */
  constructor(heard) {
    this.heard = heard;
    this.turn = 0;
  }

  /** Whether something is under way. */
  get isBusy() {
    return Boolean(this.abort);
  }

  /** End what is under way, and say nothing of it. */
  leave() {
    this.turn++;
    this.abort?.abort();
    this.abort = null;
  }

  /** End what is under way: nothing is known of the text then. */
  stop() {
    if (!this.isBusy) return;
    const was = this.stage;
    this.leave();
    this.#say(was === "measuring" ? "done" : "stopped");
  }

  /** Follow a draft (the body of POST /api/design). */
  async follow(body) {
    this.leave();
    const turn = this.turn;
    this.abort = new AbortController();
    this.#say("checking");
    try {
      for await (const message of lines("/api/design", body, this.abort.signal)) {
        if (turn !== this.turn) return;
        this.#hear(message);
      }
      if (turn === this.turn && this.abort) this.#end("done");
    } catch (error) {
      if (turn === this.turn) this.#end("failed", error instanceof ApiError ? error.message : t`The connection to the server broke off.`);
    }
  }

  #hear(message) {
    if (message.type === Draft.STAGE) this.#say(message.stage);
    else if (message.type === Draft.CHECKED) {
      this.heard.checked(message.report);
      if (message.report.errors.length) this.#end("wrong");
    } else if (message.type === Draft.BOARD) {
      this.heard.board(message);
      if (message.errors.length) this.#end("wrong");
    } else if (message.type === Draft.NUMBERS) this.heard.numbers(message);
    else if (message.type === Draft.DOUBTS) this.heard.doubts(message);
    else if (message.type === Draft.REFUSED) this.#end(this.stage === "measuring" ? "done" : "failed", message.error.message);
  }

  #end(stage, message) {
    this.abort = null;
    this.#say(stage, message);
  }

  #say(stage, message = "") {
    this.stage = stage;
    this.heard.stage(stage, message);
  }
}

// The lines of an answer, each read as JSON, as they come. Throws ApiError.
async function* lines(path, body, signal) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  const response = await fetch(path, options).catch((error) => {
    if (signal.aborted) throw error;
    throw new ApiError(0, { code: "offline", message: t`The server cannot be reached: your text is kept, and is looked at again when you type.` });
  });
  if (!response.ok) throw new ApiError(response.status, (await response.json().catch(() => ({}))).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}
