"""Typed handles: values of the generated program, as ordinary Python operands.

An operand of the stage is either a plain Python value, known while compiling, or a handle on a value that is known only
in play. Operators between plain values are Python's own, so they fold; operators that meet a handle emit an
instruction. A 32-bit integer carries the range that it lies in, and a comparison that the ranges decide folds too.
Python's `and`, `or` and `not` cannot be overloaded: use `Stage.all_of`, `Stage.any_of` and `Stage.not_`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from ludens.stage.ir import Datum, Node
from ludens.stage.ranges import FULL, Facts, Range

H = TypeVar("H", bound="Handle")
N = TypeVar("N", bound="Number")


class Emitter(Protocol):
    """What handles need of their stage."""

    def append(
        self, op: str, kind: str, args: tuple[str, ...], data: tuple[Datum, ...] = (), lines: int = 1
    ) -> Node: ...

    def value(self, op: str, kind: str, *args: str, data: tuple[Datum, ...] = (), lines: int = 1) -> str: ...

    def instruction(self, kind: type[H], op: str, *args: str, data: tuple[Datum, ...] = (), lines: int = 1) -> H: ...

    def binary(self, kind: type[H], operation: str, a: Operand, b: Operand) -> H: ...

    def compare(self, kind: type[Handle], operation: str, a: Operand, b: Operand) -> BoolLike: ...

    def offset(self, address: Address, amount: IntLike | LongLike) -> Address: ...

    def reached(self, address: Address, size: int, access: Literal["read", "write"]) -> str: ...


class Handle:
    """A value of the generated program: its stage and its name there."""

    __slots__ = ("ref", "stage")
    type: ClassVar[str] = "void"

    def __init__(self, stage: Emitter, ref: str) -> None:
        self.stage = stage
        self.ref = ref

    def __repr__(self) -> str:
        return f"<{self.type} {self.ref}>"

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} is known only in play: branch on it with Stage.if_")

    __hash__ = object.__hash__


class _Comparable(Handle):
    """A value that `==` compares in play: what that gives is a value of the program too."""

    __slots__ = ()
    _equal: ClassVar[str] = "icmp eq"
    _different: ClassVar[str] = "icmp ne"

    def __eq__(self, other: Operand) -> BoolLike:  # type: ignore[override]
        return self.stage.compare(type(self), self._equal, self, other)

    def __ne__(self, other: Operand) -> BoolLike:  # type: ignore[override]
        return self.stage.compare(type(self), self._different, self, other)

    __hash__ = Handle.__hash__


class Bool(_Comparable):
    """A truth value (i1). `facts` are the ranges of other values where it is true, `denied` those where it is false."""

    __slots__ = ("denied", "facts")
    type = "i1"

    def __init__(self, stage: Emitter, ref: str, facts: Facts = (), denied: Facts = ()) -> None:
        self.stage, self.ref, self.facts, self.denied = stage, ref, facts, denied

    def __and__(self, other: BoolLike) -> BoolLike:
        if isinstance(other, bool):
            return self if other else False
        both = self.stage.binary(Bool, "and", self, other)
        both.facts = (*self.facts, *other.facts)
        return both

    def __or__(self, other: BoolLike) -> BoolLike:
        if isinstance(other, bool):
            return True if other else self
        either = self.stage.binary(Bool, "or", self, other)
        either.denied = (*self.denied, *other.denied)
        return either

    def __xor__(self, other: BoolLike) -> Bool:
        return self.stage.binary(Bool, "xor", self, other)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


class Number(_Comparable):
    """Operators that the number types share; `_ops` names their instructions.

    An operation has the type of the handle that it meets first, into which the other operand is converted.
    """

    __slots__ = ()
    _ops: ClassVar[dict[str, str]] = {}

    def _binary(self, name: str, a: Operand, b: Operand) -> Self:
        return self.stage.binary(type(self), self._ops[name], a, b)

    def _compare(self, name: str, other: Operand) -> BoolLike:
        return self.stage.compare(type(self), self._ops[name], self, other)

    def __add__(self, other: Operand) -> Self:
        return self if isinstance(other, int) and other == 0 else self._binary("add", self, other)

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Self:
        return self if isinstance(other, int) and other == 0 else self._binary("sub", self, other)

    def __rsub__(self, other: Operand) -> Self:
        return self._binary("sub", other, self)

    def __mul__(self, other: Operand) -> Self:
        return self if isinstance(other, int) and other == 1 else self._binary("mul", self, other)

    __rmul__ = __mul__

    def __neg__(self) -> Self:
        return self._binary("sub", 0, self)

    def __lt__(self, other: Operand) -> BoolLike:
        return self._compare("lt", other)

    def __le__(self, other: Operand) -> BoolLike:
        return self._compare("le", other)

    def __gt__(self, other: Operand) -> BoolLike:
        return self._compare("gt", other)

    def __ge__(self, other: Operand) -> BoolLike:
        return self._compare("ge", other)


class _Integer(Number):
    """Integer instructions; `quotient` and `remainder` truncate toward zero, as the language does."""

    __slots__ = ()
    _ops = {
        "add": "add",
        "sub": "sub",
        "mul": "mul",
        "lt": "icmp slt",
        "le": "icmp sle",
        "gt": "icmp sgt",
        "ge": "icmp sge",
        "eq": "icmp eq",
        "ne": "icmp ne",
    }

    def __and__(self, other: Operand) -> Self:
        return self.stage.binary(type(self), "and", self, other)

    def __or__(self, other: Operand) -> Self:
        return self.stage.binary(type(self), "or", self, other)

    def __xor__(self, other: Operand) -> Self:
        return self.stage.binary(type(self), "xor", self, other)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def __lshift__(self, other: Operand) -> Self:
        return self.stage.binary(type(self), "shl", self, other)

    def __rlshift__(self, other: Operand) -> Self:
        return self.stage.binary(type(self), "shl", other, self)

    def __rshift__(self, other: Operand) -> Self:
        """Logical shift: the high bits become zero."""
        return self.stage.binary(type(self), "lshr", self, other)

    def __rrshift__(self, other: Operand) -> Self:
        return self.stage.binary(type(self), "lshr", other, self)

    def quotient(self, other: Operand) -> Self:
        return self.stage.binary(type(self), "sdiv", self, other)

    def remainder(self, other: Operand) -> Self:
        return self.stage.binary(type(self), "srem", self, other)


class Int(_Integer):
    """A 32-bit integer: a number, a site, a level, a player, a component ...; `range` is what it is known to lie in."""

    __slots__ = ("range",)
    type = "i32"

    def __init__(self, stage: Emitter, ref: str, range: Range = FULL) -> None:
        self.stage, self.ref, self.range = stage, ref, range


class Long(_Integer):
    """A 64-bit word: sets of sites, hashes, random numbers."""

    __slots__ = ()
    type = "i64"


class Real(Number):
    """A double."""

    __slots__ = ()
    type = "double"
    _equal, _different = "fcmp oeq", "fcmp une"
    _ops = {
        "add": "fadd",
        "sub": "fsub",
        "mul": "fmul",
        "div": "fdiv",
        "lt": "fcmp olt",
        "le": "fcmp ole",
        "gt": "fcmp ogt",
        "ge": "fcmp oge",
        "eq": "fcmp oeq",
        "ne": "fcmp une",
    }

    def __truediv__(self, other: Operand) -> Self:
        return self._binary("div", self, other)

    def __rtruediv__(self, other: Operand) -> Self:
        return self._binary("div", other, self)


class Extent(NamedTuple):
    """What lies at an address: the object's name, its length, and how far into it the address is, both in bytes."""

    name: str
    length: LongLike
    start: LongLike = 0


class Address(Handle):
    """A place in memory; `object` names what it belongs to, where that is known.

    `extent` is known in the checking mode only (`ludens.stage.checks`). `room` is the number of bytes that belong to
    it, where that is known while compiling: nothing beyond is touched.
    """

    __slots__ = ("extent", "object", "room")
    type = "ptr"

    def __init__(self, stage: Emitter, ref: str, extent: Extent | None = None, object: str = "") -> None:
        self.stage, self.ref, self.extent, self.object = stage, ref, extent, object
        self.room: int | None = None


@dataclass(frozen=True)
class Memory:
    """A parameter that is the address of an object of that name, with its size in bytes."""

    name: str
    size: int
    type: ClassVar[str] = Address.type


@dataclass(frozen=True)
class Environment(Memory):
    """The block that a thread's calls work in: code that has one draws on its fuel. Nothing else points into it."""


#: what a function takes: a value, an address whose object its body names, or the address of a named object
Parameter: TypeAlias = type[Handle] | Memory


#: what an instruction takes: a handle, or a number known while compiling
Operand: TypeAlias = float | Handle
IntLike: TypeAlias = int | Int
BoolLike: TypeAlias = bool | Bool
LongLike: TypeAlias = int | Long
RealLike: TypeAlias = float | Real
