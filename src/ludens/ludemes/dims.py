"""Dims: the integers a board is made with, worked out when the description is loaded."""

from __future__ import annotations

from ludens.language import LudError
from ludens.ludemes.base import NOTHING
from ludens.ludemes.categories import DimLudeme

_LOW, _HIGH = -(2**31), 2**31 - 1


def wrapped(value: int) -> int:
    """The value as a 32-bit integer."""
    return (value - _LOW) % 2**32 + _LOW


class _Fixed(DimLudeme):
    reads = NOTHING


class DimSum(_Fixed):
    """The sum of two numbers."""

    spellings = ("+", "add")
    a: DimLudeme
    b: DimLudeme

    def evaluate(self) -> int:
        return wrapped(self.a.evaluate() + self.b.evaluate())


class DimSumOfList(_Fixed):
    """The sum of a list; 0 of an empty one."""

    spellings = ("+", "add")
    values: tuple[DimLudeme, ...]

    def evaluate(self) -> int:
        return wrapped(sum(value.evaluate() for value in self.values))


class DimDifference(_Fixed):
    """The first number less the second."""

    spellings = ("-", "sub")
    a: DimLudeme
    b: DimLudeme

    def evaluate(self) -> int:
        return wrapped(self.a.evaluate() - self.b.evaluate())


class DimProduct(_Fixed):
    """The product of two numbers."""

    spellings = ("*", "mul")
    a: DimLudeme
    b: DimLudeme

    def evaluate(self) -> int:
        return wrapped(self.a.evaluate() * self.b.evaluate())


class DimProductOfList(_Fixed):
    """The product of a list; 1 of an empty one."""

    spellings = ("*", "mul")
    values: tuple[DimLudeme, ...]

    def evaluate(self) -> int:
        product = 1
        for value in self.values:
            product = wrapped(product * value.evaluate())
        return product


class DimQuotient(_Fixed):
    """The first number divided by the second, rounded toward zero."""

    spellings = ("/", "div")
    a: DimLudeme
    b: DimLudeme

    def evaluate(self) -> int:
        a, b = self.a.evaluate(), self.b.evaluate()
        if b == 0:
            raise LudError("division by zero", self.node.span)
        quotient = abs(a) // abs(b)
        return wrapped(quotient if (a < 0) == (b < 0) else -quotient)


class DimPower(_Fixed):
    """The first number to the power of the second, rounded toward zero."""

    spellings = ("^", "pow")
    a: DimLudeme
    b: DimLudeme

    def evaluate(self) -> int:
        a, b = self.a.evaluate(), self.b.evaluate()
        if a == 0 and b < 0:
            return _HIGH
        try:
            power = float(a) ** b
        except OverflowError:
            return _LOW if a < 0 and b % 2 else _HIGH
        return int(max(_LOW, min(_HIGH, power)))


class DimAbs(_Fixed):
    """The number without its sign."""

    spellings = ("abs",)
    value: DimLudeme

    def evaluate(self) -> int:
        return wrapped(abs(self.value.evaluate()))


class DimMax(_Fixed):
    """The greater of two numbers."""

    spellings = ("max",)
    a: DimLudeme
    b: DimLudeme

    def evaluate(self) -> int:
        return max(self.a.evaluate(), self.b.evaluate())


class DimMin(_Fixed):
    """The smaller of two numbers."""

    spellings = ("min",)
    a: DimLudeme
    b: DimLudeme

    def evaluate(self) -> int:
        return min(self.a.evaluate(), self.b.evaluate())
