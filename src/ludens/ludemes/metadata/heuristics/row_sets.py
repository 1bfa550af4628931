"""Rows of sites as sets: how many pieces all rows of a length have is counted for all of them at once.

A row is known by its first site. Where the sites of many rows lie equally far on from their first ones, those sites are
the set of first sites shifted; numbers of pieces are kept as sets as well, one for each binary digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from ludens.rules.state import sets
from ludens.rules.state.context import Context
from ludens.rules.state.sets import WordSet
from ludens.stage import IntLike, RealLike

#: values are compared as whole numbers: a full row is this number
FULL: Final = 1 << 12
#: of more words in all, rows are looked at one by one
_MOST_WORDS: Final = 200


class Window(NamedTuple):
    """So many sites in a row, and those before and behind, -1 where the board ends."""

    sites: tuple[int, ...]
    before: int
    behind: int


@dataclass
class _Family:
    """Rows whose sites are so far from the first one: those first sites, and those where a row has sites at its ends.

    `ends` has for each distance of a site before or behind the first sites of the rows that have it.
    """

    firsts: list[int] = field(default_factory=list)
    before: dict[int, list[int]] = field(default_factory=dict)
    behind: dict[int, list[int]] = field(default_factory=dict)

    def add(self, row: Window) -> None:
        first = row.sites[0]
        self.firsts.append(first)
        for end, ends in ((row.before, self.before), (row.behind, self.behind)):
            if end >= 0:
                ends.setdefault(end - first, []).append(first)


def _families(rows: Sequence[Window]) -> dict[tuple[int, ...], _Family] | None:
    """The rows by the distances of their sites; None where two of one family have the same first site."""
    families: dict[tuple[int, ...], _Family] = {}
    for row in rows:
        families.setdefault(tuple(site - row.sites[0] for site in row.sites), _Family()).add(row)
    alike = any(len(set(family.firsts)) < len(family.firsts) for family in families.values())
    return None if alike else families


class _Counted(NamedTuple):
    """The rows of a family without an enemy by how many pieces they have, one set for each binary digit.

    `once` and `twice` are those with an enemy at one end, and at both.
    """

    alive: WordSet
    digits: list[WordSet]
    once: WordSet
    twice: WordSet

    def of(self, number: int, blocked: int) -> WordSet:
        """The rows with that number of pieces, and of enemies at their ends."""
        ends = (self.alive - self.once - self.twice, self.once, self.twice)[blocked]
        for place, digit in enumerate(self.digits):
            ends = ends & digit if number >> place & 1 else ends - digit
        return ends


def two_best(c: Context, player: int, rows: Sequence[Window]) -> RealLike | None:
    """The value of the best row and half of that of the second best; None where the board is no set of words."""
    kind, length = c.model.default_site, len(rows[0].sites)
    families = _families(rows)
    if c.model.stacking or families is None or len(families) * sets.words_of(c, kind) * length > _MOST_WORDS:
        return None
    own = sets.where(c, kind, lambda site: c.state.who(None, site) == player)
    free = sets.where(c, kind, lambda site: c.state.who(None, site) == 0)
    if own is None or free is None:
        return None
    enemy = sets.constant_set(c, range(c.model.count(kind)), len(own.bits)) - own - free
    return _best_of(c, length, [_counted(c, steps, family, own, enemy) for steps, family in families.items()])


def _counted(c: Context, steps: tuple[int, ...], family: _Family, own: WordSet, enemy: WordSet) -> _Counted:
    size = len(own.bits)
    alive, digits = sets.constant_set(c, family.firsts, size), list[WordSet]()
    for step in steps:
        alive = alive - enemy.shifted(-step)
        digits = _plus(digits, own.shifted(-step))[: len(steps).bit_length()]
    before, behind = (_at_ends(c, ends, enemy) & alive for ends in (family.before, family.behind))
    return _Counted(alive, digits, before ^ behind, before & behind)


def _plus(digits: list[WordSet], one: WordSet) -> list[WordSet]:
    """Numbers, as sets of their binary digits, with 1 added where a set is."""
    result = list[WordSet]()
    for digit in digits:
        result.append(digit ^ one)
        one = digit & one
    return [*result, one]


def _at_ends(c: Context, ends: dict[int, list[int]], enemy: WordSet) -> WordSet:
    """The first sites of rows that have an enemy at one end."""
    size = len(enemy.bits)
    result = sets.constant_set(c, (), size)
    for distance, firsts in ends.items():
        result = result | (enemy.shifted(-distance) & sets.constant_set(c, firsts, size))
    return result


def _best_of(c: Context, length: int, families: Sequence[_Counted]) -> RealLike:
    """From the best value that a row can have downwards, until there are two rows."""
    s = c.s
    total, seen = s.var(0), s.var(0)
    values = sorted(((n * FULL // length) >> ends, n, ends) for n in range(1, length + 1) for ends in range(3))

    def look(value: int, number: int, ends: int) -> None:
        count: IntLike = 0
        for family in families:
            count = family.of(number, ends).count() + count

        def take() -> None:
            first, more = value + s.select(count > 1, value >> 1, 0), value >> 1
            total.set(total.get() + s.select(seen.get() == 0, first, more))
            seen.set(seen.get() + s.minimum(count, 2))

        s.if_(count > 0, take)

    for value, number, ends in reversed(values):
        s.if_(seen.get() < 2, partial(look, value, number, ends))
    return s.real(total.get()) * (1.0 / FULL)
