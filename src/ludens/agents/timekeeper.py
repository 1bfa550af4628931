"""One thread that looks at the clocks of all searches, as starting one for each search takes longer than short ones."""

from __future__ import annotations

import heapq
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from time import monotonic
from typing import Final, NamedTuple

#: gives the seconds until it wants to be called again; None for never
Look = Callable[[], float | None]


class _Due(NamedTuple):
    """A look that is due at a time; of two at the same time the one that came first."""

    when: float
    number: int
    look: Look


class Timekeeper:
    """Calls looks when they are due, in a thread of its own that begins with the first of them."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew, without the thread."""
        self._changed = threading.Condition()
        self._due: list[_Due] = []
        self._numbers, self._watched = count(), set[int]()
        self._thread: threading.Thread | None = None
        self._wakes = 0.0

    @contextmanager
    def watched(self, look: Look, first: float) -> Iterator[None]:
        """Let a look be called while the block runs, in `first` seconds for the first time; never after its end.

        Looks are called one at a time: they have to be short.
        """
        number = next(self._numbers)
        with self._changed:
            due = _Due(monotonic() + first, number, look)
            heapq.heappush(self._due, due)
            self._watched.add(number)
            if self._thread is None:
                self._thread = threading.Thread(target=self._keep, name="ludens-timekeeper", daemon=True)
                self._thread.start()
            elif due.when < self._wakes:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._watched.discard(number)

    def _keep(self) -> None:
        with self._changed:
            while True:
                self._wakes = self._due[0].when if self._due else threading.TIMEOUT_MAX
                left = self._wakes - monotonic()
                if left > 0:
                    self._changed.wait(left if self._due else None)
                    continue
                due = heapq.heappop(self._due)
                again = due.look() if due.number in self._watched else None
                if again is not None:
                    heapq.heappush(self._due, due._replace(when=monotonic() + again))


KEEPER: Final = Timekeeper()
if hasattr(os, "register_at_fork"):
    # a child has none of its parent's threads, and what they held is held for ever
    os.register_at_fork(after_in_child=KEEPER.forget)
