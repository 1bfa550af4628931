"""What a suite is, and what measures a game for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ludens import library
from ludens.bench.games import BenchGame
from ludens.bench.rows import Metric
from ludens.game import Game

#: how much is done in a round: so many games, plies, steps
Sizes = dict[str, int]


class Probe(Protocol):
    """Measures one game of one system, in a process of its own.

    `played` tells which games are played, so that another system can be seen to play the same; "" where it cannot tell.
    """

    played: str

    def sizes(self, seconds: float) -> Sizes:
        """What a round of about so many seconds is."""

    def round(self, sizes: Sizes) -> dict[str, float]:
        """Do that once: a sample of each metric, by its name."""


@dataclass(frozen=True)
class Suite:
    """Metrics, the games that they are measured of unless others are asked for, and who measures in each system.

    `drawn` are the names of the metrics that a picture shows.
    """

    name: str
    about: str
    metrics: Sequence[Metric]
    drawn: Sequence[str]
    games: Sequence[BenchGame]
    probes: Mapping[str, Callable[[BenchGame], Probe]]


def load_game(game: BenchGame) -> Game:
    """The game in ludens, all that is compiled for it ready: nothing is compiled beside what is measured."""
    loaded = library.load(game.ludens, game.options)
    finish = getattr(loaded, "compile", None)  # older trees compile before they give the game
    if finish is not None:
        finish()
    return loaded


def size_for(work: Callable[[int], object], seconds: float, clock: Callable[[], float] = time.process_time) -> int:
    """How much of some work takes about so many seconds: more and more of it until it takes a good part of them.

    What is done once only, such as compiling, now or after so much work, is not counted: all is done twice.
    """

    def spent(size: int) -> float:
        began = clock()
        work(size)
        return clock() - began

    size = 1
    while True:
        least = min(spent(size), spent(size))
        if least > seconds / 3:
            return max(1, round(size * seconds / least))
        size *= 2 if least > seconds / 20 else 8


def rate(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """What the work says that it did, a second."""
    began = clock()
    done = work()
    return done / max(clock() - began, 1e-9)
