"""Whose turn it is where few can be served at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ludens.web.errors import ApiError
from ludens.web.workers import turns
from ludens.web.workers.turns import Turns


class Visit:
    """A turn that is taken until `end`."""

    def __init__(self, queue: Turns, who: str) -> None:
        self.is_served, self._over = False, asyncio.Event()
        self.task = asyncio.ensure_future(self._be_served(queue, who))

    async def _be_served(self, queue: Turns, who: str) -> None:
        async with queue.turn(who):
            self.is_served = True
            await self._over.wait()

    async def end(self) -> None:
        self._over.set()
        await self.task


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def served(visits: list[Visit]) -> list[int]:
    """The numbers of those that are, or were, served."""
    return [number for number, visit in enumerate(visits) if visit.is_served]


def in_loop(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def test_who_is_served_least_comes_first() -> None:
    async def work() -> None:
        queue = Turns(2)
        visits = [Visit(queue, who) for who in "aaaab"]
        await settled()
        assert served(visits) == [0, 1]
        await visits[0].end()
        await settled()
        assert served(visits) == [0, 1, 4]
        for number in (4, 1, 2, 3):
            await visits[number].end()
        assert served(visits) == [0, 1, 2, 3, 4]

    in_loop(work)


def test_long_turns_keep_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_LONG_SECONDS", 0.0)

    async def work() -> None:
        queue = Turns(2, aside=1)
        visits = [Visit(queue, who) for who in "aaaa"]
        await asyncio.sleep(0.02)
        await settled()
        assert served(visits) == [0, 1]  # one of them aside; the last place is for others
        visits.append(Visit(queue, "b"))
        await settled()
        assert served(visits) == [0, 1, 4]
        for visit in (visits[4], visits[0], visits[1]):
            await visit.end()
        await settled()
        assert served(visits) == [0, 1, 2, 3, 4]
        await visits[2].end()
        await visits[3].end()

    in_loop(work)


def test_who_has_most_that_wait_is_refused() -> None:
    async def work() -> None:
        queue = Turns(1, most_waiting=2)
        visits = [Visit(queue, who) for who in "aaa"]
        await settled()
        visits.append(Visit(queue, "b"))
        await settled()
        with pytest.raises(ApiError, match="too many"):
            await visits[2].task
        with pytest.raises(ApiError, match="too many"):
            async with queue.turn("a"):
                pass
        await visits[0].end()
        await settled()
        assert served(visits) == [0, 1]
        await visits[1].end()
        await visits[3].end()

    in_loop(work)


def test_one_that_is_not_wanted_any_more_takes_no_place() -> None:
    async def work() -> None:
        queue = Turns(1)
        visits = [Visit(queue, who) for who in "abc"]
        await settled()
        visits[1].task.cancel()
        visits[0].task.cancel()
        await asyncio.gather(visits[0].task, visits[1].task, return_exceptions=True)
        await settled()
        assert served(visits) == [0, 2]
        await visits[2].end()

    in_loop(work)
