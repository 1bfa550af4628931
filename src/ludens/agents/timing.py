"""Time for a whole game: what a turn may take of what a player's clock has left, and when a search has had enough.

Turns share what is left evenly: as many as random games have from here on, within bounds (EXP-SIM). A search ends early
where its best move cannot change in the time that it has yet (STOP), and goes on where what it visited most is not what
looks best (UNST). These are the names in Baier and Winands, *Time management for Monte-Carlo tree search in Go* (2012);
Huang, Coulom and Lin (2010) have the first two as well. A search by depths has its even share: to end it where several
depths agree (Hyatt, *Using time wisely*, 1984) lost games (docs/notebook/agents.md).
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ludens.native import LimitExceeded, Limits, own_choices

if TYPE_CHECKING:
    from ludens.agents.analysis import Analysis
    from ludens.agents.clock import Clock
    from ludens.game import State

#: turns that time is kept for at least, as random games may end by accident, and at most: they may go round in circles
FEWEST: Final = 8.0
MOST: Final = 40.0
#: seconds that are lost on the way of each answer, and the share of the rest that is used
LAG: Final = 0.03
SAFE: Final = 0.95
#: a turn has this at least, whatever its clock says
_LEAST: Final = 0.005
#: random games from which the length of a game is guessed, and their plies at most
_SAMPLES, _PLIES = 8, 1000
#: a search is looked at this often in its usual time
_LOOKS: Final = 10


class Span(NamedTuple):
    """The seconds of a turn: as a rule, and at most, where it is not clear what to do."""

    usual: float
    most: float


@dataclass(frozen=True)
class TimeLeft:
    """What a player has for the rest of a game: so many seconds, and what is added after each turn (Fischer).

    They have to last for so many `turns`, where that is told, else to the end. `byoyomi` are seconds that each turn has
    beside them, and loses.
    """

    seconds: float
    increment: float = 0.0
    turns: int | None = None
    byoyomi: float = 0.0

    def span(self, turns: float) -> Span:
        """What a turn may take where about so many are still to come, this one among them.

        >>> [round(seconds, 2) for seconds in TimeLeft(60, increment=1).span(20)]
        [3.8, 6.46]
        >>> [round(seconds, 2) for seconds in TimeLeft(60, turns=1).span(20)]
        [56.97, 56.97]
        """
        count = self.turns or min(max(turns, FEWEST), MOST)
        usable = SAFE * max(self.seconds - LAG, 0.0)
        top = usable + SAFE * self.byoyomi
        usual = max(min(usable / count + SAFE * (self.increment + self.byoyomi), top), _LEAST)
        return Span(usual, usual + max(top - usual, 0.0) / count)

    @property
    def longest(self) -> float:
        """About the most seconds that a turn comes to, where time was saved for 40 turns."""
        return self.span(FEWEST).most + MOST * self.increment


class GameClock:
    """A player's own clock: it runs while the player thinks, and begins anew with each game."""

    def __init__(self, limit: TimeLeft) -> None:
        self.limit, self.left = limit, limit.seconds
        self._begun = -1

    def turn(self, begun: int, turns: float) -> Span:
        """What a turn may take that began after so many moves of the game, with about so many to come."""
        if begun < self._begun:
            self.left = self.limit.seconds
        elif 0 <= self._begun < begun:
            self.left += self.limit.increment
        self._begun = begun
        return replace(self.limit, seconds=self.left).span(turns)

    def took(self, seconds: float) -> None:
        self.left = max(self.left - seconds, 0.0)


def plies_to_come(state: State, rng: np.random.Generator, seconds: float) -> float:
    """How many moves random games have from here on, on average; as many as games have at most where the `seconds` do
    not suffice for one."""
    lengths = list[int]()
    own = own_choices(int(rng.integers(1 << 63)))
    with contextlib.suppress(LimitExceeded), Limits(seconds=seconds), own:
        for _ in range(_SAMPLES):
            lengths.append(state.game.fast.playout(state.copy(), _PLIES))
    return sum(lengths) / len(lengths) if lengths else float(_PLIES)


class Patience:
    """Moves the end of a search's clock by what the search has found."""

    def __init__(self, clock: Clock, span: Span) -> None:
        self._clock, self._span = clock, span
        self._began = self._looked = time.perf_counter()
        self._first: tuple[float, int] | None = None

    def look(self, analysis: Callable[[], Analysis]) -> None:
        """Look at the search, unless that was done just now."""
        now = time.perf_counter()
        if now - self._looked >= self._span.usual / _LOOKS:
            self._looked = now
            self._clock.end = max(self._began + self.end(analysis(), now - self._began), now)

    def end(self, analysis: Analysis, spent: float) -> float:
        """When a search ends that has taken so long, in seconds from its begin; 0 is at once."""
        best, *others = analysis.moves
        if best.proven > 0 or all(one.proven < 0 for one in others):
            return 0.0
        return self._visited(analysis, spent) if best.visits else self._span.usual

    def _visited(self, analysis: Analysis, spent: float) -> float:
        """Of a search that makes the move that it visited most."""
        if self._first is None:
            self._first = spent, analysis.iterations
            return self._span.usual
        best, *others = analysis.moves
        clear = all(one.value <= best.value for one in others if 2 * one.visits >= best.visits)
        end = self._span.usual if clear else self._span.most
        began, done = self._first
        speed = (analysis.iterations - done) / max(spent - began, 1e-6)
        ahead = best.visits - max(one.visits for one in others)
        return 0.0 if ahead > speed * (end - spent) else end
