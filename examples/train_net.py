"""Train a net on a small game for some seconds, then let it play against Monte-Carlo tree search."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from ludens import library
from ludens.arena.tournament import Tournament
from ludens.learning.run import AGENT, Run
from ludens.learning.settings import Settings


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="Tic-Tac-Toe")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--games", type=int, default=4, help="of the match")
    arguments = parser.parse_args()
    game = library.load(arguments.game)
    settings = Settings(channels=16, blocks=2, games=64, batch=64, ratings=0, iterations=arguments.iterations)
    with tempfile.TemporaryDirectory() as folder:
        Run(game, settings, Path(folder)).run(lambda told: print(f"{told.games} games, policy loss {told.policy:.3f}"))
        players = [f"net:{folder}/{AGENT}:50", "uct:200"]
        standings = Tournament(game, players, arguments.games, seed=1).play()
    print(f"the net against uct: {standings.total(players[0])}")


if __name__ == "__main__":
    main()
