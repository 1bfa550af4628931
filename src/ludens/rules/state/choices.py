"""A region that play chooses from a list of constant ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, cast

from ludens.rules.state.context import Context
from ludens.rules.state.regions import Body, Region, StaticRegion
from ludens.stage import Bool, BoolLike, IntLike, LongLike, Rows, Stage, Table


class _RegionTables:
    """The tables of a list of regions, with an empty one at the end; each is made at its first use."""

    def __init__(self, s: Stage, regions: Sequence[Sequence[int]], words: int) -> None:
        self._s, self._given, self._words = s, regions, words
        self._rows = (*(tuple(sorted(set(region))) for region in regions), ())
        self.limit = max((row[-1] for row in self._rows if row), default=-1) + 1

    @cached_property
    def words(self) -> Table[LongLike]:
        """The words of the bit sets, one set behind the other."""
        sets = (sum(1 << site for site in row).to_bytes(8 * self._words, "little") for row in self._rows)
        return self._s.table(memoryview(b"".join(sets)).cast("q"), "i64")

    @cached_property
    def rows(self) -> Rows:
        return self._s.rows(self._rows)

    @cached_property
    def counts(self) -> Table[IntLike]:
        return self._s.table([len(row) for row in self._rows])

    @cached_property
    def firsts(self) -> Table[IntLike]:
        """The least member of each, -1 where there is none."""
        return self._s.table([row[0] if row else -1 for row in self._rows])


class ChosenRegion(Region):
    """Region number `index` of a list; empty where there is no such number."""

    def __init__(self, c: Context, regions: Sequence[Sequence[int]], index: IntLike) -> None:
        super().__init__(c)
        # the list stays with its tables, so that no other one is taken for it
        self._all = self.s.once(("regions", id(regions)), lambda: _RegionTables(self.s, regions, self.words))
        inside = self.s.inside(index, len(regions))
        self.index: IntLike = self.s.select(inside, index, len(regions))

    @property
    def limit(self) -> int:
        return self._all.limit

    def word(self, index: IntLike) -> LongLike:
        return self._all.words[self.index * self.words + index]

    def contains(self, site: IntLike) -> BoolLike:
        inside = self.s.inside(site, 64 * self.words)
        return self.s.choose(inside, lambda: self._has(site), lambda: False, Bool)

    def _has(self, site: IntLike) -> BoolLike:
        word: Any = self.word(site >> 6)
        return cast(BoolLike, ((word >> self.s.unsigned(site & 63)) & 1) != 0)

    def each(self, body: Body) -> None:
        self._all.rows.each(self.index, body)

    def count(self) -> IntLike:
        return self._all.counts[self.index]

    def first(self) -> IntLike:
        return self._all.firsts[self.index]

    def nth(self, index: IntLike) -> IntLike:
        inside = (index >= 0) & (index < self.count())
        return self.s.choose(inside, lambda: self._all.rows.get(self.index, index), lambda: -1)


def chosen(c: Context, regions: Sequence[Sequence[int]], index: IntLike) -> Region:
    """Region number `index` of a list; empty where there is no such number."""
    if isinstance(index, int):
        return StaticRegion(c, regions[index] if 0 <= index < len(regions) else ())
    if not any(regions):
        return StaticRegion(c, ())
    return ChosenRegion(c, regions, index)
