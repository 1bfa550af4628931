"""Tasks for pools, in a module that workers can import."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def fragile(number: int) -> int:
    """Raises an error for 2, and one that cannot be pickled for 3."""
    if number == 2:
        raise ValueError("two is too many")
    if number == 3:

        class Local(Exception):
            pass

        raise Local("of nowhere")
    return number


def mortal(folder: str, number: int) -> int:
    """Its process dies of 1 each time, of 2 once; each attempt is noted in the folder."""
    before = len(list(Path(folder).glob(f"{number}-*")))
    Path(folder, f"{number}-{before}").touch()
    if number == 1 or (number == 2 and not before):
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def noted(folder: str, number: int) -> int:
    """Notes the process that does it, and takes its time."""
    Path(folder, f"{number}.{os.getpid()}").touch()
    time.sleep(0.2)
    return number


def forever(folder: str, number: int) -> int:
    Path(folder, str(os.getpid())).touch()
    time.sleep(600)
    return number
