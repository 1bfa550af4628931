"""The stage: structured code generation. Knows no game.

`Stage` emits LLVM IR as text. Bodies of control flow are callables, run once while compiling: `if_(cond, body)` runs
the body directly (or not at all) when `cond` is a plain Python value.
"""

from __future__ import annotations

import contextlib
import re
import struct
from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import accumulate, chain, pairwise
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast, overload

from ludens.language import LudError
from ludens.stage import checks, fuel, lanes, selecting
from ludens.stage.handles import (
    Address,
    Bool,
    BoolLike,
    Environment,
    Extent,
    H,
    Handle,
    Int,
    IntLike,
    Long,
    LongLike,
    Memory,
    Number,
    Operand,
    Parameter,
    Real,
    RealLike,
)
from ludens.stage.ranges import (
    FULL,
    NARROW,
    Facts,
    Narrow,
    Range,
    covers,
    decided,
    hull,
    known_with,
    meet,
    narrowest,
    result_of,
    where,
)

#: more conditions in a row are tested by halves: each one of a row stands within the one before it
MANY_TESTS = 32
#: functions of more lines are never inlined
LARGE = 200
#: what becomes more lines, those included that are thrown away again, is refused: three times the largest known game
MOST_LINES = 5_000_000
#: what errors say of a place decides nothing
_PLACES = re.compile(r"@place\.\d+")
#: how many elements of a constant count as a line
_ELEMENTS_A_LINE = 16
#: constants of so many elements are written as bytes
MANY_ELEMENTS = 1024
#: functions of more lines are not optimised: LLVM would need minutes for them
HUGE = 10_000

A = TypeVar("A", bound=Operand)
B = TypeVar("B", bound=Operand)
T = TypeVar("T")
V = TypeVar("V")
R = TypeVar("R", covariant=True)
Body = Callable[[], object]
Element: TypeAlias = Literal["i8", "u8", "i16", "u16", "i32", "i64", "f32", "f64"]

#: element types of memory and tables: LLVM type, size in bytes, how a load widens to i32
_ELEMENTS: dict[str, tuple[str, int, str]] = {
    "i8": ("i8", 1, "sext"),
    "u8": ("i8", 1, "zext"),
    "i16": ("i16", 2, "sext"),
    "u16": ("i16", 2, "zext"),
    "i32": ("i32", 4, ""),
    "i64": ("i64", 8, ""),
    "f32": ("float", 4, ""),
    "f64": ("double", 8, ""),
}
_HANDLE_OF: dict[str, type[Number]] = {"i64": Long, "f32": Real, "f64": Real}
#: the instruction that makes a handle of the first class from one of the second
_CASTS: dict[tuple[type[Handle], type[Handle]], str] = {
    (Int, Bool): "zext i1",
    (Long, Bool): "zext i1",
    (Long, Int): "sext i32",
    (Int, Long): "trunc i64",
    (Real, Int): "sitofp i32",
    (Real, Long): "sitofp i64",
}
_ZEROS = {"void": "", "ptr": " null", "double": " 0.0"}
_CLASS_OF_TYPE: dict[str, type[Handle]] = {c.type: c for c in (Bool, Int, Long, Real, Address)}


@dataclass
class _Function:
    """A function under construction: its entry's allocations and its body, as lines.

    Values and labels are numbered within it, so that functions that do the same have the same text.
    """

    linkage: str
    result: str
    attributes: str = " nounwind"
    parameters: list[tuple[Parameter, str]] = field(default_factory=list)
    allocas: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    label: str = "entry"
    #: the last label that nothing jumps to
    dead: str = ""
    count: int = 0
    #: ranges of values that hold where the next line comes to stand, by name
    known: Mapping[str, Range] = field(default_factory=dict)
    #: the range of what it gives
    gives: Range = FULL
    #: lines that run again in loops, or in what is called, without a look at the stop word, and without a draw
    rounds: int = 0
    work: int = 0
    #: how many lines run without a draw in what it calls, at most
    longest: int = 0
    env: Address | None = None
    #: the lines between the allocations and the body
    guard: str = ""
    #: bytes of its own memory, and of what it calls, at most
    memory: int = fuel.FRAME
    below: int = 0
    #: whether it may return zero, whatever its body gives
    gives_up: bool = False

    def number(self) -> int:
        """A number for one more value or label."""
        self.count += 1
        return self.count

    def body(self) -> str:
        """What decides what the function does: all of its text but its name."""
        listed = ", ".join(f"{_passed(kind)} {name}" for kind, name in self.parameters)
        head = ["start:", *self.allocas, self.guard, "entry:"] if self.guard else ["entry:", *self.allocas]
        return "\n".join([f"({listed}){self.attributes} {{", *head, *self.lines, "}"])

    @property
    def stretch(self) -> int:
        """How many lines run between two draws, at most."""
        return len(self.lines) + self.rounds

    @property
    def zero(self) -> str:
        """The line that returns zero."""
        return f"  ret {self.result}{_ZEROS.get(self.result, ' 0')}"

    def text(self, name: str) -> str:
        return f'define {self.linkage}{self.result} @"{name}"{self.body()}'


def _passed(kind: Parameter) -> str:
    """How a parameter is declared."""
    return f"{kind.type} noalias" if isinstance(kind, Environment) else kind.type


@dataclass
class _Loop:
    """A loop under construction: the function's lines, rounds and work before it, and its way into its body."""

    lines: int
    rounds: int
    work: int
    branch: int = 0
    held: str = ""
    inside: str = ""
    end: str = ""


@dataclass(frozen=True)
class _Mark:
    """How far the functions under construction are, to go back to."""

    functions: int
    loops: int
    lines: int
    held: tuple[str, str, Mapping[str, Range], int, int]


@dataclass(frozen=True)
class Function(Generic[R]):
    """A function of the module, which gives an `R`: call it with `Stage.call`."""

    name: str
    result: type[Handle] | None
    parameters: tuple[Parameter, ...]
    #: the range of what it gives, where that is an Int
    gives: Range = FULL


class Variable(Generic[V]):
    """A mutable value of the generated program, read as a `V`."""

    def __init__(self, stage: Stage, kind: type[Handle]) -> None:
        self._stage, self._kind = stage, kind
        self._address = stage.fresh()
        stage.allocate_line(f"{self._address} = alloca {kind.type}")

    def get(self) -> V:
        return cast(V, self._stage.instruction(self._kind, f"load {self._kind.type}, ptr {self._address}"))

    def set(self, value: Operand) -> None:
        text = self._stage.operand(self._kind, value)
        self._stage.line(f"store {self._kind.type} {text}, ptr {self._address}")


@dataclass(frozen=True)
class Scope:
    """A region of code that `Stage.leave` can jump out of."""

    label: str


class Table(Generic[V]):
    """A constant array of integers, read as `V`: 0 where it has no such element. Indexing it with a plain int folds."""

    def __init__(self, stage: Stage, name: str, values: array[int], element: str) -> None:
        self._stage, self._name, self._element = stage, name, element
        self.values = values
        #: the least and the greatest of the elements that a range of indices has, by that range
        self._bounds: dict[Range, Range] = {}

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, index: IntLike) -> V:
        return cast(V, self._read(index))

    def _read(self, index: IntLike) -> Operand:
        if isinstance(index, int):
            return self.values[index] if 0 <= index < len(self.values) else 0
        stage = self._stage
        if isinstance(index, lanes.Content):
            return index.looked_up(stage, self.values.tolist())
        inside = stage.inside(index, len(self.values))
        if inside is False or not len(self.values):
            return 0
        if self._is_uniform:
            return stage.select(inside, self.values[0], 0)
        safe = stage.select(inside, index, 0)
        value = stage.load(self.address, safe, self._element)
        if isinstance(value, Int):
            value = stage.narrowed(value, *self._within(stage.range(safe)))
        return stage.select(inside, value, 0)

    def _within(self, indices: Range) -> Range:
        """What the elements of a range of indices lie in."""
        if indices not in self._bounds:
            there = self.values[indices[0] : indices[1] + 1]
            self._bounds[indices] = min(there), max(there)
        return self._bounds[indices]

    @cached_property
    def _is_uniform(self) -> bool:
        """Whether all elements are equal, so that even an index known only in play folds."""
        return bool(self.values) and self.values.count(self.values[0]) == len(self.values)

    @property
    def address(self) -> Address:
        size = _ELEMENTS[self._element][1] * len(self.values)
        return self._stage.object_at(Address(self._stage, self._name), f"a table of {len(self.values)}", size)


