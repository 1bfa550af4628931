"""Seldom collecting garbage while a game is made.

Reading, binding and emitting make hundreds of thousands of objects that stay, and the collector of cycles looks through
them again and again: a tenth of a load. Once it is made they count as old, unlooked at.
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
            if gc.get_count()[0] > _before[0]:
                _grow_old()
            gc.set_threshold(*_before)


def _grow_old() -> None:
    """Put all objects into the oldest generation, as if they had been looked through, unless somebody froze some.

    Without it they would be at once, and all would be kept. What is garbage among them is found with the old.
    """
    if hasattr(gc, "freeze") and not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()
