"""Arguments that several ludemes read alike: a site or a region, the last site, numbers that may be left out."""

from __future__ import annotations

from collections.abc import Callable

from ludens.rules.categories import BooleanLudeme, IntLudeme, SitesLudeme
from ludens.rules.state.constants import constant
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Region, region_of
from ludens.stage import BoolLike, IntLike


def last_to(c: Context, site: IntLudeme | None = None) -> IntLike:
    """A site argument whose default is where the last move went."""
    return site.emit(c) if site is not None else c.state.last_to.get()


def sites_of(c: Context, at: IntLudeme | None, region: SitesLudeme | None, default: IntLike = -1) -> Region:
    """The region of an `at:` or `in:` argument; with neither, of the default site (manual: integers 1.6)."""
    if region is not None:
        return region.emit(c)
    return region_of(c, [at.emit(c) if at is not None else default])


def total_over(
    c: Context,
    at: IntLudeme | None,
    region: SitesLudeme | None,
    default: Callable[[], IntLike],
    value: Callable[[IntLike], IntLike],
) -> IntLike:
    """The sum of a value over the sites of an `at:` or `in:` argument; negative sites are skipped."""
    if region is None:
        site = at.emit(c) if at is not None else default()
        return c.s.choose(site >= 0, lambda: value(site), lambda: 0)
    total = c.s.var(0)
    region.emit(c).each(lambda site: total.set(total.get() + value(site)))
    return total.get()


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


def optional(c: Context, value: IntLudeme | None, default: IntLike = -1) -> IntLike:
    """A number that may be left out."""
    return value.emit(c) if value is not None else default


def whether(c: Context, value: BooleanLudeme | None, default: bool = False) -> BoolLike:
    """A condition that may be left out."""
    return value.emit(c) if value is not None else default


def site_or_region(c: Context, where: SitesLudeme | IntLudeme) -> Region:
    """A "site or region" argument as a region; a negative site is the empty one (manual: regions 1.6)."""
    return where.emit(c) if isinstance(where, SitesLudeme) else region_of(c, [where.emit(c)])