class Rows:
    """A constant list of lists of integers (compressed rows), such as the neighbours of each site.

    A row that is not there is empty.
    """

    def __init__(self, stage: Stage, starts: array[int], data: array[int]) -> None:
        self._stage = stage
        self._starts, self._data = stage.table(starts), stage.table(data if len(data) else [0])

    def __len__(self) -> int:
        return len(self._starts) - 1

    @cached_property
    def rows(self) -> list[tuple[int, ...]]:
        """The lists themselves."""
        data, starts = self._data.values.tolist(), self._starts.values.tolist()
        return [tuple(data[start:end]) for start, end in pairwise(starts)]

    def counts_to(self, number: int) -> bool:
        """Whether the rows hold 0 .. number-1 in order."""
        return self._data.values[: self._starts.values[-1]] == array("q", range(number))

    def _span(self, row: IntLike) -> tuple[IntLike, IntLike]:
        """Where a row starts, and where it ends."""
        inside = self._stage.inside(row, len(self))
        if inside is False:
            return 0, 0
        safe = self._stage.select(inside, row, 0)
        start, end = self._starts[safe], self._starts[safe + 1]
        return start, self._stage.select(inside, end, start)

    @property
    def size(self) -> int:
        """How many positions there are."""
        return len(self._data)

    @cached_property
    def longest(self) -> int:
        """The length of the longest row."""
        return max((end - start for start, end in pairwise(self._starts.values)), default=0)

    def start(self, row: IntLike) -> IntLike:
        """Where a row starts: behind the last one, where they end."""
        return self._starts[row]

    def length(self, row: IntLike) -> IntLike:
        if isinstance(row, int):
            return len(self.rows[row]) if 0 <= row < len(self) else 0
        start, end = self._span(row)
        return self._stage.narrowed(end - start, 0, self.longest)

    def at(self, position: IntLike) -> IntLike:
        """The value at an absolute position (`start(row) + k`)."""
        return self._data[position]

    def get(self, row: IntLike, index: IntLike) -> IntLike:
        return self.at(self.start(row) + index)

    def each(self, row: IntLike, body: Callable[[IntLike], object]) -> None:
        """Run `body(value)` for each value of the row, in order. Short constant rows are unrolled."""
        if isinstance(row, int) and (not 0 <= row < len(self) or len(self.rows[row]) <= 2):
            for value in self.rows[row] if 0 <= row < len(self) else ():
                body(value)
            return
        start, end = self._span(row)
        self._stage.for_range(start, end, lambda i: body(self.at(i)), rounds=self.longest)


