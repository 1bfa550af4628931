"""The iterators outside a generator: kept in slots of their own while it binds others (manual: moves 2.2, 8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ludens.rules.state import memory
from ludens.rules.state.context import ITERATORS, Context, RenamedSlots
from ludens.rules.state.regions import BitRegion, Region

#: what the names of the slots begin with in which they are kept
OUTER: Final = "outer."
#: behind the prefix: where the region is that `(sites)` stands for
_SITES: Final = "sites"
#: what is kept
CARRIED: Final = (*ITERATORS, "mover", "next", "prev")


def remembered(c: Context, prefix: str) -> Context:
    """The context with its iterators kept under a prefix."""
    return c.bind(**{f"{prefix}{name}": c.slots[name] for name in CARRIED if name in c.slots})


def with_region_kept(c: Context, prefix: str) -> Context:
    """The context with a copy of the region `(sites)` under a prefix, until the memory of the arena is released.

    Whatever the position becomes, `(sites)` is what it was.
    """
    if c.region is None:
        return c
    region, size, slot = c.region.here(c), 8 * c.region.words, prefix + _SITES
    distance = memory.allocate_far(c, size)
    copy = BitRegion(c, memory.kept_at(c, distance, lambda: size))
    c.s.for_range(0, copy.words, lambda i: copy.set_word(i, region.word(i)))
    return replace(c.bind(**{slot: distance}), region=_CopiedRegion(c, slot, c.region))


def seen_outside(c: Context, prefix: str) -> Context:
    """The context of a consequent on a scratch copy, which sees the iterators kept under a prefix, and no others."""
    slot = prefix + _SITES
    region = _CopiedRegion(c, slot) if slot in c.slots else None
    return replace(c, slots=OnlyOuterSlots(c.slots, prefix), region=region, team=None)


class _CopiedRegion(Region):
    """The region `(sites)` at the place in a slot; `region` is the original, for when that place is free again."""

    def __init__(self, c: Context, slot: str, region: Region | None = None) -> None:
        super().__init__(c)
        self._slot, self._region = slot, region

    def here(self, c: Context) -> Region:
        return BitRegion(c, memory.kept_at(c, c.get(self._slot), lambda: 8 * self.words))

    def in_record(self) -> Region | None:
        return None if self._region is None else self._region.in_record()


class OuterSlots(RenamedSlots):
    """The slots with the iterators that are kept under a prefix in the place of what they are now."""

    def _key(self, name: str) -> str | None:
        return self._prefix + name if name in CARRIED else name

    def __iter__(self) -> Iterator[str]:
        names = [name.removeprefix(self._prefix) for name in self._below]
        return iter(dict.fromkeys([*self._values, *(name for name in names if name in self)]))


class OnlyOuterSlots(OuterSlots):
    """The same, where nothing else of what is below is seen but what is kept for others."""

    def _key(self, name: str) -> str | None:
        if name in ITERATORS:
            return self._prefix + name
        return name if name.startswith(OUTER) else None


__all__ = ["CARRIED", "OUTER", "OuterSlots", "remembered", "seen_outside", "with_region_kept"]
