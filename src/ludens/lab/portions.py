"""Kinds of work that are done a portion at a time, so that the clock is looked at between two."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

#: seconds of one portion of work, about
PORTION: Final = 0.05
#: a kind of work that ends within so many seconds, at its pace, goes before the others
_SOON: Final = 5.0


class Work:
    """One kind of work: so many games, some at a time, so that a portion takes about as long as it should.

    It is `behind` where it begins when others are that far, unless it will be ready soon. Where more is to be done than
    was planned at first, that counts as work of its own.
    """

    def __init__(self, total: int, do: Callable[[int, int], None], *, most: int = 1 << 30, behind: float = 0.0) -> None:
        self.total, self.done, self._planned = total, 0, total
        self._do, self._most, self._size, self._behind = do, most, 1, behind
        #: how many seconds a game has taken of late: code gets faster while it runs
        self._pace = 0.0

    @property
    def turn(self) -> float:
        """Of several the one goes on for which this is least."""
        left = [end - self.done for end in (self._planned, self.total) if end > self.done]
        if self.done and left and self._pace * left[0] < _SOON:
            return -1.0
        return self._behind + self.done / self._planned

    def step(self, games: int | None, until: int | None = None) -> int | None:
        """Do a portion, or at most so many games of one, up to game `until`; gives how many of `games` are left."""
        end = self.total if until is None else min(until, self.total)
        number = min(self._size if games is None else games, self._most, end - self.done)
        began = time.perf_counter()
        self._do(self.done, self.done + number)
        seconds = time.perf_counter() - began
        self.done += number
        self._pace = seconds / max(number, 1)
        if number >= self._size or seconds > PORTION:
            self._size = max(1, min(8 * number, self._most, int(number * PORTION / max(seconds, 1e-6))))
        return None if games is None else games - number
