"""Tasks on the machines of a Ray cluster. Needs the extra `ray`."""

from __future__ import annotations

import logging
import pickle
import socket
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeVar

from ludens.workers.cluster.answers import Answer, Task, TaskFailed, Waiting
from ludens.workers.cluster.base import Pool
from ludens.workers.cluster.worker import perform

try:
    import ray
except ModuleNotFoundError as error:
    if error.name != "ray":
        raise
    raise ImportError('ray is not installed: pip install "ludens[ray]"', name="ray") from None

T = TypeVar("T")
R = TypeVar("R")
#: tasks that wait for a core, for each core: so that none is idle while an answer is on its way
_AHEAD = 2
#: seconds in which the head of a cluster answers
_PATIENCE = 5.0


class Ray(Pool):
    """The machines of a cluster: a task takes one core of whichever has one, also of machines that join later.

    `address` is that of the cluster's head, or `auto` for the cluster that this machine belongs to. Where this process
    has joined a cluster already, it is that one. Raises ConnectionError where there is none.
    """

    def __init__(self, address: str) -> None:
        self._joined = not ray.is_initialized()
        if self._joined:
            _check_reachable(address)
            _hear_of_nodes(False)
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL)
            except (ConnectionError, ValueError, RuntimeError, OSError) as error:
                reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
                raise ConnectionError(f"no Ray cluster at {address!r}: {reason}") from None

    @property
    def size(self) -> int:
        return max(1, int(_resources().get("CPU", 1)))

    def _run(self, function: Callable[[T], R], tasks: Iterator[tuple[int, T]]) -> Generator[Answer[R], None, None]:
        pack, waiting, running = ray.put(pickle.dumps(function)), Waiting(tasks), dict[Any, Task]()
        try:
            while True:
                room = _AHEAD * self.size
                while len(running) < room and (task := waiting.take()) is not None:
                    running[_remote().remote(pack, task.number, task.data)] = task
                if not running:
                    return
                ready, _ = ray.wait(list(running), timeout=0.5)
                for reference in ready:
                    answer = _answer(reference, running.pop(reference), waiting)
                    if answer is not None:
                        yield answer
        finally:
            for reference in running:
                with suppress(Exception):
                    ray.cancel(reference, force=True)

    def close(self) -> None:
        if self._joined and ray.is_initialized():
            ray.shutdown()
            _hear_of_nodes(True)


def _hear_of_nodes(is_heard: bool) -> None:
    """Whether Ray tells of nodes that die. It does on standard output, which is for results, and has no option."""
    with suppress(ImportError):
        vars(import_module("ray._private.worker"))["_worker_logs_enabled"] = is_heard


def _check_reachable(address: str) -> None:
    """Raises ConnectionError where nobody listens there: Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or "://" in address:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ConnectionError(f"no Ray cluster at {address!r}: {error}") from None


def _answer(reference: Any, task: Task, waiting: Waiting) -> Answer[Any] | None:
    """The answer of a task that is done; None where its worker has died and it is to be tried again."""
    try:
        answer: Answer[Any] = pickle.loads(ray.get(reference))
        return answer
    except ray.exceptions.RayTaskError as error:  # not of the task, whose errors are answers: ludens is not there
        return Answer(task.number, error=TaskFailed(f"a worker cannot run ludens: {error.cause}"), traceback=str(error))
    except ray.exceptions.RayError as error:
        return waiting.put_back(task, f"{type(error).__name__}: {str(error).strip().splitlines()[0]}")


def _resources() -> dict[str, float]:
    """What the cluster has, by name."""
    resources: Callable[[], dict[str, float]] = ray.cluster_resources
    return resources()


@lru_cache(maxsize=1)
def _remote() -> Any:
    return ray.remote(max_retries=0, num_cpus=1)(_work)


@lru_cache(maxsize=4)
def _loaded(function: bytes) -> list[Callable[[Any], Any]]:
    """What is kept of a function in a worker: nothing at first, then the function."""
    return []


def _work(function: bytes, number: int, task: bytes) -> bytes:
    loaded = _loaded(function)
    answer, call = perform(function, loaded[0] if loaded else None, number, task)
    if not loaded and call is not None:
        loaded.append(call)
    return answer
