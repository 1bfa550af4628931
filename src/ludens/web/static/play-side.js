// From which side a board is seen, and which tables this browser has been at.

import { HUMAN } from "./protocol.js";
import * as recent from "./recent.js";

const APART = 0.25;

/** The one seat that is one's own; undefined where several are, or none. */
export function ownSeat(seats) {
  if (seats.some(({ mine }) => mine !== undefined)) return seats.find(({ mine }) => mine);
  const humans = seats.filter(({ who }) => who === HUMAN);
  return humans.length === 1 ? humans[0] : undefined;
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Whether one plays the far side, and no other, of a board for two, as Black does in chess: it is then seen from there. */
export function isFarSide({ seats, scene, position }) {
  const own = ownSeat(seats);
  if (!own || seats.length !== 2) return false;
  const board = new Set(scene.sites.filter(({ container }) => container === 0).map(({ ref }) => ref));
  const heights = (test) => position.pieces.pieces.filter(({ ref, owner }) => board.has(ref) && owner && test(owner)).map(({ y }) => y);
  const [mine, theirs] = [heights((owner) => owner === own.player), heights((owner) => owner !== own.player)];
  return mine.length > 0 && theirs.length > 0 && mean(mine) < mean(theirs) - APART * scene.height;
}

/** Keep a table among those that the start page offers to go on with; `about` is added to what is known of it. */
export const remember = (id, about) => recent.remember("recent", id, about);

/** What is known of a table. */
export const recall = (id) => recent.recall("recent", id);

/** A table is no longer there. */
export const forget = (id) => recent.forget("recent", id);
