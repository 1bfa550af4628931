"""What a search is, and what it tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from ludens.agents.clock import Clock
    from ludens.game import Move, State


class Examined(NamedTuple):
    """A legal move, how often a search visited it (0 where it does not count), and its value for the mover, 0 to 1."""

    move: Move
    visits: int
    value: float


@dataclass(frozen=True)
class Analysis:
    """What a search found so far.

    `iterations` of it are done, for `alphabeta` the positions looked at; `depth` plies were looked ahead. `value` is
    what the mover may expect, from 0 (lost) to 1 (won). `line` is the expected continuation, the best move first;
    `moves` are all legal moves, the best first.
    """

    iterations: int
    value: float
    line: list[Move] = field(default_factory=list)
    moves: list[Examined] = field(default_factory=list)
    depth: int = 0


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
