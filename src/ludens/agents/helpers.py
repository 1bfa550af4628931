"""Threads that help searches, and stay for the next one: the memory that native code works in is a thread's own, and
takes longer to provide than many a search of one move."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import copy_context
from typing import Final

#: how many there are at most; one that finds no thread begins late, which searches bear
_MOST: Final = 64


class Helpers:
    """Threads that are started as they are needed, and wait for work."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew, without threads."""
        self._pool = ThreadPoolExecutor(_MOST, "ludens-helper")

    @contextmanager
    def beside(self, *work: Callable[[], object]) -> Iterator[None]:
        """Let each of these run on a thread of its own beside the block, whose end waits for them.

        Raises what one of them raised, where the block raises nothing.
        """
        running = [self._pool.submit(copy_context().run, one) for one in work]
        try:
            yield
        finally:
            wait(running)
        for one in running:
            one.result()


HELPERS: Final = Helpers()
if hasattr(os, "register_at_fork"):
    # a child has none of its parent's threads
    os.register_at_fork(after_in_child=HELPERS.forget)
