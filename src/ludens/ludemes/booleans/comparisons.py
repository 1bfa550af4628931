"""Comparison of integers and of regions (manual: booleans 2)."""

from __future__ import annotations

from ludens.ludemes.base import NOTHING
from ludens.ludemes.categories import (
    BooleanLudeme,
    IntLudeme,
    SitesLudeme,
)
from ludens.ludemes.enums import RoleType
from ludens.ludemes.roles import index_of
from ludens.ludemes.runtime import deduction
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.regions import Region, StaticRegion
from ludens.stage import BoolLike, IntLike, Long


class Equal(BooleanLudeme):
    """Whether two integers are equal; a role counts as the index of its player."""

    spellings = ("=", "equals", "!=", "notEqual")
    reads = NOTHING
    first: IntLudeme
    second: IntLudeme | RoleType

    def emit(self, c: Context) -> BoolLike:
        a, b = self.first.emit(c), index_of(c, self.second)
        return a == b if self.spelling in ("=", "equals") else a != b


class EqualRegions(BooleanLudeme):
    """Whether two regions have the same sites."""

    spellings = ("=", "equals", "!=", "notEqual")
    reads = NOTHING
    first: SitesLudeme
    second: SitesLudeme

    def emit(self, c: Context) -> BoolLike:
        same = same_sites(c, self.first.emit(c), self.second.emit(c))
        return same if self.spelling in ("=", "equals") else c.s.not_(same)


class Compare(BooleanLudeme):
    """Compares two integers. In a deduction puzzle they are sites, whose values are compared once both are resolved."""

    spellings = ("<", "<=", ">", ">=", "lt", "le", "gt", "ge")
    reads = NOTHING
    first: IntLudeme
    second: IntLudeme

    def emit(self, c: Context) -> BoolLike:
        a, b = self.first.emit(c), self.second.emit(c)
        if not deduction.is_puzzle(c):
            return self._compare(a, b)
        open_ = c.s.not_(
            c.s.all_of(lambda: deduction.is_resolved(c, None, a), lambda: deduction.is_resolved(c, None, b))
        )
        return c.s.any_of(lambda: open_, lambda: self._compare(c.state.what(None, a), c.state.what(None, b)))

    def _compare(self, a: IntLike, b: IntLike) -> BoolLike:
        match self.spelling:
            case "<" | "lt":
                return a < b
            case "<=" | "le":
                return a <= b
            case ">" | "gt":
                return a > b
        return a >= b


def same_sites(c: Context, a: Region, b: Region) -> BoolLike:
    """Whether two regions have the same members."""
    if isinstance(a, StaticRegion) and isinstance(b, StaticRegion):
        return a.members == b.members
    different = c.s.var(0, Long)
    c.s.for_range(0, a.words, lambda i: different.set(different.get() | (a.word(i) ^ b.word(i))))
    same: BoolLike = different.get() == 0
    return same
