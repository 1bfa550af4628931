"""Floats: numbers in single precision (manual: integers 13)."""

from __future__ import annotations

import math
from collections.abc import Callable

from ludens.board.numeric import single as nearest_single
from ludens.language import LudError
from ludens.ludemes.integers.arithmetic import float_power
from ludens.rules.base import NOTHING
from ludens.rules.categories import BooleanLudeme, FloatLudeme, IntLudeme
from ludens.rules.state.context import Context
from ludens.stage import Bool, IntLike, Real, RealLike


def single(c: Context, value: RealLike) -> RealLike:
    """Rounded to single precision."""
    if isinstance(value, float | int):
        return nearest_single(value)
    return c.s.instruction(Real, "single", value.ref, lines=2)


class _Operation(FloatLudeme):
    reads = NOTHING
    first: FloatLudeme
    second: FloatLudeme

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        raise NotImplementedError

    def emit(self, c: Context) -> RealLike:
        a = self.first.emit(c)
        return single(c, self.combine(c, a, self.second.emit(c)))


class FloatSum(_Operation):
    """The sum of two numbers."""

    spellings = ("+", "add")
    says = "{first:term} plus {second:term}"

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        return a + b


class _OperationOf(FloatLudeme):
    """An operation on any number of numbers, one after the other."""

    reads = NOTHING
    #: of no numbers
    start = 0.0
    terms: tuple[FloatLudeme, ...]

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        raise NotImplementedError(type(self).__name__)

    def emit(self, c: Context) -> RealLike:
        value: RealLike = self.start
        for term in self.terms:
            value = single(c, self.combine(c, value, term.emit(c)))
        return value


class FloatSumOf(_OperationOf):
    """The sum of some numbers, 0 for none."""

    spellings = ("+", "add")
    says = "the sum of {terms:and}"

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        return a + b


class FloatProductOf(_OperationOf):
    """The product of some numbers, 1 for none."""

    spellings = ("*", "mul")
    says = "the product of {terms:and}"
    start = 1.0

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        return a * b


class FloatProduct(_Operation):
    """The product of two numbers."""

    spellings = ("*", "mul")
    says = "{first:term} times {second:term}"

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        return a * b


class FloatDifference(_Operation):
    """The difference of two numbers."""

    spellings = ("-", "sub")
    says = "{first:term} minus {second:term}"

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        return a - b


class FloatQuotient(_Operation):
    """The quotient of two numbers."""

    spellings = ("/", "div")
    says = "{first} divided by {second}"

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        if isinstance(b, float) and b == 0:
            return math.nan
        return a / b

    def emit(self, c: Context) -> RealLike:
        divisor = self.second.emit(c)
        return single(c, self.combine(c, self.first.emit(c), divisor))


class FloatPower(_Operation):
    """A number to the power of another."""

    spellings = ("^", "pow")
    says = "{first} to the power of {second}"

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        if isinstance(a, float) and isinstance(b, float):
            return float_power(a, b)
        return c.s.power(a, b)


class FloatMaximum(_Operation):
    """The larger of two numbers."""

    spellings = ("max",)
    says = "the larger of {first} and {second}"

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        return c.s.select(_greater(a, b), a, b)


class FloatMinimum(_Operation):
    """The smaller of two numbers."""

    spellings = ("min",)
    says = "the smaller of {first} and {second}"

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        return c.s.select(_greater(a, b), b, a)


class FloatMaximumOf(_OperationOf):
    """The largest of some numbers; there has to be one."""

    spellings = ("max",)
    says = "the largest of {terms:and}"
    start = -math.inf

    def check(self) -> None:
        _want_some(self)

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        return c.s.select(_greater(a, b), a, b)


class FloatMinimumOf(_OperationOf):
    """The smallest of some numbers; there has to be one."""

    spellings = ("min",)
    says = "the smallest of {terms:and}"
    start = math.inf

    def check(self) -> None:
        _want_some(self)

    def combine(self, c: Context, a: RealLike, b: RealLike) -> RealLike:
        return c.s.select(_greater(a, b), b, a)


def _want_some(of: _OperationOf) -> None:
    if not of.terms:
        raise LudError(f"({of.spelling} ...) of no numbers has no value", of.node.span)


def _greater(a: RealLike, b: RealLike) -> bool | Bool:
    return a > b


class FloatAbsolute(FloatLudeme):
    """The absolute value of a number."""

    spellings = ("abs",)
    says = "the absolute value of {value}"
    reads = NOTHING
    value: FloatLudeme

    def emit(self, c: Context) -> RealLike:
        value = self.value.emit(c)
        return abs(value) if isinstance(value, float) else c.s.math("fabs", value)


def _folded(function: Callable[[float], float], value: float) -> float:
    """A function of `math` that gives NaN or an infinity where Python raises."""
    try:
        return function(value)
    except ValueError:
        return -math.inf if value == 0 else math.nan
    except OverflowError:
        return math.inf


class MathFunction(FloatLudeme):
    """A function of a number: `sqrt`, `log`, `log10`, `exp`, `sin` or `cos`; angles in radians."""

    spellings = ("sqrt", "log", "log10", "exp", "sin", "cos")
    says = "the {.last} of {value}"
    reads = NOTHING
    value: FloatLudeme

    def emit(self, c: Context) -> RealLike:
        value = self.value.emit(c)
        if isinstance(value, float):
            return single(c, _folded(getattr(math, self.spelling), value))
        return single(c, c.s.math(self.spelling, value))


class Tangent(FloatLudeme):
    """The tangent of an angle in radians."""

    spellings = ("tan",)
    says = "the tangent of {value}"
    reads = NOTHING
    value: FloatLudeme

    def emit(self, c: Context) -> RealLike:
        value = self.value.emit(c)
        if isinstance(value, float):
            return single(c, _folded(math.tan, value))
        return single(c, c.s.math("sin", value) / c.s.math("cos", value))


class ToFloat(FloatLudeme):
    """A condition as 1.0 or 0.0, or an integer as a number."""

    spellings = ("toFloat",)
    says = "{value}"
    reads = NOTHING
    value: BooleanLudeme | IntLudeme

    def emit(self, c: Context) -> RealLike:
        if isinstance(self.value, BooleanLudeme):
            whole: IntLike = c.s.to_int(self.value.emit(c))
        else:
            whole = self.value.emit(c)
        return single(c, c.s.real(whole))
