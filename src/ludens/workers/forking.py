"""Workers that are forked by a process that has all imported that they need, which takes a hundredth of the time.

Linux alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import socket
import subprocess
import sys

from ludens.system.processes import worker_environment
from ludens.workers.fork_server import ENDED, FORK, FORK_OURS, KILL, ORDER
from ludens.workers.frames import Codec, Setup, WorkerDied
from ludens.workers.worker import Worker, how_it_ended

assert sys.platform == "linux"

_log = logging.getLogger("ludens.workers")


class Forker:
    """Starts workers as `Spawner` does; the process that forks them is started when first needed, and if it ended."""

    def __init__(self, target: str, codec: Codec, longest: int, memory: int) -> None:
        """`memory` is for all workers of strangers together; the rest is as `Spawner` has it."""
        self._target, self._codec, self._longest, self._memory = target, codec, longest, memory
        self._process: subprocess.Popen[bytes] | None = None
        self._ending: list[subprocess.Popen[bytes]] = []
        self._control: socket.socket | None = None
        self._listening: asyncio.Task[None] | None = None
        self._numbers = itertools.count()
        self._statuses: dict[int, asyncio.Future[str]] = {}
        self._workers: dict[int, Worker] = {}
        self._halted = False

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return None if self._process is None else self._process.pid

    async def begin(self, setup: Setup, *, ours: bool = False) -> Worker:
        """A new worker, for strangers unless it is for ours. Raises WorkerDied where there can be none."""
        if self._halted:
            raise WorkerDied("the server is about to end")
        control = self.start()
        line, theirs = socket.socketpair()
        number = next(self._numbers)
        status = self._statuses[number] = asyncio.get_running_loop().create_future()
        try:
            with theirs:
                socket.send_fds(control, [ORDER.pack(FORK_OURS if ours else FORK, number)], [theirs.fileno()])
        except OSError as error:
            line.close()
            self._end()
            raise WorkerDied(f"it cannot be started: {error}") from None
        reader, writer = await asyncio.open_unix_connection(sock=line)
        worker = Worker(reader, writer, self._codec, self._longest, lambda: self._kill(number), status)
        self._workers[number] = worker
        await worker.set_up(setup)
        return worker

    def start(self) -> socket.socket:
        """The line to the process, which is started where it does not run."""
        if self._control is None:
            self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._control.setblocking(False)
            words = (str(os.getpid()), str(self._memory), self._target)
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "ludens.workers.fork_server", *words],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C is the parent's to handle
                    env=worker_environment(),
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
                ending = self._statuses.pop(number, None)
                if ending is not None and not ending.done():
                    ending.set_result("it cannot be started" if status == -1 else how_it_ended(status))
        if control is self._control:
            _log.error("the process that worker processes come from has ended")
            self._end()

    def _kill(self, number: int) -> None:
        if self._control is not None and number in self._statuses:
            with contextlib.suppress(OSError):
                self._control.send(ORDER.pack(KILL, number))

    def _end(self, why: str = "the process that it came from has ended") -> None:
        """End the process, and all that came from it with it."""
        process, self._process = self._process, None
        if self._control is not None:
            self._control.close()
            self._control = None
        for ending in self._statuses.values():
            if not ending.done():
                ending.set_result(why)
        for worker in list(self._workers.values()):
            worker.end(why)
        self._workers.clear()
        self._statuses.clear()
        if process is not None:
            process.kill()  # its workers die with it
            self._ending = [one for one in (*self._ending, process) if one.poll() is None]

    def halt(self) -> None:
        """End it and all workers at once, and start it no more."""
        self._halted = True
        self._end("the server is about to end")

    async def close(self) -> None:
        """End it, and all workers, and wait for that."""
        self.halt()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        for process in self._ending:
            await asyncio.to_thread(process.wait)
