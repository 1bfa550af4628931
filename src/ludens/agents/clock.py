"""When a search has to end, and how much of it to do between two looks at the clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

#: iterations run in native code without a look at the clock for about this many seconds
SLICE = 0.005


class Clock:
    """When a search has to end: at a time, when an event is set, when `stop` is called."""

    def __init__(self, seconds: float, event: threading.Event | None = None) -> None:
        self.end = time.perf_counter() + seconds
        self._event, self._stopped = event, threading.Event()

    def stop(self) -> None:
        self._stopped.set()

    def left(self) -> float:
        """The seconds left; 0 or less when the search has to end."""
        if self._stopped.is_set() or (self._event is not None and self._event.is_set()):
            return 0.0
        return self.end - time.perf_counter()


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
