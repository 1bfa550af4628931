"""How long the players of a session have thought: the time of a turn runs while somebody looks on."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ludens.game.seats import Seats
from ludens.web.storage import Ply


class Watch:
    """A watch that can be held, and begins anew with each move."""

    def __init__(self) -> None:
        self._before = 0.0
        self._since: float | None = None

    def run(self, *, on: bool) -> None:
        """Let it run, or hold it."""
        now = time.monotonic()
        if self._since is not None:
            self._before += now - self._since
        self._since = now if on else None

    @property
    def ms(self) -> int:
        """The milliseconds that it has run since it began anew."""
        return round(1000 * (self._before + (time.monotonic() - self._since if self._since is not None else 0.0)))

    def begin(self) -> None:
        """Begin anew; it runs on, or is held on."""
        self._before = 0.0
        self._since = None if self._since is None else time.monotonic()


def used(plies: Sequence[Ply], players: int, seats_at: Callable[[int], Seats] | None = None) -> list[int]:
    """The milliseconds that each seat took for the plies; what all do at once counts for all.

    `seats_at` tells who plays which player before a ply; without it everybody plays the own one.

    >>> used([Ply((0,), 9, "", 1, "A1", ms=500), Ply((0,), 8, "", 2, "B1", ms=200), Ply((0,), 7, "", 1, "C1", ms=1)], 2)
    [501, 200]
    """
    times = [0] * players
    own = Seats.own(players)
    for number, ply in enumerate(plies):
        seat = (seats_at(number) if seats_at is not None else own).seat(ply.player)
        for one in range(1, players + 1):
            if seat in (0, one):
                times[one - 1] += ply.ms
    return times
