"""Garbage collection while code is emitted: nodes are many and live on, so that looks for garbage find none."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

#: so many more objects than before bring a look at the young ones, where CPython looks after 700
_YOUNG: Final = 50_000
_LOCK: Final = threading.Lock()
#: the thresholds as they were, for each that is inside
_before: list[tuple[int, int, int]] = []


@contextmanager
def collected_seldom() -> Iterator[None]:
    """Let Python look for garbage more seldom, in all threads, until the last that is inside has left.

    What its user set otherwise stays: where the collector is off, and where it looks more seldom.
    """
    with _LOCK:
        now = gc.get_threshold()
        _before.append(now)
        if 0 < now[0] < _YOUNG:
            gc.set_threshold(_YOUNG, *now[1:])
    try:
        yield
    finally:
        with _LOCK:
            first = _before[0]
            _before.pop()
            if not _before:
                gc.set_threshold(*first)
