"""What a worker process does: it compiles, draws and plays what strangers wrote, one description in its life.

Whatever happens here costs nothing but this process. It reads calls from its line, does one after the other, and
searches beside them; it ends with its line.
"""

from __future__ import annotations

import _thread
import os
import queue
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, NoReturn

import msgspec

from ludens.game import compile_text
from ludens.native import Limits, Stopped
from ludens.native.limits import TIMED_OUT
from ludens.system.confinement import OUT_OF_MEMORY, allow_processor, confine, resident
from ludens.web import seats
from ludens.web.engine.desk import Desk, facts_of
from ludens.web.engine.errors import late, refusal_of
from ludens.web.engine.requests import Facts, Request, Search
from ludens.web.schemas.server import Analysis
from ludens.web.workers import sandbox
from ludens.web.workers.draft import Draft
from ludens.web.workers.jobs import ChooseAgent, DoubtDraft, DrawDraft, Job, MeasureDraft, ReadDraft
from ludens.web.workers.messages import (
    PREFIX,
    Call,
    Doing,
    Done,
    Failed,
    Found,
    FromWorker,
    Open,
    Setup,
    Stop,
    ToWorker,
    packed,
    to_worker,
)
from ludens.web.workers.thread_pool import JobTimeout

#: how often a worker that is at work looks how much memory it has
_LOOK_SECONDS = 0.1
#: how long a thread may take to begin
_START_SECONDS = 5.0


def main() -> NoReturn:
    """Be a worker that was started as a program: it calls the port that it is given, and shows what it reads first."""
    line = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    line.sendall(sys.stdin.buffer.read())
    work(line)


def work(line: socket.socket) -> NoReturn:
    """Serve the other end of a line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    setup = _read(line)
    assert isinstance(setup, Setup)
    confine(setup.bounds)
    worker = _Worker(line, setup.memory)
    _start(worker.read)
    worker.work()


def _read(line: socket.socket) -> ToWorker:
    """The next message; ends this process where there will be none."""
    size = int.from_bytes(_exactly(line, PREFIX), "little")
    return to_worker.decode(_exactly(line, size))


def _exactly(line: socket.socket, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        part = line.recv(size - len(found))
        if not part:
            os._exit(0)
        found += part
    return bytes(found)


def _start(work: Callable[[], object]) -> None:
    """Do something on a thread of its own; ends this process where there is no memory for one.

    `threading.Thread.start` waits for ever for a thread that fails before its first line, as it does without memory.
    """
    began = _thread.allocate_lock()
    began.acquire()

    def run() -> None:
        began.release()
        work()

    try:
        _thread.start_new_thread(run, ())
    except RuntimeError:
        os._exit(OUT_OF_MEMORY)
    if not began.acquire(timeout=_START_SECONDS):
        os._exit(OUT_OF_MEMORY)


class _Unanswered(NamedTuple):
    """A call that is being done, or waits for it: its seconds, when they are over, what its native code may take."""

    seconds: float
    until: float
    limits: Limits


class _Worker:
    """Reads on one thread, works on the main one, searches on others."""

    def __init__(self, line: socket.socket, memory: int) -> None:
        self._line, self._most = line, resident() + memory
        self._calls: queue.SimpleQueue[tuple[Call, threading.Event]] = queue.SimpleQueue()
        self._desk: Desk | None = None
        self._draft = Draft()
        self._stop = threading.Event()
        self._sending = threading.Lock()
        #: the calls that are not answered yet
        self._unanswered: dict[int, _Unanswered] = {}

    # --- the reading thread

    def read(self) -> NoReturn:
        """Read messages for ever; watch the memory and the clock while there is work."""
        try:
            while True:
                if select.select([self._line], [], [], _LOOK_SECONDS if self._unanswered else None)[0]:
                    self._heard(_read(self._line))
                elif resident() > self._most:
                    os._exit(OUT_OF_MEMORY)
                for one in list(self._unanswered.values()):
                    if time.monotonic() > one.until:
                        one.limits.stop(TIMED_OUT)
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        finally:
            os._exit(1)

    def _heard(self, message: ToWorker) -> None:
        match message:
            case Call():
                until = time.monotonic() + message.seconds
                self._unanswered[message.number] = _Unanswered(message.seconds, until, Limits())
                allow_processor(sum(one.seconds for one in list(self._unanswered.values())))
                self._calls.put((message, self._stop))
            case Stop(number=int(number)):
                if number in self._unanswered:
                    self._unanswered[number].limits.stop()
            case Stop():
                self._stop.set()
                self._stop = threading.Event()

    # --- the others

    def work(self) -> NoReturn:
        """Do one call after the other."""
        while True:
            call, stop = self._calls.get()
            if isinstance(call.what, Search):
                search = self.desk.search(call.what, stop)  # the position is that of now
                find = partial(search, partial(self._report, call))
                _start(partial(self._answer, call, find))
            else:
                self._answer(call, partial(self._do, call))

    @property
    def desk(self) -> Desk:
        assert self._desk is not None
        return self._desk

    def _answer(self, call: Call, do: Callable[[], Any]) -> None:
        limits = self._unanswered[call.number].limits
        try:
            with limits:
                message: Done | Failed = Done(call.number, msgspec.Raw(msgspec.msgpack.encode(do())))
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        except Exception as error:
            told: Exception = error
            if isinstance(error, Stopped) and limits.reason == TIMED_OUT:
                told = late(JobTimeout(call.seconds, error.place, lost=False))
            request = call.what if isinstance(call.what, Request) else None
            message = Failed(call.number, refusal_of(told, request))
        del self._unanswered[call.number]
        self._send(message)

    def _do(self, call: Call) -> Any:
        match call.what:
            case Job():
                return sandbox.answer(call.what, lambda what: self._send(Doing(call.number, what)))
            case ChooseAgent():
                return sandbox.choose(call.what)
            case ReadDraft() | DrawDraft() | DoubtDraft() | MeasureDraft():
                return self._draft.do(call.what)
            case Open():
                return self._opened(call.what)
            case _:
                request: Any = call.what
                return self.desk.do(request)

    def _opened(self, what: Open) -> Facts:
        game = compile_text(what.text, what.name, what.options)
        game.compile()
        seats.prepare(game)
        self._desk = Desk(game, what.limits)
        return facts_of(game)

    def _report(self, call: Call, found: Analysis) -> None:
        self._send(Found(call.number, found))

    def _send(self, message: FromWorker) -> None:
        data = packed(message)
        with self._sending:
            self._line.sendall(data)


if __name__ == "__main__":
    main()
