"""A worker process, as the server sees it: it is asked, it may take too long, answer nonsense, or end at any time."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from ludens.web.engine.errors import raised
from ludens.web.engine.requests import A, Asked, Request
from ludens.web.schemas.server import Analysis
from ludens.web.workers.jobs import ChooseAgent, DraftStep, Job
from ludens.web.workers.messages import PREFIX, Call, Doing, Done, Failed, Found, Open, Setup, Stop, from_worker, packed

T = TypeVar("T")
_log = logging.getLogger("ludens.web")
#: how long a search may go on that has been told to end
_STOP_SECONDS = 5.0
#: how much longer than its time it may take to say that native code was stopped, and at most this share of the time
_LATE_SECONDS, _LATE_SHARE = 1.0, 0.1
#: how long to wait for what the system says of a process that ended
_BURIAL_SECONDS = 2.0


class WorkerDied(Exception):
    """A worker ended before it answered; the message says how, for people."""


@dataclass
class _Unanswered:
    future: asyncio.Future[Any]
    kind: Any
    report: Callable[[Analysis], object] | None
    timer: asyncio.TimerHandle
    doing: str = ""


class Worker:
    """One process, from when it is begun until it ends; `used` is when it was last asked, or answered."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        longest: int,
        kill: Callable[[], object],
        status: asyncio.Future[str],
    ) -> None:
        """`longest` is the size of its largest message; `status` gets how it ended, in words, once that is known."""
        self.used = time.monotonic()
        self.ended = False
        self._reader, self._writer, self._longest = reader, writer, longest
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

    def set_up(self, setup: Setup) -> None:
        """Give it its bounds, before all else."""
        self._writer.write(packed(setup))

    def begin(
        self,
        what: Job | ChooseAgent | DraftStep | Open | Request[A],
        kind: Any,
        seconds: float,
        report: Callable[[Analysis], object] | None = None,
    ) -> asyncio.Future[Any]:
        """Ask for something, of which the answer is of this type; it ends where that takes longer.

        The future raises ApiError, and WorkerDied; whoever cancels it ends what was asked.
        """
        loop, number = asyncio.get_running_loop(), next(self._numbers)
        future: asyncio.Future[Any] = loop.create_future()
        future.add_done_callback(lambda done: self._forget(number) if done.cancelled() else done.exception())
        if self.ended:
            future.set_exception(WorkerDied("it has ended"))
            return future
        timer = loop.call_later(seconds + min(_LATE_SECONDS, _LATE_SHARE * seconds), self._overdue, number, seconds)
        self._unanswered[number] = _Unanswered(future, kind, report, timer)
        self._send(Call(number, seconds, _asked(what)))
        return future

    async def ask(self, what: Job | ChooseAgent | DraftStep | Open | Request[A], kind: Any, seconds: float) -> Any:
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
            self._send(Stop())

    def _send(self, message: Call | Stop) -> None:
        self.used = time.monotonic()
        self._writer.write(packed(message))

    def _forget(self, number: int) -> None:
        """Nobody waits for an answer any more."""
        if number in self._unanswered and not self.ended:
            self._send(Stop(number))

    # --- what it answers

    async def _read(self) -> None:
        why = None
        try:
            while True:
                size = int.from_bytes(await self._reader.readexactly(PREFIX), "little")
                if size > self._longest:
                    why = "it answers too much"
                    break
                self._heard(await self._reader.readexactly(size))
        except (OSError, asyncio.IncompleteReadError):
            self.ended = True
            with contextlib.suppress(TimeoutError):
                why = await asyncio.wait_for(asyncio.shield(self._status), _BURIAL_SECONDS)
        except (msgspec.MsgspecError, RecursionError, UnicodeError, KeyError):
            why = "it answers what makes no sense"
        self.ended = True
        self._close(why or "it ended")

    def _heard(self, data: bytes) -> None:
        """Take a message. Raises what decoding raises, and KeyError for the answer to what was not asked."""
        message = from_worker.decode(data)
        self.used = time.monotonic()
        match message:
            case Found():
                report = self._unanswered[message.number].report
                if report is not None:
                    report(message.analysis)
            case Doing():
                self._unanswered[message.number].doing = message.what
            case Done():
                answer = msgspec.msgpack.decode(message.answer, type=self._unanswered[message.number].kind)
                self._settle(message.number, lambda future: future.set_result(answer))
            case Failed(refusal=refusal):
                if refusal.trace:
                    _log.error("a worker: %s", refusal.trace)
                self._settle(message.number, lambda future: future.set_exception(raised(refusal)))

    def _settle(self, number: int, settle: Callable[[asyncio.Future[Any]], object]) -> None:
        one = self._unanswered.pop(number)
        one.timer.cancel()
        if not one.future.done():
            settle(one.future)

    # --- its end

    def end(self, why: str) -> None:
        """End the process; who waits for an answer is told why."""
        if not self.ended:
            self.ended = True
            self._close(why)

    def _overdue(self, number: int, seconds: float) -> None:
        doing = self._unanswered[number].doing
        self.end(f"this takes longer than {seconds:g} seconds" + (f": it was still being {doing}" if doing else ""))

    def _close(self, why: str) -> None:
        self._kill()
        self._writer.close()
        if self._reading is not asyncio.current_task():
            self._reading.cancel()
        for number in list(self._unanswered):
            self._settle(number, lambda future: future.set_exception(WorkerDied(why)))


def _asked(what: Any) -> Job | DraftStep | Open | Asked:
    asked: Job | DraftStep | Open | Asked = what
    return asked
