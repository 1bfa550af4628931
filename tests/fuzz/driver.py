"""Hands inputs to a worker and tells what became of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from fuzz.outcome import Outcome
from fuzz.worker import receive, send


@dataclass(frozen=True)
class Input:
    """One input: its kind (`fuzz.exercise.KINDS`), and its text; bytes are written as the kind says."""

    kind: str
    data: str
    #: whether what it makes is compiled as it is for people, and not in haste
    optimised: bool = False


class Worker:
    """A process that handles inputs, one at a time."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        given = {"LUDENS_CACHE": "off", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        paths = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "fuzz.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, **given, "PYTHONPATH": paths, **(environment or {})},
        )
        if receive(_number(self._process.stdout)) is None:
            raise RuntimeError("the worker did not start")

    def handle(self, one: Input, seconds: float | None = None) -> Outcome:
        """What becomes of an input, in so many seconds of the processor."""
        request = {"kind": one.kind, "data": one.data, "optimised": one.optimised}
        if seconds is not None:
            request["seconds"] = seconds
        send(_number(self._process.stdin), request)
        answer = receive(_number(self._process.stdout))
        if answer is None:
            raise RuntimeError("the worker is gone")
        return Outcome(**answer)

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()


def _number(pipe: IO[bytes] | None) -> int:
    assert pipe is not None
    return pipe.fileno()


@contextmanager
def working(environment: Mapping[str, str] | None = None) -> Iterator[Worker]:
    """A worker, for as long as it is wanted."""
    worker = Worker(environment)
    try:
        yield worker
    finally:
        worker.close()
