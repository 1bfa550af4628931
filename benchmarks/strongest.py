"""Which agent plays each game of the library best: `agents/strongest.tsv` and `agents/tuned.tsv`.

    python benchmarks/strongest.py [GAME..] [--seconds 60] [--tune 60]

The champion is whom the tables name, or the rule of `agents.strongest` for a game that they do not have, or have
another text of: these games are looked at where none is named. Challengers meet it one after the other, and take its
place where a sequential test finds them stronger (`ludens.arena.selection`). With `--tune` heuristics are learnt from
searches first, for so many seconds; these, or what was learnt here before, come with ludens where `tuned` wins. Time is
that of the processor.
"""

from __future__ import annotations

import argparse

import ludens
from ludens import library
from ludens.agents import clock, search, strongest_table, tuned
from ludens.arena import selection
from ludens.game import Game
from ludens.game.hidden import hides
from ludens.game.single import SingleGame
from ludens.tuning import learner
from plain import Processor


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="library names (all that the tables do not have)")
    parser.add_argument("--seconds", type=float, default=60.0, help="for the games between agents (60)")
    parser.add_argument("--tune", type=float, default=0.0, help="for learning heuristics (0)")
    arguments = parser.parse_args()
    clock.time = search.time = learner.time = selection.time = Processor  # type: ignore[assignment]
    for name in arguments.games or library.names():
        game = ludens.load(name)
        if isinstance(game, SingleGame) and plays(game) and (arguments.games or strongest_table.agent_of(game) is None):
            print(f"{name}: {look(game, arguments.seconds, arguments.tune)}", flush=True)


def plays(game: Game) -> bool:
    """Whether there is something to choose: two players who move in turn and see everything, without chance."""
    return not game.is_simultaneous and game.num_players == 2 and not game.is_stochastic and not hides(game)


def look(game: SingleGame, seconds: float, tuning_seconds: float) -> str:
    """Look who plays a game best, put it into the tables, and tell it."""
    if tuning_seconds:
        learnt = learner.tune(game, tuning_seconds)
        if learnt is not None:
            tuned.write(game, learnt)
    tuning = tuned.read(game)
    if tuning is not None:
        met = selection.challenge(game, tuned.Tuned.kind, seconds)
        if met.verdict == "stronger":
            tuned.ship(game, tuning, str(met))
        if met.verdict == "stronger" or strongest_table.agent_of(game) is not None or tuned.shipped(game) is not None:
            return str(met)
    chosen = selection.choose(game, seconds, solving=False)  # what is solved here is not elsewhere
    told = ", ".join(map(str, chosen.matches))
    if tuning is not None and chosen.agent == tuned.Tuned.kind:
        tuned.ship(game, tuning, told)
    else:
        strongest_table.record(game, chosen.agent, told)
    return f"{chosen.agent} ({told})"


if __name__ == "__main__":
    main()
