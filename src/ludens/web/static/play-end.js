// How a game ended, as those see it who played it, and the next one.

import { ownSeat } from "./play-side.js";
import { t } from "./words.js";

/** What the end means to who played alone, or at the own page: "You won!"; null where several did, or none. */
export function verdict({ ranking }, seats) {
  const own = ownSeat(seats);
  if (!own || !ranking?.length) return null;
  if (ranking.length === 1) return ranking[0] === 1 ? t`Solved!` : null;
  const mine = ranking[own.player - 1];
  const ahead = ranking.filter((rank) => rank < mine).length;
  const level = ranking.filter((rank) => rank === mine).length;
  if (level > 1 && level === ranking.length) return t`A draw`;
  if (!ahead) return level > 1 ? t`You share the win` : t`You won!`;
  return ranking.length === 2 ? t`You lost` : null;
}

/** What the end is for who played alone, or at the own page: "won", "lost" or "drawn"; null where several did, or none. */
export function sense({ ranking }, seats) {
  const own = ownSeat(seats);
  if (!own || !ranking?.length) return null;
  const mine = ranking[own.player - 1];
  if (ranking.length === 1) return mine === 1 ? "won" : "lost";
  if (ranking.every((rank) => rank === mine)) return "drawn";
  return ranking.some((rank) => rank < mine) ? "lost" : "won";
}

/** The sites that show why a game is over: those of who lost by them, such as a king that is mated, apart. */
export function shownAtEnd({ ranking, pieces }) {
  const owners = new Map(pieces.pieces.map(({ ref, owner }) => [ref, owner]));
  const beaten = (ref) => Boolean(ranking?.some((rank) => rank && rank < ranking[owners.get(ref) - 1]));
  const shown = pieces.won ?? [];
  return { won: shown.filter((ref) => !beaten(ref)), lost: shown.filter(beaten) };
}

/** The players with each one seat further on; null where that changes nothing. */
export function moved(seats) {
  const players = seats.map(({ who }) => who);
  return new Set(players).size > 1 ? [players.at(-1), ...players.slice(0, -1)] : null;
}
