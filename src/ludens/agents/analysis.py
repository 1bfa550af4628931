"""What a search is, and what it tells."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from ludens.agents.clock import Clock
    from ludens.game import Move, State


#: what values are made of: the games won among those that were played on from there, or a net's guess of it; the lead
#: in points and pieces; another estimate of the position
Unit = Literal["wins", "points", "estimate"]
#: what `Analysis.iterations` counts
Counted = Literal["playouts", "positions", "visits"]


class Examined(NamedTuple):
    """A legal move, how often a search visited it (0 where it does not count), and its value for the mover, 0 to 1.

    `score` is the lead in points and pieces that the value stands for, None where it is made of something else, or the
    game is decided. A value that is a `bound` is at most that. `proven` is 1 for a move that wins whatever follows, -1
    for one that loses. `prior` is how likely a net thinks the move is before any search, None where there is no net.
    """

    move: Move
    visits: int
    value: float
    score: float | None = None
    bound: bool = False
    proven: int = 0
    prior: float | None = None


#: leads beyond it are those of games that are over
DECIDED = 1e5


def led(move: Move, lead: float, *, bound: bool = False) -> Examined:
    """A move after which the mover leads by so many points and pieces, or has won or lost.

    >>> led(None, 0.0).value, led(None, -1e6).proven
    (0.5, -1)
    """
    value, decided = 0.5 + 0.5 * math.tanh(lead / 4), abs(lead) > DECIDED
    return Examined(move, 0, value, None if decided else lead, bound, (lead > 0) - (lead < 0) if decided else 0)


@dataclass(frozen=True)
class Analysis:
    """What a search found so far.

    `iterations` of what is `counted` are done; `depth` plies were looked ahead. `value` is what the mover may expect,
    from 0 (lost) to 1 (won), in a `unit`. `line` is the expected continuation, the best move first; `moves` are all
    legal moves, the best first.
    """

    iterations: int
    value: float
    line: list[Move] = field(default_factory=list)
    moves: list[Examined] = field(default_factory=list)
    depth: int = 0
    unit: Unit = "wins"
    counted: Counted = "playouts"


Progress = Callable[[Analysis], object]


class Search(Protocol):
    """A search of one position under way; the moves that it tells of are legal moves of `state`."""

    state: State

    def run(self, clock: Clock, iterations: int | None, tell: Callable[[], object]) -> None:
        """Go on until the clock or the count of iterations (or plies) says so; call `tell` now and then."""

    def best(self) -> int:
        """The number of the best legal move so far."""

    def analysis(self) -> Analysis:
        """What is known so far."""

    def line(self, number: int) -> list[Move]:
        """The expected continuation from the legal move of that number on, as far as the search knows one."""
