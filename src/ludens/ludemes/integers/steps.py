"""Counting steps from a site to others (manual: integers 8.12)."""

from __future__ import annotations

from ludens.ludemes.directions import each_step
from ludens.ludemes.moves.step import Step
from ludens.ludemes.ranges import INFINITY
from ludens.ludemes.searches import answer
from ludens.ludemes.site_types import Typed
from ludens.rules.base import named
from ludens.rules.categories import IntLudeme, SitesLudeme
from ludens.rules.enums import RelationType
from ludens.rules.state.context import Context
from ludens.rules.state.distances import distance
from ludens.rules.state.regions import BitRegion, Region, region_of
from ludens.rules.state.sites import in_range
from ludens.stage import IntLike, Scope, Variable


class CountSteps(Typed):
    """The number of steps from a site to another, or to the nearest of some; with a step, of such steps."""

    spellings = ("count Steps",)
    says = (
        "the number of [{relation:adj} ]steps from {origin:site} to {targets:nearest}[, with steps like this: {step}]"
    )
    reads = frozenset({"board", "last"})
    relation: RelationType | None = None
    step: Step | None = None
    new_rotation: IntLudeme | None = named(None)
    origin: IntLudeme
    targets: IntLudeme | SitesLudeme

    @property
    def asked_distance(self) -> str | None:
        return (self.relation or RelationType.Adjacent).value if self.step is None else None

    def emit(self, c: Context) -> IntLike:
        origin = self.origin.emit(c)
        if self.step is None and isinstance(self.targets, IntLudeme):
            return self._between(c, origin, self.targets.emit(c))
        region = self.targets.emit(c) if isinstance(self.targets, SitesLudeme) else region_of(c, [self.targets.emit(c)])
        if self.step is None:
            return self._nearest(c, origin, region)
        search = lambda: _StepSearch(self, c, origin, region).run()  # noqa: E731
        some = c.s.all_of(lambda: origin >= 0, lambda: c.s.not_(region.is_empty()))
        return c.s.choose(some, search, lambda: 0)

    def _between(self, c: Context, a: IntLike, b: IntLike) -> IntLike:
        kind = self.kind(c)
        n = c.model.count(kind)
        inside = c.s.all_of(lambda: in_range(a, n), lambda: in_range(b, n))
        return c.s.choose(inside, lambda: distance(c, kind, a, b), lambda: 0)

    def _nearest(self, c: Context, origin: IntLike, region: Region) -> IntLike:
        best = c.s.var(INFINITY)
        region.each(lambda site: best.set(c.s.minimum(best.get(), self._between(c, origin, site))))
        some = c.s.all_of(lambda: origin >= 0, lambda: best.get() != INFINITY)
        return c.s.select(some, best.get(), 0)


class _StepSearch:
    """A breadth-first search with the steps of a ludeme, which the piece on the origin makes."""

    def __init__(self, ludeme: CountSteps, c: Context, origin: IntLike, goal: Region) -> None:
        assert ludeme.step is not None
        self.ludeme, self.step, self.c, self.origin, self.goal = ludeme, ludeme.step, c, origin, goal
        self.kind = ludeme.kind(c)
        self.count = c.model.count(self.kind)
        self.seen = BitRegion.empty(c)
        self.queue = c.s.alloca(2 * max(self.count, 1))
        self.done, self.reached, self.level, self.end = c.s.var(0), c.s.var(0), c.s.var(0), c.s.var(0)

    def run(self) -> IntLike:
        s, result = self.c.s, self.c.s.var(INFINITY)

        def search(out: Scope) -> None:
            s.if_(self.goal.contains(self.origin), lambda: answer(self.c, result, out, 0))
            self._append(self.origin)
            self.end.set(1)
            s.while_(lambda: self.done.get() < self.reached.get(), lambda: self._expand(result, out))

        s.if_(in_range(self.origin, self.count), lambda: s.scope(search))
        return result.get()

    def _append(self, site: IntLike) -> None:
        self.seen.add(site)
        self.c.s.store(self.queue, self.reached.get(), "u16", site)
        self.reached.set(self.reached.get() + 1)

    def _expand(self, result: Variable[IntLike], out: Scope) -> None:
        """The next site of the queue; where it begins a level, the level is counted first."""
        c, s = self.c, self.c.s
        s.if_(self.done.get() == self.end.get(), self._next_level)
        site = s.load(self.queue, self.done.get(), "u16")
        p = c.state
        piece = p.what(self.kind, self.origin)
        component = s.choose(piece != 0, lambda: piece, lambda: p.what(self.kind, site))
        rotation = self._rotation()

        def visit(t: IntLike) -> None:
            inner = c.bind(from_=site, to=t)
            fresh = s.all_of(lambda: s.not_(self.seen.contains(t)), lambda: self.step.to.holds(inner))
            s.if_(fresh, lambda: reach(t))

        def reach(t: IntLike) -> None:
            s.if_(self.goal.contains(t), lambda: answer(c, result, out, self.level.get() + 1))
            self._append(t)

        each_step(c, self.step.direction, self.kind, site, visit, component=component, rotation=rotation)
        self.done.set(self.done.get() + 1)

    def _next_level(self) -> None:
        self.level.set(self.level.get() + 1)
        self.end.set(self.reached.get())

    def _rotation(self) -> IntLike:
        """The rotation of the piece on the origin, changed before each expansion but the first."""
        c, new = self.c, self.ludeme.new_rotation
        first = c.state.rotation(self.kind, self.origin)
        if new is None:
            return first
        if not hasattr(self, "_turned"):
            self._turned = c.s.var(0)
        turned = self._turned

        def turn() -> None:
            turned.set(new.emit(c.bind(value=turned.get())))

        c.s.if_(self.done.get() == 0, lambda: turned.set(first), turn)
        return turned.get()
