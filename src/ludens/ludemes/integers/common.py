"""What the integer ludemes share."""

from __future__ import annotations

from collections.abc import Callable

from ludens.ludemes.base import Ludeme, Need
from ludens.ludemes.categories import IntLudeme, SitesLudeme
from ludens.ludemes.enums import SiteType
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.model import SITE_NEEDS
from ludens.ludemes.runtime.regions import Region, region_of
from ludens.stage import BoolLike, Int, IntLike, Scope, Variable


class Typed(IntLudeme):
    """An integer that depends on sites of a type; the type is the first argument."""

    site_type: SiteType | None = None

    def kind(self, c: Context) -> str:
        """The site type's name."""
        return kind_of(c, self.site_type)


def named_type(site_type: SiteType | None) -> frozenset[Need]:
    """What writing a site type asks of the state."""
    return frozenset({SITE_NEEDS[site_type.value]}) if site_type is not None else frozenset()


def kind_of(c: Context, site_type: SiteType | None) -> str:
    """A site type argument, by default the board's."""
    return site_type.value if site_type is not None else c.model.default_site


def in_range(site: IntLike, count: IntLike) -> BoolLike:
    """Whether a number is one of 0 .. count-1."""
    return (site >= 0) & (site < count)


def lookup(c: Context, values: list[int], index: IntLike, missing: int = -1) -> IntLike:
    """An element of a constant list, `missing` outside it."""
    if isinstance(index, int):
        return values[index] if 0 <= index < len(values) else missing
    if not values:
        return missing
    inside = in_range(index, len(values))
    found: IntLike = c.s.select(inside, c.s.table(values)[c.s.select(inside, index, 0)], missing)
    return found


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
        chosen: IntLike = c.s.choose(site >= 0, lambda: value(site), lambda: 0)
        return chosen
    total = c.s.var(0)
    region.emit(c).each(lambda site: total.set(total.get() + value(site)))
    summed: IntLike = total.get()
    return summed


def apart(c: Context, ludeme: Ludeme, name: str, body: Callable[[Context], IntLike]) -> IntLike:
    """Emit a big body out of line, once for each way in which the ludeme sees its surroundings."""
    seats = tuple(seat in c.slots for seat in ("mover", "next", "prev"))
    return c.outline(name, body, Int, key=(ludeme.identity, name, seats))


def found(c: Context, variable: Variable[IntLike] | Variable[BoolLike], value: IntLike, out: Scope) -> None:
    """Set a result and leave the search for it."""
    variable.set(value)
    c.s.leave(out)
