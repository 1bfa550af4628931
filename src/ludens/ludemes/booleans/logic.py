"""Logic on conditions, and conversion to them (manual: booleans 2)."""

from __future__ import annotations

from ludens.rules.base import NOTHING
from ludens.rules.categories import BooleanLudeme, FloatLudeme, IntLudeme
from ludens.rules.state.context import Context
from ludens.stage import Bool, BoolLike


class And(BooleanLudeme):
    """Whether both conditions hold; the second is looked at only if the first holds."""

    spellings = ("and",)
    says = "{first} and {second}"
    reads = NOTHING
    first: BooleanLudeme
    second: BooleanLudeme

    def emit(self, c: Context) -> BoolLike:
        return c.s.all_of(lambda: self.first.emit(c), lambda: self.second.emit(c))


class AndAll(BooleanLudeme):
    """Whether every condition of a list holds, looked at in order up to the first that does not."""

    spellings = ("and",)
    says = "{conditions:and}"
    reads = NOTHING
    conditions: tuple[BooleanLudeme, ...]

    def emit(self, c: Context) -> BoolLike:
        return c.s.all_of(*(lambda x=x: x.emit(c) for x in self.conditions))


class Or(BooleanLudeme):
    """Whether one of two conditions holds; the second is looked at only if the first does not hold."""

    spellings = ("or",)
    says = "{first} or {second}"
    reads = NOTHING
    first: BooleanLudeme
    second: BooleanLudeme

    def emit(self, c: Context) -> BoolLike:
        return c.s.any_of(lambda: self.first.emit(c), lambda: self.second.emit(c))


class OrAny(BooleanLudeme):
    """Whether some condition of a list holds, looked at in order up to the first that does."""

    spellings = ("or",)
    says = "{conditions}"
    reads = NOTHING
    conditions: tuple[BooleanLudeme, ...]

    def emit(self, c: Context) -> BoolLike:
        return c.s.any_of(*(lambda x=x: x.emit(c) for x in self.conditions))


class Xor(BooleanLudeme):
    """Whether exactly one of two conditions holds; both are always looked at."""

    spellings = ("xor",)
    says = "either {first} or {second}, not both"
    reads = NOTHING
    first: BooleanLudeme
    second: BooleanLudeme

    def emit(self, c: Context) -> BoolLike:
        return self.first.emit(c) ^ self.second.emit(c)


class Not(BooleanLudeme):
    """Whether a condition does not hold."""

    spellings = ("not",)
    says = "it is not so that {condition}"
    reads = NOTHING
    condition: BooleanLudeme

    def emit(self, c: Context) -> BoolLike:
        return c.s.not_(self.condition.emit(c))


class IfBoolean(BooleanLudeme):
    """One of two conditions, chosen by a third; False where there is none to choose."""

    spellings = ("if",)
    says = "if {condition}, {ok}[, and otherwise {otherwise}]"
    reads = NOTHING
    condition: BooleanLudeme
    ok: BooleanLudeme
    otherwise: BooleanLudeme | None = None

    def emit(self, c: Context) -> BoolLike:
        other = self.otherwise
        result: BoolLike = c.s.choose(
            self.condition.emit(c), lambda: self.ok.emit(c), lambda: other.emit(c) if other is not None else False, Bool
        )
        return result


class ToBool(BooleanLudeme):
    """Whether a number is not 0."""

    spellings = ("toBool",)
    says = "{value} <is> other than 0"
    reads = NOTHING
    value: IntLudeme | FloatLudeme

    def emit(self, c: Context) -> BoolLike:
        return self.value.emit(c) != 0
