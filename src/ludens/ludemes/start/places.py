"""Where start rules put pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.ludemes.start.names import find_label
from ludens.rules.categories import IntConstant, IntLudeme, SitesLudeme
from ludens.rules.enums import SiteType
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Region, StaticRegion
from ludens.stage import IntLike

Visit = Callable[[IntLike], object]


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
        labelled = [find_label(c, site_type, label) for label in labels]
        c.s.rows([[site for site in labelled if site is not None]]).each(0, visit)
    elif region is not None:
        each_in(c, region, visit)
    else:
        each_of(c, sites or (), visit)
