"""The process that worker processes come from: it has all imported that they need, and forks. Linux alone.

`python -m ludens.web.workers.nursery PARENT MEMORY`, with a socket of packets as standard input and the number of the
process that started it. It is told to fork a worker, which gets the socket that came along, or to kill one; it tells
how workers ended. The workers of strangers have so many bytes of memory together: beyond that it ends the largest. It
runs nothing of strangers itself, and ends when its parent does, and all its workers with it.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
from typing import NoReturn

from ludens.system.confinement import OUT_OF_MEMORY, die_with, resident
from ludens.system.processes import silence
from ludens.web.workers.messages import ENDED, FORK, KILL, ORDER

assert sys.platform == "linux"

#: how often the memory of the workers is looked at, in seconds
_LOOK_SECONDS = 0.5

#: played once, so that what is made when first needed is there
_SMALL = """(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


class Nursery:
    """Forks, kills and buries."""

    def __init__(self, control: socket.socket, memory: int) -> None:
        """The workers of strangers have so many bytes together, beyond what they are born with."""
        self._control, self._memory = control, memory
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
            self._look()
            if self._wakes in ready:
                with contextlib.suppress(BlockingIOError):
                    self._wakes.recv(4096)
                self._bury()
            if self._control in ready:
                packet, sockets, _, _ = socket.recv_fds(self._control, ORDER.size, 1)
                if not packet:
                    return self._close()
                order, number = ORDER.unpack(packet)
                if order == KILL:
                    self._kill(number)
                else:
                    self._fork(number, socket.socket(fileno=sockets[0]), strange=order == FORK)

    def _look(self) -> None:
        """End the largest worker of strangers where they have too much memory together."""
        if not self._strangers:
            return
        sizes = {child: resident(child) - born for child, born in self._strangers.items()}
        if sum(sizes.values()) > self._memory:
            largest = max(sizes, key=sizes.__getitem__)
            self._too_large.add(largest)
            os.kill(largest, signal.SIGKILL)

    def _fork(self, number: int, line: socket.socket, *, strange: bool) -> None:
        parent = os.getpid()
        try:
            child = os.fork()
        except OSError:
            self._tell(number, -1)
        else:
            if child == 0:
                self._work(line, parent)
            self._numbers[child] = number
            if strange:
                self._strangers[child] = resident(child)
        line.close()

    def _work(self, line: socket.socket, parent: int) -> NoReturn:
        """Be a worker."""
        try:
            from ludens.web.workers import confined

            die_with(parent)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for end in (self._control, self._wakes, self._wake):
                end.close()
            silence(2)
            confined.work(line)
        finally:
            os._exit(1)

    def _kill(self, number: int) -> None:
        for child, known in self._numbers.items():  # none of them is buried: no other process has its number
            if known == number:
                os.kill(child, signal.SIGKILL)

    def _close(self) -> None:
        """Kill and bury all."""
        for child in self._numbers:
            os.kill(child, signal.SIGKILL)
        for child in self._numbers:
            os.waitpid(child, 0)

    def _bury(self) -> None:
        while self._numbers:
            child, status = os.waitpid(-1, os.WNOHANG)
            if not child:
                return
            self._strangers.pop(child, None)
            if child in self._too_large:
                self._too_large.discard(child)
                status = OUT_OF_MEMORY << 8
            self._tell(self._numbers.pop(child), status)

    def _tell(self, number: int, status: int) -> None:
        self._control.send(ENDED.pack(number, status))


def warm_up() -> None:
    """Import what workers need, and play a little: what is made then is made once for all."""
    from ludens.game import compile_text, match
    from ludens.web import seats
    from ludens.web.engine.desk import Desk, facts_of
    from ludens.web.engine.requests import Play, Show, Start
    from ludens.web.limits import Limits
    from ludens.web.workers import confined

    assert confined and match
    game = compile_text(_SMALL, "<text>")
    game.compile()
    game.ir()  # what is in the cache asks for nothing that emits
    seats.prepare(game)
    facts_of(game)
    desk = Desk(game, Limits())
    players = ("human", "human")
    desk.do(Start(bytes(8), players))
    desk.do(Show(players, whole=True))
    desk.do(Play((0,), players))
    gc.collect()
    gc.freeze()  # what workers share with this process stays shared


def main() -> None:
    parent, memory = (int(word) for word in sys.argv[1:])
    die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server's to handle: no thread watches for it, which a fork loses
    control = socket.socket(fileno=os.dup(0))
    silence(0, 1)
    warm_up()
    with contextlib.suppress(ConnectionError):
        Nursery(control, memory).run()


if __name__ == "__main__":
    main()
