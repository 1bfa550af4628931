"""A game that is played in threads of this process: the library's, and the server owner's own."""

from __future__ import annotations

import asyncio
import logging
import threading
from functools import partial

from ludens import native
from ludens.game import Game
from ludens.web import seats
from ludens.web.engine.desk import Desk, facts_of
from ludens.web.engine.errors import GameLost, late, raised, refusal_of
from ludens.web.engine.interface import Report
from ludens.web.engine.requests import A, Choice, Choose, Record, Request, Search
from ludens.web.limits import Limits
from ludens.web.schemas.server import Analysis
from ludens.web.visitors import asking
from ludens.web.workers.pools import Pools
from ludens.web.workers.thread_pool import JobTimeout

_log = logging.getLogger("ludens.web")


class LocalEngine:
    """The game is lost where a thread is still at work on it after its time, and may be for ever."""

    def __init__(self, game: Game, limits: Limits, pools: Pools) -> None:
        self.facts, self.record = facts_of(game), Record()
        self._desk, self._limits, self._pools = Desk(game, limits), limits, pools
        self._lost: str | None = None
        self._stop = threading.Event()
        #: those of the request that is being done
        self._native_limits = native.Limits()

    async def ask(self, request: Request[A], *, low_priority: bool = False) -> A:
        self._check()
        pool, seconds = self._pools.engine, self._limits.engine_seconds
        if request.slow:
            pool, seconds = self._pools.opening, 4 * seconds
        limits = self._native_limits = native.Limits()
        try:
            job = partial(self._desk.do, request)
            answer = await pool.run(job, seconds, low_priority=low_priority, limits=limits)
        except Exception as error:
            raise self._convert_error(error, request) from None
        self.record.note(request, answer)
        return answer

    async def begin(self, request: Search, report: Report) -> asyncio.Future[Choice]:
        self._check()
        loop, search = asyncio.get_running_loop(), self._desk.search(request, self._stop)

        def tell(analysis: Analysis) -> None:
            loop.call_soon_threadsafe(report, analysis)

        async def find() -> Choice:
            seconds = 2 * self._limits.thinking_seconds + self._limits.engine_seconds
            quick = isinstance(request, Choose) and not seats.searches(request.agent)
            try:
                if quick:
                    return await self._pools.quick.run(lambda: search(tell), seconds)
                async with self._pools.searches.turn(asking.get()):
                    return await self._pools.search.run(lambda: search(tell), seconds)
            except Exception as error:
                raise self._convert_error(error, request) from None

        return asyncio.ensure_future(find())

    def _check(self) -> None:
        if self._lost:
            raise GameLost("limit", self._lost, 422)

    def _convert_error(self, error: Exception, request: Request[A]) -> Exception:
        """The error as clients get it."""
        if isinstance(error, JobTimeout):
            if not error.lost:
                return late(error)
            self._lost = f"this game was stopped: {error}"
            return GameLost("limit", self._lost, 422)
        refusal = refusal_of(error, request)
        if refusal.trace:
            _log.error("a game in play: %s", refusal.trace)
        return raised(refusal)

    def stop(self) -> None:
        self._stop.set()
        self._stop = threading.Event()

    def halt(self) -> None:
        self.stop()
        self._native_limits.stop()

    async def close(self) -> None:
        self.halt()
