"""When a search has to end, and how much of it to do between two looks at the clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from ludens.agents.helpers import HELPERS
from ludens.agents.timekeeper import KEEPER
from ludens.native import Limits, Stopped

#: iterations run in native code without a look at the clock for about this many seconds
SLICE = 0.005
#: how much later, in seconds, native code is stopped that does not end by itself
GRACE = 0.02


class Clock:
    """When a search has to end: at a time, when an event is set, when `stop` is called."""

    def __init__(self, seconds: float, event: threading.Event | None = None, *, within: Clock | None = None) -> None:
        """It also ends when the clock does that it runs `within`."""
        self.end = time.perf_counter() + seconds
        self._event, self._stopped, self._within = event, threading.Event(), within

    def stop(self) -> None:
        self._stopped.set()

    @property
    def is_stopped(self) -> bool:
        """Whether it ended before its time."""
        if self._within is not None and self._within.is_stopped:
            return True
        return self._stopped.is_set() or (self._event is not None and self._event.is_set())

    def left(self) -> float:
        """The seconds left; 0 or less when the search has to end."""
        if self.is_stopped:
            return 0.0
        own = self.end - time.perf_counter()
        return own if self._within is None else min(own, self._within.left())

    @contextmanager
    def guard(self) -> Iterator[None]:
        """End the block when the clock has ended, even where native code does not come back to look at it."""

        def look() -> float | None:
            if self.left() >= -GRACE and not self.is_stopped:
                return GRACE
            limits.stop()
            return None

        with Limits() as limits, KEEPER.watched(look, GRACE):
            try:
                yield
            except Stopped:
                if self.left() > 0:
                    raise


def together(
    clock: Clock,
    iterations: int | None,
    threads: int,
    iterate: Callable[[int, int], object],
    tell: Callable[[], object],
    is_known: Callable[[], bool],
) -> None:
    """Let so many threads iterate until the clock ends, the count is reached, which they share, or nothing is left.

    `iterate` takes how often and the number of the thread; that of the caller is 0, and it calls `tell` now and then.
    Where one fails all end.
    """

    def work(number: int, count: int | None) -> None:
        for size in slices(clock, count) if count != 0 else ():
            iterate(size, number)
            if not number:
                tell()
            if is_known():
                break

    begun = int(threads > 1)
    if begun:  # or the others would have no moves to choose from before the first one has listed them
        iterate(1, 0)
    left = None if iterations is None else max(iterations - begun, 0)
    first, *others = (None if left is None else left // threads + (n < left % threads) for n in range(threads))
    with HELPERS.beside(*(partial(work, number, count) for number, count in enumerate(others, 1))):
        try:
            work(0, first)
        except BaseException:
            clock.stop()
            raise


def slices(clock: Clock, iterations: int | None) -> Iterator[int]:
    """How many iterations to run at a stretch, until the clock ends or `iterations` are done; at least one."""
    size, done = 1, 0
    while size and (clock.left() > 0 or not done):
        began = time.perf_counter()
        yield size
        done += size
        rate = size / max(time.perf_counter() - began, 1e-6)
        size = max(1, int(min(rate * SLICE, rate * max(clock.left(), 0) * 0.5, size * 2)))
        if iterations is not None:
            size = min(size, iterations - done)
