"""Seldom collecting garbage while a game is made.

Reading, binding and emitting make hundreds of thousands of objects that stay, and the collector of cycles looks through
them again and again: a tenth of a load.
"""

from __future__ import annotations

import functools
import gc
import threading
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

#: so many objects more than went are made before the youngest are looked through
SELDOM: Final = 100_000

_lock = threading.Lock()
_inside = 0
_before = (0, 0, 0)


def seldom(work: Callable[P, T]) -> Callable[P, T]:
    """Collect seldom while `work` runs, in whatever threads; a collector that is off, or set to seldomer, stays so."""

    @functools.wraps(work)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        _enter()
        try:
            return work(*args, **kwargs)
        finally:
            _leave()

    return run


def _enter() -> None:
    global _inside, _before
    with _lock:
        if not _inside:
            _before = gc.get_threshold()
            if 0 < _before[0] < SELDOM:
                gc.set_threshold(SELDOM, *_before[1:])
        _inside += 1


def _leave() -> None:
    """The last one out sets back what the first one found, unless somebody has set something else meanwhile."""
    global _inside
    with _lock:
        _inside -= 1
        if not _inside and gc.get_threshold() == (SELDOM, *_before[1:]):
            gc.set_threshold(*_before)
