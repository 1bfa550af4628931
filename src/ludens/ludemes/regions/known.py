"""Regions that are worked out while compiling where they do not depend on play."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ludens import board
from ludens.ludemes.base import Ludeme
from ludens.ludemes.categories import SitesLudeme
from ludens.ludemes.enums import SiteType
from ludens.ludemes.runtime.choices import chosen
from ludens.ludemes.runtime.constants import constant_sites, per_value
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.regions import BitRegion, Region, StaticRegion
from ludens.ludemes.site_types import type_name
from ludens.stage import IntLike

_MAX_TABLE = 300_000


class Sites(SitesLudeme):
    """A region ludeme; what does not depend on play is worked out while compiling."""

    #: whether it goes from site to site
    searches: ClassVar[bool] = False

    def build(self, c: Context) -> Region:
        """The region, in any context."""
        raise NotImplementedError(type(self).__name__)

    def emit(self, c: Context) -> Region:
        known = constant_sites(c, self.build)
        if known is not None:
            return known
        region = self.build(c)
        if self.searches and isinstance(region, BitRegion):
            region.searched = True
        return region


class TypedSites(Sites):
    """A region of sites of a type."""

    site_type: SiteType | None = None

    def kind(self, c: Context) -> board.SiteType:
        """The site type's name."""
        return type_name(self.site_type) or c.model.default_site


def empty(c: Context) -> Region:
    return StaticRegion(c, ())


def by_site(
    c: Context, ludeme: Ludeme, kind: board.SiteType, site: IntLike, build: Callable[[Context, IntLike], Region]
) -> Region:
    """The region of a site of a type, from a table where it depends on the site only; `build` gives it for one site.

    `build` is asked for sites of the type only; the region of others is empty.
    """
    count = c.model.count(kind)
    if not isinstance(site, int) and count * c.model.universe <= 64 * _MAX_TABLE:
        known = per_value(c, (ludeme.identity, kind), count, build)
        if known is not None and sum(map(len, known)) <= _MAX_TABLE:
            return chosen(c, known, site)
    return build(c, site)


def tabled(
    c: Context, ludeme: Ludeme, kind: board.SiteType, site: IntLike, build: Callable[[Context, IntLike], Region]
) -> Region | None:
    """As `by_site`, but None where the region depends on more than the site."""
    known = None if isinstance(site, int) else per_value(c, (ludeme.identity, kind), c.model.count(kind), build)
    return chosen(c, known, site) if known is not None and sum(map(len, known)) <= _MAX_TABLE else None
