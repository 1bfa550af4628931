"""A stage that runs instead of emitting: its operands are plain Python values, its loops Python loops.

It evaluates at load time what does not depend on play, and plays whole games (`ludens.game.direct`): slowly, but what
each ludeme gives is there to be looked at. Whatever meets a value that is known only in play raises `Unknown`.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NoReturn, Self, TypeAlias, TypeVar

from ludens.language import LudError
from ludens.stage.handles import (
    Address,
    Bool,
    BoolLike,
    Emitter,
    Handle,
    Int,
    IntLike,
    Long,
    LongLike,
    Operand,
    Real,
    RealLike,
)
from ludens.stage.instructions import Variable
from ludens.stage.memory import Table, longs
from ludens.stage.program import Body, Function, Scope
from ludens.stage.stage import Stage

#: how many rounds the loops of a direct run may have together
ROUNDS = 2_000_000
#: addresses are numbers: of an object, and how far into it
_OBJECT = 40
#: what a direct run works in
Memory: TypeAlias = bytearray | memoryview
K = TypeVar("K", int, float)
T = TypeVar("T")
_FORMATS = {
    element: struct.Struct("<" + code)
    for element, code in zip(("i8", "u8", "i16", "u16", "i32", "i64", "f32", "f64"), "bBhHiqfd", strict=True)
}


class Unknown(Exception):
    """A value is known only in play."""


class Place(Address):
    """A place in memory of a direct run."""

    __slots__ = ("at", "data")

    def __init__(self, stage: Emitter, data: Memory, at: int = 0) -> None:
        super().__init__(stage, "direct")
        self.data, self.at = data, at


class PlainWord(int):
    """A 64-bit word, signed: operators wrap, and shifts to the right bring zeros, as those of `Long` do."""

    def __new__(cls, value: int) -> Self:
        return super().__new__(cls, _wrapped(value, 64))

    def __add__(self, other: int) -> PlainWord:
        return PlainWord(int(self) + other)

    __radd__ = __add__

    def __sub__(self, other: int) -> PlainWord:
        return PlainWord(int(self) - other)

    def __rsub__(self, other: int) -> PlainWord:
        return PlainWord(other - int(self))

    def __mul__(self, other: int) -> PlainWord:
        return PlainWord(int(self) * other)

    __rmul__ = __mul__

    def __neg__(self) -> PlainWord:
        return PlainWord(-int(self))

    def __and__(self, other: int) -> PlainWord:
        return PlainWord(int(self) & other)

    __rand__ = __and__

    def __or__(self, other: int) -> PlainWord:
        return PlainWord(int(self) | other)

    __ror__ = __or__

    def __xor__(self, other: int) -> PlainWord:
        return PlainWord(int(self) ^ other)

    __rxor__ = __xor__

    def __lshift__(self, other: int) -> PlainWord:
        return PlainWord(int(self) << other)

    def __rlshift__(self, other: int) -> PlainWord:
        return PlainWord(other << int(self))

    def __rshift__(self, other: int) -> PlainWord:
        return PlainWord((int(self) & (1 << 64) - 1) >> other)


class _PlainVariable(Variable[Any]):
    """A variable that holds a Python value."""

    def __init__(self, kind: type[Handle], value: Operand) -> None:
        self._kind = kind
        self.set(value)

    def get(self) -> Any:
        return self._value

    def set(self, value: Operand) -> None:
        self._value = _as(self._kind, value)


class _Leave(Exception):
    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope


class GivenUp(Exception):
    """A function returns zero."""


def _as(kind: type[Handle], value: Operand) -> Any:
    """A value as the kind of handle would hold it."""
    if issubclass(kind, Address):
        return value if isinstance(value, Place) else None
    if isinstance(value, Handle):
        raise Unknown
    if kind is Bool:
        return bool(value)
    if kind is Real:
        return float(value)
    return _wrapped(int(value), 32) if kind is Int else PlainWord(int(value))


def _wrapped(value: int, bits: int) -> int:
    return (value + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


class DirectStage(Stage):
    """See the module. Raises LudError, without a place, for what takes too long or calls itself too deeply."""

    #: rounds of all loops so far
    rounds = 0

    def __init__(self, *, most: int = ROUNDS) -> None:
        super().__init__(checked=False)
        self._most = most
        #: the objects whose addresses lie in memory, by their number
        self._objects: list[Memory] = []
        self._code: dict[str, Callable[..., Any]] = {}

    def append(self, *_: Any, **__: Any) -> NoReturn:
        raise Unknown

    def bit(self, number: IntLike) -> LongLike:
        return PlainWord(1 << plain_value(number))

    def popcount(self, word: LongLike) -> IntLike:
        return (int(plain_value(word)) & (1 << 64) - 1).bit_count()

    def lowest_bit(self, word: LongLike) -> IntLike:
        plain = plain_value(word)
        return (plain & -plain).bit_length() - 1

    def attempt(self, body: Body) -> bool:
        """Nothing has lanes here."""
        return False

    def attempted(self, body: Callable[[], T]) -> None:
        """What is tried for the sake of speed is left."""

    # --- numbers

    def long(self, value: IntLike | LongLike | BoolLike) -> LongLike:
        return PlainWord(int(plain_value(value)))

    def unsigned(self, value: IntLike) -> LongLike:
        return PlainWord(plain_value(value) & 0xFFFFFFFF)

    def above_highest(self, word: LongLike) -> LongLike:
        plain = int(plain_value(word))
        return -1 << plain.bit_length() if plain >= 0 else 0

    def compare(self, kind: type[Handle], operation: str, a: Operand, b: Operand) -> BoolLike:
        """Of addresses: whether they are the same."""
        if not issubclass(kind, Address):
            raise Unknown
        same = self._number(a) == self._number(b)
        return same if operation.endswith("eq") else not same

    def math(self, function: str, x: RealLike) -> Any:
        return float(getattr(math, function)(plain_value(x)))

    def power(self, x: RealLike, y: RealLike) -> Any:
        return float(plain_value(x) ** plain_value(y))

    # --- control flow

    def if_(self, condition: BoolLike, body: Body, orelse: Body | None = None) -> None:
        plain_value(condition)
        super().if_(condition, body, orelse)

    def choose(self, condition: BoolLike, a: Callable[[], Any], b: Callable[[], Any], kind: type[Handle] = Int) -> Any:
        plain_value(condition)
        return a() if condition else b()

    def switch(self, value: IntLike, cases: Sequence[Body]) -> None:
        plain_value(value)
        super().switch(value, cases)

    def for_range(
        self, low: IntLike, high: IntLike, body: Callable[[IntLike], object], *, rounds: int | None = None
    ) -> None:
        for i in range(plain_value(low), plain_value(high)):
            self._draw()
            body(i)

    def while_(self, condition: Callable[[], BoolLike], body: Body, *, rounds: int | None = None) -> None:
        while plain_value(condition()):
            self._draw()
            body()

    def _draw(self) -> None:
        """Count a round of a loop."""
        self.rounds += 1
        if self.rounds > self._most:
            raise LudError(f"what is evaluated at once takes more than {self._most} rounds of its loops")

    def scope(self, body: Callable[[Scope], object]) -> None:
        scope = Scope(0)
        try:
            body(scope)
        except _Leave as leave:
            if leave.scope is not scope:
                raise

    def leave(self, scope: Scope) -> None:
        raise _Leave(scope)

    def give_up(self) -> NoReturn:
        raise GivenUp

    def trial(self, body: Callable[[], T]) -> T | None:
        """What is tried for the sake of speed is left."""
        return None

    # --- variables, memory, tables

    def var(self, value: Any, kind: type[Handle] = Int) -> Variable[Any]:
        return _PlainVariable(kind, value)

    def var_like(self, value: Any) -> Variable[Any]:
        return _PlainVariable(Address if value is None or isinstance(value, Address) else Long, value)

    def alloca(self, size: int) -> Address:
        return Place(self, bytearray(size))

    def offset(self, address: Address, amount: IntLike | LongLike) -> Address:
        place = _place(address)
        return Place(self, place.data, place.at + plain_value(amount))

    def object_at(self, address: Address, name: str, size: Any) -> Address:
        """A place is that of an object anyway."""
        return address

    def load(self, address: Address, index: IntLike | LongLike, element: str) -> Any:
        place, form = _place(address), _FORMATS[element]
        at = place.at + plain_value(index) * form.size
        value = form.unpack_from(place.data, at)[0] if 0 <= at <= len(place.data) - form.size else 0
        return PlainWord(value) if element == "i64" else value

    def store(self, address: Address, index: IntLike | LongLike, element: str, value: Any) -> None:
        place, form = _place(address), _FORMATS[element]
        size = form.size
        if isinstance(plain_value(value), int):
            value = _wrapped(int(value), 8 * size) if element[0] == "i" else int(value) % (1 << 8 * size)
        at = place.at + plain_value(index) * size
        if 0 <= at <= len(place.data) - size:
            form.pack_into(place.data, at, value)

    def peek(self, address: Address, index: IntLike, length: int, element: str) -> Any:
        return self.load(address, index, element) if 0 <= plain_value(index) < length else 0

    def poke(self, address: Address, index: IntLike, length: int, element: str, value: Any) -> None:
        if 0 <= plain_value(index) < length:
            self.store(address, index, element, value)

    def load_address(self, address: Address, offset: int) -> Any:
        return self._place_of(int(self.load(self.offset(address, offset), 0, "i64")))

    def store_address(self, address: Address, offset: int, object_: Memory) -> None:
        """Put the address of an object into memory, for `load_address`."""
        self._objects.append(object_)
        self.store(self.offset(address, offset), 0, "i64", len(self._objects) << _OBJECT)

    def _place_of(self, number: int) -> Place | None:
        return Place(self, self._objects[(number >> _OBJECT) - 1], number & (1 << _OBJECT) - 1) if number else None

    def _number(self, address: Any) -> tuple[int, int] | None:
        """What identifies a place; None for no place."""
        return (id(address.data), address.at) if isinstance(address, Place) else None

    def store_place(self, address: Address, offset: int) -> None:
        """Who runs here knows the place."""

    def move(self, target: Address, source: Address, size: IntLike) -> None:
        self.copy(target, source, size)

    def copy(self, target: Address, source: Address, size: IntLike) -> None:
        a, b, n = _place(target), _place(source), plain_value(size)
        a.data[a.at : a.at + n] = b.data[b.at : b.at + n]

    def clear(self, target: Address, size: IntLike) -> None:
        place, n = _place(target), plain_value(size)
        place.data[place.at : place.at + n] = bytes(n)

    def table(self, values: Iterable[int], element: str | None = None) -> Table[Any]:
        return Table(self, "direct", longs(values), element or "i64")

    # --- functions

    def recursive(self, key: Hashable, parameters: Any, result: Any, body: Any) -> Function[Any]:
        return self.once(key, lambda: self.function(str(key), parameters, result, body))

    def function(self, name: str, parameters: Any, result: Any, body: Any, **options: Any) -> Function[Any]:
        """A function whose body runs where it is called."""
        function: Function[Any] = Function(self._unique(name), result, tuple(parameters))
        self._code[function.name] = body
        return function

    def define(self, declared: Function[Any], body: Callable[..., Any]) -> None:
        self._code[declared.name] = body

    def call(self, function: Function[Any], *arguments: Any) -> Any:
        try:
            result = self._code[function.name](*arguments)
        except GivenUp:
            result = 0
        except RecursionError:
            raise LudError("what is evaluated at once calls itself too deeply") from None
        return None if function.result is None else _as(function.result, result)


def plain_value(value: K | Handle) -> K:
    """A plain value. Raises Unknown for one that is known only in play."""
    if isinstance(value, Handle):
        raise Unknown
    return value


def _place(address: Address) -> Place:
    if not isinstance(address, Place):
        raise Unknown
    return address


__all__ = ["DirectStage", "Place", "PlainWord", "Unknown", "plain_value"]
