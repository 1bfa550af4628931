"""The layout of a state: named fields of one block of bytes."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ludens.stage import Memory, Range

if TYPE_CHECKING:
    import numpy as np

SIZES = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4, "i64": 8, "f64": 8}
_DTYPES = {"i8": "i1", "u8": "u1", "i16": "i2", "u16": "u2", "i32": "i4", "i64": "u8", "f64": "f8"}


class FieldKind(enum.Enum):
    """What a field tells of a position."""

    #: what the rules can look at
    PRESENT = enum.auto()
    #: what follows from other fields, or is looked at while a move is applied only
    DERIVED = enum.auto()
    #: the last move
    PAST = enum.auto()
    #: what random numbers come next
    CHANCE = enum.auto()


@dataclass(frozen=True)
class Field:
    """An array in the block: its place, the type of its elements, how many there are, and what they lie in."""

    offset: int
    element: str
    length: int
    shape: tuple[int, ...] = ()
    bounds: Range | None = None
    kind: FieldKind = FieldKind.PRESENT


class Layout:
    """Fields by name; `size` is the block's size in bytes, a multiple of 16.

    The fields from the first one added as `tail` on (histories) lie behind `core_size` and are not copied by
    look-aheads.
    """

    def __init__(self) -> None:
        self.fields: dict[str, Field] = {}
        self._end = 0
        self.core_size = 0

    def add(
        self, name: str, element: str, *shape: int, bounds: Range | None = None, kind: FieldKind = FieldKind.PRESENT
    ) -> None:
        self.__dict__.pop("dtype", None)
        size = SIZES[element]
        length = math.prod(shape)
        self._end = -(-self._end // size) * size
        self.fields[name] = Field(self._end, element, length, shape, bounds, kind)
        self._end += size * length

    def close_core(self) -> None:
        """What is added from here on is the tail."""
        self._end = -(-self._end // 16) * 16
        self.core_size = self._end

    @property
    def size(self) -> int:
        return -(-self._end // 16) * 16

    @property
    def whole(self) -> Memory:
        """How a function takes a state."""
        return Memory("the state", self.size)

    @property
    def core(self) -> Memory:
        """How a function takes what look-aheads copy of one."""
        return Memory("the state", self.core_size)

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The block as a NumPy structure."""
        import numpy as np

        named = self.fields
        return np.dtype(
            {
                "names": list(named),
                "formats": [(_DTYPES[f.element], f.shape) for f in named.values()],
                "offsets": [f.offset for f in named.values()],
                "itemsize": self.size,
            }
        )
