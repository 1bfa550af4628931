"""Threads in which the engine works, so that it never blocks a page.

The threads are daemons: native code that does not return (a description can ask for that) does not keep the program
from ending, and takes no place for good, as a thread that overran its time is given up and replaced.
"""

from __future__ import annotations

import asyncio
import itertools
import queue
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class JobTimeout(Exception):
    """A job took longer than it may; its thread has been given up."""


class _Job(Generic[T]):
    def __init__(self, call: Callable[[], T]) -> None:
        self.call = call
        self.loop = asyncio.get_running_loop()
        self.started: asyncio.Future[None] = self.loop.create_future()
        self.result: asyncio.Future[T] = self.loop.create_future()
        self.wanted, self.abandoned = True, False

    def begin(self) -> bool:
        """Whether the job is still wanted."""
        if self.wanted:
            self._tell(self.started.set_result, None)
        return self.wanted

    def run(self) -> None:
        try:
            value = self.call()
        except BaseException as error:  # handed to who waits for it
            self._tell(self._fail, error)
        else:
            self._tell(self._finish, value)

    def _finish(self, value: T) -> None:
        if not self.result.done():
            self.result.set_result(value)

    def _fail(self, error: BaseException) -> None:
        if not self.result.done():
            self.result.set_exception(RuntimeError(repr(error)) if isinstance(error, StopIteration) else error)

    def _tell(self, what: Callable[[Any], object], value: Any) -> None:
        try:
            self.loop.call_soon_threadsafe(lambda: None if self.loop.is_closed() else what(value))
        except RuntimeError:  # the loop has been closed: nobody waits any more
            self.wanted = False


class ThreadPool:
    """So many threads; `lost` counts those that never came back."""

    def __init__(self, name: str, size: int) -> None:
        self.name, self.size, self.lost = name, size, 0
        self._jobs: queue.PriorityQueue[tuple[int, int, _Job[Any] | None]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._threads = 0

    async def run(self, call: Callable[[], T], seconds: float | None, *, low_priority: bool = False) -> T:
        """What `call` gives, once a thread is free for it; calls of low priority let others go first.

        Raises JobTimeout where it takes longer than `seconds`.
        """
        while self._threads < self.size:
            self._start_thread()
        job = _Job(call)
        self._put(job, low_priority)
        try:
            await job.started
            return await asyncio.wait_for(asyncio.shield(job.result), seconds)
        except TimeoutError:
            if job.result.done():
                return job.result.result()
            job.abandoned = True
            self._threads -= 1
            self.lost += 1
            raise JobTimeout(f"this takes longer than {seconds:g} seconds") from None
        finally:
            job.wanted = False
            if job.result.done() and not job.result.cancelled():
                job.result.exception()  # seen, whoever was waiting

    def _put(self, job: _Job[Any] | None, rank: int) -> None:
        self._jobs.put((rank, next(self._numbers), job))

    def _start_thread(self) -> None:
        self._threads += 1
        threading.Thread(target=self._work, name=f"ludens {self.name}", daemon=True).start()

    def _work(self) -> None:
        while (job := self._jobs.get()[2]) is not None:
            if job.begin():
                job.run()
            if job.abandoned:
                return

    def shutdown(self) -> None:
        """Let the threads end that are not at work."""
        for _ in range(self._threads):
            self._put(None, 2)
        self._threads = 0
