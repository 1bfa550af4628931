"""Ctrl-C while native code runs.

Python's own handler runs when the main thread is back in Python, and native code may stay away for hours. A thread
reads the bytes that the system's handler writes and stops the native code; then Python raises KeyboardInterrupt as it
always does. The thread is there only where nobody else has taken SIGINT or the bytes.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType

from ludens.native.limits import INTERRUPTED, Limits, outermost
from ludens.system.processes import after_fork_in_child


class _Pipe:
    """What the system's handler writes into, without ever waiting. Windows wants sockets, which take 2 ms to import."""

    _read: Callable[[int], bytes]

    def __init__(self) -> None:
        if sys.platform == "win32":
            import socket

            read, write = socket.socketpair()
            read.setblocking(False)
            write.setblocking(False)
            self._sockets, self._read = (read, write), read.recv
            self.source, self.sink = read.fileno(), write.fileno()
        else:
            self.source, self.sink = os.pipe()
            os.set_blocking(self.source, False)
            os.set_blocking(self.sink, False)
            self._read = lambda size: os.read(self.source, size)

    def taken(self) -> bytes:
        """Take what lies in it. Raises OSError where that is nothing."""
        return self._read(4096)


class _Watch:
    """Knows whether an interruption is still to be dealt with: its byte lies in the pipe until somebody takes it."""

    def __init__(self, running: Callable[[], Limits]) -> None:
        self._running = running
        self._lock = threading.RLock()
        self._pipe = _Pipe()

    def start(self) -> None:
        if signal.set_wakeup_fd(self._pipe.sink, warn_on_full_buffer=False) != -1:
            raise RuntimeError("somebody else reads the signals")
        signal.signal(signal.SIGINT, self._handle)
        after_fork_in_child(self._forget)
        threading.Thread(target=self._watch, name="ludens-interrupts", daemon=True).start()

    def _forget(self) -> None:
        """In a child nobody watches, and its signals are not its parent's."""
        if signal.getsignal(signal.SIGINT) == self._handle:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _taken(self) -> bool:
        """Take what lies in the pipe; whether SIGINT was there."""
        try:
            return signal.SIGINT in self._pipe.taken()
        except OSError:
            return False

    def _watch(self) -> None:
        while True:
            select.select([self._pipe.source], [], [])
            with self._lock:
                if self._taken() and signal.getsignal(signal.SIGINT) == self._handle:
                    self._running().stop(INTERRUPTED)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        """What Python's own handler does, and the native code may run again."""
        with self._lock:
            self._taken()
            self._running().resume()
            outermost().resume()
        signal.default_int_handler(number, frame)


def watch(running: Callable[[], Limits]) -> None:
    """Stop native code of the main thread when SIGINT comes; `running` are the limits of what runs there.

    To be called on the main thread. Where SIGINT is not Python's, or somebody else reads the bytes (asyncio), that
    stays as it is.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    taken = signal.set_wakeup_fd(-1)
    if taken != -1:
        signal.set_wakeup_fd(taken)
        return
    _Watch(running).start()
