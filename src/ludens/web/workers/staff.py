"""The worker processes of a server: how they come to be, how many there are, how they end."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from weakref import WeakKeyDictionary

from ludens.stage.cache import strangers_cache
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.visitors import asking
from ludens.web.workers.messages import Setup, ending, playing
from ludens.web.workers.nursery import ENDED, FORK, FORK_OURS, KILL, ORDER
from ludens.web.workers.worker import Worker, WorkerDied

_log = logging.getLogger("ludens.web")
_NICE = 5
#: how many seconds to wait for a worker to rest where all are at work, and between two looks
_PATIENCE, _PAUSE = 2.0, 0.05
#: how long the nursery may take to bury its workers when it has to end
_BURIAL_SECONDS = 5.0


class Staff:
    """Workers for the tables of strangers, so many at most; where there are more, those end that rest longest."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self.nursery = limits, Nursery(limits.answer_size, limits.strangers_memory)
        self._setup = playing(limits, _NICE, strangers_cache())
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
            worker = await self.nursery.fork(self._setup)
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
        self.nursery.halt()

    async def close(self) -> None:
        """End all workers."""
        if self._resting is not None:
            self._resting.cancel()
        await self.nursery.close()


async def _patiently(holds: Callable[[], bool], otherwise: str) -> None:
    """Wait until something holds. Raises ApiError where that takes too long."""
    until = time.monotonic() + _PATIENCE
    while not holds():
        if time.monotonic() > until:
            raise ApiError("limit", f"{otherwise}: try again in a moment", 503)
        await asyncio.sleep(_PAUSE)


class Nursery:
    """The process that forks the workers; it is started when first needed, and again where it has ended."""

    def __init__(self, longest: int, memory: int) -> None:
        """`longest` is the size of the largest message that a worker may answer with, `memory` for all of strangers."""
        self._longest, self._memory = longest, memory
        self._process: subprocess.Popen[bytes] | None = None
        self._left: list[subprocess.Popen[bytes]] = []
        self._control: socket.socket | None = None
        self._listening: asyncio.Task[None] | None = None
        self._numbers = itertools.count()
        self._endings: dict[int, asyncio.Future[str]] = {}
        self._workers: dict[int, Worker] = {}
        self._halted = False

    async def fork(self, setup: Setup, *, ours: bool = False) -> Worker:
        """A new worker, for strangers unless it is for ours. Raises WorkerDied where there can be none."""
        if self._halted:
            raise WorkerDied("the server is about to end")
        control = self.start()
        line, theirs = socket.socketpair()
        number = next(self._numbers)
        self._endings[number] = asyncio.get_running_loop().create_future()
        try:
            socket.send_fds(control, [ORDER.pack(FORK_OURS if ours else FORK, number)], [theirs.fileno()])
        except OSError as error:
            line.close()
            if self._process is not None:
                self._process.kill()
            self._end()
            raise WorkerDied(f"it cannot be started: {error}") from None
        finally:
            theirs.close()
        reader, writer = await asyncio.open_unix_connection(sock=line)
        worker = Worker(reader, writer, self._longest, lambda: self._kill(number), self._endings[number])
        worker.set_up(setup)
        self._workers[number] = worker
        return worker

    def start(self) -> socket.socket:
        """The line to the process, which is started where it does not run."""
        if self._control is None:
            self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._control.setblocking(False)
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "ludens.web.workers.nursery", str(os.getpid()), str(self._memory)],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C is the server's to handle
                    env=_environment(),
                )
            self._listening = asyncio.create_task(self._listen(self._control))
        return self._control

    async def _listen(self, control: socket.socket) -> None:
        """Hear how workers end, until the process ends itself."""
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            while packet := await loop.sock_recv(control, ENDED.size):
                number, status = ENDED.unpack(packet)
                self._workers.pop(number, None)
                told = self._endings.pop(number, None)
                if told is not None and not told.done():
                    told.set_result("it cannot be started" if status == -1 else ending(status))
        if control is self._control:
            _log.error("the process that worker processes come from has ended")
            self._end()

    def _kill(self, number: int) -> None:
        if self._control is not None and number in self._endings:
            with contextlib.suppress(OSError):
                self._control.send(ORDER.pack(KILL, number))

    def _end(self, why: str = "the process that it came from has ended") -> None:
        """Let go of the process, which ends then, and all that came from it with it."""
        process, self._process = self._process, None
        if self._control is not None:
            self._control.close()
            self._control = None
        for told in self._endings.values():
            if not told.done():
                told.set_result(why)
        for worker in list(self._workers.values()):
            worker.end(why)
        self._workers.clear()
        self._endings.clear()
        if process is not None:
            self._left = [one for one in (*self._left, process) if one.poll() is None]

    def halt(self) -> None:
        """End it and all workers at once, and start it no more."""
        self._halted = True
        self._end("the server is about to end")

    async def close(self) -> None:
        """End it, and all workers."""
        self.halt()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        for process in self._left:
            await asyncio.to_thread(_wait, process)


def _wait(process: subprocess.Popen[bytes]) -> None:
    """Wait until a process has ended, which was told to."""
    try:
        process.wait(_BURIAL_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _environment() -> dict[str, str]:
    """This process's environment, with the package where this process has it from; one thread each."""
    source = str(Path(__file__).parents[3])
    paths = [source, *filter(None, [os.environ.get("PYTHONPATH")])]
    few = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **few}
