"""Rules at work, watched: which clauses looked at a move, what each gave, and what pushed it.

Each ludeme of a rulebook of one's own has its `emit` replaced by one that notes what it gave. What concerns other moves
than the one asked about is evaluated, and not noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from ludens.ludemes.moves.do import Do
from ludens.rules.base import Ludeme
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.generation.candidates import Candidate
from ludens.rules.state.constants import is_at_load, members_of
from ludens.rules.state.context import ITERATORS, Context
from ludens.rules.state.regions import Region

_WATCHED: Final = (BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme)
#: a condition that asks more than so many others is told without the rest of them
_PARTS: Final = 64
#: what a frame has no value for until it is left
UNKNOWN: Final = None


@dataclass(eq=False)
class Frame:
    """One evaluation of a ludeme: the iterators it saw, and the value it gave (the sites of a region, ascending)."""

    ludeme: Ludeme
    bound: Mapping[str, int]
    above: Frame | None
    value: bool | int | tuple[int, ...] | None = UNKNOWN
    below: list[Frame] = field(default_factory=list)

    def chain(self) -> list[Frame]:
        """The frames around this one, the outermost first, and itself."""
        return [*(self.above.chain() if self.above is not None else ()), self]


@dataclass(frozen=True)
class Query:
    """The move that is asked about, by its sites; -1 for none."""

    origin: int
    target: int

    def is_pushed(self, move: Candidate) -> bool:
        return (move.from_, move.to) == (self.origin, self.target)

    def concerns(self, bound: Mapping[str, int]) -> bool:
        """Whether what is evaluated for these iterators may decide about the move.

        That includes the sites which a line passes on its way.
        """
        if bound.get("from", -1) not in (-1, self.origin) and self.origin != self.target:
            return False
        if bound.get("site", -1) not in (-1, self.origin, self.target):
            return False
        return bound.get("to", -1) in (-1, self.target) or "between" in bound


class Recorder:
    """Notes what the ludemes of a rulebook give while the move of a `query` is looked for."""

    def __init__(self, ludemes: Iterable[Ludeme], query: Query | None) -> None:
        self.query = query
        #: every noted frame, in the order in which they began
        self.frames: list[Frame] = []
        self.top: Frame | None = None
        self._silent = 0
        for ludeme in ludemes:
            if isinstance(ludeme, _WATCHED):
                vars(ludeme)["emit"] = self._noting(ludeme, ludeme.emit)
            if isinstance(ludeme, Do):
                vars(ludeme)["_holds_after"] = self._testing(ludeme._holds_after)

    @contextmanager
    def silent(self, *, unless: bool = False) -> Iterator[None]:
        """Nothing is noted inside, unless it shall be."""
        self._silent += not unless
        try:
            yield
        finally:
            self._silent -= not unless

    def _noting(self, ludeme: Ludeme, emit: Callable[..., Any]) -> Callable[..., Any]:
        def noted(c: Context, *rest: Any, **named: Any) -> Any:
            if self._silent or is_at_load(c):
                return emit(c, *rest, **named)
            frame = Frame(ludeme, _bound(c), self.top)
            if not self._is_wanted(frame):
                with self.silent():
                    return emit(c, *rest, **named)
            self.frames.append(frame)
            if self.top is not None:
                self.top.below.append(frame)
            self.top = frame
            try:
                given = emit(c, *rest, **named)
                frame.value = _plain(given)
                return given
            finally:
                self.top = frame.above

        return noted

    def _is_wanted(self, frame: Frame) -> bool:
        above = frame.above
        inside = above is not None and not isinstance(above.ludeme, MovesLudeme)
        if isinstance(frame.ludeme, MovesLudeme):
            return not inside  # what a condition looks for moves for is no part of how this one is found
        if inside:
            return above is not None and len(above.below) < _PARTS
        return self.query is None or self.query.concerns(frame.bound)

    def _testing(self, test: Callable[[Candidate], Any]) -> Callable[[Candidate], Any]:
        """A test of the position after a move: noted for the move that is asked about alone."""

        def tested(move: Candidate) -> Any:
            with self.silent(unless=self.query is None or self.query.is_pushed(move)):
                return test(move)

        return tested


def _bound(c: Context) -> dict[str, int]:
    """The iterators that stand for something here."""
    bound = {name: c.slots[name] for name in ITERATORS if name in c.slots}
    return {name: int(value) for name, value in bound.items() if isinstance(value, int) and value >= 0}


def _plain(given: Any) -> bool | int | tuple[int, ...] | None:
    if isinstance(given, Region):
        return members_of(given)
    return given if isinstance(given, bool | int) else None