class Stage:
    """Emits one LLVM module.

    `where` gives what an error is to say of the place that is being emitted. In the checking mode every access to
    memory is verified: where `checked` says so, by default where `LUDENS_CHECKS` does.
    """

    def __init__(self, *, where: Callable[[], Hashable] | None = None, checked: bool | None = None) -> None:
        self._where_now = where
        #: the texts of places, by what `where` gave
        self._places: dict[Hashable, str] = {}
        self._checks = checks.Checks(self, where) if (checks.is_on() if checked is None else checked) else None
        self._count = 0
        self._lines_left = MOST_LINES
        self._globals: dict[tuple[str, bytes], Table[Any]] = {}
        self._global_lines: list[str] = []
        self._functions: list[str] = []
        self._bodies: dict[tuple[str, str], Function[Any]] = {}
        self._stack: list[_Function] = []
        self._declared: dict[str, str] = {}
        #: how many lines functions run without a look at the stop word, and without a draw
        self._stretches: dict[str, int] = {}
        self._works: dict[str, int] = {}
        #: how many bytes of the stack functions take, with what they call
        self._memories: dict[str, int] = {}
        #: the most lines that a function runs without a draw of its own, with what it calls
        self._longest: dict[str, int] = {}
        #: the functions that can be called from outside, by name
        self.exports: dict[str, Function[Any]] = {}
        self._rows: dict[tuple[bytes, bytes], Rows] = {}
        self._made: dict[Hashable, object] = {}
        self.loop_depth = 0

    # --- what is made once

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gave when it was first asked for under this key, which decides it."""
        if key not in self._made:
            self._made[key] = make()
        return cast(T, self._made[key])

    def recursive(
        self, key: Hashable, parameters: Sequence[Parameter], result: type[H], body: Callable[..., Any]
    ) -> Function[H]:
        """A function made once, whose body may ask for it by the same key.

        It bounds how deep it is nested, by `fuel.DEPTH`: a card knows then what memory it needs.
        """
        if key not in self._made:
            declared = self.declare(str(key), parameters, result)
            self._made[key] = declared
            try:
                self.define(declared, body)
            except lanes.NotUniform:
                del self._made[key]
                raise
        return cast("Function[H]", self._made[key])

    # --- raw emission

    def fresh(self) -> str:
        return f"%v{self._stack[-1].number()}"

    # what every instruction goes through does without calls

    def line(self, text: str) -> None:
        self._lines_left -= 1
        if self._lines_left < 0:
            self._spend(0)
        self._stack[-1].lines.append("  " + text)

    @property
    def lines_here(self) -> int:
        """How many lines the function under construction has so far; 0 where the stage runs."""
        return len(self._stack[-1].lines) if self._stack else 0

    def _spend(self, lines: int) -> None:
        """Count lines of code, also of what is thrown away again. Raises LudError where they become too many."""
        self._lines_left -= lines
        if self._lines_left < 0:
            raise LudError(f"the rules become more than {MOST_LINES:,} lines of code, which is too much to compile")

    def allocate_line(self, text: str) -> None:
        self._stack[-1].allocas.append("  " + text)

    def instruction(self, kind: type[H], text: str) -> H:
        self._lines_left -= 1
        if self._lines_left < 0:
            self._spend(0)
        function = self._stack[-1]
        function.count += 1
        name = f"%v{function.count}"
        function.lines.append(f"  {name} = {text}")
        return kind(self, name)

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
        operation = _CASTS.get((kind, type(value)))
        if operation is None:
            raise TypeError(f"{value!r} is no {kind.__name__}")
        converted = self.instruction(kind, f"{operation} {value.ref} to {kind.type}")
        return self._ranged(converted, (0, 1)) if isinstance(value, Bool) else converted

    # --- ranges

    def range(self, value: Operand) -> Range:
        """What a 32-bit integer lies in, as far as is known where the next instruction is emitted."""
        if type(value) is int:  # the most frequent two first
            return (value, value) if FULL[0] <= value <= FULL[1] else FULL
        if isinstance(value, Int):
            known = None if isinstance(value, lanes.Wide) else self.known.get(value.ref)
            return value.range if known is None else meet(value.range, known)
        if isinstance(value, Bool):
            return 0, 1
        return (value, value) if isinstance(value, int) and FULL[0] <= value <= FULL[1] else FULL

    @property
    def known(self) -> Mapping[str, Range]:
        """The ranges of values, by name, that conditions give where the next instruction is emitted."""
        return self._stack[-1].known if self._stack else {}

    def narrowed(self, value: IntLike, low: int, high: int) -> IntLike:
        """The same value, of which is known that it lies in low .. high."""
        if isinstance(value, lanes.Wide):
            return value.narrowed(low, high) if isinstance(value, lanes.Content) else value
        if self._checks is not None and isinstance(value, Int) and not covers((low, high), self.range(value)):
            self._checks.claimed(value, low, high)
        return self._within(value, low, high)

    def _within(self, value: IntLike, low: int, high: int) -> IntLike:
        """The same of what cannot be otherwise."""
        return Int(self, value.ref, meet(self.range(value), (low, high))) if isinstance(value, Int) else value

    def inside(self, index: IntLike, length: IntLike) -> BoolLike:
        """Whether an index is one of 0 .. length-1, where `length` is not negative; folds where the ranges tell."""
        low, high = self.range(index)
        least, most = self.range(length)
        if low >= 0 and high < least:
            return True
        if high < 0 or low >= most:
            return False
        if low >= 0:
            return index < length
        x, y = self.operand(Int, index), self.operand(Int, length)
        test = self.instruction(Bool, f"icmp ult i32 {x}, {y}")
        if isinstance(index, Int):
            test.facts = ((index.ref, (0, most - 1)),)
            if least == most and high < most:
                test.denied = ((index.ref, (low, -1)),)
        return test

    def within(self, value: IntLike, low: int, high: int) -> BoolLike:
        """Whether a value is one of low .. high; folds where its range tells."""
        found = self.range(value)
        if found[1] <= high:
            return value >= low
        return value <= high if found[0] >= low else (value >= low) & (value <= high)

    def _ranged(self, value: H, range: Range) -> H:
        if isinstance(value, Int):
            value.range = range
        return value

    def _where(self, facts: Facts, body: Body) -> bool:
        """Run a body where some facts hold. Gives whether what is emitted next is unreachable from its end."""
        function = self._stack[-1]
        before, function.known = function.known, known_with(function.known, facts)
        body()
        function.known = before
        return function.label == function.dead

    # --- conversions

    def long(self, value: IntLike | LongLike | BoolLike) -> LongLike:
        """Sign-extended to 64 bits."""
        return int(value) if isinstance(value, int) else self._converted(Long, value)

    def unsigned(self, value: IntLike) -> LongLike:
        """Zero-extended to 64 bits."""
        if isinstance(value, int):
            return value & 0xFFFFFFFF
        return self.instruction(Long, f"zext i32 {value.ref} to i64")

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
        name = self.intrinsic("llvm.fptosi.sat.i32.f64", "i32 @llvm.fptosi.sat.i32.f64(double)")
        return self.instruction(Int, f"call i32 {name}(double {value.ref})")

    def binary(self, kind: type[H], operation: str, a: Operand, b: Operand) -> H:
        x, y = self.operand(kind, a), self.operand(kind, b)
        if self._checks is not None and isinstance(b, Handle):
            y = self._checks.operand_of(operation, kind.type, x, y)
        made = self.instruction(kind, f"{operation} {kind.type} {x}, {y}")
        return self._ranged(made, result_of(operation, self.range(a), self.range(b))) if kind is Int else made

    def compare(self, kind: type[Handle], operation: str, a: Operand, b: Operand) -> BoolLike:
        if isinstance(a, lanes.Wide) or isinstance(b, lanes.Wide):
            return lanes.compare(self, operation, a, b)
        if kind is Int and isinstance(b, Long | Real):
            kind = type(b)
            operation = kind._ops[{v: k for k, v in Int._ops.items()}[operation]]
        if kind is Int:
            return self._compared(operation.removeprefix("icmp "), a, b)
        x, y = self.operand(kind, a), self.operand(kind, b)
        return self.instruction(Bool, f"{operation} {kind.type} {x}, {y}")

    def _compared(self, condition: str, a: Operand, b: Operand) -> BoolLike:
        one, two = self.range(a), self.range(b)
        folded = decided(condition, one, two)
        if folded is not None:
            return folded
        x, y = self.operand(Int, a), self.operand(Int, b)
        held = self.instruction(Bool, f"icmp {condition} i32 {x}, {y}")
        held.facts = _facts_of(a, one, b, two, where(condition, one, two, holds=True))
        held.denied = _facts_of(a, one, b, two, where(condition, one, two, holds=False))
        return held

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
        chosen = self.instruction(kind, f"select i1 {condition.ref}, {kind.type} {x}, {kind.type} {y}")
        either = hull(self._range_where(condition.facts, a), self._range_where(condition.denied, b))
        return self._ranged(chosen, either)

    def _range_where(self, facts: Facts, value: Operand) -> Range:
        found = self.range(value)
        for name, narrower in facts:
            found = meet(found, narrower) if isinstance(value, Int) and value.ref == name else found
        return found

    def minimum(self, a: IntLike, b: IntLike) -> IntLike:
        return self._extreme("smin", min, a, b)

    def maximum(self, a: IntLike, b: IntLike) -> IntLike:
        return self._extreme("smax", max, a, b)

    def _extreme(self, name: str, fold: Callable[[int, int], int], a: IntLike, b: IntLike) -> IntLike:
        if isinstance(a, int) and isinstance(b, int):
            return fold(a, b)
        intrinsic = self.intrinsic(f"llvm.{name}.i32", f"i32 @llvm.{name}.i32(i32, i32)")
        x, y = self.operand(Int, a), self.operand(Int, b)
        one, two = self.range(a), self.range(b)
        extreme = self.instruction(Int, f"call i32 {intrinsic}(i32 {x}, i32 {y})")
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
        name = self.intrinsic("llvm.ctpop.i64", "i64 @llvm.ctpop.i64(i64)")
        return self._within(self.to_int(self.instruction(Long, f"call i64 {name}(i64 {word.ref})")), 0, 64)

    def lowest_bit(self, word: LongLike) -> IntLike:
        """The index of the lowest set bit of a word that is not 0."""
        if isinstance(word, int):
            return (word & -word).bit_length() - 1
        name = self.intrinsic("llvm.cttz.i64", "i64 @llvm.cttz.i64(i64, i1)")
        undefined = "true" if self._checks is None else "false"  # verified: 64 for none, which is then out of range
        least = self.instruction(Long, f"call i64 {name}(i64 {word.ref}, i1 {undefined})")
        return self.narrowed(self.to_int(least), 0, 63)

    def above_highest(self, word: LongLike) -> LongLike:
        """All bits above the highest set bit of a word: all of them if it is 0."""
        if isinstance(word, int):
            return -1 << (word & (1 << 64) - 1).bit_length() if word >= 0 else 0
        name = self.intrinsic("llvm.ctlz.i64", "i64 @llvm.ctlz.i64(i64, i1)")
        zeros = self.instruction(Long, f"call i64 {name}(i64 {word.ref}, i1 false)")
        upto = self.long(-1) >> (zeros & 63)
        return self.select(word == 0, -1, upto ^ -1)

    def bit(self, number: IntLike) -> LongLike:
        """The word in which only the bit of that number is set: one of 0 .. 63."""
        return Long(self, "1") << self.unsigned(number)

    def nth_bit(self, word: LongLike, n: IntLike) -> IntLike:
        """The index of the set bit number n of a word that has more than n."""
        if isinstance(word, int) and isinstance(n, int):
            return [bit for bit in range(64) if word >> bit & 1][n]
        self.intrinsic("llvm.ctpop.i64", "i64 @llvm.ctpop.i64(i64)")
        self._declared[selecting.NAME] = selecting.EVERYWHERE
        x, y = self.operand(Long, word), self.operand(Long, self.unsigned(n))
        found = self.instruction(Long, f'call i64 @"{selecting.NAME}"(i64 {x}, i64 {y})')
        return self._within(self.to_int(found), 0, 63)

    def math(self, function: str, x: RealLike) -> Real:
        """An LLVM floating-point intrinsic of one argument (sqrt, sin, exp ...)."""
        name = self.intrinsic(f"llvm.{function}.f64", f"double @llvm.{function}.f64(double)")
        return self.instruction(Real, f"call double {name}(double {self.operand(Real, x)})")

    def power(self, x: RealLike, y: RealLike) -> Real:
        name = self.intrinsic("llvm.pow.f64", "double @llvm.pow.f64(double, double)")
        return self.instruction(
            Real, f"call double {name}(double {self.operand(Real, x)}, double {self.operand(Real, y)})"
        )

    def intrinsic(self, name: str, signature: str) -> str:
        """The text of a function of LLVM, declared with the type that `signature` gives."""
        self._declared[name] = f"declare {signature}"
        return f"@{name}"

    # --- lazy logic

    def all_of(self, *tests: Callable[[], BoolLike]) -> BoolLike:
        """Whether every test holds; evaluated in order, up to the first that does not."""
        if not tests:
            return True
        if len(tests) > MANY_TESTS:
            half = len(tests) // 2
            return self.all_of(lambda: self.all_of(*tests[:half]), lambda: self.all_of(*tests[half:]))
        first = tests[0]()
        if isinstance(first, bool):
            return self.all_of(*tests[1:]) if first else False
        return first if len(tests) == 1 else self.choose(first, lambda: self.all_of(*tests[1:]), lambda: False, Bool)

    def any_of(self, *tests: Callable[[], BoolLike]) -> BoolLike:
        """Whether some test holds; evaluated in order, up to the first that does."""
        return self.not_(self.all_of(*(lambda t=t: self.not_(t()) for t in tests)))

    @overload
    def choose(self, condition: BoolLike, a: Callable[[], IntLike], b: Callable[[], IntLike]) -> IntLike: ...

    @overload
    def choose(
        self, condition: BoolLike, a: Callable[[], BoolLike], b: Callable[[], BoolLike], kind: type[Bool]
    ) -> BoolLike: ...

    @overload
    def choose(
        self, condition: BoolLike, a: Callable[[], LongLike], b: Callable[[], LongLike], kind: type[Long]
    ) -> LongLike: ...

    @overload
    def choose(
        self, condition: BoolLike, a: Callable[[], RealLike], b: Callable[[], RealLike], kind: type[Real]
    ) -> RealLike: ...

    def choose(
        self, condition: BoolLike, a: Callable[[], Operand], b: Callable[[], Operand], kind: type[Handle] = Int
    ) -> Operand:
        """The value of `a()` if the condition holds, else of `b()`; only one is evaluated."""
        if isinstance(condition, bool):
            return a() if condition else b()
        if isinstance(condition, lanes.Mask):
            return self._chosen_by_lane(condition, a(), b())
        chosen: Variable[Handle] = Variable(self, kind)
        values: list[Operand] = []
        ranges: list[Range] = []

        def take(make: Callable[[], Operand]) -> None:
            value = make()
            chosen.set(value)
            values.append(value)
            ranges.append(self.range(value))

        self.if_(condition, lambda: take(a), lambda: take(b))
        value = chosen.get()
        if isinstance(value, Bool):
            value.facts, value.denied = _facts_of_choice(condition, *values)
        return self._ranged(value, hull(*ranges)) if kind is Int else value

    def _chosen_by_lane(self, condition: lanes.Mask, a: Operand, b: Operand) -> BoolLike:
        if isinstance(a, bool | Bool) and isinstance(b, bool | Bool):
            return condition.chosen(a, b)
        raise lanes.NotUniform

    # --- lanes

    def each_lane(self, count: int, body: Callable[[IntLike], BoolLike]) -> BoolLike | None:
        """What a test of a number gives for 0 .. count-1 at once: a `lanes.Mask`, or one value for all.

        None where that is not known lane by lane, or is no straight line of code that leaves everything as it is.
        """
        return self.attempted(partial(self._by_lane, count, body))

    def _by_lane(self, count: int, body: Callable[[IntLike], BoolLike]) -> BoolLike | None:
        function = self._stack[-1]
        mark = len(function.lines)
        held = body(lanes.Lane(self, 0, count))
        return held if all(map(_is_plain, function.lines[mark:])) else None

    def any_row_within(
        self, sets: Sequence[tuple[LongLike, Table[LongLike], Table[LongLike]]], start: IntLike, width: int, by: int
    ) -> BoolLike:
        """Whether for one of `width` elements from `start` on every set, cut to the second table, is as in the first.

        Each of the sets is a word with two tables; `by`, by which the width is divided, elements are looked at at once.
        """
        return lanes.any_row(self, sets, start, width, by, self._row)

    def write_numbers(
        self, target: Address, source: Address, offsets: Sequence[int], base: int, count: int, element: Narrow
    ) -> None:
        """Write an array of so many numbers, of which number i has for its digits, the first one's first, the bytes at
        i + `offsets`; all of them at once."""
        lanes.write_numbers(
            self,
            offsets,
            base,
            count,
            element,
            lambda at, size: self.reached(self.offset(source, at), size, "read"),
            lambda at, size: self.reached(self.offset(target, at), size, "write"),
        )

    def _row(self, table: Table[LongLike], start: IntLike, width: int) -> str:
        """The text of the address of `width` elements of a table."""
        return self.reached(self.offset(table.address, self.long(start) * 8), 8 * width, "read")

    # --- control flow

    def if_(self, condition: BoolLike, body: Body, orelse: Body | None = None) -> None:
        if isinstance(condition, bool):
            if condition:
                body()
            elif orelse is not None:
                orelse()
            return
        then_label, else_label, end = self._label("then"), self._label("else"), self._label("end")
        self.line(f"br i1 {condition.ref}, label %{then_label}, label %{else_label if orelse else end}")
        self._begin(then_label)
        left = self._where(condition.facts, body)
        self.line(f"br label %{end}")
        left_else = False
        if orelse is not None:
            self._begin(else_label)
            left_else = self._where(condition.denied, orelse)
            self.line(f"br label %{end}")
        self._begin(end)
        if left or left_else:
            function = self._stack[-1]
            function.known = known_with(function.known, condition.denied if left else condition.facts)

    def switch(self, value: IntLike, cases: Sequence[Body]) -> None:
        """Run case number `value`; nothing where there is no such case."""
        if isinstance(value, int):
            if 0 <= value < len(cases):
                cases[value]()
            return
        end, labels = self._label("end"), [self._label("case") for _ in cases]
        table = " ".join(f"i32 {i}, label %{label}" for i, label in enumerate(labels))
        self.line(f"switch i32 {value.ref}, label %{end} [ {table} ]")
        for number, (label, case) in enumerate(zip(labels, cases, strict=True)):
            self._begin(label)
            self._where(((value.ref, (number, number)),), case)
            self.line(f"br label %{end}")
        self._begin(end)

    def for_range(
        self, low: IntLike, high: IntLike, body: Callable[[IntLike], object], *, rounds: int | None = None
    ) -> None:
        """Run `body(i)` for i = low .. high-1; `rounds` is how often at most, where more is known than the ranges say.

        A loop whose rounds are few draws no fuel (see `_close`).
        """
        if isinstance(low, int) and isinstance(high, int) and high - low <= 1:
            if high > low:
                body(low)
            return
        header, inside, end = self._label("for"), self._label("do"), self._label("done")
        latch, index, following = self._label("next"), self.fresh(), self.fresh()
        x, y = self.operand(Int, low), self.operand(Int, high)
        before, loop = self._stack[-1].label, self._open()
        self.line(f"br label %{header}")
        self._begin(header)
        self.line(f"{index} = phi i32 [ {x}, %{before} ], [ {following}, %{latch} ]")
        more = self.instruction(Bool, f"icmp slt i32 {index}, {y}")
        self._enter(loop, more.ref, inside, end)
        least, most = self.range(low)[0], self.range(high)[1] - 1
        self._where((), lambda: body(Int(self, index, (least, most) if least <= most else FULL)))
        self.line(f"br label %{latch}")
        self._begin(latch)
        self.line(f"{following} = add i32 {index}, 1")
        self.line(f"br label %{header}")
        self._close(loop, most + 1 - least if rounds is None else min(rounds, most + 1 - least))

    def for_down(
        self, high: IntLike, low: IntLike, body: Callable[[IntLike], object], *, rounds: int | None = None
    ) -> None:
        """Run `body(i)` for i = high-1 down to low."""
        least, most = self.range(low)[0], max(self.range(high)[1] - 1, self.range(low)[0])
        self.for_range(low, high, lambda i: body(self.narrowed(high - 1 - i + low, least, most)), rounds=rounds)

    def while_(self, condition: Callable[[], BoolLike], body: Body, *, rounds: int | None = None) -> None:
        """Run the body while the condition holds, `rounds` times at most where that is known."""
        header, inside, end = self._label("while"), self._label("do"), self._label("done")
        loop = self._open()
        self.line(f"br label %{header}")
        self._begin(header)
        known = self.known
        condition_holds = condition()
        self._enter(loop, self.operand(Bool, condition_holds), inside, end)
        self._where(condition_holds.facts if isinstance(condition_holds, Bool) else (), body)
        self._stack[-1].known = known
        self.line(f"br label %{header}")
        self._close(loop, rounds)

    def _open(self) -> _Loop:
        self.loop_depth += 1
        return _Loop(len(self._stack[-1].lines), self._stack[-1].rounds, self._stack[-1].work)

    def _enter(self, loop: _Loop, held: str, inside: str, end: str) -> None:
        """Branch into the body of a loop, or to its end."""
        loop.branch, loop.held, loop.inside, loop.end = len(self._stack[-1].lines), held, inside, end
        self.line(f"br i1 {held}, label %{inside}, label %{end}")
        self._begin(inside)

    def _close(self, loop: _Loop, rounds: int | None) -> None:
        """End a loop. In each round it draws on the fuel, unless all its rounds together run few lines enough.

        Where these are many, but counted, it draws now and then, or only looks whether the code is to stop.
        """
        function = self._stack[-1]
        own = len(function.lines) - loop.lines
        body, work = (
            own + now - before for now, before in ((function.rounds, loop.rounds), (function.work, loop.work))
        )
        apart = 1 << max(fuel.BETWEEN // work, 1).bit_length() - 1 if rounds is not None else 1
        if rounds is not None and rounds * body <= fuel.STRETCH and rounds * work <= fuel.LONGEST:
            function.rounds = loop.rounds + max(rounds, 1) * body - own
            function.work = loop.work + max(rounds, 1) * work - own
        elif function.env is None:
            function.rounds += fuel.STRETCH
            function.work += fuel.LONGEST
        else:
            looks = rounds is not None and apart < fuel.APART and rounds * work <= fuel.LONGEST
            if looks:
                function.work = loop.work + max(rounds or 0, 1) * work - own
            elif apart >= fuel.APART:
                function.rounds = loop.rounds + apart * body - own
                function.work = loop.work + apart * work - own
            label = self._label("draw")
            branch = f"  br i1 {loop.held}, label %{label}, label %{loop.end}\n"
            lines = self._looking if looks else self._now_and_then(apart, body)
            function.lines[loop.branch] = branch + lines(function.env, loop.inside, loop.end, label)
        self.loop_depth -= 1
        self._begin(loop.end)

    def _looking(self, env: Address, go_on: str, leave: str, label: str) -> str:
        """The lines that only look whether the code is to stop."""
        self._declared["refuel"], self._declared["same"] = fuel.REFUEL, fuel.SAME
        return fuel.looking(env.ref, self._place(), go_on, leave, label)

    def _drawing(self, env: Address, go_on: str, leave: str, label: str, parts: int = fuel.PARTS) -> str:
        """The lines that draw once, or so many parts of that."""
        self._declared["refuel"] = fuel.REFUEL
        return fuel.drawing(env.ref, self._place(), go_on, leave, label, parts)

    def _now_and_then(self, apart: int, body: int) -> Callable[[Address, str, str, str], str]:
        """What gives the lines that draw once in so many rounds of a `body` of so many lines without a look.

        Where the rounds are few it draws a part in each; in long ones it draws several times.
        """
        if apart < fuel.PARTS:
            draws = fuel.LONG_ROUND if body > fuel.LONG_ROUND * fuel.BETWEEN else 1
            return partial(self._drawing, parts=draws * fuel.PARTS // apart)

        def lines(env: Address, go_on: str, leave: str, label: str) -> str:
            counter, due = f"%{label}.rounds", self._label("due")
            self._stack[-1].allocas += [f"  {counter} = alloca i32", f"  store i32 0, ptr {counter}"]
            often = fuel.now_and_then(counter, apart, go_on, due, label)
            return f"{often}\n{self._drawing(env, go_on, leave, due)}"

        return lines

    def _place(self) -> str:
        """The address of a text of the place that is being emitted, which errors name."""
        place = self._where_now() if self._where_now is not None else None
        if place is None:
            return "null"
        if place not in self._places:
            self._places[place] = f"@place.{len(self._places)}"
        return self._places[place]

    def store_place(self, address: Address, offset: int) -> None:
        """Keep the address of a text (UTF-8, ends with a zero) of the place that is being emitted; null for none."""
        at = self.instruction(Address, f"getelementptr i8, ptr {address.ref}, i64 {offset}")
        self.line(f"store ptr {self._place()}, ptr {at.ref}")

    def scope(self, body: Callable[[Scope], object]) -> None:
        """Run the body once; `leave` jumps to its end."""
        end = Scope(self._label("leave"))
        self._where((), lambda: body(end))
        self.line(f"br label %{end.label}")
        self._begin(end.label)

    def leave(self, scope: Scope) -> None:
        """Jump to the end of an enclosing scope. What is emitted next is unreachable."""
        self.line(f"br label %{scope.label}")
        function = self._stack[-1]
        function.dead = self._label("dead")
        self._begin(function.dead)

    def give_up(self) -> None:
        """Return zero from the function under construction. What is emitted next is unreachable."""
        function = self._stack[-1]
        function.gives_up = True
        function.lines.append(function.zero)
        function.dead = self._label("dead")
        self._begin(function.dead)

    def _label(self, hint: str) -> str:
        return f"{hint}{self._stack[-1].number()}"

    def _begin(self, label: str) -> None:
        self._stack[-1].lines.append(f"{label}:")
        self._stack[-1].label = label

    # --- variables, memory, tables

    @overload
    def var(self, value: Operand) -> Variable[IntLike]: ...

    @overload
    def var(self, value: Operand, kind: type[Int]) -> Variable[IntLike]: ...

    @overload
    def var(self, value: Operand, kind: type[Bool]) -> Variable[BoolLike]: ...

    @overload
    def var(self, value: Operand, kind: type[Long]) -> Variable[LongLike]: ...

    @overload
    def var(self, value: Operand, kind: type[Real]) -> Variable[RealLike]: ...

    def var(self, value: Operand, kind: type[Handle] = Int) -> Variable[Any]:
        """A variable of that kind, set to a value."""
        variable: Variable[Any] = Variable(self, kind)
        variable.set(value)
        return variable

    def kept(self, value: H) -> Variable[H]:
        """A variable of a handle's own kind, set to it."""
        variable: Variable[H] = Variable(self, type(value))
        variable.set(value)
        return variable

    def alloca(self, size: int) -> Address:
        """Memory of the current call, aligned to 16 bytes: outside it nothing is written, and 0 is read."""
        name = self.fresh()
        self.allocate_line(f"{name} = alloca [{size} x i8], align 16")
        self._stack[-1].memory += size
        place = self.object_at(Address(self, name), "memory of a call", size)
        place.room = size
        return place

    def _fits(self, address: Address, index: IntLike | LongLike, element: str) -> BoolLike:
        """Whether an element lies in the room of an address; true where the compiler does not know that."""
        if address.room is None or isinstance(index, Long):
            return True
        return self.inside(index, address.room // _ELEMENTS[element][1])

    def object_at(
        self, address: Address, name: str, size: IntLike | LongLike | Callable[[], IntLike | LongLike]
    ) -> Address:
        """The same address, of which is known from here on what lies there and how many bytes it has.

        A callable gives the size in the checking mode only.
        """
        if self._checks is None:
            return address
        return Address(self, address.ref, Extent(name, self.long(size() if callable(size) else size)))

    def part(self, address: Address, offset: int, name: str, size: int) -> Address:
        """The address of a part of an object, itself an object of `size` bytes that begins `offset` bytes on."""
        place = self.offset(address, offset)
        if self._checks is None:
            return place
        if address.extent is not None:
            self._checks.within(size, (place, "hand on"))
        return self.object_at(place, name, size)

    def offset(self, address: Address, amount: IntLike | LongLike) -> Address:
        """The address `amount` bytes on."""
        if isinstance(amount, int) and amount == 0:
            return address
        wide = self.long(amount)
        place = self.instruction(Address, f"getelementptr i8, ptr {address.ref}, i64 {self.operand(Long, wide)}")
        if address.extent is not None:
            place.extent = address.extent._replace(start=address.extent.start + wide)
        return place

    def reached(self, address: Address, size: int, access: Literal["read", "write"]) -> str:
        """The text of an address at which `size` bytes are accessed."""
        return address.ref if self._checks is None else self._checks.reached(address, size, access)

    @overload
    def load(self, address: Address, index: IntLike | LongLike, element: Literal["i64"]) -> LongLike: ...

    @overload
    def load(self, address: Address, index: IntLike | LongLike, element: Literal["f32", "f64"]) -> RealLike: ...

    @overload
    def load(self, address: Address, index: IntLike | LongLike, element: Narrow) -> IntLike: ...

    @overload
    def load(self, address: Address, index: IntLike | LongLike, element: str) -> IntLike | LongLike | RealLike: ...

    def load(self, address: Address, index: IntLike | LongLike, element: str) -> Operand:
        """Element `index` of an array of that element type; small integers are widened to Int."""
        if isinstance(index, lanes.Lane):
            return lanes.load(
                self, index, element, lambda at, size: self.reached(self.offset(address, at), size, "read")
            )
        fits = self._fits(address, index, element)
        if fits is not True:
            nothing = 0.0 if _HANDLE_OF.get(element) is Real else 0
            safe = cast(IntLike, self.select(fits, index, 0))
            return self.select(fits, self.load(address, safe, element), nothing) if fits is not False else nothing
        llvm, _, widen = _ELEMENTS[element]
        raw = self.instruction(Int, f"load {llvm}, ptr {self._element(address, index, element, 'read')}")
        if element == "f32":
            return self.instruction(Real, f"fpext float {raw.ref} to double")
        if element in _HANDLE_OF:
            return _HANDLE_OF[element](self, raw.ref)
        if not widen:
            return raw
        return self._ranged(self.instruction(Int, f"{widen} {llvm} {raw.ref} to i32"), NARROW[element])

    def load_integer(self, address: Address, index: IntLike | LongLike, element: str) -> IntLike | LongLike:
        """The same, of an array of integers of any type."""
        value = self.load(address, index, element)
        assert not isinstance(value, float | Real)
        return value

    def store(self, address: Address, index: IntLike | LongLike, element: str, value: Operand) -> None:
        fits = self._fits(address, index, element)
        if fits is not True:
            self.if_(fits, lambda: self.store(address, index, element, value))
            return
        llvm, _, widen = _ELEMENTS[element]
        text = self.operand(_HANDLE_OF.get(element, Int), value)
        if widen:
            if self._checks is not None and isinstance(value, Int) and not covers(NARROW[element], self.range(value)):
                self._checks.claimed(value, *NARROW[element])
            text = self.instruction(Int, f"trunc i32 {text} to {llvm}").ref
        elif element == "f32":
            text = self.instruction(Real, f"fptrunc double {text} to float").ref
        self.line(f"store {llvm} {text}, ptr {self._element(address, index, element, 'write')}")

    # --- memory that threads share

    def exchange(
        self,
        operation: Literal["add", "xchg", "fadd"],
        address: Address,
        index: IntLike | LongLike,
        element: str,
        value: Operand,
    ) -> Any:
        """Change an element of 4 or 8 bytes at one stroke, by an addition or by being replaced; gives what it was.

        Threads that do so see each other's changes one after the other, in no other order than that.
        """
        kind = _HANDLE_OF.get(element, Int)
        place = self._element(address, index, element, "write")
        text = f"atomicrmw {operation} ptr {place}, {kind.type} {self.operand(kind, value)} monotonic"
        return self.instruction(kind, text)

    def claim(self, address: Address, index: IntLike, before: int, after: int) -> Bool:
        """Replace a number of 32 bits by another if it is as expected, at one stroke; gives whether it was."""
        place = self._element(address, index, "i32", "write")
        both = self.instruction(Int, f"cmpxchg ptr {place}, i32 {before}, i32 {after} acq_rel monotonic")
        return self.instruction(Bool, f"extractvalue {{ i32, i1 }} {both.ref}, 1")

    def publish(self, address: Address, index: IntLike, value: IntLike) -> None:
        """Store a number of 32 bits: who reads it by `published` sees whatever this thread wrote before."""
        place = self._element(address, index, "i32", "write")
        self.line(f"store atomic i32 {self.operand(Int, value)}, ptr {place} release, align 4")

    def published(self, address: Address, index: IntLike) -> Int:
        """A number of 32 bits that a thread published."""
        place = self._element(address, index, "i32", "read")
        return self.instruction(Int, f"load atomic i32, ptr {place} acquire, align 4")

    def peek(self, address: Address, index: IntLike, length: int, element: str) -> IntLike | LongLike | RealLike:
        """Element `index` of an array of so many elements; 0 where there is no such element."""
        inside = self.inside(index, length) if length else False
        if inside is False:
            return 0.0 if element == "f64" else 0
        value = self.load(address, self.select(inside, index, 0), element)
        return self.select(inside, value, 0.0 if element == "f64" else 0)

    def poke(self, address: Address, index: IntLike, length: int, element: str, value: Operand) -> None:
        """Change element `index` of an array of so many elements; nothing where there is no such element."""
        self.if_(self.inside(index, length), lambda: self.store(address, index, element, value))

    def _element(
        self, address: Address, index: IntLike | LongLike, element: str, access: Literal["read", "write"]
    ) -> str:
        llvm, size, _ = _ELEMENTS[element]
        place = address
        if not (isinstance(index, int) and index == 0):
            wide = self.long(index)
            place = self.instruction(
                Address, f"getelementptr {llvm}, ptr {address.ref}, i64 {self.operand(Long, wide)}"
            )
            if address.extent is not None:
                place.extent = address.extent._replace(start=address.extent.start + wide * size)
        return self.reached(place, size, access)

    def load_address(self, address: Address, offset: int) -> Address:
        """The address that lies in memory `offset` bytes on."""
        return self.instruction(Address, f"load ptr, ptr {self.reached(self.offset(address, offset), 8, 'read')}")

    def put_address(self, address: Address, offset: int, value: Address) -> None:
        """Keep an address in memory, `offset` bytes on, for `load_address`."""
        self.line(f"store ptr {value.ref}, ptr {self.reached(self.offset(address, offset), 8, 'write')}")

    def copy(self, target: Address, source: Address, size: IntLike) -> None:
        """Copy `size` bytes; the two places must not overlap."""
        name = self.intrinsic("llvm.memcpy.p0.p0.i64", "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        amount = self._amount(size, (target, "copy to"), (source, "copy from"))
        self.line(f"call void {name}(ptr {target.ref}, ptr {source.ref}, i64 {amount}, i1 false)")

    def move(self, target: Address, source: Address, size: IntLike) -> None:
        """Copy `size` bytes; the two places may overlap."""
        name = self.intrinsic("llvm.memmove.p0.p0.i64", "void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)")
        amount = self._amount(size, (target, "copy to"), (source, "copy from"))
        self.line(f"call void {name}(ptr {target.ref}, ptr {source.ref}, i64 {amount}, i1 false)")

    def clear(self, target: Address, size: IntLike) -> None:
        """Set `size` bytes to zero."""
        name = self.intrinsic("llvm.memset.p0.i64", "void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
        amount = self._amount(size, (target, "clear"))
        self.line(f"call void {name}(ptr {target.ref}, i8 0, i64 {amount}, i1 false)")

    def _amount(self, size: IntLike, *reached: tuple[Address, checks.Access]) -> str:
        """The text of the number of bytes that an access to these addresses has."""
        self._stack[-1].rounds += (size if isinstance(size, int) else fuel.STRETCH) >> 5
        wide = self.long(size)
        return self.operand(Long, wide if self._checks is None else self._checks.within(wide, *reached))

    @overload
    def table(self, values: Iterable[int], element: Narrow | None = None) -> Table[IntLike]: ...

    @overload
    def table(self, values: Iterable[int], element: Literal["i64"]) -> Table[LongLike]: ...

    def table(self, values: Iterable[int], element: str | None = None) -> Table[Any]:
        """A constant array, made once for equal contents."""
        held = longs(values)
        element = element or _narrowest(held)
        key = (element, held.tobytes())
        if key not in self._globals:
            self._spend(len(held) // _ELEMENTS_A_LINE)
            name = f"@t{len(self._globals)}"
            self._globals[key] = Table(self, name, held, element)
            self._global_lines.append(f"{name} = internal constant {_constant(held, element)}, align 16")
        return self._globals[key]

    def rows(self, rows: Sequence[Sequence[int]]) -> Rows:
        """A constant list of lists, made once for equal contents."""
        return self.rows_at(accumulate(map(len, rows), initial=0), chain.from_iterable(rows))

    def rows_at(self, starts: Iterable[int], data: Iterable[int]) -> Rows:
        """The same of `data[starts[0]:starts[1]]` and so on, where `starts` ends with the length of the data."""
        first, held = longs(starts), longs(data)
        key = first.tobytes(), held.tobytes()
        if key not in self._rows:
            self._rows[key] = Rows(self, first, held)
        return self._rows[key]

    def own_words(self, name: str, length: int) -> Address:
        """So many words of 8 bytes of the module's own, zero at first, which it reads and writes."""
        self._global_lines.append(f"@{name} = internal global [{length} x i64] zeroinitializer, align 16")
        return Address(self, f"@{name}")

    # --- functions

    @overload
    def function(
        self,
        name: str,
        parameters: Sequence[Parameter],
        result: type[H],
        body: Callable[..., Any],
        *,
        exported: bool = False,
        inline: bool | None = None,
    ) -> Function[H]: ...

    @overload
    def function(
        self,
        name: str,
        parameters: Sequence[Parameter],
        result: None,
        body: Callable[..., Any],
        *,
        exported: bool = False,
        inline: bool | None = None,
    ) -> Function[None]: ...

    @overload
    def function(
        self,
        name: str,
        parameters: Sequence[Parameter],
        result: type[H] | None,
        body: Callable[..., Any],
        *,
        exported: bool = False,
        inline: bool | None = None,
    ) -> Function[H | None]: ...

    def function(
        self,
        name: str,
        parameters: Sequence[Parameter],
        result: type[Handle] | None,
        body: Callable[..., Any],
        *,
        exported: bool = False,
        inline: bool | None = None,
    ) -> Function[Any]:
        """Define a function; `body(*parameters)` emits it and returns its result. Definitions may nest.

        One that does the same as an earlier one, to the letter, is that one, whose places errors then name.
        """
        function = self._begun(result, "" if exported else "internal ")
        function.attributes = {True: " alwaysinline", False: " noinline", None: ""}[inline] + " nounwind"
        self._emit_body(result, body, parameters)
        # the optimiser's time grows faster than a function's size
        if len(function.lines) > HUGE and inline is not True:
            function.attributes = " noinline optnone nounwind"
        elif len(function.lines) > LARGE and inline is None:
            function.attributes += " noinline"
        kinds = tuple(kind for kind, _ in function.parameters)
        if exported:
            self.exports[name] = self._ended(Function(name, result, kinds))
            return self.exports[name]
        same = (function.result, _PLACES.sub("", function.body()))
        if same in self._bodies:
            self._stack.pop()
        else:
            self._bodies[same] = self._ended(Function(self._unique(name), result, kinds))
        return replace(self._bodies[same], gives=function.gives)

    def declare(self, name: str, parameters: Sequence[Parameter], result: type[Handle] | None) -> Function[Any]:
        """A function that can be called before `define` gives its body, by itself too; it draws at its entry."""
        function: Function[Any] = Function(self._unique(name), result, tuple(parameters))
        if any(isinstance(kind, Environment) for kind in parameters):
            self._stretches[function.name] = self._works[function.name] = 0
        return function

    def define(self, declared: Function[Any], body: Callable[..., Any]) -> None:
        """Give a declared function its body."""
        function = self._begun(declared.result, "internal ")
        self._emit_body(declared.result, body, declared.parameters)
        self._guard(function)
        self._check_stack(fuel.DEEPEST * (function.memory + function.below))
        self._ended(declared)

    def _check_stack(self, size: int) -> None:
        if size > fuel.STACK:
            raise LudError(f"the rules work with {size} bytes at once (at most {fuel.STACK}): too much for this board")

    def _unique(self, name: str) -> str:
        self._count += 1
        return f"{name}.{self._count}"

    def _begun(self, result: type[Handle] | None, linkage: str) -> _Function:
        self._stack.append(_Function(linkage, result.type if result else "void"))
        return self._stack[-1]

    def _emit_body(
        self, result: type[Handle] | None, body: Callable[..., Any], parameters: Sequence[Parameter]
    ) -> None:
        value = body(*(self.parameter(kind) for kind in parameters))
        function = self._stack[-1]
        self.line("ret void" if result is None else f"ret {result.type} {self.operand(result, value)}")
        if len(function.lines) + function.work > fuel.LONGEST or function.stretch > fuel.STRETCH:
            self._guard(function)
        self._check_stack(function.memory + function.below)
        function.gives = self.range(value) if result is Int else FULL
        if function.gives_up:
            function.gives = min(function.gives[0], 0), max(function.gives[1], 0)

    def _guard(self, function: _Function) -> None:
        """Let a function draw at its entry, and return zero where it is to stop."""
        if function.env is not None:
            draw = self._drawing(function.env, "entry", "refused", "draw")
            function.guard = f"  br label %draw\n{draw}\nrefused:\n{function.zero}"
            function.gives_up = True

    def _ended(self, function: Function[R]) -> Function[R]:
        """Add the function under construction to the module."""
        ended = self._stack.pop()
        self._functions.append(ended.text(function.name))
        # a loop that calls what draws at its entry has a draw in each round
        self._stretches[function.name] = 0 if ended.guard else min(ended.stretch, fuel.STRETCH)
        self._works[function.name] = 0 if ended.guard else len(ended.lines) + ended.work
        self._memories[function.name] = ended.memory + ended.below
        self._longest[function.name] = max(ended.longest, len(ended.lines) + ended.work)
        return function

    def longest(self, function: Function[Any]) -> int:
        """How many lines of a function, and of what it calls, run without a draw on the fuel, at most."""
        return self._longest[function.name]

    def trial(self, body: Body) -> None:
        """Run a body for what it gives while compiling; the code that it emits is thrown away.

        What it adds to the parameters of the function under construction stays; what is known there is forgotten in it.
        """
        outside = not self._stack
        if outside:
            self._stack.append(_Function("", ""))
        begun = self._mark()
        self._stack[-1].known = {}
        try:
            body()
        finally:
            self._go_back(begun)
        if outside:
            self._stack.pop()

    def attempt(self, body: Body) -> bool:
        """Run a body, throw away the code that it emits, and say whether that did without one value of many lanes.

        What it adds to the parameters of the function under construction stays.
        """
        begun = self._mark()
        try:
            body()
        except lanes.NotUniform:
            return False
        finally:
            self._go_back(begun)
        return True

    def attempted(self, body: Callable[[], V]) -> V | None:
        """What a body gives; where that is None, or asks for one value of many lanes, its code is thrown away."""
        begun, given = self._mark(), None
        with contextlib.suppress(lanes.NotUniform):
            given = body()
        if given is None:
            self._go_back(begun)
        return given

    def _mark(self) -> _Mark:
        function = self._stack[-1]
        held = (function.label, function.dead, function.known, function.rounds, function.work)
        return _Mark(len(self._stack), self.loop_depth, len(function.lines), held)

    def _go_back(self, mark: _Mark) -> None:
        """Throw away what was emitted since a mark."""
        del self._stack[mark.functions :]
        self.loop_depth = mark.loops
        function = self._stack[-1]
        del function.lines[mark.lines :]
        function.label, function.dead, function.known, function.rounds, function.work = mark.held

    @overload
    def parameter(self, kind: type[H], range: Range = FULL) -> H: ...

    @overload
    def parameter(self, kind: Memory, range: Range = FULL) -> Address: ...

    def parameter(self, kind: Parameter, range: Range = FULL) -> Handle:
        """Add a parameter to the function under construction; whoever calls it keeps to the range."""
        parameters = self._stack[-1].parameters
        parameters.append((kind, f"%p{len(parameters)}"))
        name = parameters[-1][1]
        if isinstance(kind, Environment):
            self._stack[-1].env = Address(self, name)
        if isinstance(kind, Memory):
            return self.object_at(Address(self, name), kind.name, kind.size)
        made = kind(self, name)
        if isinstance(made, Int):
            self.narrowed(made, *range)
        return self._ranged(made, range)

    def entry_load(self, address: Address, index: int, range: Range = FULL) -> IntLike:
        """A 32-bit element of an array, loaded at the entry of the function in construction, whose parameter it is.

        It lies in the range.
        """
        function = self._stack[-1]
        lines, function.lines = function.lines, function.allocas
        value = self.load(address, index, "i32")
        function.lines = lines
        return self.narrowed(value, *range)

    def call(self, function: Function[R], *arguments: Operand) -> R:
        """What the function gives."""
        caller = self._stack[-1]
        caller.rounds += self._stretches.get(function.name, fuel.STRETCH)
        caller.work += self._works.get(function.name, fuel.LONGEST)
        caller.longest = max(caller.longest, self._longest.get(function.name, fuel.LONGEST))
        caller.below = max(caller.below, self._memories.get(function.name, 0))
        given = self._called(f'@"{function.name}"', function.parameters, function.result, arguments)
        return cast(R, given if given is None else self._ranged(given, function.gives))

    def call_address(
        self, address: Address, parameters: Sequence[Parameter], result: type[R], *arguments: Operand
    ) -> R:
        """What the function at an address gives; its result is of type `result`, `NoneType` for none."""
        self._stack[-1].rounds += fuel.STRETCH
        self._stack[-1].work += fuel.LONGEST
        kind = result if issubclass(result, Handle) else None
        return cast(R, self._called(address.ref, parameters, kind, arguments))

    def _called(
        self, name: str, parameters: Sequence[Parameter], result: type[Handle] | None, arguments: Sequence[Operand]
    ) -> Handle | None:
        pairs = zip(parameters, arguments, strict=True)
        listed = ", ".join(f"{kind.type} {self._argument(kind, value)}" for kind, value in pairs)
        text = f"call {result.type if result else 'void'} {name}({listed})"
        if result is None:
            self.line(text)
            return None
        return self.instruction(result, text)

    def _argument(self, kind: Parameter, value: Operand) -> str:
        if not isinstance(kind, Memory):
            return self.operand(kind, value)
        if self._checks is not None and isinstance(value, Address):
            self._checks.within(kind.size, (value, "hand on"))
        return self.operand(Address, value)

    @property
    def checks(self) -> list[checks.Site] | None:
        """What is verified in the checking mode, by the numbers of its reports; None without it."""
        return None if self._checks is None else self._checks.sites

    def ir(self) -> str:
        """The module as LLVM assembly."""
        verified = [] if self._checks is None else [self._checks.lines]
        places = [_text_constant(name, str(place)) for place, name in self._places.items()]
        return "\n".join([*self._global_lines, *places, *verified, *self._declared.values(), *self._functions, ""])


#: instructions that neither change anything, nor leave the line, nor can be undefined
_PLAIN = re.compile(
    r"  %\w+ = (load|and|or|xor|shl|lshr|icmp|select|zext|sext|trunc|bitcast|add|sub|insertelement|shufflevector"
    r"|getelementptr|call i64 @llvm\.ctpop)\b"
)


def _is_plain(line: str) -> bool:
    return _PLAIN.match(line) is not None


def _text_constant(name: str, text: str) -> str:
    """The line of a constant text that ends with a zero."""
    data = text.encode() + b"\0"
    quoted = "".join(f"\\{byte:02X}" for byte in data)
    return f'{name} = private unnamed_addr constant [{len(data)} x i8] c"{quoted}"'


def _facts_of_choice(condition: Bool, a: Operand, b: Operand) -> tuple[Facts, Facts]:
    """What holds where `condition ? a : b` is true, and where it is false."""

    def where_it_is(wanted: bool) -> Facts:
        if b is (not wanted):
            return (*condition.facts, *_facts(a, wanted))
        return (*condition.denied, *_facts(b, wanted)) if a is (not wanted) else ()

    return where_it_is(True), where_it_is(False)


def _facts_of(a: Operand, one: Range, b: Operand, two: Range, left: tuple[Range, Range]) -> Facts:
    """What is new in what is left of the ranges `one` and `two` of two operands."""
    first: Facts = ((a.ref, left[0]),) if isinstance(a, Int) and left[0] != one else ()
    return (*first, (b.ref, left[1])) if isinstance(b, Int) and left[1] != two else first


def _facts(value: Operand, holds: bool) -> Facts:
    if not isinstance(value, Bool):
        return ()
    return value.facts if holds else value.denied


def _kind_of(a: Operand, b: Operand) -> type[Handle]:
    for value in (a, b):
        if isinstance(value, Handle):
            return type(value)
    if isinstance(a, bool) and isinstance(b, bool):
        return Bool
    return Real if isinstance(a, float) or isinstance(b, float) else Int


def longs(values: Iterable[int]) -> array[int]:
    """Numbers as words of 64 bits; those of an array of NumPy, which need not be there, are copied at once."""
    if (as_type := getattr(values, "astype", None)) is not None:
        values = array("q", as_type("i8").tobytes())
    return array("q", values)


def _constant(values: array[int], element: str) -> str:
    """A constant array as LLVM has it; a long one as its bytes, which is written and read a hundred times as fast."""
    llvm, size, _ = _ELEMENTS[element]
    if len(values) < MANY_ELEMENTS:
        return f"[{len(values)} x {llvm}] [{', '.join(f'{llvm} {x}' for x in values)}]"
    words = values.tobytes()
    if size < values.itemsize:  # the low bytes of each word
        low = bytearray(size * len(values))
        for byte in range(size):
            low[byte::size] = words[byte :: values.itemsize]
        words = bytes(low)
    return f'[{len(words)} x i8] c"\\{words.hex(chr(92))}"'


def _narrowest(values: array[int]) -> str:
    low, high = min(values, default=0), max(values, default=0)
    return narrowest(high, low) if covers(FULL, (low, high)) else "i64"
