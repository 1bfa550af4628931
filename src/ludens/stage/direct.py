"""A stage that runs instead of emitting: its operands are plain Python values, its loops Python loops.

It evaluates at load time what does not depend on play. Whatever meets a value that is known only in play raises
`Unknown`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from ludens.language import LudError
from ludens.stage.handles import Address, Bool, BoolLike, Emitter, Handle, Int, IntLike, LongLike, Operand, Real
from ludens.stage.stage import Body, Function, Scope, Stage, Table, Variable

#: how many rounds the loops of a direct run may have together
ROUNDS = 2_000_000
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

    def __init__(self, stage: Emitter, data: bytearray, at: int = 0) -> None:
        super().__init__(stage, "direct")
        self.data, self.at = data, at


class _Cell(Variable[Any]):
    """A variable that holds a Python value."""

    def __init__(self, kind: type[Handle], value: Operand) -> None:
        self._kind = kind
        self.set(value)

    def get(self) -> int | float:
        return self._value

    def set(self, value: Operand) -> None:
        self._value = _as(self._kind, value)


class _Leave(Exception):
    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope


def _as(kind: type[Handle], value: Operand) -> int | float:
    """A value as the kind of handle would hold it."""
    if isinstance(value, Handle):
        raise Unknown
    if kind is Bool:
        return bool(value)
    if kind is Real:
        return float(value)
    return _wrapped(int(value), 32 if kind is Int else 64)


def _wrapped(value: int, bits: int) -> int:
    return (value + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


class DirectStage(Stage):
    """See the module. Raises LudError, without a place, for what takes too long."""

    #: rounds of all loops so far
    rounds = 0

    def __init__(self) -> None:
        super().__init__(checked=False)

    def line(self, text: str) -> NoReturn:
        raise Unknown

    def allocate_line(self, text: str) -> NoReturn:
        raise Unknown

    def instruction(self, kind: type[Handle], text: str) -> NoReturn:
        raise Unknown

    def lowest_bit(self, word: LongLike) -> IntLike:
        plain = known(word)
        return (plain & -plain).bit_length() - 1

    def attempt(self, body: Body) -> bool:
        """Nothing has lanes here."""
        return False

    def attempted(self, body: Callable[[], T | None]) -> None:
        """What is tried for the sake of speed is left."""

    # --- control flow

    def if_(self, condition: BoolLike, body: Body, orelse: Body | None = None) -> None:
        known(condition)
        super().if_(condition, body, orelse)

    def choose(self, condition: BoolLike, a: Callable[[], Any], b: Callable[[], Any], kind: type[Handle] = Int) -> Any:
        known(condition)
        return a() if condition else b()

    def switch(self, value: IntLike, cases: Sequence[Body]) -> None:
        known(value)
        super().switch(value, cases)

    def for_range(
        self, low: IntLike, high: IntLike, body: Callable[[IntLike], object], *, rounds: int | None = None
    ) -> None:
        for i in range(known(low), known(high)):
            self._draw()
            body(i)

    def while_(self, condition: Callable[[], BoolLike], body: Body, *, rounds: int | None = None) -> None:
        while known(condition()):
            self._draw()
            body()

    def _draw(self) -> None:
        """Count a round of a loop."""
        self.rounds += 1
        if self.rounds > ROUNDS:
            raise LudError(f"what is evaluated before the game begins takes more than {ROUNDS} rounds of its loops")

    def scope(self, body: Callable[[Scope], object]) -> None:
        scope = Scope("scope")
        try:
            body(scope)
        except _Leave as leave:
            if leave.scope is not scope:
                raise

    def leave(self, scope: Scope) -> None:
        raise _Leave(scope)

    def _begin(self, label: str) -> NoReturn:
        raise Unknown

    # --- variables, memory, tables

    def var(self, value: Any, kind: type[Handle] = Int) -> Variable[Any]:
        return _Cell(kind, value)

    def alloca(self, size: int) -> Address:
        return Place(self, bytearray(size))

    def offset(self, address: Address, amount: IntLike | LongLike) -> Address:
        place = _place(address)
        return Place(self, place.data, place.at + known(amount))

    def load(self, address: Address, index: IntLike | LongLike, element: str) -> Any:
        place, form = _place(address), _FORMATS[element]
        at = place.at + known(index) * form.size
        return form.unpack_from(place.data, at)[0] if 0 <= at <= len(place.data) - form.size else 0

    def store(self, address: Address, index: IntLike | LongLike, element: str, value: Any) -> None:
        place, form = _place(address), _FORMATS[element]
        size = form.size
        if isinstance(known(value), int):
            value = _wrapped(int(value), 8 * size) if element[0] == "i" else int(value) % (1 << 8 * size)
        at = place.at + known(index) * size
        if 0 <= at <= len(place.data) - size:
            form.pack_into(place.data, at, value)

    def peek(self, address: Address, index: IntLike, length: int, element: str) -> Any:
        return self.load(address, index, element) if 0 <= known(index) < length else 0

    def poke(self, address: Address, index: IntLike, length: int, element: str, value: Any) -> None:
        if 0 <= known(index) < length:
            self.store(address, index, element, value)

    def load_address(self, address: Address, offset: int) -> NoReturn:
        raise Unknown

    def copy(self, target: Address, source: Address, size: IntLike) -> None:
        a, b, n = _place(target), _place(source), known(size)
        a.data[a.at : a.at + n] = b.data[b.at : b.at + n]

    def clear(self, target: Address, size: IntLike) -> None:
        place, n = _place(target), known(size)
        place.data[place.at : place.at + n] = bytes(n)

    def table(self, values: Sequence[int] | npt.NDArray[Any], element: str | None = None) -> Table[Any]:
        return Table(self, "direct", np.asarray(values, dtype=np.int64), element or "i64")

    # --- functions

    def function(self, name: str, parameters: Any, result: Any, body: Any, **options: Any) -> NoReturn:
        raise Unknown

    def call(self, function: Function[Any], *arguments: Any) -> NoReturn:
        raise Unknown


def known(value: K | Handle) -> K:
    """A plain value. Raises Unknown for one that is known only in play."""
    if isinstance(value, Handle):
        raise Unknown
    return value


def _place(address: Address) -> Place:
    if not isinstance(address, Place):
        raise Unknown
    return address


__all__ = ["DirectStage", "Place", "Unknown", "known"]
