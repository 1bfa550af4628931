"""Regions of which there are some, known while compiling, and play decides which it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, cast

from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.regions import (
    Body,
    Region,
    StaticRegion,
)
from ludens.ludemes.runtime.words import signed
from ludens.stage import Bool, BoolLike, IntLike, LongLike


class ChosenRegion(Region):
    """Region number `index` of a list; empty where there is no such number."""

    def __init__(self, c: Context, regions: Sequence[Sequence[int]], index: IntLike) -> None:
        super().__init__(c)
        self.regions = [tuple(sorted(region)) for region in regions]
        known = self.s.inside(index, len(self.regions))
        self.index: IntLike = self.s.select(known, index, len(self.regions))

    @property
    def limit(self) -> int:
        return max((row[-1] for row in self.regions if row), default=-1) + 1

    @cached_property
    def _rows(self) -> tuple[tuple[int, ...], ...]:
        return (*self.regions, ())

    def word(self, index: IntLike) -> LongLike:
        return self.s.table(self._words, "i64")[self.index * self.words + index]

    @cached_property
    def _words(self) -> list[int]:
        words: list[int] = []
        for row in self._rows:
            bits = sum(1 << site for site in row)
            words += [signed((bits >> 64 * i) & ((1 << 64) - 1)) for i in range(self.words)]
        return words

    def contains(self, site: IntLike) -> BoolLike:
        inside = self.s.inside(site, 64 * self.words)
        return self.s.choose(inside, lambda: self._has(site), lambda: False, Bool)

    def _has(self, site: IntLike) -> BoolLike:
        word: Any = self.word(site >> 6)
        return cast(BoolLike, ((word >> self.s.unsigned(site & 63)) & 1) != 0)

    def each(self, body: Body) -> None:
        self.s.rows(self._rows).each(self.index, body)

    def count(self) -> IntLike:
        return self.s.table([len(row) for row in self._rows])[self.index]

    def first(self) -> IntLike:
        return self.s.table([row[0] if row else -1 for row in self._rows])[self.index]

    def nth(self, index: IntLike) -> IntLike:
        inside = (index >= 0) & (index < self.count())
        rows = self.s.rows(self._rows)
        return self.s.choose(inside, lambda: rows.get(self.index, index), lambda: -1)


def chosen(c: Context, regions: Sequence[Sequence[int]], index: IntLike) -> Region:
    """Region number `index` of a list; empty where there is no such number."""
    if isinstance(index, int):
        return StaticRegion(c, regions[index] if 0 <= index < len(regions) else ())
    if not any(regions):
        return StaticRegion(c, ())
    return ChosenRegion(c, regions, index)
