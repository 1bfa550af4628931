"""Random games by the thousand: their results, and the threads that play them."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from ludens.native import Limits
from ludens.stage.apart import Apart

#: shares of the games for each of several threads
_SHARES = 8


def any_seed() -> int:
    """A seed of random numbers that nobody knows."""
    return int.from_bytes(os.urandom(8), "little")


@dataclass(frozen=True, eq=False)
class Playouts:
    """The results of random games: the winner and the number of moves of each, and how long they took together.

    Results are equal that have the same winners and lengths, whatever time they took.
    """

    winners: npt.NDArray[np.int32]
    lengths: npt.NDArray[np.int32]
    seconds: float

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playouts):
            return False
        return np.array_equal(self.winners, other.winners) and np.array_equal(self.lengths, other.lengths)

    def __hash__(self) -> int:
        return hash((self.winners.tobytes(), self.lengths.tobytes()))

    @property
    def moves_per_second(self) -> float:
        return float(self.lengths.sum()) / self.seconds if self.seconds else 0.0

    @property
    def playouts_per_second(self) -> float:
        return len(self.lengths) / self.seconds if self.seconds else 0.0


class Series:
    """`n` random games to be played: what they are drawn from, and the winner and the number of moves of each."""

    def __init__(self, n: int, seed: int) -> None:
        self.seed = seed & (1 << 64) - 1
        self.winners, self.lengths = np.zeros(n, np.int32), np.zeros(n, np.int32)

    def parts(self, shares: int) -> list[tuple[int, int]]:
        """The numbers of the games shared out: of each share its first, and the one behind its last."""
        n = len(self.winners)
        return list(itertools.pairwise(np.linspace(0, n, min(shares, max(n, 1)) + 1).astype(int).tolist()))

    def played(self, seconds: float) -> Playouts:
        """The results, once all are played."""
        return Playouts(self.winners, self.lengths, seconds)


def play(series: Series, play_part: Callable[[Series, int, int], None], threads: int) -> Playouts:
    """Play a series: `play_part(series, first, last)` plays the games `first` to `last` - 1, on some thread."""
    began = time.perf_counter()
    with Limits() as limits:
        # small shares, or the last thread's games would be waited for where it was held up or its games are long
        shares = threads * _SHARES if threads > 1 else 1
        parts = iter(series.parts(shares))

        def play_on() -> None:
            for first, last in parts:  # each thread takes the next part that is left
                play_part(series, first, last)

        players = [Apart(partial(copy_context().run, play_on), name="ludens playouts") for _ in range(threads)]
        try:
            for player in players:
                player.get()
        except BaseException:
            limits.stop()
            raise
        finally:
            for player in players:
                player.wait()
    return series.played(time.perf_counter() - began)
