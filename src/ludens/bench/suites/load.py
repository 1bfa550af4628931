"""From a name to the first playout: with an empty cache and with one that has the game; and from the start of Python.

Each sample is a few fresh processes. Seconds are those of the clock, since what is compiled on another thread is not
waited for; the processor's seconds beside them say what other work on the machine has not spoilt.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

from ludens.bench.games import BenchGame, games_named
from ludens.bench.rows import Metric
from ludens.bench.suites.base import Sizes, Suite

COLD, WARM, START = "empty cache", "warm cache", "start of Python, warm cache"
METRICS = [Metric(f"{name}{what}", "s", more=False) for name in (COLD, WARM, START) for what in ("", ", processor")]
#: told a game and its options, and when it was started; with a word more it loads a small game first, so that what
#: every game needs is there
_PROGRAM = """
import json, sys, time
game, options, began, first = json.loads(sys.argv[1])
from ludens import library
if first:
    library.load(first).playouts(1, seed=0)
    began, spent = time.perf_counter(), time.process_time()
else:
    spent = 0.0
library.load(game, options).playouts(1, seed=0)
print(json.dumps([time.perf_counter() - began, time.process_time() - spent]))
"""
_SMALL = """(game "Small" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"""


class Load:
    """`perf_counter` is the same clock in all processes of a machine."""

    played = ""

    def __init__(self, game: BenchGame) -> None:
        self._game = game

    def sizes(self, seconds: float) -> Sizes:
        return {}

    def round(self, sizes: Sizes) -> dict[str, float]:
        with tempfile.TemporaryDirectory() as cache:
            runs = [self._run(cache, _SMALL), self._run(cache, _SMALL), self._run(cache, "")]
        numbers = [number for run in runs for number in run]
        return {metric.name: number for metric, number in zip(METRICS, numbers, strict=True)}

    def _run(self, cache: str, first: str) -> list[float]:
        """Seconds of the clock and of the processor."""
        arguments = json.dumps([self._game.ludens, self._game.options, time.perf_counter(), first])
        command, environment = [sys.executable, "-c", _PROGRAM, arguments], {**os.environ, "LUDENS_CACHE": cache}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr.strip().rpartition("\n")[2])
        seconds: list[float] = json.loads(done.stdout)
        return seconds


SUITE = Suite(
    "load",
    "seconds from a name to the first playout",
    METRICS,
    (COLD, WARM),
    games_named("Tic-Tac-Toe", "Amazons", "Hex", "Go", "English Draughts", "Backgammon", "Chess", "Shogi"),
    {"ludens": Load},
)
