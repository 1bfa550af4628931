"""Regions that are worked out while compiling where they do not depend on play."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import ClassVar

from ludens import board
from ludens.ludemes.site_types import kind_of
from ludens.rules.base import Ludeme
from ludens.rules.categories import BooleanLudeme, MovesLudeme, SitesLudeme
from ludens.rules.enums import SiteType
from ludens.rules.state.choices import chosen
from ludens.rules.state.constants import constant_sites, per_value
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, Region, StaticRegion
from ludens.stage import Address, IntLike, Memory

_MAX_TABLE = 300_000
#: a function of this many lines takes long to compile: it calls another function for what it works out often
_LONG = 4_000
#: what is worth a call there, in lines
_WORTH = 20


class Sites(SitesLudeme):
    """A region ludeme; what does not depend on play is worked out while compiling."""

    #: whether it goes from site to site
    searches: ClassVar[bool] = False

    def build(self, c: Context) -> Region:
        """The region, in any context."""
        raise NotImplementedError(type(self).__name__)

    def takes_search(self, c: Context) -> bool:
        """Whether finding it takes so long in that game that it is found once for many sites to which it is alike."""
        return self.searches

    def emit(self, c: Context) -> Region:
        if c.cached and (stored := c.cached.get(self.identity)) is not None:
            return stored
        region = constant_sites(c, self.build)
        if region is not None:
            return region
        if c.s.lines_here >= _LONG:
            return self._build_apart(c)
        return self._build_searched(c)

    def _build_searched(self, c: Context) -> Region:
        region = self.build(c)
        if self.searches and isinstance(region, BitRegion):
            region.searched = True
        return region

    def _build_apart(self, c: Context) -> Region:
        """The region where the function under construction is long: by a call, but for the first time, which tells
        whether that is worth while."""
        sizes = c.s.once(("lines of a region", self.identity), dict[str, int])
        if sizes.get("lines", 0) < _WORTH or c.slots.has_lanes:
            before = c.s.lines_here
            region = self._build_searched(c)
            sizes["lines"] = c.s.lines_here - before if isinstance(region, BitRegion) else 0
            return region
        region = BitRegion(c)
        region.searched = True
        memory = Memory("a region", 8 * region.words)
        c.outline("region", self._fill, None, key=("region", self.identity), places=[(memory, region.address)])
        return region

    def _fill(self, c: Context, address: Address) -> None:
        copy, region = BitRegion(c, address), self._build_searched(c)
        c.s.for_range(0, copy.words, lambda i: copy.set_word(i, region.word(i)))


class TypedSites(Sites):
    """A region of sites of a type."""

    site_type: SiteType | None = None

    def kind(self, c: Context) -> board.SiteType:
        """The site type's name."""
        return kind_of(c, self.site_type)


def settled(c: Context, condition: BooleanLudeme | None) -> Context:
    """The context for a condition on many sites: regions in it that are the same for all of them are found already."""
    below = list(condition.walk()) if condition is not None else []
    if c.tracer is not None or any(isinstance(ludeme, MovesLudeme) for ludeme in below):
        return c  # moves may be those of another player
    apart, regions = c.without_iterators(), dict[Hashable, Region]()
    for ludeme in below:
        if not isinstance(ludeme, Sites) or not ludeme.takes_search(c):
            continue
        if any(part.is_iterator for part in ludeme.walk()):
            continue
        region = c.s.attempted(partial(ludeme.emit, apart))
        if region is not None:
            regions[ludeme.identity] = region
    return c.caching(regions)


def empty(c: Context) -> Region:
    return StaticRegion(c, ())


def by_site(
    c: Context, ludeme: Ludeme, kind: board.SiteType, site: IntLike, build: Callable[[Context, IntLike], Region]
) -> Region:
    """The region of a site of a type, from a table where it depends on the site only; `build` gives it for one site.

    `build` is called for sites of the type only; the region of others is empty.
    """
    count = c.model.count(kind)
    if not isinstance(site, int) and count * c.model.universe <= 64 * _MAX_TABLE:
        regions = per_value(c, (ludeme.identity, kind), count, build)
        if regions is not None and sum(map(len, regions)) <= _MAX_TABLE:
            return chosen(c, regions, site)
    return build(c, site)


def tabled(
    c: Context, ludeme: Ludeme, kind: board.SiteType, site: IntLike, build: Callable[[Context, IntLike], Region]
) -> Region | None:
    """As `by_site`, but None where the region depends on more than the site."""
    regions = None if isinstance(site, int) else per_value(c, (ludeme.identity, kind), c.model.count(kind), build)
    return chosen(c, regions, site) if regions is not None and sum(map(len, regions)) <= _MAX_TABLE else None
