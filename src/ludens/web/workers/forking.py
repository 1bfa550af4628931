"""The worker processes of a server, forked by a process that has all imported that they need. Linux alone."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import socket
import subprocess
import sys

from ludens.web.workers.messages import ENDED, FORK, FORK_OURS, KILL, ORDER, Setup, ending
from ludens.web.workers.worker import Worker, WorkerDied

assert sys.platform == "linux"

_log = logging.getLogger("ludens.web")
#: how long the nursery may take to bury its workers when it has to end
_BURIAL_SECONDS = 5.0


class Nursery:
    """The process that forks the workers; it is started when first needed, and again where it has ended."""

    def __init__(self, longest: int, memory: int, environment: dict[str, str]) -> None:
        """`longest` is the size of the largest message that a worker may answer with, `memory` for all of strangers."""
        self._longest, self._memory, self._environment = longest, memory, environment
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
                    env=self._environment,
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
