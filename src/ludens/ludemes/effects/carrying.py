"""Regions that a move carries from where it is found to where it is applied."""

from __future__ import annotations

from ludens.ludemes.runtime import memory
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.regions import BitRegion, Region, StaticRegion
from ludens.stage import IntLike


def carried(c: Context, region: Region) -> dict[str, IntLike]:
    """The private slots by which a move carries a region that is known only where the move is found.

    The region lies in the arena, which is kept until the moves found with it have been applied; its distance from the
    arena's end says where.
    """
    if isinstance(region, StaticRegion):
        return {}
    distance = c.s.load(c.env, memory.ARENA_END // 8, "i64") - memory.mark(c)
    copy = BitRegion(c, memory.allocate(c, 8 * region.words))
    c.s.for_range(0, region.words, lambda i: copy.set_word(i, region.word(i)))
    return {"region.place": c.s.to_int(distance)}


def carried_region(c: Context, region: Region) -> Region:
    """The region that a move carries; `region` is what was carried, as it is known while compiling."""
    if isinstance(region, StaticRegion):
        return region
    end = c.s.load_address(c.env, memory.ARENA_END)
    place = c.s.offset(end, 0 - c.get("region.place"))
    return BitRegion(c, c.s.object_at(place, "a carried region", 8 * region.words))
