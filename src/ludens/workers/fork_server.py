"""The process that workers are forked from: it has all imported that they need. Linux alone.

Its standard input is a socket of packets: it is told to fork a worker, which gets the socket that came along, or to
kill one; it tells how workers ended. Where those of strangers have too much memory together it ends the largest. It
runs nothing of strangers itself, and ends when its parent does, and all its workers with it.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import struct
import sys
from typing import Final, NoReturn

from ludens.system.confinement import OUT_OF_MEMORY, die_with, resident
from ludens.system.processes import silence
from ludens.workers.serving import Handler, load, serve

#: fork a worker for ours or for strangers (with a socket), or kill one; and the number that the asker gives the worker
FORK_OURS, FORK, KILL = 1, 2, 3
ORDER: Final = struct.Struct("<BQ")
#: the number of a worker, and its status as of `waitpid`; -1 where it could not be forked
ENDED: Final = struct.Struct("<Qi")

assert sys.platform == "linux"

#: how often the memory of the workers is looked at, in seconds
_LOOK_SECONDS: Final = 0.5


class _ForkServer:
    def __init__(self, control: socket.socket, memory: int, handler: type[Handler]) -> None:
        self._control, self._memory, self._handler = control, memory, handler
        #: the numbers of the workers, and of those of strangers the memory that they were born with, by process
        self._numbers: dict[int, int] = {}
        self._strangers: dict[int, int] = {}
        #: the processes that were ended for their memory
        self._too_large: set[int] = set()
        self._wakes, self._wake = socket.socketpair()
        for end in (self._wakes, self._wake):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)

    def run(self) -> None:
        """Serve until nobody listens any more."""
        while True:
            timeout = _LOOK_SECONDS if self._strangers else None
            ready, _, _ = select.select([self._control, self._wakes], [], [], timeout)
            self._bound_memory()
            if self._wakes in ready:
                with contextlib.suppress(BlockingIOError):
                    self._wakes.recv(4096)
                self._reap()
            if self._control in ready:
                packet, sockets, _, _ = socket.recv_fds(self._control, ORDER.size, 1)
                if not packet:
                    return
                order, number = ORDER.unpack(packet)
                if order == KILL:
                    self._kill(number)
                else:
                    self._fork(number, socket.socket(fileno=sockets[0]), strange=order == FORK)

    def _bound_memory(self) -> None:
        """End the largest worker of strangers where they have too much memory together."""
        sizes = {child: resident(child) - born for child, born in self._strangers.items()}
        if sum(sizes.values()) > self._memory:
            largest = max(sizes, key=sizes.__getitem__)
            self._too_large.add(largest)
            os.kill(largest, signal.SIGKILL)

    def _fork(self, number: int, line: socket.socket, *, strange: bool) -> None:
        parent = os.getpid()
        with line:
            try:
                child = os.fork()
            except OSError:
                self._control.send(ENDED.pack(number, -1))
                return
            if child == 0:
                self._work(line, parent)
        self._numbers[child] = number
        if strange:
            self._strangers[child] = resident(child)

    def _work(self, line: socket.socket, parent: int) -> NoReturn:
        """Be a worker."""
        try:
            die_with(parent)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for end in (self._control, self._wakes, self._wake):
                end.close()
            silence(2)
            serve(self._handler, line.makefile("rb"), line.makefile("wb"))
        finally:
            os._exit(1)

    def _kill(self, number: int) -> None:
        for child, other in self._numbers.items():  # each is there until it is reaped: no other process has its number
            if other == number:
                os.kill(child, signal.SIGKILL)

    def _reap(self) -> None:
        """Tell of those that ended."""
        while self._numbers:
            child, status = os.waitpid(-1, os.WNOHANG)
            if not child:
                return
            self._strangers.pop(child, None)
            if child in self._too_large:
                self._too_large.discard(child)
                status = OUT_OF_MEMORY << 8
            self._control.send(ENDED.pack(self._numbers.pop(child), status))


def main() -> None:
    """Serve the process of this number, with so many bytes for strangers, and this handler for the workers."""
    parent, memory = (int(word) for word in sys.argv[1:3])
    die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent's to handle: no thread watches for it, which a fork loses
    control = socket.socket(fileno=os.dup(0))
    silence(0, 1)
    handler = load(sys.argv[3])
    handler.prepare()
    gc.collect()
    gc.freeze()  # what workers share with this process stays shared
    with contextlib.suppress(ConnectionError):
        _ForkServer(control, memory, handler).run()
