"""What generators push moves to: moves are changed, filtered, counted, tested for, forgotten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ludens.rules.generation.candidates import Candidate, Consequent, MapSink, Sink, describe
from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, Region
from ludens.rules.state.sets import WordSet
from ludens.stage import Bool, BoolLike, IntLike, Scope, Variable


def with_then(sink: Sink, *thens: Consequent | None) -> Sink:
    """Appends consequents to each move (manual: moves 3.2)."""
    added = tuple(t for t in thens if t is not None)
    return MapSink(sink, lambda m: replace(m, then=m.then + added * m.entries)) if added else sink


def sealed(sink: Sink, mover: IntLike, *thens: Consequent | None) -> Sink:
    """Sets the mover of each move and appends consequents (manual: moves 1.4)."""
    added = tuple(t for t in thens if t is not None)
    return MapSink(sink, lambda m: replace(m, mover=mover, then=m.then + added * m.entries))


@dataclass
class InOrderSink(MapSink):
    """Passes moves on in their order."""

    @property
    def unordered(self) -> bool:
        return False


class CountSink(Sink):
    """Counts moves."""

    def __init__(self, c: Context) -> None:
        self.total = c.s.var(0)
        self.in_loops = False

    @property
    def only_collects(self) -> bool:
        return True

    @property
    def unordered(self) -> bool:
        return True

    def push(self, move: Candidate) -> None:
        self.in_loops |= move.c.s.loop_depth > 0
        self.total.set(self.total.get() + 1)

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        self.in_loops |= region.s.loop_depth > 0
        self.total.set(self.total.get() + region.count())


def _is_listed(region: Region) -> bool:
    """Whether moves to the sites of a region are listed where they are found, and not counted and found again.

    That is so in loops, and where finding the region again would take as long as finding it did.
    """
    again = isinstance(region, WordSet) and region.found_again
    return region.searched or (region.s.loop_depth > 0 and not again)


class CountOrListSink(CountSink):
    """Counts moves, but passes on those that are found in loops: finding them again would cost as much."""

    def __init__(self, c: Context, inner: Sink) -> None:
        super().__init__(c)
        self.inner = inner
        #: whether it counted whole regions, and whether any in a loop
        self.in_sets = self.sets_in_loops = False

    @property
    def defers(self) -> bool:
        return self.inner.defers

    def push(self, move: Candidate) -> None:
        if move.c.s.loop_depth > 0:
            self.in_loops = True
            self.inner.push(move)
        else:
            super().push(move)

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        if _is_listed(region):
            self.in_loops = True
            self.inner.push_each(region, make)
        else:
            self.in_sets = True
            self.sets_in_loops |= region.s.loop_depth > 0
            self.total.set(self.total.get() + region.count())


@dataclass
class NthSink(Sink):
    """Passes on the move number `left`, counted from 0, and leaves the scope; those found in loops do not count."""

    inner: Sink
    left: Variable[IntLike]
    out: Scope
    in_loops: BoolLike = True

    @property
    def looks_in_loops(self) -> BoolLike:
        return self.in_loops

    @property
    def defers(self) -> bool:
        return self.inner.defers

    @property
    def unordered(self) -> bool:
        return True

    def push(self, move: Candidate) -> None:
        s = move.c.s
        if s.loop_depth > 0:
            return
        s.if_(self.left.get() == 0, lambda: (self.inner.push(move), s.leave(self.out)))
        self.left.set(self.left.get() - 1)

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        if _is_listed(region):
            return
        s, count = region.s, region.count()
        left = self.left.get()
        s.if_(left < count, lambda: (self.inner.push(make(region.site(region.drawn(left)))), s.leave(self.out)))
        self.left.set(left - count)


def find_nth(
    c: Context, sink: Sink, number: IntLike, generate: Callable[[Sink], object], in_loops: BoolLike = True
) -> None:
    """Push the move of a number, of those that are not found in loops, to a list; other moves are not looked for."""
    start, left = memory.mark(c), c.s.var(number)
    c.s.scope(lambda out: generate(NthSink(sink, left, out, in_loops)))
    memory.release(c, start)  # what was in use where the scope was left


@dataclass
class ExistsSink(Sink):
    """Leaves the scope at the first move."""

    result: Variable[BoolLike]
    out: Scope

    @property
    def unordered(self) -> bool:
        return True

    @property
    def wants_any(self) -> bool:
        return True

    def push(self, move: Candidate) -> None:
        self.result.set(True)
        move.c.s.leave(self.out)

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        s = region.s
        s.if_(s.not_(region.is_empty()), lambda: (self.result.set(True), s.leave(self.out)))


def exists(c: Context, generate: Callable[[Sink], object]) -> BoolLike:
    """Whether a generator pushes any move; generation stops at the first."""
    any_move = c.s.var(False, Bool)
    start = memory.mark(c)
    c.s.scope(lambda out: generate(ExistsSink(any_move, out)))
    memory.release(c, start)
    return any_move.get()


class SitesSink(Sink):
    """Collects a site of each move, negative ones left out."""

    def __init__(self, c: Context, which: Callable[[Candidate], IntLike]) -> None:
        self.region, self.which = BitRegion.empty(c), which

    def push(self, move: Candidate) -> None:
        site = self.which(move)
        move.c.s.if_(site >= 0, lambda: self.region.add(site))


class DropSink(Sink):
    """Forgets all moves: generating them matters for what it leaves behind."""

    def push(self, move: Candidate) -> None:
        pass


class DescribeSink(Sink):
    """Logs each move as generated, not yet applied; its actions are no decisions."""

    def push(self, move: Candidate) -> None:
        describe(move)


def count_moves(c: Context, generate: Callable[[Sink], object]) -> IntLike:
    """How many moves a generator yields."""
    sink = CountSink(c)
    generate(sink)
    return sink.total.get()
