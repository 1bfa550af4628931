"""Ranges of integers, both ends included (manual: integers 14)."""

from __future__ import annotations

from ludens.rules.base import NOTHING
from ludens.rules.categories import IntLudeme, RangeLudeme
from ludens.rules.state.context import Context
from ludens.stage import IntLike

INFINITY = 1_000_000_000


class Range(RangeLudeme):
    """From one integer to another; a single one is both ends."""

    spellings = ("range",)
    says = "[{high~1000000000}at least {low}|{low} to {high}|{low}]"
    reads = NOTHING
    low: IntLudeme
    high: IntLudeme | None = None

    def emit(self, c: Context) -> tuple[IntLike, IntLike]:
        low = self.low.emit(c)
        return low, low if self.high is None else self.high.emit(c)


class Exact(RangeLudeme):
    """Just one integer."""

    spellings = ("exact",)
    says = "exactly {value}"
    reads = NOTHING
    value: IntLudeme

    def emit(self, c: Context) -> tuple[IntLike, IntLike]:
        value = self.value.emit(c)
        return value, value


class AtLeast(RangeLudeme):
    """An integer and all above it."""

    spellings = ("min",)
    says = "at least {low}"
    reads = NOTHING
    low: IntLudeme

    def emit(self, c: Context) -> tuple[IntLike, IntLike]:
        return self.low.emit(c), INFINITY


class AtMost(RangeLudeme):
    """An integer and all below it, down to -1."""

    spellings = ("max",)
    says = "at most {high}"
    reads = NOTHING
    high: IntLudeme

    def emit(self, c: Context) -> tuple[IntLike, IntLike]:
        return -1, self.high.emit(c)
