"""A worker for who waits for its answers, on a thread without a loop of `asyncio`."""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import Coroutine
from functools import lru_cache
from typing import Any, TypeVar

from ludens.system.confinement import Bounds
from ludens.workers.frames import Codec
from ludens.workers.startup import Starter
from ludens.workers.worker import Worker

T = TypeVar("T")


class BlockingWorker:
    """A worker of JSON that is asked one question at a time; begun when first asked, and again where it has ended."""

    def __init__(self, target: str, bounds: Bounds, *, longest: int = 1 << 28, quiet: bool = True) -> None:
        """`target` is the MODULE:CLASS of a JsonHandler, `longest` the size of the largest answer."""
        self._starter = Starter(target, Codec(), longest, quiet=quiet)
        self._bounds = bounds
        self._worker: Worker | None = None
        self._lock = threading.Lock()
        weakref.finalize(self, _halt, self._starter, os.getpid())

    def ask(self, question: Any, seconds: float) -> Any:
        """The answer. Raises WorkerDied, and WorkerFailed; the process ends where it is late."""
        with self._lock:
            return _result(self._ask(question, seconds))

    async def _ask(self, question: Any, seconds: float) -> Any:
        if self._worker is None or self._worker.ended:
            self._worker = await self._starter.begin(self._bounds)
        return await self._worker.ask(question, None, seconds)

    def close(self) -> None:
        """End the process, for good; whoever waits for an answer is told so."""
        _result(self._starter.close())

    def __enter__(self) -> BlockingWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@lru_cache(maxsize=1)
def _loop(process: int) -> asyncio.AbstractEventLoop:
    """The loop on a thread of this process that speaks with all these workers."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="ludens workers", daemon=True).start()
    return loop


def _result(work: Coroutine[Any, Any, T]) -> T:
    future = asyncio.run_coroutine_threadsafe(work, _loop(os.getpid()))
    try:
        return future.result()
    except BaseException:  # Ctrl-C too: nobody waits any more
        future.cancel()
        raise


def _halt(starter: Starter, owner: int) -> None:
    """End what nobody can ask any more; in a copy of the process that began it the worker is another's."""
    if os.getpid() == owner:
        _loop(owner).call_soon_threadsafe(starter.halt)
