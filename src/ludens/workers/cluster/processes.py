"""Tasks on processes of this machine, each of which may die without harm to the others."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any, TypeVar

from ludens.system.processes import interrupts_held
from ludens.workers.cluster.answers import Answer, Task, Waiting
from ludens.workers.cluster.base import Pool
from ludens.workers.cluster.worker import serve
from ludens.workers.frames import WorkerDied

T = TypeVar("T")
R = TypeVar("R")


class Processes(Pool):
    """Processes started afresh ('spawn'), as many as there are tasks for at most; those that die are replaced."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._workers = list[_Worker]()

    @property
    def size(self) -> int:
        return self._size

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.pid for worker in self._workers]

    def _run(self, function: Callable[[T], R], tasks: Iterator[tuple[int, T]]) -> Generator[Answer[R], None, None]:
        packed, waiting, busy = pickle.dumps(function), Waiting(tasks), dict[_Worker, Task]()
        try:
            while True:
                while len(busy) < self._size and (task := waiting.take()) is not None:
                    worker = self._idle(busy)
                    busy[worker] = task
                    worker.send(packed, task)
                if not busy:
                    return
                by_connection: dict[Any, _Worker] = {worker.connection: worker for worker in busy}
                for ready in wait(list(by_connection)):
                    worker = by_connection[ready]
                    task = busy.pop(worker)
                    answer: Answer[Any] | None
                    try:
                        answer = worker.receive()
                    except WorkerDied as died:
                        self._workers.remove(worker)
                        worker.kill()
                        answer = waiting.put_back(task, str(died))
                    if answer is not None:
                        yield answer
        finally:
            for worker in busy:
                worker.kill()
                self._workers.remove(worker)

    def _idle(self, busy: dict[_Worker, Task]) -> _Worker:
        """A worker that has nothing to do; a new one where all have."""
        for worker in self._workers:
            if worker not in busy:
                return worker
        self._workers.append(_Worker())
        return self._workers[-1]

    def close(self) -> None:
        while self._workers:
            self._workers.pop().kill()


class _Worker:
    """A process and our end of its pipe."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self.connection: Any = ours  # its class differs on Windows
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._sent: bytes | None = None
        with theirs, interrupts_held():
            self._process.start()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def send(self, function: bytes, task: Task) -> None:
        """Give it a task; whether it lives to get it is seen when its answer is received."""
        fresh = None if function is self._sent else function
        with suppress(OSError):
            self.connection.send((fresh, task.number, task.data))
        self._sent = function

    def receive(self) -> Answer[Any]:
        """Its answer. Raises Died."""
        try:
            answer: Answer[Any] = pickle.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            self._process.join(1)
            raise WorkerDied(_how(self._process.exitcode)) from None
        return answer

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self.connection.close()


def _how(code: int | None) -> str:
    """How a process ended, in words."""
    if code is None:
        return "its process closed the pipe"
    if code >= 0:
        return f"its process ended with exit code {code}"
    try:
        return f"its process was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"its process was ended by signal {-code}"
