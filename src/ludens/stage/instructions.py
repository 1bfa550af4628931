"""The first layer of a stage: nodes, the ranges of values, conversions, arithmetic."""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Generic, Literal, TypeVar, cast

from ludens.language import LudError
from ludens.stage import checks, lanes
from ludens.stage.handles import (
    Address,
    Bool,
    BoolLike,
    H,
    Handle,
    Int,
    IntLike,
    Long,
    LongLike,
    Operand,
    Real,
    RealLike,
)
from ludens.stage.ir import Datum, Node
from ludens.stage.program import FunctionDraft
from ludens.stage.ranges import FULL, Facts, Range, covers, decided, hull, meet, result_of, where

#: what becomes more lines, those included that are thrown away again, is refused: three times the largest known game
MOST_LINES = 5_000_000
#: the cast that makes a handle of the first class from one of the second: how, and from which type
_CASTS: dict[tuple[type[Handle], type[Handle]], tuple[Datum, ...]] = {
    (Int, Bool): ("zext", "i1"),
    (Long, Bool): ("zext", "i1"),
    (Long, Int): ("sext", "i32"),
    (Int, Long): ("trunc", "i64"),
    (Real, Int): ("sitofp", "i32"),
    (Real, Long): ("sitofp", "i64"),
}
V = TypeVar("V")
A = TypeVar("A", bound=Operand)
B = TypeVar("B", bound=Operand)


