"""What the start rules share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.language import LudError
from ludens.ludemes.base import Ludeme, Need
from ludens.ludemes.categories import (
    IntConstant,
    IntLudeme,
    SitesLudeme,
)
from ludens.ludemes.enums import SiteType
from ludens.ludemes.integers.players import RandomValue
from ludens.ludemes.play.placement import component_named
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.model import SITE_NEEDS
from ludens.ludemes.runtime.regions import Region, StaticRegion
from ludens.stage import IntLike

Visit = Callable[[IntLike], object]


def type_needs(site_type: SiteType | None) -> frozenset[Need]:
    """What naming a site type asks of the state."""
    return frozenset({SITE_NEEDS[site_type.value]}) if site_type is not None else frozenset()


def site_type_name(c: Context, site_type: SiteType | None) -> str:
    """A site type argument as its name, by default the board's."""
    return site_type.value if site_type is not None else c.model.default_site


def known(value: IntLudeme | None, default: int) -> int:
    """A literal's value; for what is only known later, a number that asks for everything."""
    if value is None:
        return default
    return value.value if isinstance(value, IntConstant) else 1 << 30


def side_needs(
    site_type: SiteType | None,
    *,
    count: IntLudeme | None = None,
    state: IntLudeme | None = None,
    rotation: IntLudeme | None = None,
    value: IntLudeme | None = None,
) -> frozenset[Need]:
    """What placing pieces with these values asks for (manual: runtime 4)."""
    wanted = (
        (Need.COUNT, known(count, 1) > 1),
        (Need.STATE, known(state, -1) >= 0),
        (Need.ROTATION, known(rotation, -1) >= 0),
        (Need.VALUE, known(value, -1) >= 0),
    )
    return type_needs(site_type) | {need for need, asked in wanted if asked}


def reckoned(c: Context, value: IntLudeme | None) -> int:
    """A number of the start rules, at load; the largest that a random one may be, 1 where it is not known."""
    if value is None:
        return 1
    number = value.range.emit(c)[1] if isinstance(value, RandomValue) else value.emit(c)
    return number if isinstance(number, int) else 1


def optional(c: Context, value: IntLudeme | None, default: int = -1) -> IntLike:
    return value.emit(c) if value is not None else default


def component(c: Context, ludeme: Ludeme, name: str) -> int:
    """The component of that name. Raises LudError where there is none."""
    found = component_named(c, name)
    if found is None:
        raise LudError(f'there is no piece "{name}"', ludeme.node.span, _known_names(c))
    return found


def _known_names(c: Context) -> str | None:
    names = [p.name for p in c.model.components[1:]]
    return f"the pieces are {', '.join(names)}" if names else None


def site_of(c: Context, ludeme: Ludeme, site_type: SiteType | None, label: str) -> int:
    """The site with a label. Raises LudError where there is none."""
    found = find_label(c, site_type, label)
    if found is None:
        raise LudError(f'the board has no site "{label}"', ludeme.node.span)
    return found


def find_label(c: Context, site_type: SiteType | None, label: str) -> int | None:
    found: int | None = c.model.topology.site_of_label(label, site_type.value if site_type else None)
    return found


def each_of(c: Context, sites: Sequence[IntLudeme], visit: Visit) -> None:
    """Visit listed sites in written order, each evaluated in its turn."""
    values = [site.value for site in sites if isinstance(site, IntConstant)]
    if values and len(values) == len(sites):
        c.s.rows([values]).each(0, visit)
        return
    for site in sites:
        visit(site.emit(c))


def each_in(c: Context, sites: SitesLudeme, visit: Visit) -> None:
    """Visit the sites of a region, ascending; it is evaluated once, before the first visit."""
    fixed(sites.emit(c)).each(visit)


def fixed(region: Region) -> Region:
    """The region as it is now, whatever happens to the position."""
    return region if isinstance(region, StaticRegion) else region.copy()


def each_place(
    c: Context,
    site_type: SiteType | None,
    visit: Visit,
    *,
    labels: Sequence[str] | None,
    region: SitesLudeme | None,
    sites: Sequence[IntLudeme] | None,
) -> None:
    """Visit the sites given by labels, else by a region, else as a list (manual: structure 4.6); unknown labels are
    skipped."""
    if labels is not None:
        found = [find_label(c, site_type, label) for label in labels]
        c.s.rows([[site for site in found if site is not None]]).each(0, visit)
    elif region is not None:
        each_in(c, region, visit)
    else:
        each_of(c, sites or (), visit)


__all__ = [
    "component", "each_in", "each_of", "each_place", "find_label", "fixed", "known", "optional", "side_needs",
    "site_of", "site_type_name", "type_needs",
]  # fmt: skip
