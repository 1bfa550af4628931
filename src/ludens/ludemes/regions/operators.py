"""Region arithmetic, choice and iteration (manual: regions 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from ludens import board
from ludens.language import LudError
from ludens.ludemes.arguments import optional, whether
from ludens.ludemes.directions import step_rows
from ludens.ludemes.regions.static import Sites, TypedSites, empty, settled, tabled
from ludens.ludemes.site_types import kind_of
from ludens.rules.base import NOTHING, named, positional
from ludens.rules.categories import BooleanLudeme, IntLudeme, IntsLudeme, SitesLudeme
from ludens.rules.enums import AbsoluteDirection, SiteType, StackDirection
from ludens.rules.naming import NameOfContainer
from ludens.rules.roles import has_teams, team_of
from ludens.rules.state import sets
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, IntList, Region, StaticRegion, region_of
from ludens.stage import Bool, BoolLike, IntLike


class _RegionOperator(Sites):
    """Two regions, or a list of regions."""

    first: SitesLudeme | tuple[SitesLudeme, ...]
    second: SitesLudeme | None = None

    @property
    def parts(self) -> tuple[SitesLudeme, ...]:
        regions = self.first if isinstance(self.first, tuple) else (self.first,)
        return regions if self.second is None else (*regions, self.second)

    def _tests(self, c: Context, site: IntLike) -> Sequence[Callable[[], BoolLike]]:
        return [partial(part.contains, c, site) for part in self.parts]


class RegionUnion(_RegionOperator):
    """The sites of any of some regions."""

    spellings = ("union",)
    says = "[{second?}{first:part} and {second:part}|{first:and+part}]"
    reads = NOTHING

    def build(self, c: Context) -> Region:
        return _folded(c, [part.emit(c) for part in self.parts], lambda a, b: a.union(b))

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        return c.s.any_of(*self._tests(c, site))


class RegionIntersection(_RegionOperator):
    """The sites that all of some regions share."""

    spellings = ("intersection",)
    says = "the {.sites} [{second?}in both {first:part} and {second:part}|that {first:and+part} have in common]"
    reads = NOTHING

    def build(self, c: Context) -> Region:
        return _folded(c, [part.emit(c) for part in self.parts], lambda a, b: a.intersection(b))

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        return c.s.all_of(*self._tests(c, site)) if self.parts else False


def _folded(c: Context, regions: list[Region], combine: Callable[[Region, Region], Region]) -> Region:
    result = regions[0] if regions else empty(c)
    for region in regions[1:]:
        result = combine(result, region)
    return result


class RegionDifference(Sites):
    """A region without the sites of another, or without one site."""

    spellings = ("difference",)
    says = "the {region:count} except {without:site}"
    reads = NOTHING
    region: SitesLudeme
    without: SitesLudeme | IntLudeme

    def build(self, c: Context) -> Region:
        region = self.region.emit(c)
        if isinstance(self.without, SitesLudeme):
            return region.difference(self.without.emit(c))
        site = self.without.emit(c)
        if isinstance(site, int) and isinstance(region, StaticRegion):
            return StaticRegion(c, region.members - {site})
        result = region.copy()
        c.s.if_((site >= 0) & (site < 64 * result.words), lambda: result.discard(site))
        return result

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        return c.s.all_of(lambda: self.region.contains(c, site), lambda: c.s.not_(self._left_out(c, site)))

    def _left_out(self, c: Context, site: IntLike) -> BoolLike:
        without = self.without
        return without.contains(c, site) if isinstance(without, SitesLudeme) else without.emit(c) == site


class RegionIf(Sites):
    """One region or another (or none), by a condition."""

    spellings = ("if",)
    says = "({then} if {condition}[, otherwise {otherwise}])"
    reads = NOTHING
    condition: BooleanLudeme
    then: SitesLudeme
    otherwise: SitesLudeme | None = None

    def build(self, c: Context) -> Region:
        holds = self.condition.emit(c)
        if isinstance(holds, bool):
            return self._branch(c, holds)
        result = BitRegion(c)

        def branch(which: bool) -> None:
            region = self._branch(c, which)
            _assign(result, region)
            result.searched |= region.searched

        c.s.if_(holds, lambda: branch(True), lambda: branch(False))
        return result

    def _branch(self, c: Context, holds: bool) -> Region:
        region = self.then if holds else self.otherwise
        return region.emit(c) if region is not None else empty(c)

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        otherwise = self.otherwise
        if otherwise is None:
            return c.s.all_of(lambda: self.condition.emit(c), lambda: self.then.contains(c, site))
        then, other = lambda: self.then.contains(c, site), lambda: otherwise.contains(c, site)
        return c.s.choose(self.condition.emit(c), then, other, Bool)


def _assign(target: BitRegion, source: Region) -> None:
    target.s.for_range(0, target.words, lambda i: target.set_word(i, source.word(i)))


class RegionFilter(Sites):
    """The sites of a region for which a condition holds."""

    spellings = ("forEach",)
    says = "the {region:count} for which {if_}"
    searches = True
    reads = NOTHING
    region: SitesLudeme
    if_: BooleanLudeme = named()

    def build(self, c: Context) -> Region:
        region = self.region.emit(c)
        together = sets.filtered(c, region, lambda count: self.if_.holding(c, count, ("site",)))
        if together is not None:
            return together
        result, at = BitRegion.empty(c), settled(c, self.if_)
        region.each(lambda site: c.s.if_(self.if_.emit(at.bind(site=site)), lambda: result.add(site)))
        return result

    def contains(self, c: Context, site: IntLike) -> BoolLike:
        return c.s.all_of(lambda: self.region.contains(c, site), lambda: self.if_.emit(c.bind(site=site)))


class RegionForEach(Sites):
    """The union of a region over the sites of another."""

    spellings = ("forEach",)
    says = "{region}, for each of {of}"
    searches = True
    reads = NOTHING
    of: SitesLudeme = named()
    region: SitesLudeme

    def build(self, c: Context) -> Region:
        result = BitRegion.empty(c)
        self.of.emit(c).each(lambda site: _absorb(result, self.region.emit(c.bind(site=site))))
        return result


def _absorb(target: BitRegion, source: Region) -> None:
    target.s.for_range(0, target.words, lambda i: target.set_word(i, target.word(i) | source.word(i)))


class RegionForEachPlayer(Sites):
    """The union of a region over the players of an array."""

    spellings = ("forEach",)
    says = "{region}, for each of {players}"
    searches = True
    reads = NOTHING
    players: IntsLudeme
    region: SitesLudeme

    def build(self, c: Context) -> Region:
        result, last = BitRegion.empty(c), c.model.num_players + 1

        def visit(value: IntLike) -> None:
            inside = (value >= 0) & (value <= last)
            c.s.if_(inside, lambda: _absorb(result, self.region.emit(c.bind(player=value))))

        self.players.emit(c).each(visit)
        return result


class RegionForEachTeam(Sites):
    """The union of a region over the teams."""

    spellings = ("forEach Team",)
    says = "the {region:count} of each team"
    searches = True
    reads = frozenset({"team"})
    region: SitesLudeme

    def build(self, c: Context) -> Region:
        result, n = BitRegion.empty(c), c.model.num_players
        if not has_teams(c):
            return empty(c)

        def visit(team: IntLike) -> None:
            members = IntList.allocate(c, n)
            c.s.for_range(1, n + 1, lambda p: c.s.if_(team_of(c, p) == team, lambda: members.append(p)))
            inner = replace(c, team=members)
            c.s.if_(members.length() > 0, lambda: _absorb(result, self.region.emit(inner)))

        c.s.for_range(1, n + 1, visit)
        return result


class RegionForEachLevel(TypedSites):
    """The levels of the stack on a site, as a region."""

    spellings = ("forEach Level",)
    says = "the levels of {at:site}[ for which {if_}]"
    searches = True
    reads = frozenset({"board"})
    at: IntLudeme = named()
    direction: StackDirection | None = None
    if_: BooleanLudeme | None = named(None)
    start_at: IntLudeme | None = named(None)

    def build(self, c: Context) -> Region:
        result = BitRegion.empty(c)
        size = c.state.size(self.kind(c), self.at.emit(c))
        low: IntLike = 0
        high: IntLike = size
        if self.start_at is not None and self.direction is StackDirection.FromBottom:
            low = c.s.maximum(self.start_at.emit(c), 0)
        elif self.start_at is not None:
            high = c.s.minimum(self.start_at.emit(c) + 1, size)
        c.s.for_range(low, high, lambda level: c.s.if_(self._holds(c, level), lambda: result.add(level)))
        return result

    def _holds(self, c: Context, level: IntLike) -> BoolLike:
        return whether(c.bind(level=level), self.if_, True)


class Expand(Sites):
    """A region or a site, grown by steps."""

    spellings = ("expand",)
    says = "the {.sites} within [{steps}|1] steps of [{region}|{origin:site}][ {direction}]"
    searches = True
    reads = NOTHING
    container: IntLudeme | NameOfContainer | None = None
    region: SitesLudeme | None = positional(None, group="start")
    origin: IntLudeme | None = named(None, group="start")
    steps: IntLudeme | None = named(None)
    direction: AbsoluteDirection | None = None
    site_type: SiteType | None = None

    def check(self) -> None:
        if self.region is None and self.origin is None:
            raise LudError("(expand ...) lacks a region or `origin:`", self.node.span)

    def build(self, c: Context) -> Region:
        if self.region is not None:
            return self._grown(c, self.region.emit(c))
        assert self.origin is not None
        site, kind = self.origin.emit(c), self._kind(c)
        count = c.model.count(kind)
        if isinstance(site, int):
            return self._grown(c, StaticRegion(c, [site] if 0 <= site < count else []))
        region = tabled(c, self, kind, site, lambda d, s: self._grown(d, region_of(d, [s])))
        if region is not None:
            return region
        start = BitRegion.empty(c)
        c.s.if_((site >= 0) & (site < count), lambda: start.add(site))
        return self._grown(c, start)

    def _kind(self, c: Context) -> board.SiteType:
        return kind_of(c, self.site_type)

    def _grown(self, c: Context, start: Region) -> Region:
        kind = self._kind(c)
        name = self.direction.value if self.direction is not None and kind != "Edge" else "Adjacent"
        rows, count = step_rows(c, kind, ((name,),)), c.model.count(kind)
        steps = optional(c, self.steps, 1)
        if isinstance(start, StaticRegion) and isinstance(steps, int):
            return StaticRegion(c, _grown_sites(start.members, steps, rows.rows))
        result = start.copy()

        def grow(site: IntLike) -> None:
            c.s.if_(site < count, lambda: rows.each(site, result.add))

        c.s.for_range(0, c.s.minimum(steps, count), lambda _: result.copy().each(grow))
        return result


def _grown_sites(start: frozenset[int], steps: int, targets: Sequence[Sequence[int]]) -> set[int]:
    """The sites within a number of steps of the start, itself included."""
    sites, fresh = set(start), set(start)
    for _ in range(min(steps, len(targets))):  # whatever can be reached has been by then
        fresh = {t for site in fresh if site < len(targets) for t in targets[site]} - sites
        sites |= fresh
    return sites
