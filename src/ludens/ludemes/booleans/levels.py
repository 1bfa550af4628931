"""Lines through the levels of stacks: upright, level, falling and rising (manual: booleans 5.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens import board
from ludens.ludemes.directions import Radial, each_radial
from ludens.ludemes.enums import AbsoluteDirection
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.state import StateView
from ludens.ludemes.searching import answer
from ludens.stage import BoolLike, IntLike, Scope, Variable

Match = Callable[[IntLike], BoolLike]


#: the longest lines whose sites are looked at one and all, without a branch for each
FEW_STEPS = 6


@dataclass(frozen=True)
class _FewSteps:
    """Looks along the slopes of short lines through the piece on a level of the pivot."""

    c: Context
    kind: board.SiteType | None
    pivot: IntLike
    level: IntLike
    length: int
    match: Match

    def any_line(self, radial: Radial, top: IntLike) -> BoolLike:
        """Whether pieces on a level, falling or rising slope are enough; `top` is 1 where that on the pivot counts."""
        enough: BoolLike = False
        for rise in (0, -1, 1):
            ahead = self.c.s.select(top != 0, self._run(radial, rise) + 1, 0)
            enough = enough | (ahead + self._run(radial.opposite, -rise) >= self.length)
        return enough

    def _run(self, radial: Radial, rise: int) -> IntLike:
        """How many pieces follow the pivot's, of those that matter."""
        going: BoolLike = True
        count: IntLike = 0
        for step in range(1, self.length):
            going = going & self._matches(radial, step, self.level + rise * step)
            count = count + self.c.s.to_int(going)
        return count

    def _matches(self, radial: Radial, step: int, level: IntLike) -> BoolLike:
        p, s = self.c.state, self.c.s
        on_line = radial.length >= step
        slot = p.slot(self.kind, s.select(on_line, radial.at(step), self.pivot))
        there = (level >= 0) & (level < p.sizes.get(slot))
        return on_line & there & self.match(p.at_level(StateView.pieces, slot, s.select(there, level, 0)))


def line_by_level(
    c: Context,
    kind: board.SiteType | None,
    direction: AbsoluteDirection | None,
    pivot: IntLike,
    length: IntLike,
    exact: BoolLike,
    match: Match,
    found: Variable[BoolLike],
    out: Scope,
) -> None:
    """Leave `out`, with `found` set, where the top of the pivot's stack is part of a line of levels."""
    s, size = c.s, c.state.size(kind, pivot)

    def reached(count: Variable[IntLike]) -> None:
        s.if_(count.get() == length, lambda: answer(c, found, out, True))

    def step(count: Variable[IntLike]) -> None:
        count.set(count.get() + 1)
        s.if_(s.not_(exact), lambda: reached(count))

    def upright() -> None:
        count = s.var(1)

        def level(i: IntLike, stop: Scope) -> None:
            s.if_(match(c.state.what(kind, pivot, size - 2 - i)), lambda: step(count), lambda: s.leave(stop))

        s.scope(lambda stop: s.for_range(0, length - 1, lambda i: level(i, stop)))
        reached(count)

    def matches(site: IntLike, level: IntLike) -> BoolLike:
        inside = s.all_of(lambda: level >= 0, lambda: level < c.state.size(kind, site))
        return s.all_of(lambda: inside, lambda: match(c.state.what(kind, site, level)))

    def slope(radial: Radial, rise: int) -> None:
        """Levels change by `rise` at each step of the radial, and the other way along the opposite."""
        count, moved = s.var(0), s.var(0)

        def visit(site: IntLike, sign: int, stop: Scope) -> None:
            level = size - 1 + moved.get() * sign

            def hit() -> None:
                moved.set(moved.get() + 1)
                step(count)

            def look() -> None:
                s.if_(matches(site, level), hit, lambda: s.leave(stop))

            s.if_(level != -1, look) if sign < 0 else look()

        def there(stop: Scope) -> None:
            visit(pivot, rise, stop)
            radial.each(lambda site: visit(site, rise, stop))

        s.scope(there)
        before = count.get()
        moved.set(1)
        radial.opposites_each(lambda o: s.scope(lambda stop: o.each(lambda site: visit(site, -rise, stop))))
        if rise < 0:  # falling: what the opposite adds is not looked at when it ends
            count.set(before)
        reached(count)

    s.if_(size >= length, upright)
    s.if_(size == 0, lambda: s.leave(out))

    if exact is False and isinstance(length, int) and 2 <= length <= FEW_STEPS:
        top = c.s.to_int(match(c.state.what(kind, pivot, size - 1)))
        few = _FewSteps(c, kind, pivot, size - 1, length, match)
        each_radial(
            c,
            direction,
            kind,
            pivot,
            lambda radial: s.if_(few.any_line(radial, top), lambda: answer(c, found, out, True)),
            distinct=True,
        )
        return

    def slopes(radial: Radial) -> None:
        _ = radial.start, radial.length  # looked up here, for all three
        for rise in (0, -1, 1):
            slope(radial, rise)

    each_radial(c, direction, kind, pivot, slopes, distinct=True)
