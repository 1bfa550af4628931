// A search one move deep with random games behind it, where players move at once or do not see all. Each player's moves are
// a bandit of their own, learnt against the others', as in `ludens.agents.joint`; where something is hidden from the player
// each game begins in another state that the player cannot tell from the real one.

import { Worlds } from "./worlds.js";

const EXPLORATION = 0.7;
/** A random game is broken off behind so many moves. */
const LIMIT = 1000;

/** What a rank is worth: 1 for the first, -1 for the last; 0 while undecided. */
const utility = (rank, players) => (rank === 0 || players < 2 ? 0 : 1 - (2 * (rank - 1)) / (players - 1));

/** Legal moves player by player, as they are listed, with a key that is the same in all states of one player's knowledge. */
function byPlayer(moves) {
  const listed = new Map(), known = new Map();
  for (const move of moves) {
    const sites = `${move.player} ${move.from} ${move.to}`, number = known.get(sites) ?? 0;
    known.set(sites, number + 1);
    listed.set(move.player, [...(listed.get(move.player) ?? []), { ...move, key: `${sites} ${number}` }]);
  }
  return [...listed.values()];
}

export class Bandits {
  /** For the moves of a state, from which `player` chooses. */
  constructor(engine, state, player) {
    Object.assign(this, { engine, state, player });
    this.choices = byPlayer(engine.legal(state));
    this.worlds = engine.told.fields.hidden ? new Worlds(engine, state, player) : null;
    this.arms = new Map();
    this.count = 0;
    engine.reseed();
  }

  /** The number of the player's move that so many milliseconds like best. */
  search(time) {
    const end = performance.now() + time;
    const own = this.choices.find(([{ player }]) => player === this.player);
    do this.iterate();
    while (own.length > 1 && performance.now() < end);
    const [best] = own.sort((one, other) => this.arm(other).visits - this.arm(one).visits);
    return best.index;
  }

  /** What is known of a move: how often it was tried, and the sum of its values. */
  arm({ key }) {
    return this.arms.get(key) ?? this.arms.set(key, { visits: 0, sum: 0 }).get(key);
  }

  /** Each player tries a move; the game is played to its end at random. */
  iterate() {
    this.count += 1;
    const world = this.world();
    const choices = this.worlds ? byPlayer(this.engine.legal(world)) : this.choices;
    const tried = choices.map((own) => this.next(own));
    const ranks = this.engine.tried(world, tried.map(({ index }) => index), LIMIT);
    for (const move of tried) {
      const arm = this.arm(move);
      arm.visits += 1;
      arm.sum += utility(ranks[this.engine.seat(world, move.player) - 1], ranks.length);
    }
  }

  /** A state that the player cannot tell from the real one, with other random numbers where chance has a part. */
  world() {
    const { engine, state, worlds } = this;
    if (worlds) return worlds.draw();
    return engine.told.stochastic ? engine.renewed(state) : state;
  }

  /** The move of a player to try next, by UCB1. */
  next(own) {
    const fresh = own.filter((move) => !this.arm(move).visits);
    if (fresh.length) return fresh[Math.floor(Math.random() * fresh.length)];
    const bound = (move) => {
      const { visits, sum } = this.arm(move);
      return sum / visits + EXPLORATION * Math.sqrt(Math.log(this.count) / visits);
    };
    return own.reduce((best, move) => (bound(move) > bound(best) ? move : best));
  }
}
