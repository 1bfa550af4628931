"""Rows shared out among threads, as far as their work is worth it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cached_property
from typing import Final
from weakref import WeakSet

#: seconds of work that are worth a thread: to wake one takes some hundredths of a millisecond
WORTH = 1e-4

#: the number of a vector, its first row and the one behind its last
Span = tuple[int, int, int]


_TEAMS: Final = WeakSet["Team"]()


class Team:
    """Some threads, `most` at most; the caller's own is one of them.

    They are started when they are first needed; in a forked child, which has none of its parent's threads, anew.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        _TEAMS.add(self)

    def forget(self) -> None:
        """Begin anew, without threads."""
        self.__dict__.pop("_pool", None)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.most - 1, "ludens-vector")

    def run(self, tasks: Sequence[Callable[[], object]]) -> None:
        """Do the tasks, as many as there are threads at most, all at once.

        Raises what one of them raised, once all have ended. They are limited as the caller is.
        """
        first, *others = tasks
        waiting = [self._pool.submit(copy_context().run, task) for task in others]
        try:
            first()
        finally:
            failed = [error for error in (future.exception() for future in waiting) if error is not None]
        if failed:
            raise failed[0]


def _forget() -> None:
    for team in list(_TEAMS):
        team.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def shared_out(rows: Sequence[int], seconds: Sequence[float], most: int) -> list[list[Span]]:
    """For each thread the rows that it is to step, of vectors with these numbers of rows and times.

    There are `most` threads at most, and no more than are worth it.
    """
    total = sum(seconds)
    threads = max(1, min(most, int(total / WORTH)))
    if threads == 1:
        return [[(number, 0, count) for number, count in enumerate(rows)]]
    shares: list[list[Span]] = [[] for _ in range(threads)]
    begin = 0.0
    for number, (count, each) in enumerate(zip(rows, seconds, strict=True)):
        # the row of this vector at which each thread's share begins
        cuts = [_row(total * k / threads - begin, each, count) for k in range(1, threads)]
        for share, first, last in zip(shares, [0, *cuts], [*cuts, count], strict=True):
            if first < last:
                share.append((number, first, last))
        begin += each
    return [share for share in shares if share]


def _row(time: float, whole: float, count: int) -> int:
    """The row of some that is due at a time, where they take `whole` together."""
    return min(max(round(count * time / whole), 0), count) if whole > 0 else 0
