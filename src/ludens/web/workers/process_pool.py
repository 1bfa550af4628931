"""Processes that work on descriptions of strangers, one job at a time each, and are killed when they take too long."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.workers.jobs import Job, JobName

T = TypeVar("T")
_LONGEST_LINE = 64 << 20
_JOBS_PER_PROCESS = 200


class ProcessPool:
    """So many processes, started when first needed. In the background they let others go first, and many may wait."""

    def __init__(self, limits: Limits, size: int = 1, *, background: bool = False) -> None:
        self.limits = limits
        self._most_waiting = 1 << 20 if background else limits.waiting_compilations
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._workers = [_Worker(limits, nice=10 if background else 0) for _ in range(size)]
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._waiting = 0

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
        if self._waiting >= self._most_waiting:
            raise ApiError("limit", "too many descriptions are being worked on: try again in a moment", 503)
        self._waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self._waiting -= 1
        try:
            asked = Job(job=job, text=text, options=list(options), name=name)
            line = await worker.run(asked, seconds or self.limits.compile_seconds)
            return msgspec.json.decode(line, type=answer)
        finally:
            self._free.put_nowait(worker)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()


class _Worker:
    """One process, or none yet."""

    def __init__(self, limits: Limits, nice: int) -> None:
        self.limits, self.nice, self.done = limits, nice, 0
        self._process: asyncio.subprocess.Process | None = None

    async def run(self, job: Job, seconds: float) -> bytes:
        """The line that answers a job. Raises ApiError."""
        try:
            async with asyncio.timeout(seconds):
                process = await self._running()
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(msgspec.json.encode(job) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
        except TimeoutError:
            await self.stop()
            message = f"this description takes longer than {seconds:g} seconds to compile or play"
            raise ApiError("limit", message, 422) from None
        except (ValueError, ConnectionError):  # an answer without end, or a process that just ended
            line = b""
        except BaseException:  # whoever asked is gone, or the pipe is: the answer must not become another one's
            await self.stop()
            raise
        if not line:
            await self.stop()
            raise ApiError("limit", "this description needs more than there is for it: it ended the compiler", 422)
        self.done += 1
        if self.done >= _JOBS_PER_PROCESS:
            await self.stop()
        return line

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            bounds = (str(self.limits.compile_memory), str(self.nice))
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ludens.web.workers.sandbox", *bounds),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LONGEST_LINE,
                start_new_session=True,  # Ctrl-C is the server's to handle
                env=_environment(),
            )
            self.done = 0
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        with contextlib.suppress(Exception):
            await asyncio.shield(process.wait())


def _environment() -> dict[str, str]:
    """This process's environment, with the package where this process has it from."""
    source = str(Path(__file__).parents[3])
    paths = [source, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
