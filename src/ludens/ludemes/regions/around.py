"""The neighbourhood of sites (manual: regions 4.3)."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.ludemes.arguments import known_int, whether
from ludens.ludemes.directions import each_radial
from ludens.ludemes.groups import shifts
from ludens.ludemes.regions.static import TypedSites, tabled
from ludens.ludemes.set_directions import around
from ludens.rules.base import NOTHING, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, RegionTypeDynamic, RoleType
from ludens.rules.roles import has_teams, is_one_of
from ludens.rules.state.choices import chosen
from ludens.rules.state.constants import is_direct
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, Region, StaticRegion, region_of
from ludens.rules.state.sets import WordSet, where
from ludens.rules.state.sites import in_range
from ludens.stage import BoolLike, IntLike, Rows


class AroundSites(TypedSites):
    """The sites a number of steps away from a site or a region along lines, where conditions on them hold.

    The origins themselves do not belong to it, unless `includeSelf:True`.
    """

    spellings = ("sites Around",)
    says = (
        "the [{standing~Empty}empty |{standing~NotEmpty}occupied ][{direction:adj} ]neighbours of {where:site}"
        "[ at distance {distance}][{standing~Own} that hold your pieces|{standing~Enemy} that hold enemy pieces]"
        "[{include_self~True}, {where:site} included][ for which {if_}]"
    )
    searches = True
    reads = NOTHING
    where: IntLudeme | SitesLudeme
    standing: RegionTypeDynamic | None = None
    distance: IntLudeme | None = named(None)
    direction: AbsoluteDirection | None = None
    if_: BooleanLudeme | None = named(None)
    include_self: BooleanLudeme | None = named(None)

    @property
    def all_reads(self) -> frozenset[str]:
        """The content of the sites is read where a condition needs it."""
        own = frozenset({"board", "turn"}) if self.standing is not None else NOTHING
        return own.union(*(child.all_reads for child in self.children()))

    def build(self, c: Context) -> Region:
        if isinstance(self.where, SitesLudeme):
            return self._around(c, self.where.emit(c))
        site, kind = self.where.emit(c), self.kind(c)
        table = tabled(c, self, kind, site, lambda d, s: self._around(d, region_of(d, [s])))
        return table if table is not None else self._around_site(c, site)

    def _around(self, c: Context, origins: Region) -> Region:
        """The neighbourhood of a region."""
        at_once = self._shifted(c, origins)
        if at_once is not None:
            return at_once
        result = BitRegion.empty(c)
        origins.each(lambda site: self._ring(c, site, result))
        self._origins(c, origins, result)
        return result

    def _shifted(self, c: Context, origins: Region) -> Region | None:
        """The neighbourhood of a region by shifts of its words; None where it takes more than that."""
        plain = self.if_ is None and self.include_self is None and known_int(c, self.distance, 1) == 1
        ways = shifts(c, self.kind(c), self.direction) if plain and not isinstance(origins, StaticRegion) else None
        accepted = where(c, self.kind(c), lambda site: self._has_content(c, site)) if ways else None
        if ways is None or accepted is None:
            return None
        sites = WordSet.of(origins, len(accepted.bits))
        return ((around(ways, sites) & accepted) - sites).stored()

    def _origins(self, c: Context, origins: Region, result: BitRegion) -> None:
        included = whether(c, self.include_self)
        if isinstance(origins, StaticRegion) and len(origins.members) <= 2:
            change = result.add if included is True else result.discard
            if isinstance(included, bool):
                origins.each(change)
                return
        words = result.words

        def add(i: IntLike) -> None:
            result.set_word(i, result.word(i) | origins.word(i))

        def remove(i: IntLike) -> None:
            result.set_word(i, result.word(i) & (origins.word(i) ^ -1))

        c.s.if_(included, lambda: c.s.for_range(0, words, add), lambda: c.s.for_range(0, words, remove))

    def _around_site(self, c: Context, site: IntLike) -> Region:
        result = BitRegion.empty(c)
        included = whether(c, self.include_self)

        def gather() -> None:
            self._ring(c, site, result)
            c.s.if_(included, lambda: result.add(site), lambda: result.discard(site))

        c.s.if_(site >= 0, gather)
        return result

    def _ring(self, c: Context, origin: IntLike, result: BitRegion) -> None:
        """Add the candidates around an origin for which the conditions hold."""
        distance, kind = known_int(c, self.distance, 1), self.kind(c)
        inner = c.bind(from_=origin)

        def candidate(site: IntLike) -> None:
            c.s.if_(self._accepts(inner, site), lambda: result.add(site))

        if distance is not None:
            rings = self._ring_rows(c, distance)
            row = c.s.select(in_range(origin, c.model.count(kind)), origin, c.model.count(kind))
            rings.each(row, candidate)
            return
        assert self.distance is not None
        steps = self.distance.emit(c)
        c.s.if_(steps == 0, lambda: candidate(origin))
        far = c.s.maximum(steps, 1)
        each_radial(
            c,
            self._direction,
            kind,
            origin,
            lambda r: c.s.if_((steps > 0) & (r.length >= far), lambda: candidate(r.at(far))),
        )

    @property
    def _direction(self) -> AbsoluteDirection:
        return self.direction or AbsoluteDirection.Adjacent

    def _rings(self, c: Context, distance: int) -> Sequence[Sequence[int]]:
        """For each site the sites that many steps away along lines."""
        kind, name = self.kind(c), self._direction.value

        def make() -> list[list[int]]:
            finder, sites = c.model.topology.finder(kind), range(c.model.count(kind))
            far = max(distance, 0)
            rings = [sorted({r[far] for r in finder.sites(site, name) if len(r) > far}) for site in sites]
            return rings if distance >= 0 else [[] for _ in sites]

        return c.s.once(("rings", kind, name, distance), make)

    def _ring_rows(self, c: Context, distance: int) -> Rows:
        """The same as a table, with an empty row behind the sites."""
        key = ("ring rows", self.kind(c), self._direction.value, distance)
        return c.s.once(key, lambda: c.s.rows([*self._rings(c, distance), ()]))

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        """For a single origin, the ring is a table and only the one site is looked at."""
        distance = known_int(c, self.distance, 1)
        if isinstance(self.where, SitesLudeme) or distance is None or is_direct(c) or self.include_self is not None:
            return self.emit(c).contains(site)
        origin = self.where.emit(c)
        rings = [[t for t in ring if t != s] for s, ring in enumerate(self._rings(c, distance))]
        inner = c.bind(from_=origin)
        return c.s.all_of(lambda: chosen(c, rings, origin).contains(site), lambda: self._accepts(inner, site))

    # --- the conditions on a candidate

    def _accepts(self, c: Context, site: IntLike) -> BoolLike:
        return c.s.all_of(lambda: self._holds(c, site), lambda: self._has_content(c, site))

    def _holds(self, c: Context, site: IntLike) -> BoolLike:
        return whether(c.bind(to=site), self.if_, True)

    def _has_content(self, c: Context, site: IntLike) -> BoolLike:
        if self.standing is None:
            return True
        what = c.state.what(self.kind(c), site)
        return content_accepts(c, self.standing, what)


def content_accepts(c: Context, content: RegionTypeDynamic, what: IntLike) -> BoolLike:
    """Whether a site with that component (0: none) is of a dynamic kind (manual: regions 4.3)."""
    s, shared = c.s, c.model.num_players + 1
    owner = c.state.owner_of(what)

    def own() -> BoolLike:
        return s.any_of(lambda: owner == c.mover, lambda: owner == shared)

    def enemy() -> BoolLike:
        return is_one_of(c, RoleType.Enemy, owner)

    match content:
        case RegionTypeDynamic.Empty:
            return what == 0
        case RegionTypeDynamic.NotEmpty:
            return what != 0
        case RegionTypeDynamic.Own:
            return s.all_of(lambda: what != 0, own)
        case RegionTypeDynamic.NotOwn:
            return s.all_of(lambda: what != 0, lambda: s.not_(own()))
        case RegionTypeDynamic.Enemy:
            return s.all_of(lambda: what != 0, enemy)
    if has_teams(c):
        return s.all_of(lambda: what != 0, lambda: s.any_of(enemy, lambda: owner == shared))
    return s.all_of(lambda: what != 0, own)
