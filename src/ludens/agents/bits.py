"""Boards as sets of bits in generated code: integers as wide as the board, shifted by whole steps."""

from __future__ import annotations

import functools
from typing import Self, cast

from ludens.stage import Address, Bool, Emitter, Handle, Int, IntLike


class Bits(Handle):
    """A set of positions; `bits_type` gives the class for a width."""

    __slots__ = ()

    @classmethod
    def constant(cls, stage: Emitter, value: int) -> Self:
        return cls(stage, str(value - (1 << cls.width()) if value >> (cls.width() - 1) else value))

    @classmethod
    def width(cls) -> int:
        return int(cls.type[1:])

    @classmethod
    def load(cls, stage: Emitter, address: Address, index: IntLike = 0) -> Self:
        place = stage.offset(address, index * (cls.width() // 8))
        return stage.instruction(cls, "read", stage.reached(place, cls.width() // 8, "read"), data=(8,))

    def store(self, address: Address, index: IntLike = 0) -> None:
        place = self.stage.offset(address, index * (self.width() // 8))
        reached = self.stage.reached(place, self.width() // 8, "write")
        self.stage.append("write", self.type, (reached, self.ref), (8,))

    def _with(self, operation: str, other: Self) -> Self:
        return self.stage.instruction(type(self), operation, self.ref, other.ref)

    def __and__(self, other: Self) -> Self:
        return self._with("and", other)

    def __or__(self, other: Self) -> Self:
        return self._with("or", other)

    def __xor__(self, other: Self) -> Self:
        return self._with("xor", other)

    def __invert__(self) -> Self:
        return self ^ self.constant(self.stage, (1 << self.width()) - 1)

    def moved(self, by: int) -> Self:
        """Every position `by` higher; lower for a negative number."""
        return self._with("shl" if by > 0 else "lshr", self.constant(self.stage, abs(by)))

    @classmethod
    def single(cls, stage: Emitter, position: IntLike) -> Self:
        """The set of one position."""
        if isinstance(position, int):
            return cls.constant(stage, 1 << position)
        wide = stage.instruction(cls, "cast", position.ref, data=("zext", "i32"))
        return cls.constant(stage, 1)._with("shl", wide)

    def is_empty(self) -> Bool:
        return Bool(self.stage, self.stage.value("icmp", self.type, self.ref, "0", data=("eq",)))

    def count(self) -> Int:
        """How many positions are in the set."""
        many = self.stage.value("count", self.type, self.ref)
        return self.stage.instruction(Int, "cast", many, data=("trunc", self.type))


@functools.cache
def bits_type(width: int) -> type[Bits]:
    """The class of sets of that many positions, a multiple of 64."""
    return cast("type[Bits]", type(f"Bits{width}", (Bits,), {"__slots__": (), "type": f"i{width}"}))


def any_bits(sets: list[Bits]) -> Bits:
    """The union of sets, as a balanced tree: its parts do not wait for each other."""
    if len(sets) == 1:
        return sets[0]
    half = len(sets) // 2
    return any_bits(sets[:half]) | any_bits(sets[half:])
