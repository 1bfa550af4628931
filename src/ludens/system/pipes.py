"""Pipes to other processes, read and written with deadlines, and what waits in standard input."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol, TextIO

_CHUNK: Final = 65536


class Source(Protocol):
    """The end of a pipe that is read."""

    def read(self, deadline: float) -> bytes | None:
        """What has come, b"" at the end of the pipe, None where nothing comes until the deadline (`time.monotonic`)."""


class Sink(Protocol):
    """The end of a pipe that is written."""

    def write(self, data: bytes, deadline: float) -> bool:
        """Whether all was taken until the deadline; a pipe that nobody reads any more takes everything."""


if sys.platform != "win32" and hasattr(select, "poll"):
    # Pipes that do not wait, and poll(2).

    class _PolledSource:
        def __init__(self, descriptor: int) -> None:
            os.set_blocking(descriptor, False)
            self._descriptor = descriptor

        def read(self, deadline: float) -> bytes | None:
            while _is_ready(self._descriptor, select.POLLIN, deadline):
                with suppress(BlockingIOError):
                    return os.read(self._descriptor, _CHUNK)
            return None

    class _PolledSink:
        def __init__(self, descriptor: int) -> None:
            os.set_blocking(descriptor, False)
            self._descriptor = descriptor

        def write(self, data: bytes, deadline: float) -> bool:
            while data:
                if not _is_ready(self._descriptor, select.POLLOUT, deadline):
                    return False
                try:
                    data = data[os.write(self._descriptor, data) :]
                except BlockingIOError:
                    continue
                except BrokenPipeError:
                    break
            return True

    def _is_ready(descriptor: int, event: int, deadline: float) -> bool:
        """Whether the descriptor is ready or broken before the deadline, or at a last look behind it."""
        poll = select.poll()
        poll.register(descriptor, event)
        while (left := deadline - time.monotonic()) > 0:
            if poll.poll(max(1, int(left * 1000))):
                return True
        return bool(poll.poll(0))

    def source(descriptor: int) -> Source:
        """The readable end of a pipe."""
        return _PolledSource(descriptor)

    def sink(descriptor: int) -> Sink:
        """The writable end of a pipe."""
        return _PolledSink(descriptor)

    def has_waiting_input(stream: TextIO) -> bool | None:
        """Whether something can be read from a stream at once; None where that cannot be known."""
        try:
            return _is_ready(stream.fileno(), select.POLLIN, 0.0)
        except (OSError, ValueError):  # no file
            return None

else:
    # Threads that wait.
    import queue
    import threading

    class _ThreadedSource:
        def __init__(self, descriptor: int) -> None:
            self._chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
            self._ended = False
            _start(lambda: self._drain(descriptor))

        def _drain(self, descriptor: int) -> None:
            chunk = b"\n"
            while chunk:
                try:
                    chunk = os.read(descriptor, _CHUNK)
                except OSError:
                    chunk = b""
                self._chunks.put(chunk)

        def read(self, deadline: float) -> bytes | None:
            if self._ended:
                return b""
            try:
                chunk = self._chunks.get(timeout=max(deadline - time.monotonic(), 1e-3))
            except queue.Empty:
                return None
            self._ended = not chunk
            return chunk

    class _ThreadedSink:
        def __init__(self, descriptor: int) -> None:
            self._chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
            _start(lambda: self._fill(descriptor))

        def _fill(self, descriptor: int) -> None:
            with suppress(OSError):  # nobody reads any more
                while True:
                    chunk = self._chunks.get()
                    while chunk:
                        chunk = chunk[os.write(descriptor, chunk) :]

        def write(self, data: bytes, deadline: float) -> bool:
            self._chunks.put(data)
            return True

    def _start(work: Callable[[], object]) -> None:
        threading.Thread(target=work, daemon=True).start()

    def source(descriptor: int) -> Source:
        """The readable end of a pipe."""
        return _ThreadedSource(descriptor)

    def sink(descriptor: int) -> Sink:
        """The writable end of a pipe."""
        return _ThreadedSink(descriptor)

    def has_waiting_input(stream: TextIO) -> bool | None:
        """Whether something can be read from a stream at once; None where that cannot be known."""
        return None
