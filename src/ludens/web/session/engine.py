"""Calls of the engine for one session: in threads, for bounded times, with errors that clients understand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ludens.agents.agent import AgentError
from ludens.game import IllegalMove, LimitExceeded
from ludens.web.errors import ApiError
from ludens.web.services import Services
from ludens.web.workers.thread_pool import JobTimeout, ThreadPool

T = TypeVar("T")


class SessionEngine:
    """`broken` says why nobody touches the game any more: a thread is still at work on it, and may be for ever."""

    def __init__(self, services: Services, on_broken: Callable[[str], object]) -> None:
        self._services, self._limits, self._on_broken = services, services.limits, on_broken
        self.broken: str | None = None

    async def run(self, call: Callable[[], T], *, low_priority: bool = False) -> T:
        """What a call of the engine gives; those of low priority let what people ask go first. Raises ApiError."""
        if self.broken:
            raise ApiError("limit", self.broken)
        try:
            pool = self._services.engine_pool
            return await pool.run(call, self._limits.engine_seconds, low_priority=low_priority)
        except JobTimeout as error:
            raise self._broken_by(error) from None
        except IllegalMove as error:
            raise ApiError("illegal", str(error)) from None
        except IndexError:
            raise ApiError("illegal", "there is no such ply") from None
        except LimitExceeded as error:
            raise ApiError("limit", str(error)) from None

    async def search(self, call: Callable[[], T], who: str, *, quick: bool = False) -> T:
        """What an agent finds. Raises ApiError."""
        pool = self._pool(quick)
        try:
            return await pool.run(call, 2 * self._limits.thinking_seconds + self._limits.engine_seconds)
        except JobTimeout as error:
            raise self._broken_by(error) from None
        except (AgentError, LimitExceeded, KeyError, ValueError) as error:
            raise ApiError("agent", f"{who} cannot play here: {error}") from None

    def _pool(self, quick: bool) -> ThreadPool:
        return self._services.quick_pool if quick else self._services.search_pool

    def _broken_by(self, error: JobTimeout) -> ApiError:
        self.broken = f"this game was stopped: {error}"
        self._on_broken(self.broken)
        return ApiError("limit", self.broken)
