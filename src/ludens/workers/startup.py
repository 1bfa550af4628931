"""How workers are started: each afresh, on any system. Where it can, `forking` does it in a hundredth of the time."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import Final

from ludens.system.confinement import Bounds
from ludens.system.processes import end_with_us, worker_environment
from ludens.workers.frames import Codec, WorkerDied
from ludens.workers.worker import Worker, how_it_ended

_PROGRAM: Final = "from ludens.workers.serving import main; main()"


class Starter:
    """Starts workers, and ends them all when it is closed."""

    def __init__(self, target: str, codec: Codec, longest: int, *, quiet: bool = False) -> None:
        """`target` is the MODULE:CLASS of a handler, `longest` the size of the largest message that one may send.

        What it writes to its standard error goes where this process's does, or nowhere where it is to be quiet.
        """
        self._target, self._codec, self._longest, self._quiet = target, codec, longest, quiet
        self._processes: dict[Process, asyncio.Task[str]] = {}
        self._halted = False

    def start(self) -> object:
        """Prepare for the first worker, which would wait for it."""

    async def begin(self, bounds: Bounds, *, ours: bool = False) -> Worker:
        """A new worker, for strangers unless it is for ours. Raises WorkerDied where there can be none.

        It can be asked, or has ended by then, which whoever asks it is told.
        """
        if self._halted:
            raise WorkerDied("the server is about to end")
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", _PROGRAM, self._target),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL if self._quiet else None,
                start_new_session=True,  # Ctrl-C is this process's to handle
                env=worker_environment(),
            )
        except OSError as error:
            raise WorkerDied(f"it cannot be started: {error}") from None
        end_with_us(process.pid)
        if self._halted:
            _kill(process)
        status = self._processes[process] = asyncio.create_task(self._wait(process))
        assert process.stdin is not None and process.stdout is not None
        worker = Worker(process.stdout, process.stdin, self._codec, self._longest, lambda: _kill(process), status)
        await worker.set_up(bounds)
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
