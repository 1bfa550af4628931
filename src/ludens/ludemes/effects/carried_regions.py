"""Regions that a move carries from where it is found to where it is applied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, Region, StaticRegion
from ludens.stage import IntLike

#: the slot that says where the region is kept
_PLACE: Final = "region.place"


def carried(c: Context, region: Region) -> dict[str, IntLike]:
    """The private slots by which an effect's move carries a region that is known only where the move is found.

    The region is kept until the moves found with it have been applied; its distance from the arena's end says where.
    A player's move is applied in the position where it was found, and carries none.
    """
    if isinstance(region, StaticRegion) or not c.in_effect:
        return {}
    distance = memory.keep(c, 8 * region.words)
    copy = _copy_at(c, distance, region)
    c.s.for_range(0, region.words, lambda i: copy.set_word(i, region.word(i)))
    return {_PLACE: distance}


def carried_region(c: Context, region: Region, find: Callable[[Context], Region]) -> Region:
    """The region that a move carries; `region` is what was found, as it is known while compiling, by `find`."""
    if isinstance(region, StaticRegion):
        return region
    if _PLACE not in c.slots:
        return find(c)
    return _copy_at(c, c.get(_PLACE), region)


def _copy_at(c: Context, distance: IntLike, region: Region) -> BitRegion:
    return BitRegion(c, memory.kept_at(c, distance, lambda: 8 * region.words))
