"""How far lines from a site are free, over sets of sites.

A ray is a line from a site whose sites have rising or falling numbers; what blocks it first is then the lowest or the
highest bit of a word or two. So the sites that are reached in all directions are found without walking along them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludens import board
from ludens.ludemes.directions import DirectionArgument, radial_tables, static_directions
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.sets import WordSet
from ludens.ludemes.runtime.words import signed
from ludens.stage import IntLike, LongLike

#: larger tables of rays are not worth their place in the processor's cache
MOST_BYTES = 64 * 1024


@dataclass(frozen=True)
class Rays:
    """The rays of all sites of a type: those that rise and those that fall, as many of each for every site."""

    words: int
    rising: int
    falling: int
    masks: tuple[tuple[int, ...], ...]  # by word: for each site its rising rays, then its falling ones

    def reached(self, c: Context, site: IntLike, free: WordSet) -> WordSet:
        """The sites on the rays of a site of the board before the first that is not free."""
        tables = [c.s.table(masks, "i64") for masks in self.masks]
        start, found = site * (self.rising + self.falling), [0] * self.words
        total: list[LongLike] = list(found)
        for number in range(self.rising + self.falling):
            ray = [table[start + number] for table in tables]
            blocked = [mask & (word ^ -1) for mask, word in zip(ray, free.bits, strict=True)]
            reach = _below(c, blocked) if number < self.rising else _above(c, blocked)
            total = [a | (b & r) for a, b, r in zip(total, ray, reach, strict=True)]
        return WordSet(c, total, free.limit, found_again=True)


def _below(c: Context, blocked: Sequence[LongLike]) -> list[LongLike]:
    """The sites before the lowest: all if there is none."""
    found: list[LongLike] = []
    borrow: LongLike = 1
    for word in blocked:
        less = word - borrow
        found.append(less & (word ^ -1))
        borrow = c.s.long((word == 0) & (borrow != 0)) if len(blocked) > 1 else 0
    return found


def _above(c: Context, blocked: Sequence[LongLike]) -> list[LongLike]:
    """The sites behind the highest: all if there is none."""
    found: list[LongLike] = []
    higher: LongLike = 0
    for word in reversed(blocked):
        above = c.s.above_highest(word)
        found.append(c.s.select(higher == 0, above, 0) if found else above)
        higher = higher | word if found[1:] else word
    return found[::-1]


def rays_of(c: Context, kind: board.SiteType, direction: DirectionArgument | None) -> Rays | None:
    """The rays in the directions of an argument; None where lines neither rise nor fall, meet, or are too many."""
    names = static_directions(c, direction, kind)
    return c.s.once(("rays", kind, names), lambda: _rays(c, kind, names)) if names is not None else None


def _rays(c: Context, kind: board.SiteType, names: tuple[str, ...]) -> Rays | None:
    tables, count = radial_tables(c, kind, (names,)), c.model.count(kind)
    rising: list[list[tuple[int, ...]]] = []
    falling: list[list[tuple[int, ...]]] = []
    for site in range(count):
        lines = [tables.sites.rows[number] for number in tables.first.rows[site]]
        lines = [line for line in lines if line]
        up = [line for line in lines if list(line) == sorted(line) and line[0] > site]
        down = [line for line in lines if list(line) == sorted(line, reverse=True) and line[0] < site]
        if len(up) + len(down) < len(lines) or len({s for line in lines for s in line}) < sum(map(len, lines)):
            return None
        rising.append(up)
        falling.append(down)
    ups, downs = (max(map(len, lists), default=0) for lists in (rising, falling))
    words = -(-count // 64)
    if count * (ups + downs) * words * 8 > MOST_BYTES or not ups + downs:
        return None
    rows = [_padded(up, ups) + _padded(down, downs) for up, down in zip(rising, falling, strict=True)]
    masks = tuple(tuple(_word(line, word) for row in rows for line in row) for word in range(words))
    return Rays(words, ups, downs, masks)


def _padded(lines: list[tuple[int, ...]], size: int) -> list[tuple[int, ...]]:
    return lines + [()] * (size - len(lines))


def _word(sites: Sequence[int], number: int) -> int:
    return signed(sum(1 << site % 64 for site in sites if site // 64 == number))


__all__ = ["Rays", "rays_of"]
