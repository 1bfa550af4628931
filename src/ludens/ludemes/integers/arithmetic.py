"""Arithmetic on 32-bit integers, which wraps around (manual: integers 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ludens.rules.base import NOTHING
from ludens.rules.categories import BooleanLudeme, DimLudeme, FloatLudeme, IntLudeme, IntsLudeme
from ludens.rules.state.context import Context
from ludens.rules.state.regions import IntList
from ludens.stage import BoolLike, Handle, Int, IntLike, Real

INT_MIN = -(2**31)


class _Folded(IntLudeme):
    """Two operands, a list of them, or an array, folded from the left; `start` is the value of an empty array."""

    reads = NOTHING
    start = 0

    def step(self, c: Context, a: IntLike, b: IntLike) -> IntLike:
        raise NotImplementedError

    def fold(self, c: Context, values: IntList) -> IntLike:
        if values.values is not None and all(isinstance(v, int) for v in values.values):
            return self.fold_all(c, list(values.values))
        total = c.s.var(self.start)
        first = values.length() == 0
        c.s.if_(c.s.not_(first), lambda: total.set(values.get(0)))
        c.s.for_range(1, values.length(), lambda i: total.set(self.step(c, total.get(), values.get(i))))
        return total.get()

    def fold_all(self, c: Context, values: list[IntLike]) -> IntLike:
        if not values:
            return self.start
        total = values[0]
        for value in values[1:]:
            total = c.s.to_int(self.step(c, total, value))
        return total


class _Sum(_Folded):
    def step(self, c: Context, a: IntLike, b: IntLike) -> IntLike:
        return a + b


class Sum(_Sum, DimLudeme):
    """The sum of two integers."""

    spellings = ("+", "add")
    says = "{first:term} plus {second:term}"
    first: IntLudeme
    second: IntLudeme

    def emit(self, c: Context) -> IntLike:
        return self.fold_all(c, [self.first.emit(c), self.second.emit(c)])


class SumOf(_Sum, DimLudeme):
    """The sum of some integers; 0 for none."""

    spellings = ("+", "add")
    says = "the sum of {terms:and}"
    terms: tuple[IntLudeme, ...] | IntsLudeme

    def emit(self, c: Context) -> IntLike:
        if isinstance(self.terms, tuple):
            return self.fold_all(c, [term.emit(c) for term in self.terms])
        return self.fold(c, self.terms.emit(c))


class _Product(_Folded):
    def step(self, c: Context, a: IntLike, b: IntLike) -> IntLike:
        return a * b


class Product(_Product, DimLudeme):
    """The product of two integers."""

    spellings = ("*", "mul")
    says = "{first:term} times {second:term}"
    first: IntLudeme
    second: IntLudeme

    def emit(self, c: Context) -> IntLike:
        return self.fold_all(c, [self.first.emit(c), self.second.emit(c)])


class ProductOf(_Product):
    """The product of some integers; 0 for none."""

    spellings = ("*", "mul")
    says = "the product of {factors:and}"
    factors: tuple[IntLudeme, ...] | IntsLudeme

    def emit(self, c: Context) -> IntLike:
        if isinstance(self.factors, tuple):
            return self.fold_all(c, [factor.emit(c) for factor in self.factors])
        return self.fold(c, self.factors.emit(c))


class Difference(DimLudeme):
    """The difference of two integers."""

    spellings = ("-", "sub")
    says = "{first:term} minus {second:term}"
    reads = NOTHING
    first: IntLudeme
    second: IntLudeme

    def emit(self, c: Context) -> IntLike:
        a, b = self.first.emit(c), self.second.emit(c)
        return c.s.to_int(a - b)


class Negative(IntLudeme):
    """An integer with its sign changed."""

    spellings = ("-", "sub")
    says = "minus {value:term}"
    reads = NOTHING
    value: IntLudeme

    def emit(self, c: Context) -> IntLike:
        return c.s.to_int(-self.value.emit(c))


class Quotient(IntLudeme):
    """The quotient of two integers, truncated toward zero."""

    spellings = ("/", "div")
    says = "{dividend:term} divided by {divisor:term}"
    reads = NOTHING
    dividend: IntLudeme
    divisor: IntLudeme

    def emit(self, c: Context) -> IntLike:
        divisor = self.divisor.emit(c)
        return divided(c, self.dividend.emit(c), divisor)


class Remainder(IntLudeme):
    """The remainder of a division, with the sign of the dividend."""

    spellings = ("%", "mod")
    says = "the rest of {dividend:term} divided by {divisor:term}"
    reads = NOTHING
    dividend: IntLudeme
    divisor: IntLudeme

    def emit(self, c: Context) -> IntLike:
        dividend = self.dividend.emit(c)
        return remainder(c, dividend, self.divisor.emit(c))


def divided(c: Context, a: IntLike, b: IntLike) -> IntLike:
    """`a / b` toward zero; a division by zero, which the rules must not make, gives 0."""
    if isinstance(a, int) and isinstance(b, int):
        return 0 if b == 0 else c.s.to_int(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1))
    if isinstance(b, int) and b == -1:
        return -a
    if isinstance(b, int) and b != 0:
        return cast(IntLike, cast(Int, a).quotient(b))
    return _guarded(c, a, b, lambda x, y: cast(IntLike, x.quotient(y)), lambda: 0 - a)


def remainder(c: Context, a: IntLike, b: IntLike) -> IntLike:
    """`a % b` with the sign of a; a division by zero, which the rules must not make, gives 0."""
    if isinstance(a, int) and isinstance(b, int):
        return 0 if b == 0 else abs(a) % abs(b) * (1 if a >= 0 else -1)
    if isinstance(b, int) and b == -1:
        return 0
    if isinstance(b, int) and b != 0:
        return cast(IntLike, cast(Int, a).remainder(b))
    return _guarded(c, a, b, lambda x, y: cast(IntLike, x.remainder(y)), lambda: 0)


def _guarded(
    c: Context, a: IntLike, b: IntLike, divide: Callable[[Int, IntLike], IntLike], minus_one: Callable[[], IntLike]
) -> IntLike:
    """The machine must not divide by 0, nor the least integer by -1."""
    s = c.s
    special = (b == 0) | (b == -1)
    result = divide(cast(Int, a if isinstance(a, Handle) else s.var(a).get()), s.select(special, 1, b))
    return s.select(special, s.select(b == 0, 0, minus_one()), result)


class Power(DimLudeme):
    """An integer to the power of another, in double precision, then truncated."""

    spellings = ("^", "pow")
    says = "{base:term} to the power of {exponent:term}"
    reads = NOTHING
    base: IntLudeme
    exponent: IntLudeme

    def emit(self, c: Context) -> IntLike:
        a, b = self.base.emit(c), self.exponent.emit(c)
        if isinstance(a, int) and isinstance(b, int):
            return c.s.truncate(float_power(float(a), float(b)))
        return _power(c, a, b)


def _power(c: Context, a: IntLike, b: IntLike) -> IntLike:
    """A power by squaring, in double precision: exact as far as an integer can be, so that no target needs `pow`."""
    s = c.s
    result, factor, left = s.var(1.0, Real), s.var(s.real(a), Real), s.var(s.select(b < 0, 0, b), Int)

    def square() -> None:
        s.if_((left.get() & 1) == 1, lambda: result.set(result.get() * factor.get()))
        factor.set(factor.get() * factor.get())
        left.set(left.get() >> 1)

    s.while_(lambda: left.get() > 0, square)
    of_one = s.select(a == 1, 1, s.select((b & 1) == 1, -1, 1))
    inverse = s.select((a == 1) | (a == -1), of_one, s.select(a == 0, 2**31 - 1, 0))
    return s.select(b < 0, inverse, s.truncate(result.get()))


def float_power(a: float, b: float) -> float:
    """A power of floats where Python would raise: infinite for 0 to a negative power, too large, or NaN."""
    try:
        result = a**b
    except ZeroDivisionError:
        return float("inf")
    except OverflowError:
        return float("-inf") if a < 0 and b % 2 == 1 else float("inf")
    return result if isinstance(result, float) else float("nan")


class Absolute(DimLudeme):
    """The absolute value of an integer."""

    spellings = ("abs",)
    says = "the absolute value of {value}"
    reads = NOTHING
    value: IntLudeme

    def emit(self, c: Context) -> IntLike:
        return c.s.absolute(self.value.emit(c))


class Maximum(_Folded, DimLudeme):
    """The larger of two integers."""

    spellings = ("max",)
    says = "the larger of {first} and {second}"
    first: IntLudeme
    second: IntLudeme

    def emit(self, c: Context) -> IntLike:
        a = self.first.emit(c)
        return c.s.maximum(a, self.second.emit(c))


class MaximumOf(_Folded):
    """The largest integer of an array; -1 if it is empty."""

    spellings = ("max",)
    says = "the largest of {values}"
    start = -1
    values: IntsLudeme

    def step(self, c: Context, a: IntLike, b: IntLike) -> IntLike:
        return c.s.maximum(a, b)

    def emit(self, c: Context) -> IntLike:
        return self.fold(c, self.values.emit(c))


class Minimum(_Folded, DimLudeme):
    """The smaller of two integers."""

    spellings = ("min",)
    says = "the smaller of {first} and {second}"
    first: IntLudeme
    second: IntLudeme

    def emit(self, c: Context) -> IntLike:
        a = self.first.emit(c)
        return c.s.minimum(a, self.second.emit(c))


class MinimumOf(_Folded):
    """The least integer of an array; -1 if it is empty."""

    spellings = ("min",)
    says = "the smallest of {values}"
    start = -1
    values: IntsLudeme

    def step(self, c: Context, a: IntLike, b: IntLike) -> IntLike:
        return c.s.minimum(a, b)

    def emit(self, c: Context) -> IntLike:
        return self.fold(c, self.values.emit(c))


class IntIf(IntLudeme):
    """One of two integers, by a condition; only that one is evaluated."""

    spellings = ("if",)
    says = "({yes:*} if {condition}, otherwise {no:*})"
    reads = NOTHING
    condition: BooleanLudeme
    yes: IntLudeme
    no: IntLudeme

    def emit(self, c: Context) -> IntLike:
        holds = self.condition.emit(c)
        return c.s.choose(holds, lambda: self.yes.emit(c), lambda: self.no.emit(c))


class ToInt(IntLudeme):
    """A condition as 1 or 0, or a number truncated toward zero."""

    spellings = ("toInt",)
    says = "[{value~BooleanLudeme}(1 if {value}, otherwise 0)|{value}]"
    reads = NOTHING
    value: BooleanLudeme | FloatLudeme

    def emit(self, c: Context) -> IntLike:
        if isinstance(self.value, BooleanLudeme):
            holds: BoolLike = self.value.emit(c)
            return c.s.to_int(holds)
        return c.s.truncate(self.value.emit(c))
