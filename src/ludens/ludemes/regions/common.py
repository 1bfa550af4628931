"""What the region ludemes share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.ludemes.base import Ludeme, Need
from ludens.ludemes.categories import IntLudeme, SitesLudeme
from ludens.ludemes.enums import SiteType
from ludens.ludemes.helpers import type_name
from ludens.ludemes.runtime.choices import chosen
from ludens.ludemes.runtime.constants import (
    constant,
    constant_sites,
    per_value,
)
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.model import SITE_NEEDS
from ludens.ludemes.runtime.regions import Region, StaticRegion
from ludens.stage import Bool, BoolLike, IntLike

_MAX_TABLE = 300_000


class Sites(SitesLudeme):
    """A region ludeme; what does not depend on play is worked out while compiling."""

    def build(self, c: Context) -> Region:
        """The region, in any context."""
        raise NotImplementedError(type(self).__name__)

    def emit(self, c: Context) -> Region:
        known = constant_sites(c, self.build)
        return known if known is not None else self.build(c)


class TypedSites(Sites):
    """A region of sites of a type."""

    site_type: SiteType | None = None

    def kind(self, c: Context) -> str:
        """The site type's name."""
        return type_name(self.site_type) or c.model.default_site


def type_needs(site_type: SiteType | None) -> frozenset[Need]:
    """What writing a site type asks of the state."""
    return frozenset({SITE_NEEDS[site_type.value]}) if site_type is not None else frozenset()


def empty(c: Context) -> Region:
    return StaticRegion(c, ())


def by_site(
    c: Context, ludeme: Ludeme, kind: str, site: IntLike, build: Callable[[Context, IntLike], Region]
) -> Region:
    """The region of a site of a type, from a table where it depends on the site only; `build` gives it for one site.

    `build` is asked for sites of the type only; the region of others is empty.
    """
    count = c.model.count(kind)
    if not isinstance(site, int) and count * c.model.universe <= 64 * _MAX_TABLE:
        known = per_value(c, (ludeme, kind), count, build)
        if known is not None and sum(map(len, known)) <= _MAX_TABLE:
            return chosen(c, known, site)
    return build(c, site)


def tabled(
    c: Context, ludeme: Ludeme, kind: str, site: IntLike, build: Callable[[Context, IntLike], Region]
) -> Region | None:
    """As `by_site`, but None where the region depends on more than the site."""
    known = None if isinstance(site, int) else per_value(c, (ludeme, kind), c.model.count(kind), build)
    return chosen(c, known, site) if known is not None and sum(map(len, known)) <= _MAX_TABLE else None


def on_board(c: Context, kind: str, site: IntLike) -> BoolLike:
    """Whether a number is a site of a type of the board."""
    return (site >= 0) & (site < c.model.count(kind))


def listed(c: Context, regions: Sequence[Sequence[int]], index: IntLike) -> Region:
    """Region number `index` of a constant list; empty where there is no such number."""
    return chosen(c, regions, index)


def each_origin(c: Context, where: SitesLudeme | IntLudeme, body: Callable[[IntLike], object]) -> None:
    """Run the body for a site, or for each of a region's; not for a negative one (manual: regions 1.6)."""
    if isinstance(where, SitesLudeme):
        where.emit(c).each(body)
        return
    site = where.emit(c)
    c.s.if_(site >= 0, lambda: body(site))


def known_int(c: Context, value: IntLudeme | None, default: int) -> int | None:
    """An integer argument where it does not depend on play, else None."""
    if value is None:
        return default
    number = constant(c, value.emit)
    return number if isinstance(number, int) else None


def flag(c: Context, test: Callable[[], BoolLike]) -> BoolLike:
    """A condition, evaluated once here."""
    value = test()
    if isinstance(value, bool):
        return value
    held = c.s.var(value, Bool)
    return held.get()
