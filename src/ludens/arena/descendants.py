"""Finding the processes that a process left behind, also those that left its session (Linux; elsewhere none)."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_ROUNDS = 20


def kill_all(root: int, mark: str) -> None:
    """Kill the process group `root`, its descendants, and whoever carries `mark` (`NAME=value`) in its environment.

    A process may fork while it is being killed, so this looks again until nobody is left.
    """
    for _ in range(_ROUNDS):
        found = set(_below(root)) | set(_marked(mark.encode()))
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(root, signal.SIGKILL)
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            return


def _processes() -> Iterator[int]:
    with suppress(OSError):
        yield from (int(entry.name) for entry in os.scandir(_PROC) if entry.name.isdigit())


def _below(root: int) -> Iterator[int]:
    """The living descendants of a process."""
    children: dict[int, list[int]] = {}
    for pid in _processes():
        with suppress(OSError):
            status, parent = _status(pid)
            if status not in "ZX":
                children.setdefault(parent, []).append(pid)
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        waiting += below
        yield from below


def _status(pid: int) -> tuple[str, int]:
    """The state letter of a process, and its parent (proc(5))."""
    text = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    status, parent = text.rpartition(")")[2].split()[:2]
    return status, int(parent)


def _marked(mark: bytes) -> Iterator[int]:
    """The processes with this entry in their environment; those of other users cannot be read."""
    for pid in _processes():
        with suppress(OSError):
            if pid != os.getpid() and mark in (_PROC / str(pid) / "environ").read_bytes().split(b"\0"):
                yield pid
