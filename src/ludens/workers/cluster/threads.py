"""Tasks on threads of this process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import ContextVar, copy_context
from itertools import islice
from typing import TypeVar

from ludens.workers.cluster.answers import Answer, attempt
from ludens.workers.cluster.base import Pool

T = TypeVar("T")
R = TypeVar("R")
#: whether the tasks of this context are cancelled; in processes of their own tasks are ended from outside
_is_cancelled: ContextVar[Callable[[], bool]] = ContextVar("is_cancelled", default=lambda: False)


def stopped() -> bool:
    """Whether nobody waits for the result of the task that calls this any more."""
    return _is_cancelled.get()()


class Threads(Pool):
    """Threads of this process. Nothing is pickled; a task that is to be given up is asked to end (`stopped`)."""

    def __init__(self, size: int) -> None:
        self._size = size

    @property
    def size(self) -> int:
        return self._size

    def _run(self, function: Callable[[T], R], tasks: Iterator[tuple[int, T]]) -> Generator[Answer[R], None, None]:
        stop, context = threading.Event(), copy_context()
        context.run(_is_cancelled.set, stop.is_set)
        running = set[Future[Answer[R]]]()
        with ThreadPoolExecutor(self._size) as executor:
            try:
                while True:
                    for number, task in islice(tasks, self._size - len(running)):
                        running.add(executor.submit(context.copy().run, attempt, function, number, task))
                    if not running:
                        return
                    done, running = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            finally:
                stop.set()

    def close(self) -> None:
        """Threads live as long as their run."""
