"""Workers that are forked by a process that has all imported, which takes a hundredth of the time. Linux alone."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import socket
import subprocess
import sys
from typing import Final

from ludens.system.confinement import Bounds
from ludens.system.processes import worker_environment
from ludens.workers.fork_server import ENDED, FORK, FORK_OURS, KILL, ORDER
from ludens.workers.frames import Codec, WorkerDied
from ludens.workers.startup import Starter
from ludens.workers.worker import Worker, how_it_ended

assert sys.platform == "linux"

_log = logging.getLogger("ludens.workers")
_PROGRAM: Final = "from ludens.workers.fork_server import main; main()"


class Forker(Starter):
    """The process that forks the workers is started when it is first needed, and again where it has ended."""

    def __init__(self, target: str, codec: Codec, longest: int, memory: int) -> None:
        """`memory` is for all workers of strangers together; the rest is as `Starter` has it."""
        super().__init__(target, codec, longest)
        self._memory = memory
        self._process: subprocess.Popen[bytes] | None = None
        self._ending: list[subprocess.Popen[bytes]] = []
        self._control: socket.socket | None = None
        self._listening: asyncio.Task[None] | None = None
        self._numbers = itertools.count()
        self._workers: dict[int, tuple[Worker, asyncio.Future[str]]] = {}

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return None if self._process is None else self._process.pid

    async def begin(self, bounds: Bounds, *, ours: bool = False) -> Worker:
        line, theirs = socket.socketpair()
        with theirs:
            reader, writer = await asyncio.open_unix_connection(sock=line)
            number, order = next(self._numbers), FORK_OURS if ours else FORK
            try:
                if self._halted:
                    raise WorkerDied("the server is about to end")
                socket.send_fds(self.start(), [ORDER.pack(order, number)], [theirs.fileno()])
            except (OSError, WorkerDied) as error:
                writer.close()
                self._end()
                raise WorkerDied(f"it cannot be started: {error}") from None
        status: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        worker = Worker(reader, writer, self._codec, self._longest, lambda: self._kill(number), status)
        self._workers[number] = worker, status
        await worker.set_up(bounds)
        return worker

    def start(self) -> socket.socket:
        """The line to the process, which is started where it does not run."""
        if self._control is None:
            self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._control.setblocking(False)
            words = (str(os.getpid()), str(self._memory), self._target)
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-c", _PROGRAM, *words],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C is this process's to handle
                    env=worker_environment(),
                )
            self._listening = asyncio.create_task(self._listen(self._control))
        return self._control

    async def _listen(self, control: socket.socket) -> None:
        """Hear how workers end, until the process ends itself."""
        loop = asyncio.get_running_loop()
        with control, contextlib.suppress(OSError):
            while packet := await loop.sock_recv(control, ENDED.size):
                number, code = ENDED.unpack(packet)
                if number in self._workers:
                    _, status = self._workers.pop(number)
                    status.set_result("it cannot be started" if code == -1 else how_it_ended(code))
        if control is self._control:
            _log.error("the process that worker processes come from has ended")
            self._end()

    def _kill(self, number: int) -> None:
        if self._control is not None and number in self._workers:
            with contextlib.suppress(OSError):
                self._control.send(ORDER.pack(KILL, number))

    def _end(self, why: str = "the process that it came from has ended") -> None:
        """End the process, and all that came from it with it."""
        if self._control is None or self._process is None:
            return
        self._process.kill()  # its workers die with it, and whoever listens to it is done
        self._ending = [one for one in (*self._ending, self._process) if one.poll() is None]
        self._control = self._process = None
        for worker, status in self._workers.values():
            status.set_result(why)
            worker.end(why)
        self._workers.clear()

    def halt(self) -> None:
        super().halt()
        self._end("the server is about to end")

    async def close(self) -> None:
        self.halt()
        for process in self._ending:
            await asyncio.to_thread(process.wait)
        if self._listening is not None:
            await self._listening
