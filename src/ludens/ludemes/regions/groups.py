"""Regions by connection: groups, and what loops enclose (manual: regions 4.4 and 4.13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludens import board
from ludens.language import LudError
from ludens.ludemes.arguments import each_origin, optional, whether
from ludens.ludemes.booleans.border import Border
from ludens.ludemes.booleans.loop import _Area
from ludens.ludemes.booleans.visibility import is_covered, is_joint_hidden
from ludens.ludemes.directions import each_step, step_rows
from ludens.ludemes.groups import flood, grow, merge
from ludens.ludemes.regions.static import Sites, TypedSites, settled
from ludens.ludemes.site_types import kind_of
from ludens.rules.base import BOARD, named, positional
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, IntLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, RelativeDirection, RoleType, SiteType
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, Region
from ludens.rules.state.sites import in_range
from ludens.stage import Bool, BoolLike, IntLike, Scope


class GroupSites(TypedSites):
    """The groups of some sites: what steps reach over pieces of the same kind, or where a condition holds."""

    spellings = ("sites Group",)
    says = "@the group on [{at:site}|{from_}][ joined {direction}][ of {.sites} for which {if_}]"
    searches = True
    reads = BOARD
    at: IntLudeme | None = named(None, group="start")
    from_: SitesLudeme | None = named(None, group="start")
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    if_: BooleanLudeme | None = named(None)
    is_visible: BooleanLudeme | None = named(None)

    def check(self) -> None:
        if self.at is None and self.from_ is None:
            raise LudError("(sites Group ...) lacks `at:` or `from:`", self.node.span)

    def build(self, c: Context) -> Region:
        result, kind = BitRegion.empty(c), self.kind(c)
        where = self.at if self.at is not None else self.from_
        assert where is not None

        def start(site: IntLike) -> None:
            holds = c.s.all_of(lambda: in_range(site, c.model.count(kind)), lambda: self._starts(c, site))
            c.s.if_(holds, lambda: merge(result, self._group(c, kind, site)))

        each_origin(c, where, start)
        return result

    def _starts(self, c: Context, site: IntLike) -> BoolLike:
        return whether(c.bind(to=site), self.if_, True)

    def _group(self, c: Context, kind: board.SiteType, seed: IntLike) -> Region:
        what, at = c.state.what(kind, seed), settled(c, self.if_)

        def accept(site: IntLike) -> BoolLike:
            if self.if_ is not None:
                return self.if_.emit(at.bind(from_=seed, to=site))
            return c.state.what(kind, site) == what

        at_once = flood(c, kind, seed, self.direction, accept) if self.is_visible is None else None
        if at_once is not None:
            return at_once
        return grow(c, kind, seed, self.direction, accept, link=self._link(c, kind))

    def _link(self, c: Context, kind: board.SiteType) -> Callable[[IntLike, IntLike], BoolLike] | None:
        """Whether a neighbour can be seen from above; None without `isVisible:`."""
        if self.is_visible is None:
            return None
        visible = self.is_visible.emit(c)

        def hidden(site: IntLike, neighbour: IntLike) -> BoolLike:
            both = lambda: is_joint_hidden(c, kind, site, neighbour)  # noqa: E731
            return c.s.any_of(lambda: is_covered(c, kind, neighbour), both)

        return lambda site, t: c.s.not_(c.s.all_of(lambda: visible, lambda: hidden(site, t)))


class LoopSites(Sites):
    """The pieces of a loop through a site around some area; or the area, with `inside:True`."""

    spellings = ("sites Loop",)
    says = "the {.sites} [{inside?}inside|of] the loop"
    searches = True
    reads = BOARD | {"last", "turn"}
    inside: BooleanLudeme | None = named(None)
    site_type: SiteType | None = None
    surround: RoleType | None = named(None, group="surround")
    surround_list: tuple[RoleType, ...] | None = positional(None, group="surround")
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    colour: IntLudeme | None = None
    start: IntLudeme | None = positional(None, group="start")
    start_region: SitesLudeme | None = positional(None, group="start")

    def build(self, c: Context) -> Region:
        kind = kind_of(c, self.site_type)
        site = self.start.emit(c) if self.start is not None else c.state.last_to.get()
        result = BitRegion.empty(c)
        c.s.if_(in_range(site, c.model.count(kind)), lambda: self._search(c, kind, site, result))
        return result

    def _search(self, c: Context, kind: board.SiteType, site: IntLike, result: BitRegion) -> None:
        """Try each neighbour of the piece as a place inside a loop, the last first."""
        s, what = c.s, c.state.what(kind, site)
        rule: Any = self  # it has the parameters of `(is Loop ..)` that an area needs
        area = _Area(rule, c, kind, what, optional(c, self.colour, c.mover))
        near, enclosed = step_rows(c, kind, (("Adjacent",),)), s.var(False, Bool)

        def candidate(k: IntLike, out: Scope) -> None:
            seed = near.get(site, k)
            fits = s.all_of(lambda: what > 0, lambda: s.not_(area.is_outer(seed)), lambda: area.may_hold(seed))
            s.if_(fits, lambda: s.scope(lambda stop: area.look(seed, enclosed, out, stop)))

        s.scope(lambda out: s.for_down(near.length(site), 0, lambda k: candidate(k, out)))
        s.if_(enclosed.get(), lambda: self._collect(c, kind, area, result))

    def _collect(self, c: Context, kind: board.SiteType, area: _Area, result: BitRegion) -> None:
        inside = whether(c, self.inside)

        def ring() -> None:
            c.s.for_down(area.border.size, 0, lambda i: self._reduce(c, kind, area.border, i))
            merge(result, area.border)

        c.s.if_(inside, lambda: merge(result, area.inside), ring)

    def _reduce(self, c: Context, kind: board.SiteType, ring: Border, index: IntLike) -> None:
        """Take a member out of a ring where the others are still one closed chain."""
        s, site = c.s, ring.member(index)
        walked, visited, at = s.var(1), BitRegion.empty(c), s.var(-1)
        first = ring.member(s.select(index == 0, 1, 0))

        def usable(t: IntLike) -> BoolLike:
            return s.all_of(lambda: ring.contains(t), lambda: t != site, lambda: s.not_(visited.contains(t)))

        def step(out: Scope) -> None:
            def go(t: IntLike, stop: Scope) -> None:
                visited.add(t)
                at.set(t)
                walked.set(walked.get() + 1)
                s.leave(stop)

            def onward(stop: Scope) -> None:
                def look(t: IntLike) -> None:
                    s.if_(usable(t), lambda: go(t, stop))

                each_step(c, self.direction, kind, at.get(), look)
                s.leave(out)

            s.scope(onward)

        def test() -> None:
            visited.add(first)
            at.set(first)
            s.scope(lambda out: s.for_range(0, ring.size, lambda _: step(out)))
            closed = s.var(False, Bool)
            each_step(c, self.direction, kind, at.get(), lambda t: s.if_(t == first, lambda: closed.set(True)))
            whole = s.all_of(lambda: closed.get(), lambda: walked.get() == ring.size - 1)
            s.if_(whole, lambda: ring.remove_at(index))

        s.if_(ring.size > 2, test)