class Instructions:
    """Appends nodes to the function under construction.

    `place` is where in a description they come from, as errors name it: whoever writes on the stage sets it.
    """

    _checks: checks.Checks | None = None

    def __init__(self, rules: Collection[str] = ()) -> None:
        self.place: Hashable = None
        self.rules = frozenset(rules)
        self._lines_left = MOST_LINES
        self._stack: list[FunctionDraft] = []

    # --- nodes

    def append(self, op: str, kind: str, args: tuple[str, ...], data: tuple[Datum, ...] = (), lines: int = 1) -> Node:
        """One more node, which becomes so many lines of assembly."""
        self._lines_left -= lines
        if self._lines_left < 0:
            self._spend(0)
        function = self._stack[-1]
        function.count += 1
        function.size += lines
        node = Node(op, function.count, kind, args, data, self.place)
        function.block.append(node)
        return node

    def value(self, op: str, kind: str, *args: str, data: tuple[Datum, ...] = (), lines: int = 1) -> str:
        """The name of what one more node gives."""
        return f"%v{self.append(op, kind, args, data, lines).number}"

    def instruction(self, kind: type[H], op: str, *args: str, data: tuple[Datum, ...] = (), lines: int = 1) -> H:
        """What one more node gives, as a handle."""
        return kind(self, f"%v{self.append(op, kind.type, args, data, lines).number}")

    def at_entry(self, op: str, kind: str, data: tuple[Datum, ...] = ()) -> str:
        """The name of what one more node at the entry of the function gives."""
        function = self._stack[-1]
        function.count += 1
        function.entry.append(Node(op, function.count, kind, (), data, None))
        return f"%v{function.count}"

    @property
    def lines_here(self) -> int:
        """How many lines the function under construction has so far; 0 where the stage runs."""
        return self._stack[-1].size if self._stack else 0

    def _spend(self, lines: int) -> None:
        """Count lines of code, also of what is thrown away again. Raises LudError where they become too many."""
        self._lines_left -= lines
        if self._lines_left < 0:
            raise LudError(f"the rules become more than {MOST_LINES:,} lines of code, which is too much to compile")

    def operand(self, kind: type[Handle], value: Operand) -> str:
        """The text of a value where the type is `kind`; plain Python values become constants."""
        if isinstance(value, Handle):
            return value.ref if isinstance(value, kind) else self._converted(kind, value).ref
        if kind is Bool:
            return "true" if value else "false"
        if kind is Real:
            return f"0x{struct.unpack('<Q', struct.pack('<d', float(value)))[0]:016X}"
        if kind is Address:
            return "null"
        bits = 32 if kind is Int else 64
        if type(value) is int and -(1 << 31) <= value < 1 << 31:
            return str(value)
        return str((int(value) + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1))

    def _converted(self, kind: type[H], value: Handle) -> H:
        if isinstance(value, kind):
            return value
        cast = _CASTS.get((kind, type(value)))
        if cast is None:
            raise TypeError(f"{value!r} is no {kind.__name__}")
        converted = self.instruction(kind, "cast", value.ref, data=cast)
        return self._ranged(converted, (0, 1)) if isinstance(value, Bool) else converted

    # --- ranges

    def range(self, value: Operand) -> Range:
        """What a 32-bit integer lies in, as far as is known where the next instruction is emitted."""
        if type(value) is int:  # the most frequent two first
            return (value, value) if FULL[0] <= value <= FULL[1] else FULL
        if isinstance(value, Int):
            narrower = None if isinstance(value, lanes.Wide) else self.ranges.get(value.ref)
            return value.range if narrower is None else meet(value.range, narrower)
        if isinstance(value, Bool):
            return 0, 1
        return (value, value) if isinstance(value, int) and FULL[0] <= value <= FULL[1] else FULL

    @property
    def ranges(self) -> Mapping[str, Range]:
        """The ranges of values, by name, that conditions give where the next instruction is emitted."""
        return self._stack[-1].ranges if self._stack else {}

    def narrowed(self, value: IntLike, low: int, high: int) -> IntLike:
        """The same value, known to lie in low .. high."""
        if isinstance(value, lanes.Wide):
            return value.narrowed(low, high) if isinstance(value, lanes.Content) else value
        if self._checks is not None and isinstance(value, Int) and not covers((low, high), self.range(value)):
            self._checks.claimed(value, low, high)
        return self._within(value, low, high)

    def _within(self, value: IntLike, low: int, high: int) -> IntLike:
        """The same of a value that cannot lie elsewhere."""
        return Int(self, value.ref, meet(self.range(value), (low, high))) if isinstance(value, Int) else value

    def inside(self, index: IntLike, length: IntLike) -> BoolLike:
        """Whether an index is one of 0 .. length-1, where `length` is not negative; folds where the ranges decide."""
        low, high = self.range(index)
        least, most = self.range(length)
        if low >= 0 and high < least:
            return True
        if high < 0 or low >= most:
            return False
        if low >= 0:
            return index < length
        x, y = self.operand(Int, index), self.operand(Int, length)
        test = Bool(self, self.value("icmp", "i32", x, y, data=("ult",)))
        if isinstance(index, Int):
            test.facts = ((index.ref, (0, most - 1)),)
            if least == most and high < most:
                test.denied = ((index.ref, (low, -1)),)
        return test

    def within(self, value: IntLike, low: int, high: int) -> BoolLike:
        """Whether a value is one of low .. high; folds where its range decides it."""
        range = self.range(value)
        if range[1] <= high:
            return value >= low
        return value <= high if range[0] >= low else (value >= low) & (value <= high)

    def _ranged(self, value: H, range: Range) -> H:
        if isinstance(value, Int):
            value.range = range
        return value

    # --- addresses

    def offset(self, address: Address, amount: IntLike | LongLike) -> Address:
        """The address `amount` bytes on."""
        if isinstance(amount, int) and amount == 0:
            return address
        wide = self.long(amount)
        place = self.instruction(Address, "at", address.ref, self.operand(Long, wide), data=("i8",))
        place.object = address.object
        if address.extent is not None:
            place.extent = address.extent._replace(start=address.extent.start + wide)
        return place

    def reached(self, address: Address, size: int, access: Literal["read", "write"]) -> str:
        """The text of an address at which `size` bytes are accessed."""
        return address.ref if self._checks is None else self._checks.reached(address, size, access)

    # --- conversions

    def long(self, value: IntLike | LongLike | BoolLike) -> LongLike:
        """Sign-extended to 64 bits."""
        return int(value) if isinstance(value, int) else self._converted(Long, value)

    def unsigned(self, value: IntLike) -> LongLike:
        """Zero-extended to 64 bits."""
        if isinstance(value, int):
            return value & 0xFFFFFFFF
        return self.instruction(Long, "cast", value.ref, data=("zext", "i32"))

    def to_int(self, value: IntLike | LongLike | BoolLike) -> IntLike:
        """Cut to 32 bits; a truth value becomes 1 or 0."""
        if isinstance(value, int):
            return (int(value) + (1 << 31)) % (1 << 32) - (1 << 31)
        return lanes.Flags(value) if isinstance(value, lanes.Mask) else self._converted(Int, value)

    def real(self, value: IntLike | LongLike | RealLike) -> RealLike:
        return float(value) if isinstance(value, int | float) else self._converted(Real, value)

    def truncate(self, value: RealLike) -> IntLike:
        """Toward zero, saturating; NaN is 0."""
        if isinstance(value, float):
            return 0 if value != value else int(max(-(2.0**31), min(2.0**31 - 1, value)))
        return self.instruction(Int, "truncate", value.ref)

    def binary(self, kind: type[H], operation: str, a: Operand, b: Operand) -> H:
        x, y = self.operand(kind, a), self.operand(kind, b)
        if self._checks is not None and isinstance(b, Handle):
            y = self._checks.operand_of(operation, kind.type, x, y)
        result = self.instruction(kind, operation, x, y)
        return self._ranged(result, result_of(operation, self.range(a), self.range(b))) if kind is Int else result

    def compare(self, kind: type[Handle], operation: str, a: Operand, b: Operand) -> BoolLike:
        if isinstance(a, lanes.Wide) or isinstance(b, lanes.Wide):
            return lanes.compare(self, operation, a, b)
        if kind is Int and isinstance(b, Long | Real):
            kind = type(b)
            operation = kind._ops[{v: k for k, v in Int._ops.items()}[operation]]
        if kind is Int:
            return self._compared(operation.removeprefix("icmp "), a, b)
        op, condition = operation.split()
        return Bool(self, self.value(op, kind.type, self.operand(kind, a), self.operand(kind, b), data=(condition,)))

    def _compared(self, condition: str, a: Operand, b: Operand) -> BoolLike:
        one, two = self.range(a), self.range(b)
        folded = decided(condition, one, two)
        if folded is not None:
            return folded
        x, y = self.operand(Int, a), self.operand(Int, b)
        test = Bool(self, self.value("icmp", "i32", x, y, data=(condition,)))
        test.facts = _facts_of(a, one, b, two, where(condition, one, two, holds=True))
        test.denied = _facts_of(a, one, b, two, where(condition, one, two, holds=False))
        return test

    # --- small operations

    def not_(self, a: BoolLike) -> BoolLike:
        if isinstance(a, bool):
            return not a
        opposite = a ^ True
        opposite.facts, opposite.denied = a.denied, a.facts
        return opposite

    def select(self, condition: BoolLike, a: A, b: B) -> A | B:
        """`a` if the condition holds, else `b`; both are already evaluated."""
        if isinstance(condition, bool):
            return a if condition else b
        if not isinstance(a, Handle) and not isinstance(b, Handle) and a == b:
            return a
        return cast("A | B", self._selected(condition, a, b))

    def _selected(self, condition: Bool, a: Operand, b: Operand) -> Handle:
        kind = _kind_of(a, b)
        x, y = self.operand(kind, a), self.operand(kind, b)
        selected = self.instruction(kind, "select", condition.ref, x, y, data=("i1",))
        either = hull(self._range_where(condition.facts, a), self._range_where(condition.denied, b))
        return self._ranged(selected, either)

    def _range_where(self, facts: Facts, value: Operand) -> Range:
        range = self.range(value)
        for name, narrower in facts:
            range = meet(range, narrower) if isinstance(value, Int) and value.ref == name else range
        return range

    def minimum(self, a: IntLike, b: IntLike) -> IntLike:
        return self._extreme("smin", min, a, b)

    def maximum(self, a: IntLike, b: IntLike) -> IntLike:
        return self._extreme("smax", max, a, b)

    def _extreme(self, name: str, fold: Callable[[int, int], int], a: IntLike, b: IntLike) -> IntLike:
        if isinstance(a, int) and isinstance(b, int):
            return fold(a, b)
        x, y = self.operand(Int, a), self.operand(Int, b)
        one, two = self.range(a), self.range(b)
        extreme = self.instruction(Int, name, x, y)
        return self._ranged(extreme, (fold(one[0], two[0]), fold(one[1], two[1])))

    def quotient(self, a: IntLike, b: IntLike) -> IntLike:
        """Rounded toward zero. Raises ZeroDivisionError where both are known and the divisor is 0."""
        if isinstance(a, int) and isinstance(b, int):
            return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return self.binary(Int, "sdiv", a, b)

    def remainder(self, a: IntLike, b: IntLike) -> IntLike:
        """What the quotient leaves; it has the sign of `a`."""
        if isinstance(a, int) and isinstance(b, int):
            return a - b * (abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1))
        return self.binary(Int, "srem", a, b)

    def absolute(self, a: IntLike) -> IntLike:
        return self.to_int(abs(a)) if isinstance(a, int) else self.select(a < 0, -a, a)

    def popcount(self, word: LongLike) -> IntLike:
        if isinstance(word, int):
            return (word & (1 << 64) - 1).bit_count()
        return self._within(self.to_int(self.instruction(Long, "count", word.ref)), 0, 64)

    def lowest_bit(self, word: LongLike) -> IntLike:
        """The index of the lowest set bit of a word that is not 0."""
        if isinstance(word, int):
            return (word & -word).bit_length() - 1
        undefined = "true" if self._checks is None else "false"  # verified: 64 for none, which is then out of range
        least = self.instruction(Long, "lowest", word.ref, data=(undefined,))
        return self.narrowed(self.to_int(least), 0, 63)

    def above_highest(self, word: LongLike) -> LongLike:
        """All bits above the highest set bit of a word: all of them if it is 0."""
        if isinstance(word, int):
            return -1 << (word & (1 << 64) - 1).bit_length() if word >= 0 else 0
        zeros = self.instruction(Long, "zeros", word.ref)
        upto = self.long(-1) >> (zeros & 63)
        return self.select(word == 0, -1, upto ^ -1)

    def bit(self, number: IntLike) -> LongLike:
        """The word in which only the bit of that number is set: one of 0 .. 63."""
        return Long(self, "1") << self.unsigned(number)

    def nth_bit(self, word: LongLike, n: IntLike) -> IntLike:
        """The index of the set bit number n of a word that has more than n."""
        if isinstance(word, int) and isinstance(n, int):
            return [bit for bit in range(64) if word >> bit & 1][n]
        x, y = self.operand(Long, word), self.operand(Long, self.unsigned(n))
        index = self.instruction(Long, "nth", x, y)
        return self._within(self.to_int(index), 0, 63)

    def math(self, function: str, x: RealLike) -> Real:
        """An LLVM floating-point intrinsic of one argument (sqrt, sin, exp ...)."""
        return self.instruction(Real, "math", self.operand(Real, x), data=(function,))

    def power(self, x: RealLike, y: RealLike) -> Real:
        return self.instruction(Real, "math", self.operand(Real, x), self.operand(Real, y), data=("pow",))


class Variable(Generic[V]):
    """A mutable value of the generated program, read as a `V`."""

    def __init__(self, stage: Instructions, kind: type[Handle]) -> None:
        self._stage, self._kind = stage, kind
        self._address = stage.at_entry("variable", kind.type)

    def get(self) -> V:
        return cast(V, self._stage.instruction(self._kind, "get", self._address))

    def set(self, value: Operand) -> None:
        text = self._stage.operand(self._kind, value)
        self._stage.append("set", self._kind.type, (self._address, text))


def _facts_of(a: Operand, one: Range, b: Operand, two: Range, left: tuple[Range, Range]) -> Facts:
    """What is new in what is left of the ranges `one` and `two` of two operands."""
    first: Facts = ((a.ref, left[0]),) if isinstance(a, Int) and left[0] != one else ()
    return (*first, (b.ref, left[1])) if isinstance(b, Int) and left[1] != two else first


def _kind_of(a: Operand, b: Operand) -> type[Handle]:
    for value in (a, b):
        if isinstance(value, Handle):
            return type(value)
    if isinstance(a, bool) and isinstance(b, bool):
        return Bool
    return Real if isinstance(a, float) or isinstance(b, float) else Int
