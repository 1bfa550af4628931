"""Which agent plays each game of the library best, by games between those that could: `agents/measured.tsv`.

`python benchmarks/strongest.py` adds the games that the table does not have, or has another text of. The champion is
what the rule of `agents.strongest` says of a description that nobody has measured; a challenger takes its place with
more than `--margin` of the points. Games begin from random positions two plies on, each for both seats; those that are
not over after 200 plies are draws.
"""

from __future__ import annotations

import argparse

import ludens
from ludens import agents, library
from ludens.agents import measured
from ludens.arena.match import play_game
from ludens.game import Game
from ludens.game.hidden import hides
from ludens.game.single import SingleGame

CHALLENGERS = ("informed", "mcts", "alphabeta", "uct")
PLIES = 200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="library names (all)")
    parser.add_argument("-n", type=int, default=8, help="games of each pair (8)")
    parser.add_argument("--time", default="30ms", help="of a turn (30ms)")
    parser.add_argument("--margin", type=float, default=0.55, help="points that a challenger needs (0.55)")
    arguments = parser.parse_args()
    for name in arguments.games or library.names():
        game = ludens.load(name)
        if isinstance(game, SingleGame) and plays(game) and (arguments.games or measured.agent_of(game) is None):
            found, told = champion(game, arguments.n, arguments.time, arguments.margin)
            measured.record(game, found, told)
            print(f"{name}: {found} ({told})", flush=True)


def plays(game: Game) -> bool:
    """Whether there is something to choose: two players who move in turn and see everything, without chance."""
    return not game.is_simultaneous and game.num_players == 2 and not game.is_stochastic and not hides(game)


def champion(game: Game, n: int, time: str, margin: float) -> tuple[str, str]:
    """The agent that nobody beats, and what was played."""
    best, told = agents.ruled(game), list[str]()
    for challenger in CHALLENGERS:
        if challenger == best or challenger not in agents.names(game):
            continue
        points = sum(_points(game, challenger, best, number, time) for number in range(n))
        told.append(f"{challenger} {points:g} of {n} against {best}")
        if points > margin * n:
            best = challenger
    return best, ", ".join(told)


def _points(game: Game, first: str, second: str, number: int, time: str) -> float:
    """The points of the first in a game, in which it moves first if the number is even."""
    own, specs = 1 + number % 2, [f"{spec}:{time}" for spec in (first, second)]
    outcome = play_game(game, specs if own == 1 else specs[::-1], number // 2, opening=2, ply_limit=PLIES)
    assert outcome is not None  # nobody stops it
    return outcome.points(own)


if __name__ == "__main__":
    main()
