"""The regions of the equipment as lists of sites that are known while compiling."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.ludemes.regions.items import item_of, static_lists
from ludens.rules.categories import SitesLudeme
from ludens.rules.state.constants import at_load, members_of
from ludens.rules.state.context import Context
from ludens.rules.state.fields.links import Regions, owners_stored
from ludens.rules.state.model import NamedRegion

Groups = Sequence[Sequence[int]]


def _members_at_load(c: Context, part: SitesLudeme) -> Sequence[int]:
    return at_load(c, lambda direct: members_of(part.emit(direct)))


def item_groups(c: Context, region: NamedRegion) -> Groups:
    """The regions of an item: one for each region function or static list, else one in all."""
    item = item_of(region)
    if item.kinds:
        return static_lists(c.model, item.kinds, item.hint_label)
    if len(item.parts) > 1:
        return [_members_at_load(c, part) for part in item.parts]
    return [region.sites]


def owned_groups(c: Context, owner: int) -> Groups:
    """The regions of all regions items of an owner."""
    return [group for region in c.model.regions if region.owner == owner for group in item_groups(c, region)]


def regions_stored(c: Context) -> list[Regions]:
    """The regions of each value that is stored as an owner."""
    return [regions_of(owned_groups(c, player)) for player in owners_stored(c.model)]


def regions_of(groups: Groups) -> Regions:
    """Those of some regions that have sites."""
    return tuple(tuple(group) for group in groups if group)
