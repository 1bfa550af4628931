"""Lines through a site, as sets: every stretch of so many sites in line that the site is part of is a word or a few.

The pieces that count are a set too (`runtime.sets`); a line is there where a stretch lies within it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludens import board
from ludens.ludemes.directions import DirectionArgument, radial_tables, static_directions
from ludens.rules.state.context import Context
from ludens.rules.state.sets import WordSet
from ludens.rules.state.words import signed
from ludens.stage import BoolLike, IntLike

#: larger tables of stretches are not worth their place in the processor's cache
MOST_BYTES = 32 * 1024
#: stretches that are compared at once
TOGETHER = 4

#: the sites of a stretch, and what is looked at to tell it: for lines of exact length the sites at its ends as well
Stretch = tuple[frozenset[int], frozenset[int]]


def lines_through(
    c: Context, kind: board.SiteType, direction: DirectionArgument | None, length: int, *, exact: bool
) -> Lines | None:
    """The lines of a length through each site; None where they are no stretches of sites, or too many."""
    names = static_directions(c, direction, kind)
    if names is None or length < 2:
        return None
    return c.s.once(("lines", kind, names, length, exact), lambda: _lines(c, kind, names, length, exact))


def _lines(c: Context, kind: board.SiteType, names: tuple[str, ...], length: int, exact: bool) -> Lines | None:
    count = c.model.count(kind)
    if _size(count, TOGETHER, exact=exact) > MOST_BYTES:
        return None
    stretches = [_stretches(c, kind, names, site, length, exact) for site in range(count)]
    complete = [each for each in stretches if each is not None]
    most = max((len(each) for each in complete), default=0)
    width = -(-most // TOGETHER) * TOGETHER
    if len(complete) < count or not most or (count % 64 == 0 and any(not each for each in complete)):
        return None
    return Lines(count, width, complete) if _size(count, width, exact=exact) <= MOST_BYTES else None


def _size(count: int, width: int, *, exact: bool) -> int:
    """How many bytes the tables of `width` stretches for each site have."""
    return count * width * -(-count // 64) * 8 * (1 + exact)


def _stretches(
    c: Context, kind: board.SiteType, names: tuple[str, ...], site: int, length: int, exact: bool
) -> list[Stretch] | None:
    """The stretches that a site is part of; None where a line comes by a site twice."""
    tables = radial_tables(c, kind, (names,), True)
    stretches: list[Stretch] = []
    for number in tables.first.rows[site]:
        line = [*reversed(tables.opposite.sites.rows[number]), site, *tables.sites.rows[number]]
        if len(set(line)) < len(line):
            return None
        stretches += _of_line(line, line.index(site), length, exact)
    return stretches


def _of_line(line: list[int], at: int, length: int, exact: bool) -> Iterator[Stretch]:
    for first in range(max(at - length + 1, 0), min(at, len(line) - length) + 1):
        sites = frozenset(line[first : first + length])
        yield sites, frozenset(line[max(first - 1, 0) : first + length + 1]) if exact else sites


class Lines:
    """For each site as many stretches, some of them twice; a site without any has one that nothing lies in."""

    def __init__(self, count: int, width: int, stretches: list[list[Stretch]]) -> None:
        self.width, self.words = width, -(-count // 64)
        nowhere = frozenset({64 * self.words - 1})
        self._rows = [(each or [(nowhere, nowhere)]) * width for each in stretches]

    def any_in(self, c: Context, site: IntLike, members: WordSet) -> BoolLike:
        """Whether the set has a line through a site of the board."""
        s = c.s
        columns = []
        for word, bits in enumerate(members.bits):
            expected, looked_at = (s.table(self._table(word, part), "i64") for part in (0, 1))
            columns.append((bits, expected, looked_at))
        return s.any_row_within(columns, site * self.width, self.width, TOGETHER)

    def _table(self, word: int, part: int) -> list[int]:
        rows = (row[: self.width] for row in self._rows)
        return [signed(_word(stretch[part], word)) for row in rows for stretch in row]


def _word(sites: frozenset[int], number: int) -> int:
    return sum(1 << site % 64 for site in sites if site // 64 == number)


__all__ = ["Lines", "lines_through"]
