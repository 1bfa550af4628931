"""What a session has to its game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from ludens.web.engine.requests import A, Choice, Facts, Record, Request, Search
from ludens.web.schemas.server import Analysis

#: called on the server's loop with what a search has found so far
Report = Callable[[Analysis], object]


class Engine(Protocol):
    """A game in play. `record` is what was played of it: that it stands nowhere else but here is what keeps it."""

    facts: Facts
    record: Record

    async def ask(self, request: Request[A], *, low_priority: bool = False) -> A:
        """The answer; requests of low priority let others go first. One at a time.

        Raises ApiError, of which GameLost says that the game is lost for good.
        """

    async def begin(self, request: Search, report: Report) -> asyncio.Future[Choice]:
        """Begin a search of the position as it is now; its result raises what `ask` raises."""

    def stop(self) -> None:
        """End all searches: they answer soon with what they have."""

    def halt(self) -> None:
        """End all that is being computed; what is being asked is not done, as far as it has not been done by then."""

    async def close(self) -> None:
        """Give up the game, and what it takes."""
