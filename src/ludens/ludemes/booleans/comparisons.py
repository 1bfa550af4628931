"""Comparison of integers and of regions (manual: booleans 2)."""

from __future__ import annotations

from ludens.rules.base import NOTHING
from ludens.rules.categories import BooleanLudeme, IntConstant, IntLudeme, SitesLudeme
from ludens.rules.enums import RoleType
from ludens.rules.roles import index_of
from ludens.rules.state import deduction
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Region, StaticRegion
from ludens.stage import BoolLike, IntLike, Long


def compared(c: Context, first: IntLudeme, second: IntLudeme | RoleType) -> tuple[IntLike, IntLike]:
    """Two integers, each worked out as far as the comparison needs."""
    return _up_to(c, first, second), _up_to(c, second, first)


def _up_to(c: Context, value: IntLudeme | RoleType, other: IntLudeme | RoleType) -> IntLike:
    """A value to be compared with another one."""
    if isinstance(value, IntLudeme) and isinstance(other, IntConstant):
        return value.emit_up_to(c, other.value + 1)
    return index_of(c, value)


class Equal(BooleanLudeme):
    """Whether two integers are equal; a role counts as the index of its player."""

    spellings = ("=", "equals")
    says = (
        "[{first~IntConstant}{second~SitePlace}{second} <is> {first:site}|{first~IntConstant}{second} <is> "
        "{first}|{first~SitePlace}{first} <is> {second:site}|{first} <is> {second}]"
    )
    reads = NOTHING
    first: IntLudeme
    second: IntLudeme | RoleType

    def emit(self, c: Context) -> BoolLike:
        a, b = compared(c, self.first, self.second)
        return a == b


class Unequal(BooleanLudeme):
    """Whether two integers differ; a role counts as the index of its player."""

    spellings = ("!=", "notEqual")
    says = (
        "[{first~IntConstant}{second~SitePlace}{second} <is> other than {first:site}|{first~IntConstant}{second} "
        "<is> other than {first}|{first~SitePlace}{first} <is> other than {second:site}|{first} <is> other than "
        "{second}]||[{first~IntConstant}{second~SitePlace}{second} is {first:site}|{first~IntConstant}{second} "
        "is {first}|{first} is {second:site}]"
    )
    reads = NOTHING
    first: IntLudeme
    second: IntLudeme | RoleType

    def emit(self, c: Context) -> BoolLike:
        a, b = compared(c, self.first, self.second)
        return a != b


class EqualRegions(BooleanLudeme):
    """Whether two regions have the same sites."""

    spellings = ("=", "equals")
    says = "{first} <are> the same as {second}"
    reads = NOTHING
    first: SitesLudeme
    second: SitesLudeme

    def emit(self, c: Context) -> BoolLike:
        return same_sites(c, self.first.emit(c), self.second.emit(c))


class UnequalRegions(BooleanLudeme):
    """Whether some site is in one of two regions only."""

    spellings = ("!=", "notEqual")
    says = "{first} <are> other than {second}"
    reads = NOTHING
    first: SitesLudeme
    second: SitesLudeme

    def emit(self, c: Context) -> BoolLike:
        return c.s.not_(same_sites(c, self.first.emit(c), self.second.emit(c)))


class Compare(BooleanLudeme):
    """Compares two integers. In a deduction puzzle they are sites, whose values are compared once both are resolved."""

    reads = NOTHING
    first: IntLudeme
    second: IntLudeme

    def emit(self, c: Context) -> BoolLike:
        if not deduction.is_puzzle(c):
            return self.holds(*compared(c, self.first, self.second))
        a, b = self.first.emit(c), self.second.emit(c)
        open_ = c.s.not_(
            c.s.all_of(lambda: deduction.is_resolved(c, None, a), lambda: deduction.is_resolved(c, None, b))
        )
        return c.s.any_of(lambda: open_, lambda: self.holds(c.state.what(None, a), c.state.what(None, b)))

    def holds(self, a: IntLike, b: IntLike) -> BoolLike:
        """The comparison of two values."""
        raise NotImplementedError(type(self).__name__)


class Less(Compare):
    """Whether an integer is less than another. In a deduction puzzle they are sites, whose values are compared once
    both are resolved."""

    spellings = ("<", "lt")
    says = "[{first~IntConstant}{second} <is> more than {first}|{first} <is> less than {second}]"

    def holds(self, a: IntLike, b: IntLike) -> BoolLike:
        return a < b


class LessOrEqual(Compare):
    """Whether an integer is at most another. In a deduction puzzle they are sites, whose values are compared once both
    are resolved."""

    spellings = ("<=", "le")
    says = "[{first~IntConstant}{second} <is> at least {first}|{first} <is> at most {second}]"

    def holds(self, a: IntLike, b: IntLike) -> BoolLike:
        return a <= b


class Greater(Compare):
    """Whether an integer is greater than another. In a deduction puzzle they are sites, whose values are compared once
    both are resolved."""

    spellings = (">", "gt")
    says = "[{first~IntConstant}{second} <is> less than {first}|{first} <is> more than {second}]"

    def holds(self, a: IntLike, b: IntLike) -> BoolLike:
        return a > b


class GreaterOrEqual(Compare):
    """Whether an integer is at least another. In a deduction puzzle they are sites, whose values are compared once both
    are resolved."""

    spellings = (">=", "ge")
    says = "[{first~IntConstant}{second} <is> at most {first}|{first} <is> at least {second}]"

    def holds(self, a: IntLike, b: IntLike) -> BoolLike:
        return a >= b


def same_sites(c: Context, a: Region, b: Region) -> BoolLike:
    """Whether two regions have the same members."""
    if isinstance(a, StaticRegion) and isinstance(b, StaticRegion):
        return a.members == b.members
    different = c.s.var(0, Long)
    c.s.for_range(0, a.words, lambda i: different.set(different.get() | (a.word(i) ^ b.word(i))))
    return different.get() == 0
