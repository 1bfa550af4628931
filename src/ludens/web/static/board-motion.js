// Motion that tells what happened: seeds travel from pit to pit, dice roll. A move takes LENGTH, and sowing as long as the
// seeds do one after another; the pace of a board makes both quicker or slower.

import { svg } from "./dom.js";

export const LENGTH = 200;
const FLIGHT = 220; // of one seed
const BETWEEN = 90; // two seeds that are sown one after the other
const MOST = 40; // seeds in the air
/** Sowing takes no longer than this, however many seeds there are. */
const LONGEST = 2400;

/** How many seeds each pit of some pieces holds. */
const seedsOf = (pieces) => new Map(pieces.filter(({ kind }) => kind === "seeds").map((piece) => [piece.ref, piece]));

/** Let seeds fly from the pits that lost some to those that gained: in turn, as they are sown by hand; gives how long it takes. */
export function sow(board, before, after, last) {
  const [old, now] = [seedsOf(before), seedsOf(after)];
  if (!old.size && !now.size) return 0;
  const change = (ref) => (now.get(ref)?.count ?? 0) - (old.get(ref)?.count ?? 0);
  const refs = [...new Set([...old.keys(), ...now.keys()])];
  const lost = refs.filter((ref) => change(ref) < 0).sort((a, b) => change(a) - change(b));
  const from = last?.from && change(last.from) < 0 ? last.from : lost[0];
  if (!from) return 0;
  const gained = refs.filter((ref) => change(ref) > 0);
  const start = board.point(from);
  const [cx, cy] = board.centre;
  const angle = (ref) => {
    const [x, y] = board.point(ref);
    const turn = Math.atan2(y - cy, x - cx) - Math.atan2(start[1] - cy, start[0] - cx);
    return (2 * Math.PI - turn) % (2 * Math.PI); // mostly sown against the clock
  };
  const flights = gained.sort((a, b) => angle(a) - angle(b)).flatMap((ref) => Array(change(ref)).fill(ref)).slice(0, MOST);
  const wait = board.pace * Math.min(BETWEEN, (LONGEST - FLIGHT) / Math.max(flights.length, 1));
  const flight = board.pace * FLIGHT;
  flights.forEach((ref, n) => fly(board, start, board.point(ref), now.get(ref).size, n * wait, flight));
  return flights.length ? flight + (flights.length - 1) * wait : 0;
}

function fly(board, [x1, y1], [x2, y2], size, delay, duration) {
  const seed = svg("circle", { class: "flying-seed", r: size * 0.13 });
  board.layers.drag.append(seed);
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2 - Math.hypot(x2 - x1, y2 - y1) * 0.18];
  const at = (x, y) => ({ transform: `translate(${x}px, ${y}px)` });
  const gone = () => seed.remove();
  seed.animate([at(x1, y1), at(mx, my), at(x2, y2)], { duration, delay, easing: "ease-in-out", fill: "both" }).finished.then(gone, gone);
}

/** Let a die roll where it lies; `to` is its transform as CSS has it. */
export function roll(element, to, pace) {
  const turned = (degrees, scale) => ({ transform: `${to} rotate(${degrees}deg) scale(${scale})` });
  element.animate([turned(-290, 0.7), turned(-120, 1.15), turned(14, 1.04), turned(0, 1)], { duration: 2 * LENGTH * pace, easing: "ease-out" });
}
