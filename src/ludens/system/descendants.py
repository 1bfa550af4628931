"""Keeping hold of a process and of all that it starts, also of what leaves its session. Linux alone.

Run as a script, this starts a program and watches over it: processes that lose their parent become children of the
watcher, so that none gets out of its sight, and all of them end when the one who asked for it does, however it ends.
Imports little, and nothing of ludens: a bot begins only when this has.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NoReturn

assert sys.platform == "linux"

_PROC: Final = "/proc"
_ROUNDS: Final = 100
_LOOK_AT_PARENT: Final = 1000  # milliseconds between two looks
#: options of prctl(2)
_PDEATHSIG, _DUMPABLE, _SUBREAPER = 1, 4, 36


def watched(words: Sequence[str], lifeline: int, started: int) -> list[str]:
    """The command that starts a program under a watcher, to which both descriptors are passed.

    The watcher ends all when nobody holds the other end of the pipe `lifeline` any more. It closes `started` when the
    program runs, and writes an error number in digits there where that cannot be started.
    """
    return [sys.executable, "-I", "-S", os.path.abspath(__file__), str(lifeline), str(started), *words]


def kill_below(root: int, mark: str) -> None:
    """Kill the descendants of `root`, and whoever carries `mark` (`NAME=value`) in its environment, but not `root`."""
    _end(lambda: {*_below(root), *_marked(mark.encode())} - {root})


def _end(find: Callable[[], set[int]]) -> None:
    """Kill processes until none is found; all are stopped first, as each may fork while another is being killed."""
    stopped: set[int] = set()
    for _ in range(_ROUNDS):
        pids = find()
        if not pids:
            return
        sign = signal.SIGSTOP if pids - stopped else signal.SIGKILL
        for pid in pids:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, sign)
        if sign == signal.SIGKILL:
            time.sleep(0.001)
        stopped |= pids


def _processes() -> Iterator[int]:
    with suppress(OSError):
        yield from (int(name) for name in os.listdir(_PROC) if name.isdigit())


def _read(pid: int, name: str) -> bytes:
    with open(f"{_PROC}/{pid}/{name}", "rb") as file:
        return file.read()


def _below(root: int) -> Iterator[int]:
    """The living descendants of a process."""
    children: dict[int, list[int]] = {}
    for pid in _processes():
        with suppress(OSError):
            status, parent = _read(pid, "stat").rpartition(b")")[2].split()[:2]  # proc(5): the name may hold anything
            if status not in b"ZX":
                children.setdefault(int(parent), []).append(pid)
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        waiting += below
        yield from below


def _marked(mark: bytes) -> Iterator[int]:
    """The processes with this entry in their environment; those of other users cannot be read."""
    for pid in _processes():
        with suppress(OSError):
            if pid != os.getpid() and mark in _read(pid, "environ").split(b"\0"):
                yield pid


class _Watcher:
    """Starts a program and stays until it and all that came of it have ended, or nobody holds the lifeline."""

    def __init__(self, lifeline: int, started: int, words: Sequence[str]) -> None:
        import ctypes

        self._prctl = ctypes.CDLL(None).prctl
        self._prctl(_SUBREAPER, 1, 0, 0, 0)
        self._lifeline, self._parent = lifeline, os.getppid()
        for descriptor in (lifeline, started):
            os.set_inheritable(descriptor, False)
        wake, waker = os.pipe()
        for descriptor in (wake, waker):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._wake = wake
        self._child = os.fork()
        if self._child == 0:
            self._become(words, started)
        os.close(started)
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):  # the program's end of its output must be seen
            os.dup2(null, descriptor)

    def _become(self, words: Sequence[str], started: int) -> NoReturn:
        try:
            os.setsid()
            self._prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them
                signal.signal(number, signal.SIG_DFL)
            os.execv(words[0], list(words))
        except OSError as error:
            os.write(started, str(error.errno).encode())
        finally:
            os._exit(127)

    def run(self) -> NoReturn:
        poll = select.poll()
        for descriptor in (self._lifeline, self._wake):
            poll.register(descriptor, select.POLLIN)
        status = 0
        while os.getppid() == self._parent and not any(fd == self._lifeline for fd, _ in poll.poll(_LOOK_AT_PARENT)):
            with suppress(BlockingIOError):
                os.read(self._wake, 4096)
            try:
                while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                    status = ended[1] if ended[0] == self._child else status
            except ChildProcessError:  # nobody is left
                self._end_like(status)
        _end(lambda: set(_below(os.getpid())))
        os._exit(0)

    def _end_like(self, status: int) -> NoReturn:
        """End as the program did, so that whoever waits for the watcher learns how that was."""
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            self._prctl(_DUMPABLE, 0, 0, 0, 0)
            if number not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


if __name__ == "__main__":
    _Watcher(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]).run()
