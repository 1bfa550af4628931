"""Random playouts in native code: plies and games a second on one thread, and what a second thread adds.

Only moves that are really played count: those of the start rules, and what a game leaves out, do not.
"""

from __future__ import annotations

import hashlib
import time

from ludens.bench.games import OWN, SHARED, BenchGame
from ludens.bench.rows import Metric
from ludens.bench.suites.base import Sizes, Suite, load_game, size_for
from ludens.bench.suites.python import OpenSpiel
from ludens.game import Game

PLIES = Metric("plies", "plies/s")
GAMES = Metric("games", "games/s")
THREADS = Metric("two threads", "x one", ratio=True)
_FEW = 3


def digest(game: Game) -> str:
    """Which games equal seeds give."""
    few = game.playouts(_FEW, seed=0)
    return hashlib.sha256(few.winners.tobytes() + few.lengths.tobytes()).hexdigest()[:12]


class Playouts:
    """The same games in each round, so that the rounds differ by nothing but the machine."""

    def __init__(self, game: BenchGame) -> None:
        self._game = load_game(game)
        self.played = digest(self._game)

    def sizes(self, seconds: float) -> Sizes:
        return {"games": size_for(lambda n: self._game.playouts(n, seed=1), seconds / 2)}

    def round(self, sizes: Sizes) -> dict[str, float]:
        n = sizes["games"]
        began = time.process_time()
        one = self._game.playouts(n, seed=1)
        spent = max(time.process_time() - began, 1e-9)
        two = self._game.playouts(2 * n, seed=1, threads=2)
        return {
            PLIES.name: float(one.lengths.sum()) / spent,
            GAMES.name: n / spent,
            THREADS.name: two.moves_per_second / one.moves_per_second,
        }


SUITE = Suite(
    "playouts",
    "random games in native code, by processor time",
    (PLIES, GAMES, THREADS),
    (PLIES.name,),
    [*(game for game in SHARED if not game.options and game.name not in ("Nim", "Xiangqi", "Y")), *OWN],
    {"ludens": Playouts, "openspiel": OpenSpiel},
)
