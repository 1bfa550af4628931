"""Whose turn it is where few can be served at a time: no visitor keeps the others waiting for long."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ludens.web.errors import ApiError
from ludens.words import say

#: a turn that lasts longer is a long one
_LONG_SECONDS = 2.0


@dataclass(eq=False)
class _Turn:
    """One of somebody's turns, waited for or begun; `aside` where it takes nobody's place any more."""

    who: str
    number: int
    begun: asyncio.Future[None]
    is_long: bool = False
    aside: bool = False


class Turns:
    """So many at a time: first those of whom the fewest are being served.

    Long ones go on beside the others, as far as there are `aside` places, one for each who asks. The last free place
    is for those who have no long turn already.
    """

    def __init__(self, size: int, aside: int = 0, most_waiting: int = 1 << 20) -> None:
        self._size, self._aside, self._most_waiting = size, aside, most_waiting
        self._numbers = itertools.count()
        self._waiting: list[_Turn] = []
        self._begun: set[_Turn] = set()

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it. Raises ApiError where too many wait."""
        loop = asyncio.get_running_loop()
        one = _Turn(who, next(self._numbers), loop.create_future())
        self._queue(one)
        timer = None
        try:
            self._go_on()
            await one.begun
            timer = loop.call_later(_LONG_SECONDS, self._lasts, one)
            yield
        finally:
            if timer is not None:
                timer.cancel()
            self._begun.discard(one)
            if one in self._waiting:
                self._waiting.remove(one)
            self._go_on()

    def _queue(self, one: _Turn) -> None:
        """Let one wait; where there are too many, the last one goes of whoever has more of them. Raises ApiError."""
        self._waiting.append(one)
        if len(self._waiting) > self._most_waiting:
            waiting = Counter(turn.who for turn in self._waiting)
            last = max(self._waiting, key=lambda turn: (waiting[turn.who], turn.number))
            self._waiting.remove(last)
            refused = ApiError("limit", say("too many descriptions are being worked on: try again in a moment"), 503)
            if last is one:
                raise refused
            if not last.begun.done():
                last.begun.set_exception(refused)

    def _lasts(self, one: _Turn) -> None:
        one.is_long = True
        self._go_on()

    def _go_on(self) -> None:
        """Begin all turns that there is a place for."""
        self._set_aside()
        while (free := self._size - sum(not turn.aside for turn in self._begun)) > 0:
            served = Counter(turn.who for turn in self._begun)
            long = {turn.who for turn in self._begun if turn.is_long}
            able = [turn for turn in self._waiting if free > 1 or self._size == 1 or turn.who not in long]
            if not able:
                return
            first = min(able, key=lambda turn: (served[turn.who], turn.number))
            self._waiting.remove(first)
            self._begun.add(first)
            if not first.begun.done():
                first.begun.set_result(None)

    def _set_aside(self) -> None:
        for one in sorted(self._begun, key=lambda turn: turn.number):
            aside = [turn for turn in self._begun if turn.aside]
            if one.is_long and len(aside) < self._aside and all(turn.who != one.who for turn in aside):
                one.aside = True
