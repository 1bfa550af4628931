"""What workers of these tests do."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludens.workers.serving import Call, Handler

_held = list[bytes]()


class Doing(Handler):
    """Does what a question names."""

    def do(self, call: Call) -> bytes | Callable[[], bytes]:
        if b"search" in call.question:
            return lambda: self._search(call)
        return super().do(call)

    def _search(self, call: Call) -> bytes:
        call.report(b"begun")
        call.stop.wait()
        return b'"found"'

    def answer(self, question: Any, call: Call) -> Any:
        name, argument = question
        return getattr(self, name)(argument, call)

    def square(self, number: int, call: Call) -> int:
        print("this is no answer")
        os.write(1, b"nor is this\n")
        return number * number

    def fail(self, why: str, call: Call) -> None:
        raise ValueError(why)

    def die(self, number: int, call: Call) -> None:
        signal.raise_signal(number)

    def sleep(self, stage: str, call: Call) -> None:
        call.begin_stage(stage)
        time.sleep(600)

    def wait(self, patience: float, call: Call) -> str:
        """What ended it."""
        over = []
        call.ends_by(lambda: over.append("late" if call.is_late else "cancelled"))
        end = time.monotonic() + patience
        while not over and time.monotonic() < end:
            time.sleep(0.01)
        return over[0]

    def grow(self, size: int, call: Call) -> int:
        """Takes memory, and keeps it."""
        _held.append(b"x" * size)
        time.sleep(2)
        return size

    def length(self, text: str, call: Call) -> int:
        return len(text)

    def repeat(self, size: int, call: Call) -> str:
        return "x" * size

    def limits(self, _: None, call: Call) -> dict[str, str]:
        lines = Path("/proc/self/limits").read_text().splitlines()[1:]
        return {line[:24].strip(): line[24:].split()[0] for line in lines}

    def facts(self, _: None, call: Call) -> dict[str, Any]:
        sockets = 0
        for name in range(3, 64):
            with suppress(OSError):
                sockets += os.readlink(f"/proc/self/fd/{name}").startswith("socket:")
        return {"pid": os.getpid(), "nice": os.getpriority(os.PRIO_PROCESS, 0), "sockets": sockets}

    def start(self, command: list[str], call: Call) -> str:
        try:
            subprocess.run(command, check=False)
        except OSError as error:
            return type(error).__name__
        return "started"


class Slow(Handler):
    """Takes long to begin, and is quick then."""

    @classmethod
    def prepare(cls) -> None:
        time.sleep(0.5)

    def __init__(self) -> None:
        time.sleep(0.5)

    def do(self, call: Call) -> bytes:
        return call.question


class Nonsense(Handler):
    """Answers what is no JSON."""

    def do(self, call: Call) -> bytes:
        return b"{"


class Broken(Handler):
    """Cannot be made."""

    def __init__(self) -> None:
        signal.raise_signal(signal.SIGTERM)
