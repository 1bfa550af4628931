"""A game that is played in a process of its own, which may die: then it is played again, up to its last move."""

from __future__ import annotations

import asyncio

from ludens.web.engine.errors import GameLost, TookTooLong
from ludens.web.engine.interface import Report
from ludens.web.engine.requests import A, Begun, Choice, Facts, Record, Request, Restore, Search
from ludens.web.errors import ApiError
from ludens.web.limits import Limits
from ludens.web.schemas.server import Analysis
from ludens.web.workers.messages import CODEC, Open
from ludens.web.workers.staff import Staff
from ludens.words import say
from ludens.workers.frames import WorkerDied
from ludens.workers.worker import Worker


class RemoteEngine:
    """Has a worker while the game is played; the game is lost where one after the other dies of it, or is late."""

    facts: Facts

    def __init__(self, opening: Open, limits: Limits, staff: Staff) -> None:
        """`open` comes next."""
        self.record = Record()
        self._opening, self._limits, self._staff = opening, limits, staff
        self._worker: Worker | None = None
        #: the worker that is there, or is being told the game
        self._hired: Worker | None = None
        self._deaths, self._halted = 0, False

    async def open(self) -> None:
        """Get a worker that knows the game. Raises ApiError."""
        try:
            await self._present()
        except WorkerDied as died:
            raise self._mourn(died) from None

    async def ask(self, request: Request[A], *, low_priority: bool = False) -> A:
        seconds = self._limits.engine_seconds * (4 if request.slow else 1)
        try:
            worker = await self._present()
            answer: A = await worker.ask(request, request.answer(), seconds)
        except WorkerDied as died:
            raise self._mourn(died) from None
        except TookTooLong as error:
            raise self._warned(error) from None
        self.record.note(request, answer)
        return answer

    async def begin(self, request: Search, report: Report) -> asyncio.Future[Choice]:
        try:
            worker = await self._present()
        except WorkerDied as died:
            raise self._mourn(died) from None
        seconds = self._limits.thinking_seconds + self._limits.engine_seconds
        search = worker.begin(request, Choice, seconds, lambda news: report(CODEC.read(news, Analysis)))

        async def find() -> Choice:
            try:
                choice: Choice = await search
                return choice
            except WorkerDied as died:
                raise self._mourn(died, worker) from None

        return asyncio.ensure_future(find())

    async def _present(self) -> Worker:
        """A worker that knows the game as it stands. Raises ApiError, and WorkerDied."""
        self._check()
        if self._worker is None or self._worker.ended:
            self._worker = None
            worker = self._hired = await self._staff.hire()
            try:
                await self._staff.admit(worker)
                self.facts = await worker.ask(self._opening, Facts, self._limits.compile_seconds)
                if self.record.rng:
                    record = self.record
                    again = Restore(record.rng, record.plies, record.cursor, (), record.start)
                    await worker.ask(again, Begun, 4 * self._limits.engine_seconds)
            except BaseException:
                worker.end("it cannot begin")
                raise
            self._worker = worker
        else:
            await self._staff.admit(self._worker)
        return self._worker

    def _check(self) -> None:
        if self._deaths >= self._limits.deaths:
            raise GameLost("limit", self._farewell, 422)

    @property
    def _farewell(self) -> str:
        return f"this game is closed: it was too much for the process that plays it {self._deaths} times"

    def _warned(self, error: TookTooLong) -> ApiError:
        """The error that says that something took too long, which counts as a death does."""
        self._deaths += 1
        if self._deaths >= self._limits.deaths:
            return GameLost("limit", say("{0}; the last time {1}", self._farewell, error.message), 422)
        return error

    def _mourn(self, died: WorkerDied, worker: Worker | None = None) -> ApiError:
        """The error that says that a worker has died. Of several searches that die with one, one counts."""
        if self._halted:
            self._halted, self._worker = False, None
            return ApiError("limit", say("stopped"), 422)
        if worker is None or worker is self._worker:
            self._worker = None
            self._deaths += 1
        if self._deaths >= self._limits.deaths:
            return GameLost("limit", say("{0}; the last time {1}", self._farewell, died), 422)
        return ApiError("limit", say("this was too much for the process that plays this game: {0}", died), 422)

    def stop(self) -> None:
        if self._worker is not None:
            self._worker.stop()

    def halt(self) -> None:
        self.stop()
        if self._hired is not None and not self._hired.ended and self._hired.is_asked:
            self._halted = True
            self._hired.end("what it was asked is not wanted any more")

    async def close(self) -> None:
        if self._hired is not None:
            self._hired.end("its game is closed")
