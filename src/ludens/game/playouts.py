"""Random games by the thousand: their results, and the threads that play them."""

from __future__ import annotations

import itertools
import os
import time
from array import array
from collections.abc import Callable
from contextvars import copy_context
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from ludens.native import Limits
from ludens.stage.apart import Apart

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: words of 32 bits, one for each game
Words: TypeAlias = "array[int] | npt.NDArray[np.int32]"
#: shares of the games for each of several threads
_SHARES = 8


def any_seed() -> int:
    """A seed of random numbers that nobody knows."""
    return int.from_bytes(os.urandom(8), "little")


class _Results:
    """The winner and the number of moves of each of some games; they are arrays of NumPy once somebody looks."""

    def __init__(self, won: Words, lasted: Words) -> None:
        self._won, self._lasted = won, lasted

    @cached_property
    def winners(self) -> npt.NDArray[np.int32]:
        """The winner of each game, 0 where there is none."""
        return _array(self._won)

    @cached_property
    def lengths(self) -> npt.NDArray[np.int32]:
        """The number of moves of each game."""
        return _array(self._lasted)


def _array(words: Words) -> npt.NDArray[np.int32]:
    """The same memory."""
    import numpy as np

    view: npt.NDArray[np.int32] = np.asarray(words, np.int32)
    return view


class Playouts(_Results):
    """The results of random games: the winner and the number of moves of each, and how long they took together.

    Results are equal that have the same winners and lengths, whatever time they took.
    """

    def __init__(self, winners: Words, lengths: Words, seconds: float) -> None:
        super().__init__(winners, lengths)
        self.seconds = seconds

    def __repr__(self) -> str:
        return f"Playouts(winners={self.winners!r}, lengths={self.lengths!r}, seconds={self.seconds!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playouts):
            return False
        return self._bytes() == other._bytes()

    def __hash__(self) -> int:
        return hash(self._bytes())

    def _bytes(self) -> tuple[bytes, bytes]:
        return self._won.tobytes(), self._lasted.tobytes()

    @property
    def moves_per_second(self) -> float:
        return float(sum(self._lasted.tolist())) / self.seconds if self.seconds else 0.0

    @property
    def playouts_per_second(self) -> float:
        return len(self._lasted) / self.seconds if self.seconds else 0.0


class Series(_Results):
    """`n` random games to be played: what they are drawn from, and the winner and the number of moves of each."""

    def __init__(self, n: int, seed: int) -> None:
        self.seed = seed & (1 << 64) - 1
        super().__init__(*(array("i", bytes(4 * n)) for _ in range(2)))

    def __len__(self) -> int:
        return len(self._won)

    def part(self, first: int, last: int) -> tuple[memoryview, memoryview]:
        """Where the winners and the numbers of moves of the games `first` to `last` - 1 are written."""
        won: Any = self._won
        lasted: Any = self._lasted
        return memoryview(won)[first:last], memoryview(lasted)[first:last]

    def parts(self, shares: int) -> list[tuple[int, int]]:
        """The numbers of the games shared out: of each share its first, and the one behind its last."""
        n, shares = len(self), min(shares, max(len(self), 1))
        return list(itertools.pairwise(n * share // shares for share in range(shares + 1)))

    def played(self, seconds: float) -> Playouts:
        """The results, once all are played."""
        return Playouts(self._won, self._lasted, seconds)


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
