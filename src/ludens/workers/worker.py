"""A worker, as who asks it sees it: it may take too long, answer nonsense, or end at any time."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

from ludens.system.confinement import OUT_OF_MEMORY, Bounds
from ludens.system.processes import how_status_reads
from ludens.workers.frames import HEAD_SIZE, Codec, Frame, Kind, WorkerDied, WorkerLate, read_head

#: how long a process may take until it can be asked: to import much on a busy machine takes long
_START_SECONDS: Final = 120.0
#: how long a search may go on that has been told to end
_STOP_SECONDS: Final = 5.0
#: how much longer than its time it may take to say that it stopped, and at most this share of the time
_LATE_SECONDS, _LATE_SHARE = 1.0, 0.1
#: how long to wait for what the system says of a process that ended
_STATUS_SECONDS: Final = 10.0
#: the longest name of a stage that is believed
_LONGEST_STAGE: Final = 100

_log = logging.getLogger("ludens.workers")
#: called with the body of what a search has found so far
Report = Callable[[bytes], object]


@dataclass
class _Unanswered:
    future: asyncio.Future[Any]
    kind: Any
    report: Report | None
    timer: asyncio.TimerHandle
    stage: str = ""


class Worker:
    """One process, from when it is begun until it ends; `used` is when it was last asked, or answered."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        codec: Codec,
        longest: int,
        kill: Callable[[], object],
        status: asyncio.Future[str],
    ) -> None:
        """`longest` is the size of its largest message; `status` gets how it ended, in words, once that is known."""
        self.used = time.monotonic()
        self.ended = False
        self._why = "it has ended"
        #: set once it can be asked, or has ended
        self._begun = asyncio.Event()
        self._reader, self._writer, self._codec, self._longest = reader, writer, codec, longest
        self._kill, self._status = kill, status
        self._numbers = itertools.count()
        self._unanswered: dict[int, _Unanswered] = {}
        self._reading = asyncio.create_task(self._read())

    @property
    def is_busy(self) -> bool:
        return bool(self._unanswered)

    @property
    def is_asked(self) -> bool:
        """Whether it is at work on something that is no search."""
        return any(one.report is None for one in self._unanswered.values())

    async def set_up(self, bounds: Bounds) -> None:
        """Give it its bounds, before all else, and wait until it can be asked, or has ended: no call pays for that."""
        self._send(Frame(Kind.BOUNDS, body=json.dumps(asdict(bounds)).encode()))
        try:
            async with asyncio.timeout(_START_SECONDS):
                await self._begun.wait()
        except TimeoutError:
            self.end(f"it did not begin within {_START_SECONDS:g} seconds")
        except BaseException:
            self.end("nobody waits for it any more")
            raise

    def begin(self, what: Any, kind: Any, seconds: float, report: Report | None = None) -> asyncio.Future[Any]:
        """Ask for something, of which the answer is of this type; the worker ends where that takes longer.

        The future raises WorkerDied, or the codec's error; whoever cancels it ends what was asked. Where `report`
        raises, the news is none, and the worker ends.
        """
        loop, number = asyncio.get_running_loop(), next(self._numbers)
        future: asyncio.Future[Any] = loop.create_future()
        future.add_done_callback(lambda done: self._forget(number) if done.cancelled() else done.exception())
        if self.ended:
            future.set_exception(WorkerDied(self._why))
            return future
        timer = loop.call_later(seconds + min(_LATE_SECONDS, _LATE_SHARE * seconds), self._overdue, number, seconds)
        self._unanswered[number] = _Unanswered(future, kind, report, timer)
        self._send(Frame(Kind.CALL, number, seconds, self._codec.write(what)))
        return future

    async def ask(self, what: Any, kind: Any, seconds: float) -> Any:
        """The answer. Whoever asks and does not wait for it ends the process: it would be ahead of what is known."""
        future = self.begin(what, kind, seconds)
        try:
            return await future
        except asyncio.CancelledError:
            self.end("nobody waits for it any more")
            raise

    def stop(self) -> None:
        """End all searches; where they do not, end the process."""
        loop, why = asyncio.get_running_loop(), "its search does not end"
        for one in self._unanswered.values():
            if one.report is not None:
                soon = loop.time() + _STOP_SECONDS
                if one.timer.when() > soon:
                    one.timer.cancel()
                    one.timer = loop.call_at(soon, self.end, why)
        if not self.ended:
            self._send(Frame(Kind.STOP))

    def _send(self, frame: Frame) -> None:
        self.used = time.monotonic()
        self._writer.write(frame.packed())

    def _forget(self, number: int) -> None:
        """Nobody waits for an answer any more."""
        if number in self._unanswered and not self.ended:
            self._send(Frame(Kind.CANCEL, number))

    # --- what it answers

    async def _read(self) -> None:
        why = None
        try:
            while True:
                size, frame = read_head(await self._reader.readexactly(HEAD_SIZE))
                if size > self._longest:
                    why = "it answers too much"
                    break
                self._take(frame._replace(body=await self._reader.readexactly(size)))
        except (OSError, asyncio.IncompleteReadError):
            self.ended = True
            with contextlib.suppress(TimeoutError):
                why = await asyncio.wait_for(asyncio.shield(self._status), _STATUS_SECONDS)
        except Exception:  # whatever reading it raises
            _log.warning("a worker answers what makes no sense", exc_info=True)
            why = "it answers what makes no sense"
        self.ended = True
        self._close(WorkerDied(why or "it ended"))

    def _take(self, frame: Frame) -> None:
        """Take a message. Raises what decoding raises, and KeyError for the answer to what was not asked."""
        self.used = time.monotonic()
        if frame.kind == Kind.READY:
            self._begun.set()
            return
        call = self._unanswered[frame.number]
        match frame.kind:
            case Kind.NEWS if call.report is not None:
                call.report(frame.body)
            case Kind.STAGE:
                call.stage = frame.body[:_LONGEST_STAGE].decode()
            case Kind.DONE:
                answer = self._codec.read(frame.body, call.kind)
                self._settle(frame.number, lambda future: future.set_result(answer))
            case Kind.FAILED:
                error = self._codec.error(frame.body)
                self._settle(frame.number, lambda future: future.set_exception(error))
            case _:
                raise ValueError(frame.kind)

    def _settle(self, number: int, settle: Callable[[asyncio.Future[Any]], object]) -> None:
        one = self._unanswered.pop(number)
        one.timer.cancel()
        if not one.future.done():
            settle(one.future)

    # --- its end

    def end(self, why: str) -> None:
        """End the process; who waits for an answer is told why."""
        self._end(WorkerDied(why))

    def _end(self, why: WorkerDied) -> None:
        if not self.ended:
            self.ended = True
            self._close(why)

    def _overdue(self, number: int, seconds: float) -> None:
        stage = self._unanswered[number].stage
        still = f": it was still being {stage}" if stage else ""
        self._end(WorkerLate(f"this takes longer than {seconds:g} seconds{still}"))

    def _close(self, why: WorkerDied) -> None:
        self._why = str(why)
        self._kill()
        self._writer.close()
        self._begun.set()
        if self._reading is not asyncio.current_task():
            self._reading.cancel()
        for number in list(self._unanswered):
            self._settle(number, lambda future: future.set_exception(type(why)(*why.args)))


def how_it_ended(status: int) -> str:
    """How a worker ended, in words for people, from a status of waitpid(2).

    >>> how_it_ended(11), how_it_ended(OUT_OF_MEMORY << 8)
    ('it crashed (SIGSEGV)', 'it needs more memory than there is for it')
    """
    if status == OUT_OF_MEMORY << 8:
        return "it needs more memory than there is for it"
    return how_status_reads(status)
