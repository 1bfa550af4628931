"""Moves as their generators find them.

A generator pushes a `Candidate` to a sink where it finds a move. A candidate knows how to build the move's actions;
they are built when the move is applied, in the position in which it was generated (manual: moves 3; effects 1).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

from ludens.rules.actions.base import Act
from ludens.rules.base import Ludeme
from ludens.rules.state.constants import is_direct
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.regions import Region
from ludens.rules.state.trace import CLOSE, OPEN
from ludens.stage import Bool, BoolLike, IntLike

Build = Callable[[Context], Sequence[Act]]
Test = Callable[["Candidate"], BoolLike]


@dataclass(frozen=True)
class Candidate:
    """A move as its generator found it.

    `build(c)` gives its actions; it may read the context only, since it is run again where the move is applied: values
    of its own go into private slots (`Context.bind`). `then` are the consequents, innermost first. `between` gives the
    sites passed over. `tests` are conditions still to be tested, for sinks that defer them. `settle` works out what the
    position decides of the actions, where other moves are applied before this one: see `recording.settled`.
    """

    c: Context
    build: Build
    from_: IntLike = -1
    to: IntLike = -1
    mover: IntLike = 0
    state: IntLike = -1
    edge: IntLike = -1
    oriented: IntLike = 1
    level_min: IntLike = 0
    level_max: IntLike = 0
    between: Callable[[Context], Region] | None = None
    then: tuple[Consequent, ...] = ()
    tests: tuple[Test, ...] = ()
    settle: Callable[[Candidate], Candidate] | None = None
    entries: int = 1  # how often the same move stands in the list: what is appended to each entry is appended to all

    @property
    def key(self) -> tuple[Any, ...] | None:
        """What decides the code of this move, besides the values it reads; None where that is not known."""
        owner = getattr(self.build, "__self__", None)
        if not isinstance(owner, Ludeme) or self.between is not None or self.tests:
            return None
        name = self.build.__name__
        return (owner.identity, name, tuple(then.identity for then in self.then))

    def header(self) -> list[IntLike]:
        return [self.mover, self.from_, self.to, self.state, self.oriented, self.edge, self.level_min, self.level_max]

    def in_slots(self) -> Candidate:
        """With the header in private slots, so that it is captured like everything else."""
        names = ("mover", "from_", "to", "state", "edge", "oriented", "level_min", "level_max")
        values = {f"move.{n}": getattr(self, n) for n in names}
        slots = self.c.slots.frozen() if is_direct(self.c) else self.c.slots
        return replace(self, c=replace(self.c, slots=slots.bind(values)))

    def seen_from(self, c: Context) -> Candidate:
        """The same move in another function, whose context `c` has captured slots."""
        names = ("mover", "from_", "to", "state", "edge", "oriented", "level_min", "level_max")
        values = {n: c.get(f"move.{n}") for n in names}
        return replace(self, c=c, **cast(dict[str, Any], values))


class Sink:
    """What generators push moves to. `defers` is set where conditions on moves may be tested later, if at all."""

    @property
    def defers(self) -> bool:
        return False

    @property
    def only_collects(self) -> bool:
        """Whether pushing a move always goes on after it, and looks at nothing of the position."""
        return False

    @property
    def unordered(self) -> bool:
        """Whether it is all the same in which order moves come."""
        return False

    @property
    def wants_any(self) -> bool:
        """Whether it only asks whether there is a move: of several, one does as well as all."""
        return False

    @property
    def looks_in_loops(self) -> BoolLike:
        """Whether moves may be found in loops; where that is known not to be so, they need not be run again."""
        return True

    @property
    def aim(self) -> IntLike | None:
        """The destination of the moves that are looked for: others need not be found. None where all are."""
        return None

    def filtered(self, test: Test) -> Sink:
        """A sink that passes on the moves for which the test holds, in the end."""
        if self.defers:
            return MapSink(self, lambda move: replace(move, tests=(*move.tests, AsNow(test, len(move.then)))))
        return FilterSink(self, test)

    def push(self, move: Candidate) -> None:
        raise NotImplementedError

    def push_twice(self, move: Candidate) -> None:
        """Push a move, and the same again behind it."""
        self.push(move)
        self.push(move)

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        """Push one move for each site of a region, in order; sinks that count or pick need not go through them."""
        region.each(lambda site: self.push(make(site)))


class Foreseen:
    """A test of the position after a move that can be looked at before, too; equal ones have equal keys."""

    @property
    def key(self) -> Hashable:
        raise NotImplementedError(type(self).__name__)

    def __call__(self, move: Candidate) -> BoolLike:
        raise NotImplementedError(type(self).__name__)

    def holds_now(self, c: Context, fields: set[Field[Any]]) -> BoolLike:
        """What it would give if nothing changed. What it looks at is noted: see `rules.state.reads`."""
        raise NotImplementedError(type(self).__name__)


@dataclass(frozen=True)
class AsNow:
    """A test that does not see the consequents which operators further out append later."""

    test: Test
    thens: int

    def __call__(self, later: Candidate) -> BoolLike:
        return self.test(replace(later, then=later.then[: self.thens]))


@dataclass
class PassingSink(Sink):
    """Passes every move on, and answers as the next sink does."""

    inner: Sink

    @property
    def only_collects(self) -> bool:
        return self.inner.only_collects

    @property
    def unordered(self) -> bool:
        return self.inner.unordered

    @property
    def wants_any(self) -> bool:
        return self.inner.wants_any

    @property
    def looks_in_loops(self) -> BoolLike:
        return self.inner.looks_in_loops

    @property
    def aim(self) -> IntLike | None:
        return self.inner.aim


@dataclass
class MapSink(PassingSink):
    """Changes each move on its way, but not where it leads."""

    change: Callable[[Candidate], Candidate]

    @property
    def defers(self) -> bool:
        return self.inner.defers

    def push(self, move: Candidate) -> None:
        self.inner.push(self.change(move))

    def push_twice(self, move: Candidate) -> None:
        self.inner.push_twice(self.change(move))

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        self.inner.push_each(region, lambda site: self.change(make(site)))


@dataclass
class FilterSink(Sink):
    """Passes on the moves for which the test holds; the test is emitted where each move is found."""

    inner: Sink
    test: Callable[[Candidate], BoolLike]

    @property
    def unordered(self) -> bool:
        return self.inner.unordered

    @property
    def looks_in_loops(self) -> BoolLike:
        return self.inner.looks_in_loops

    @property
    def aim(self) -> IntLike | None:
        return self.inner.aim

    def push(self, move: Candidate) -> None:
        move.c.s.if_(self.test(move), lambda: self.inner.push(move))


class Generator(Protocol):
    """What pushes moves to a sink: a `MovesLudeme`."""

    @property
    def identity(self) -> tuple[str, str | int]: ...
    @property
    def extent(self) -> int: ...
    @property
    def changes_level(self) -> bool: ...
    @property
    def all_reads(self) -> frozenset[str]: ...
    @property
    def all_writes(self) -> frozenset[str]: ...
    def children(self) -> Iterator[Ludeme]: ...
    def walk(self) -> Iterator[Ludeme]: ...
    def parts(self) -> Sequence[Generator] | None: ...
    def emit(self, c: Context, sink: Sink) -> None: ...
    def at_once(self, c: Context) -> Callable[[Sink], object] | None: ...


class Consequent(Protocol):
    """Effects that are evaluated when a move has been applied: a `Then`."""

    @property
    def identity(self) -> tuple[str, str | int]: ...
    @property
    def moves(self) -> Generator: ...
    @property
    def apply_after_all_moves(self) -> bool: ...


def describe(move: Candidate) -> None:
    """Log a move as generated: nested, without consequents (manual: moves 1.2)."""
    c = move.c
    tracer = c.tracer
    assert tracer is not None
    tracer.mark(c, OPEN, move.header())
    for act in move.build(c):
        act.describe(c)
    tracer.mark(c, CLOSE)


def decision_view(acts: Sequence[Act]) -> tuple[IntLike, IntLike]:
    """From and to of the first decision among actions, -1 if there is none (manual: moves 1.1)."""
    first = next((a for a in acts if a.decision), None)
    return (first.site_from, first.site_to) if first else (-1, -1)


def outline_move(move: Candidate, name: str, body: Callable[[Candidate], BoolLike], test: Hashable = None) -> BoolLike:
    """Emit a test of a move out of line; `test` distinguishes the tests of one name."""
    move = move.in_slots()
    key = None if move.key is None else (move.key, test)
    return move.c.outline(name, lambda c: body(move.seen_from(c)), Bool, key=key)
