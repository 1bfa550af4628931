"""Workers that are programs of their own, on systems that cannot fork: each imports everything anew."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import subprocess
import sys

from ludens.system.processes import end_with_us
from ludens.web.workers.messages import Setup, ending
from ludens.web.workers.worker import Worker, WorkerDied

_TOKEN_BYTES = 16
#: how long a program may take until it calls
_START_SECONDS = 30.0


class Spawner:
    """Starts workers, as `staff.Nursery` does; a worker calls back on a socket, with a token that only it was given."""

    def __init__(self, longest: int, environment: dict[str, str]) -> None:
        """`longest` is the size of the largest message that a worker may answer with."""
        self._longest, self._environment = longest, environment
        self._processes: dict[subprocess.Popen[bytes], asyncio.Task[None]] = {}
        self._halted = False

    def start(self) -> None:
        """Nothing has to run before the first worker."""

    async def fork(self, setup: Setup, *, ours: bool = False) -> Worker:
        """A new worker. Raises WorkerDied where there can be none."""
        if self._halted:
            raise WorkerDied("the server is about to end")
        with socket.create_server(("127.0.0.1", 0)) as listening:
            listening.setblocking(False)
            process = self._started(listening.getsockname()[1], token := secrets.token_bytes(_TOKEN_BYTES))
            try:
                line = await asyncio.wait_for(_call(listening, token), _START_SECONDS)
            except (OSError, TimeoutError) as error:
                process.kill()
                raise WorkerDied(f"it cannot be started: {error}") from None
        reader, writer = await asyncio.open_connection(sock=line)
        status: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._processes[process] = asyncio.create_task(self._wait(process, status))
        worker = Worker(reader, writer, self._longest, process.kill, status)
        worker.set_up(setup)
        return worker

    def _started(self, port: int, token: bytes) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "ludens.web.workers.confined", str(port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is the server's to handle
            env=self._environment,
        )
        end_with_us(process.pid)
        assert process.stdin is not None
        with contextlib.suppress(OSError), process.stdin:
            process.stdin.write(token)
        return process

    async def _wait(self, process: subprocess.Popen[bytes], status: asyncio.Future[str]) -> None:
        """Say how a process ended once it has."""
        code = await asyncio.to_thread(process.wait)
        if not status.done():
            status.set_result(ending(-code if code < 0 else code << 8))
        del self._processes[process]

    def halt(self) -> None:
        """End all workers at once, and start no more."""
        self._halted = True
        for process in self._processes:
            process.kill()

    async def close(self) -> None:
        """End all workers."""
        self.halt()
        await asyncio.gather(*self._processes.values(), return_exceptions=True)


async def _call(listening: socket.socket, token: bytes) -> socket.socket:
    """The connection of whoever knows the token; others are turned away."""
    loop = asyncio.get_running_loop()
    while True:
        line, _ = await loop.sock_accept(listening)
        line.setblocking(False)
        shown = await loop.sock_recv(line, _TOKEN_BYTES)
        if secrets.compare_digest(shown, token):
            return line
        line.close()
