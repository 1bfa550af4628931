"""The worker processes of a server: how they come to be, how many there are, how they end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from weakref import WeakKeyDictionary

from ludens.stage.cache import strangers_cache
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.visitors import asking
from ludens.web.workers.messages import begin_workers, playing
from ludens.words import say
from ludens.workers.worker import Worker

_NICE = 5
#: how many seconds to wait for a worker to rest where all are at work, and between two looks
_PATIENCE, _PAUSE = 2.0, 0.05


class Staff:
    """Workers for the tables of strangers, so many at most; where there are more, those end that rest longest."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.starter = begin_workers(limits)
        self._bounds = playing(limits, _NICE, strangers_cache())
        self._workers: set[Worker] = set()
        #: the address that each of them was last asked something for
        self._works_for: WeakKeyDictionary[Worker, str] = WeakKeyDictionary()
        self._starting = 0
        self._resting: asyncio.Task[None] | None = None

    async def hire(self) -> Worker:
        """A worker that has been asked nothing yet. Raises ApiError where all are at work, and WorkerDied."""
        await _patiently(self._has_room, "too many games are being thought about")
        self._starting += 1
        try:
            worker = await self.starter.begin(self._bounds)
        finally:
            self._starting -= 1
        self._workers.add(worker)
        if self._resting is None or self._resting.done():
            self._resting = asyncio.create_task(self._end_resting())
        return worker

    async def admit(self, worker: Worker) -> None:
        """Let a worker work for the address that asks now. Raises ApiError where too many do."""
        address = asking.get()
        if not worker.is_busy:
            whose = f"too many games are being thought about for one address ({address or 'unknown'})"
            await _patiently(lambda: self._at_work_for(address) < self._limits.address_workers, whose)
        self._works_for[worker] = address

    def _at_work_for(self, address: str) -> int:
        """How many are at work for an address."""
        return sum(worker.is_busy and self._works_for.get(worker) == address for worker in self._workers)

    def _has_room(self) -> bool:
        """Whether there may be one more worker; one that rests makes room for it."""
        self._workers = {worker for worker in self._workers if not worker.ended}
        resting = [worker for worker in self._workers if not worker.is_busy]
        if resting and len(self._workers) + self._starting >= self._limits.workers:
            longest = min(resting, key=lambda worker: worker.used)
            longest.end("others need its place")
            self._workers.discard(longest)
        return len(self._workers) + self._starting < self._limits.workers

    async def _end_resting(self) -> None:
        """End workers that have rested for long, as long as there are any."""
        while self._workers:
            await asyncio.sleep(self._limits.rest_seconds / 4)
            for worker in self._workers:
                if not worker.is_busy and time.monotonic() - worker.used > self._limits.rest_seconds:
                    worker.end("it has nothing to do")
            self._workers = {worker for worker in self._workers if not worker.ended}

    def halt(self) -> None:
        """End all workers at once, and hire no more."""
        self.starter.halt()

    async def close(self) -> None:
        """End all workers."""
        if self._resting is not None:
            self._resting.cancel()
        await self.starter.close()


async def _patiently(holds: Callable[[], bool], otherwise: str) -> None:
    """Wait until something holds. Raises ApiError where that takes too long."""
    until = time.monotonic() + _PATIENCE
    while not holds():
        if time.monotonic() > until:
            raise ApiError("limit", say("{0}: try again in a moment", otherwise), 503)
        await asyncio.sleep(_PAUSE)
