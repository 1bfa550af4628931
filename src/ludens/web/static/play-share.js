// Taking a game elsewhere: its address, its text, and a picture of its board.

import { h, toast } from "./dom.js";
import { t } from "./words.js";

const COPIED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "paint-order", "font-family", "font-weight", "dominant-baseline"];
const LEFT_OUT = "desc, .layer-spots, .layer-hints, .layer-drag";

/** Put a text on the clipboard, and say so in the words of `news`. */
export async function copy(text, news) {
  try {
    await navigator.clipboard.writeText(text);
    toast(news);
  } catch {
    toast(t`This browser does not let the page use the clipboard.`, "error"); // e.g. without https
  }
}

/** Moves as people paste them into a letter, a new number wherever the first player moves again: "1. e4 e5 2. Nf3". */
export function movesAsText(history, between) {
  const turns = [];
  for (const { name, player } of history) {
    if (player && turns.at(-1)?.player === player) turns.at(-1).text += between + name;
    else turns.push({ player, text: name });
  }
  const first = turns[0]?.player;
  let number = 0;
  return turns.map(({ player, text }) => (player === first ? `${(number += 1)}. ${text}` : text)).join(" ");
}

/** Put the game so far on the clipboard, as the text of a trial file. */
export async function copyGame(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return toast(t`The game could not be read.`, "error");
  return copy(await answer.text(), t`The game is on the clipboard.`);
}

/** Save a file of the page's making. */
export function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The board as it is shown, as an SVG file of its own: what style sheets say of it is written into it. */
export function pictureOf(board) {
  const copied = board.root.cloneNode(true);
  const [from, to] = [board.root, copied].map((root) => [...root.querySelectorAll("[class]")]);
  from.forEach((element, n) => {
    const style = getComputedStyle(element);
    for (const name of COPIED) to[n].setAttribute(name, style.getPropertyValue(name));
  });
  for (const element of copied.querySelectorAll(LEFT_OUT)) element.remove();
  const { x, y, width, height } = board.box();
  const ground = getComputedStyle(document.body).backgroundColor;
  const back = copied.querySelector("defs");
  back.insertAdjacentHTML("afterend", `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${ground}"/>`);
  for (const [name, value] of [["width", width], ["height", height]]) copied.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copied);
}
