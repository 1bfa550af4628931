"""Conditions on all members of something (manual: booleans 4)."""

from __future__ import annotations

from dataclasses import replace

from ludens.ludemes.groups import grow, merge
from ludens.ludemes.searches import answer, every, outlined
from ludens.ludemes.site_types import type_name
from ludens.rules.base import BOARD, NOTHING, Need, named
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, IntsLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, RelativeDirection, SiteType
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion
from ludens.rules.turns import passes
from ludens.stage import Bool, BoolLike, IntLike, Scope


class AllSites(BooleanLudeme):
    """Whether a condition on `(site)` holds for every site of a region."""

    spellings = ("all Sites",)
    says = (
        "[{region~HandSites}{if_~Equal}{if_.first~0}{region} <is> empty|{region~HandSites}{if_~IsEmpty}"
        "{if_.at~SiteIterator}{region} <is> empty|{if_~IsEmpty}{if_.at~SiteIterator}"
        "{region:all} <are> empty|{if_~IsOccupied}{if_.at~SiteIterator}{region:all} <are> occupied|for "
        "{region:each}, {if_}]||[{region~HandSites}{if_~Equal}{if_.first~0}{region} is not empty|"
        "{region~HandSites}{if_~IsEmpty}{if_.at~SiteIterator}{region} is not empty|{if_~IsEmpty}"
        "{if_.at~SiteIterator}not {region:all} are empty|{if_~IsOccupied}{if_.at~SiteIterator}not all of "
        "{region} are occupied|for at least one of {region}, {if_:not}]"
    )
    reads = NOTHING
    region: SitesLudeme
    if_: BooleanLudeme = named()

    def emit(self, c: Context) -> BoolLike:
        return every(c, self.region.emit(c).each, lambda site: self.if_.emit(c.bind(site=site)))


class AllDifferentSites(BooleanLudeme):
    """Whether a condition on `(site)` holds for every site of a region, and no two of them hold the same component."""

    spellings = ("all Different",)
    says = "for {region:each}, {if_}, all of them different"
    reads = BOARD
    region: SitesLudeme
    if_: BooleanLudeme = named()

    def emit(self, c: Context) -> BoolLike:
        seen = c.s.alloca(max(len(c.model.components), 1))
        c.s.clear(seen, max(len(c.model.components), 1))

        def new(site: IntLike) -> BoolLike:
            what = c.state.what(None, site)
            is_old = c.s.load(seen, what, "u8") != 0
            c.s.store(seen, what, "u8", 1)
            return c.s.not_(is_old)

        return every(
            c,
            self.region.emit(c).each,
            lambda site: c.s.all_of(lambda: self.if_.emit(c.bind(site=site)), lambda: new(site)),
        )


class AllValues(BooleanLudeme):
    """Whether a condition on `(value)` holds for every integer of an array."""

    spellings = ("all Values",)
    says = "for each of {values}, {if_}||for at least one of {values}, {if_:not}"
    reads = NOTHING
    values: IntsLudeme
    if_: BooleanLudeme = named()

    def emit(self, c: Context) -> BoolLike:
        return every(c, self.values.emit(c).each, lambda value: self.if_.emit(c.bind(value=value)))


class AllGroups(BooleanLudeme):
    """Whether a condition on `(sites)` holds for every group of the mover's pieces, or of the sites in `of:`.

    A group grows from a piece by steps in the direction; `of:` looks at `(to)`.
    """

    spellings = ("all Groups",)
    says = "for each group of pieces[ joined {direction}][ where {of}], {if_}"
    reads = BOARD | {"turn"}
    site_type: SiteType | None = None
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    of: BooleanLudeme | None = named(None)
    if_: BooleanLudeme = named()

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "all_groups", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        result = c.s.var(True, Bool)
        kind, s, p = type_name(self.site_type), c.s, c.state
        seen = BitRegion.empty(c)

        def qualifies(start: IntLike, site: IntLike) -> BoolLike:
            if self.of is not None:
                return self.of.emit(c.bind(from_=start, to=site))
            who = p.who(kind, site)
            return (p.owner_of(who) if c.model.merged_owner else who) == c.mover

        def look(site: IntLike, out: Scope) -> None:
            occupied = lambda: p.occupied(kind, site) if self.of is not None else True  # noqa: E731
            fresh = s.all_of(lambda: s.not_(seen.contains(site)), occupied, lambda: qualifies(site, site))

            def check_group() -> None:
                group = grow(c, kind, site, self.direction, lambda t: qualifies(site, t))
                merge(seen, group)
                inner = replace(c.bind(from_=site, to=site), region=group)
                s.if_(s.not_(self.if_.emit(inner)), lambda: answer(c, result, out, False))

            s.if_(fresh, check_group)

        s.scope(lambda out: s.for_range(0, c.model.count(p.site_type(kind)), lambda site: look(site, out)))
        return result.get()


class AllPassed(BooleanLudeme):
    """Whether every player passed in the last round of turns."""

    spellings = ("all Passed",)
    says = "all players <have passed> in a row||not all players have passed in a row"
    reads = frozenset({"last", "turn"})
    needs = frozenset({Need.NOT_ALL_PASS})

    def emit(self, c: Context) -> BoolLike:
        enough = c.state.num_moves.get() >= c.model.num_players
        return c.s.all_of(lambda: enough, lambda: passes.all_passed(c))
