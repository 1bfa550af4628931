"""Workers that are started afresh, on any system: each imports what it needs anew."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process

from ludens.system.processes import worker_environment
from ludens.workers.frames import Codec, Setup, WorkerDied
from ludens.workers.worker import Worker, how_it_ended


class Spawner:
    """Starts workers, and ends them all when it is closed."""

    def __init__(self, target: str, codec: Codec, longest: int, *, quiet: bool = False) -> None:
        """`target` is the MODULE:CLASS of a handler, `longest` the size of the largest message that one may send.

        What it writes to its standard error goes where this process's does, or nowhere where it is to be quiet.
        """
        self._target, self._codec, self._longest, self._quiet = target, codec, longest, quiet
        self._processes: dict[Process, asyncio.Task[str]] = {}
        self._halted = False

    def start(self) -> None:
        """Nothing has to run before the first worker."""

    async def begin(self, setup: Setup, *, ours: bool = False) -> Worker:
        """A new worker. Raises WorkerDied where there can be none."""
        if self._halted:
            raise WorkerDied("the server is about to end")
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ludens.workers", self._target),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL if self._quiet else None,
                start_new_session=True,  # Ctrl-C is this process's to handle
                env=worker_environment(),
            )
        except OSError as error:
            raise WorkerDied(f"it cannot be started: {error}") from None
        if self._halted:
            _kill(process)
        status = self._processes[process] = asyncio.create_task(self._wait(process))
        assert process.stdin is not None and process.stdout is not None
        worker = Worker(process.stdout, process.stdin, self._codec, self._longest, lambda: _kill(process), status)
        await worker.set_up(setup)
        return worker

    async def _wait(self, process: Process) -> str:
        """How a process ended, once it has."""
        code = await process.wait()
        del self._processes[process]
        return how_it_ended(-code if code < 0 else code << 8)

    def halt(self) -> None:
        """End all workers at once, and start no more."""
        self._halted = True
        for process in list(self._processes):
            _kill(process)

    async def close(self) -> None:
        """End all workers, and wait for that."""
        self.halt()
        await asyncio.gather(*self._processes.values(), return_exceptions=True)


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
