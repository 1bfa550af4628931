"""What runs in a worker: it reads calls, does one after the other, searches beside them, and ends with its input.

Whatever happens here costs nothing but this process.
"""

from __future__ import annotations

import _thread
import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import IO, Any, Final, NoReturn

from ludens.system.confinement import OUT_OF_MEMORY, Bounds, allow_processor, confine, resident
from ludens.system.processes import silence
from ludens.workers.frames import HEAD_SIZE, Frame, Kind, read_head

#: how often a worker that is at work looks at its memory and at the clock
_LOOK_SECONDS: Final = 0.1
#: how long a thread may take to begin
_START_SECONDS: Final = 5.0


class Call:
    """A question that is being answered, or waits for that. A search ends, with what it has, when `stop` is set."""

    def __init__(self, frame: Frame, stop: threading.Event, send: Callable[[Frame], object]) -> None:
        self.number, self.seconds, self.question, self.stop = frame.number, frame.seconds, frame.body, stop
        self.until = time.monotonic() + frame.seconds
        self.is_late = False
        self._send = send
        self._is_over = False
        self._end: Callable[[], object] | None = None

    def ends_by(self, end: Callable[[], object]) -> None:
        """From now on `end` is called, on another thread, when the time is over or nobody waits any more."""
        self._end = end
        if self._is_over:
            end()

    def end(self, *, late: bool) -> None:
        """The time is over, or nobody waits any more."""
        self.is_late |= late
        self._is_over = True
        if self._end is not None:
            self._end()

    def report(self, news: bytes) -> None:
        """Say what a search has found so far."""
        self._send(Frame(Kind.NEWS, self.number, body=news))

    def begin_stage(self, name: str) -> None:
        """Say what is being done, as in "compiled"."""
        self._send(Frame(Kind.STAGE, self.number, body=name.encode()))


class Handler:
    """What answers calls; each worker makes one."""

    @classmethod
    def prepare(cls) -> None:
        """Do once, before workers are forked, what each of them would do first."""

    def do(self, call: Call) -> bytes | Callable[[], bytes]:
        """The answer, or what finds it beside other calls, on a thread of its own. Raises what `failure` describes."""
        return json.dumps(self.answer(json.loads(call.question), call)).encode()

    def answer(self, question: Any, call: Call) -> Any:
        """The answer to a question, where both are JSON."""
        raise NotImplementedError

    def failure(self, error: Exception, call: Call) -> bytes:
        """Why a call was not done, as the codec of who asks reads it."""
        return f"{type(error).__name__}: {error}".encode()


def load(target: str) -> type[Handler]:
    """The class of a handler, by MODULE:CLASS."""
    module, _, name = target.partition(":")
    handler: type[Handler] = getattr(import_module(module), name)
    return handler


def main() -> NoReturn:
    """Be a worker that was started as a program, and serve its standard input and output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    silence(0)
    os.dup2(2, 1)  # what libraries print is no answer
    serve(load(sys.argv[1]), source, sink)


def serve(handler: type[Handler], source: IO[bytes], sink: IO[bytes]) -> NoReturn:
    """Answer what is asked; the bounds come first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the asker's to handle
    bounds = Bounds(**json.loads(_read(source).body))
    confine(bounds)
    worker = _Serving(handler(), source, sink, bounds.resident)
    for work in (worker.read, worker.watch):
        _start(work)
    worker.send(Frame(Kind.READY))
    worker.work()


def _read(source: IO[bytes]) -> Frame:
    """The next frame; ends this process where there will be none."""
    head = source.read(HEAD_SIZE)
    if len(head) < HEAD_SIZE:
        os._exit(0)
    size, frame = read_head(head)
    return frame._replace(body=source.read(size))


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


class _Serving:
    """Reads on one thread, watches memory and clock on another, works on the main one, searches on others."""

    def __init__(self, handler: Handler, source: IO[bytes], sink: IO[bytes], memory: int | None) -> None:
        self._handler, self._source, self._sink = handler, source, sink
        self._most = None if memory is None else resident() + memory
        self._waiting: queue.SimpleQueue[Call] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._sending = threading.Lock()
        #: the calls that are not answered yet
        self._calls: dict[int, Call] = {}
        self._is_asked = threading.Event()

    # --- the threads that never end

    def read(self) -> NoReturn:
        """Take what comes."""
        try:
            while True:
                self._take(_read(self._source))
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        finally:
            os._exit(1)

    def _take(self, frame: Frame) -> None:
        match frame.kind:
            case Kind.CALL:
                call = Call(frame, self._stop, self.send)
                self._calls[frame.number] = call
                allow_processor(sum(one.seconds for one in list(self._calls.values())))
                self._is_asked.set()
                self._waiting.put(call)
            case Kind.CANCEL:
                if (ended := self._calls.get(frame.number)) is not None:
                    ended.end(late=False)
            case Kind.STOP:
                self._stop.set()
                self._stop = threading.Event()

    def watch(self) -> NoReturn:
        """End what is late, and this process where it has too much memory."""
        try:
            while True:
                self._is_asked.wait()
                self._is_asked.clear()
                while self._calls:
                    time.sleep(_LOOK_SECONDS)
                    if self._most is not None and resident() > self._most:
                        os._exit(OUT_OF_MEMORY)
                    for call in list(self._calls.values()):
                        if time.monotonic() > call.until:
                            call.end(late=True)
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        finally:
            os._exit(1)

    # --- the others

    def work(self) -> NoReturn:
        """Do one call after the other."""
        while True:
            call = self._waiting.get()
            self._answer(call, partial(self._handler.do, call))

    def _answer(self, call: Call, do: Callable[[], bytes | Callable[[], bytes]]) -> None:
        try:
            answer = do()
            if callable(answer):
                _start(partial(self._answer, call, answer))
                return
            frame = Frame(Kind.DONE, call.number, body=answer)
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        except Exception as error:
            frame = Frame(Kind.FAILED, call.number, body=self._handler.failure(error, call))
        del self._calls[call.number]
        self.send(frame)

    def send(self, frame: Frame) -> None:
        """Send a frame, whole."""
        try:
            with self._sending:
                self._sink.write(frame.packed())
                self._sink.flush()
        except OSError:  # nobody reads any more
            os._exit(0)
