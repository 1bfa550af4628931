"""Jobs on descriptions, each in a worker process of its own: checked, compiled and tried out, drawn."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from ludens.stage.cache import strangers_cache
from ludens.system.confinement import Bounds
from ludens.web.engine.errors import TookTooLong
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.visitors import asking
from ludens.web.workers.jobs import ChooseAgent, CountPositions, Explore, Job, JobName
from ludens.web.workers.messages import playing
from ludens.web.workers.turns import Turns
from ludens.words import say
from ludens.workers.frames import WorkerDied
from ludens.workers.startup import Starter
from ludens.workers.worker import Worker

T = TypeVar("T")
_NICE = 5
#: long jobs that go on beside the others, for each of those
_LONG_BESIDE = 2


class Compilers:
    """So many jobs at once, those of all visitors in turn. In the background they are nice, and many may wait."""

    def __init__(
        self,
        limits: Limits,
        starter: Starter,
        size: int = 1,
        *,
        ours: bool = False,
        background: bool = False,
        plays: bool = False,
    ) -> None:
        """`ours` says that only descriptions of the library and the owner are compiled, into the cache that is used.

        With `plays`, agents play there, which take what the worker of a table has.
        """
        self.limits, self._starter, self._ours = limits, starter, ours
        nice = 10 if background else 0 if ours else _NICE
        cache = None if ours else strangers_cache()
        compiling = Bounds(limits.compile_memory, nice, cache, limits.compile_memory)
        self._bounds = playing(limits, nice, cache) if plays else compiling
        waiting = 1 << 20 if background else limits.waiting_compilations
        self._turns = Turns(size, 0 if background else _LONG_BESIDE * size, waiting)

    async def run(
        self,
        answer: type[T],
        job: JobName,
        text: str,
        options: Sequence[str] = (),
        seconds: float | None = None,
        name: str = "<text>",
    ) -> T:
        """The answer to a job of `ludens.web.workers.sandbox`, for at most so many seconds.

        Raises ApiError where too many wait, or it takes too long.
        """
        request = Job(job=job, text=text, options=list(options), name=name)
        return await self.ask(request, answer, seconds or self.limits.compile_seconds)

    async def ask(self, request: Job | ChooseAgent | Explore | CountPositions, answer: type[T], seconds: float) -> T:
        """The answer to a job, for at most so many seconds. Raises ApiError as `run` does."""
        async with self.turn():
            try:
                async with self.worker() as worker:
                    result: T = await worker.ask(request, answer, seconds)
                    return result
            except (WorkerDied, TookTooLong) as error:
                raise not_done(error) from None

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Worker]:
        """A process for one description, which ends with this. Raises WorkerDied."""
        worker = await self._starter.begin(self._bounds, ours=self._ours)
        try:
            yield worker
        finally:
            worker.end("its work is done")

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn of the address that asks, and have it. Raises ApiError where too many wait."""
        async with self._turns.turn(asking.get()):
            yield


def not_done(error: Exception) -> ApiError:
    """Why a description is not compiled: its process ended, or was late."""
    return ApiError("limit", say("this description cannot be compiled and tried out here: {0}", error), 422)
