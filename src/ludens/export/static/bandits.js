// A search one move deep with random games behind it, where players move at once: each player's moves are a bandit of
// their own, learnt against the others'. That is `ludens.agents.joint`.

const EXPLORATION = 0.7;
/** A random game is broken off behind so many moves. */
const LIMIT = 1000;

/** What a rank is worth: 1 for the first, -1 for the last; 0 while undecided. */
const utility = (rank, players) => (rank === 0 || players < 2 ? 0 : 1 - (2 * (rank - 1)) / (players - 1));

/** Legal moves player by player, as they are listed. */
function byPlayer(moves) {
  const listed = new Map();
  for (const move of moves) listed.set(move.player, [...(listed.get(move.player) ?? []), move]);
  return [...listed.values()];
}

export class Bandits {
  /** For the moves of a state, from which `player` chooses. */
  constructor(engine, state, player) {
    Object.assign(this, { engine, state, player });
    this.choices = byPlayer(engine.legal(state));
    this.arms = this.choices.flat().map(() => ({ visits: 0, sum: 0 }));
    this.count = 0;
    engine.reseed();
  }

  /** The number of the player's move that so many milliseconds like best. */
  search(time) {
    const end = performance.now() + time;
    const own = this.choices.find(([{ player }]) => player === this.player);
    do this.iterate();
    while (own.length > 1 && performance.now() < end);
    return own.map(({ index }) => index).reduce((best, index) => (this.arms[index].visits > this.arms[best].visits ? index : best));
  }

  /** Each player tries a move; the game is played to its end at random. */
  iterate() {
    this.count += 1;
    const tried = this.choices.map((own) => this.next(own));
    const ranks = this.engine.tried(this.world(), tried.map(({ index }) => index), LIMIT);
    for (const { index, player } of tried) {
      this.arms[index].visits += 1;
      this.arms[index].sum += utility(ranks[player - 1], ranks.length);
    }
  }

  /** The state, with other random numbers where chance has a part. */
  world() {
    const { engine, state } = this;
    return engine.told.stochastic ? engine.renewed(state) : state;
  }

  /** The move of a player to try next, by UCB1. */
  next(own) {
    const fresh = own.filter(({ index }) => !this.arms[index].visits);
    if (fresh.length) return fresh[Math.floor(Math.random() * fresh.length)];
    const bound = ({ index }) => {
      const { visits, sum } = this.arms[index];
      return sum / visits + EXPLORATION * Math.sqrt(Math.log(this.count) / visits);
    };
    return own.reduce((best, move) => (bound(move) > bound(best) ? move : best));
  }
}
