"""Threads in which the engine works, so that it never blocks a page.

Native code that a thread is in is stopped when its time is over, and when nobody waits for it any more. The threads
are daemons: one that does not come back even then keeps no program from ending, and is given up and replaced.
"""

from __future__ import annotations

import asyncio
import itertools
import queue
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from ludens.native import Limits, Stopped
from ludens.native.limits import TIMED_OUT

T = TypeVar("T")
#: how long a thread may take to come back from native code that has been stopped: this is a matter of milliseconds
_GRACE = 0.5


class JobTimeout(Exception):
    """A job took longer than it may; the message says where in the rules, if that is known.

    Where it is `lost`, its thread did not come back, and has been given up.
    """

    def __init__(self, seconds: float, place: str = "", *, lost: bool) -> None:
        where = f", in {place}" if place else ""
        super().__init__(f"this takes longer than {seconds:g} seconds{where}")
        self.lost = lost


class _Job(Generic[T]):
    def __init__(self, call: Callable[[], T], limits: Limits) -> None:
        self.call, self.limits = call, limits
        self.loop = asyncio.get_running_loop()
        self.started: asyncio.Future[None] = self.loop.create_future()
        self.result: asyncio.Future[T] = self.loop.create_future()
        self.is_awaited, self.abandoned = True, False

    def begin(self) -> bool:
        """Whether the job is still wanted."""
        if self.is_awaited:
            self._tell(self.started.set_result, None)
        return self.is_awaited

    def run(self) -> None:
        try:
            with self.limits:
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
            self.is_awaited = False


class ThreadPool:
    """So many threads; `lost` counts those that never came back."""

    def __init__(self, name: str, size: int) -> None:
        self.name, self.size, self.lost = name, size, 0
        self._jobs: queue.PriorityQueue[tuple[int, int, _Job[Any] | None]] = queue.PriorityQueue()
        self._open: set[_Job[Any]] = set()
        self._stopped = False
        self._numbers = itertools.count()
        self._threads = 0

    async def run(
        self, call: Callable[[], T], seconds: float | None, *, low_priority: bool = False, limits: Limits | None = None
    ) -> T:
        """What `call` gives, once a thread is free for it; calls of low priority let others go first.

        `limits` are those that its native code gets, to be stopped by others. Raises JobTimeout where it takes longer
        than `seconds`.
        """
        while self._threads < self.size:
            self._start_thread()
        job = _Job(call, limits or Limits())
        if self._stopped:
            job.limits.stop()
        self._open.add(job)
        self._put(job, low_priority)
        try:
            await job.started
            done, _ = await asyncio.wait([job.result], timeout=seconds)
            if not done:
                assert seconds is not None
                await self._end(job, seconds)
            return job.result.result()
        finally:
            job.is_awaited = False
            job.limits.stop()  # nobody waits for it any more
            self._open.discard(job)
            if job.result.done() and not job.result.cancelled():
                job.result.exception()  # seen, whoever was waiting

    async def _end(self, job: _Job[Any], seconds: float) -> None:
        """Stop the native code of a job that is late; its thread is given up where that does not end it.

        Raises JobTimeout, unless it is done after all.
        """
        job.limits.stop(TIMED_OUT)
        if not (await asyncio.wait([job.result], timeout=_GRACE))[0]:
            job.abandoned = True
            self._threads -= 1
            self.lost += 1
            raise JobTimeout(seconds, lost=True)
        error = job.result.exception()
        if isinstance(error, Stopped):
            raise JobTimeout(seconds, error.place, lost=False)

    def stop(self) -> None:
        """Stop the native code of all that is being done, or will be."""
        self._stopped = True
        for job in self._open:
            job.limits.stop()

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
