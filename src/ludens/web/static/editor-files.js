// Drafts as files: the text alone, or all of a draft with its options and versions, which any browser opens again.

import { h } from "./dom.js";
import { t } from "./words.js";

const KIND = "ludens draft";
/** Larger files are no drafts of ours. */
const MOST = 64 << 20;

const named = (name) => name.replace(/[^\p{L}\p{N} '-]/gu, "") || "game";

/** Let the browser save a text as a file. */
export function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Save a description. */
export const saveText = (name, text) => save(`${named(name)}.lud`, text, "text/plain");

/** Save a draft with its versions. */
export function saveDraft(draft, versions) {
  const { name, text, options, from, lesson } = draft;
  const entries = versions.map(({ draft: _, ...version }) => version);
  save(`${named(name)}.draft.json`, `${JSON.stringify({ kind: KIND, name, text, options, from, lesson, versions: entries }, null, 1)}\n`, "application/json");
}

/**
 * What a file holds: {name, text}, and options, from, lesson, versions where it is a draft of ours. Throws Error, which
 * says what is wrong with it.
 */
export async function read(file) {
  if (file.size > MOST) throw new Error(t`${file.name} is larger than a draft can be.`);
  const text = await file.text();
  if (!/\.json$/i.test(file.name)) return { name: file.name.replace(/\.(lud|txt)$/i, ""), text };
  const data = parsed(text);
  if (data?.kind !== KIND || typeof data.text !== "string") throw new Error(t`${file.name} is no draft of ludens.`);
  const { name, options, from, lesson } = data;
  const versions = Array.isArray(data.versions) ? data.versions.filter(isVersion) : [];
  return {
    text: data.text,
    name: typeof name === "string" ? name.slice(0, 200) : "",
    options: texts(options),
    from: typeof from === "string" ? from : null,
    lesson: Number.isInteger(lesson) ? lesson : null,
    versions: versions.map((one) => ({ ...one, options: texts(one.options), wrong: typeof one.wrong === "string" ? one.wrong : "" })),
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const texts = (list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);
const isVersion = (one) => typeof one?.text === "string" && Number.isFinite(one.time);
