"""Constants of a program: tables of numbers, and lists of rows of them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from ludens.stage import lanes
from ludens.stage.handles import Address, Int, IntLike, Operand
from ludens.stage.program import ELEMENTS
from ludens.stage.ranges import FULL, Range, covers, narrowest

if TYPE_CHECKING:
    from ludens.stage.memory import MemoryAccess

V = TypeVar("V")
#: constants of this many elements are written as bytes
MANY_ELEMENTS = 1024


class Table(Generic[V]):
    """A constant array of integers, read as `V`: 0 where it has no such element. Indexing it with a plain int folds."""

    def __init__(self, stage: MemoryAccess, name: str, values: array[int], element: str) -> None:
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
        size = ELEMENTS[self._element][1] * len(self.values)
        return self._stage.object_at(Address(self._stage, self._name), f"a table of {len(self.values)}", size)


class Rows:
    """A constant list of lists of integers (compressed rows), such as the neighbours of each site.

    A row that is not there is empty.
    """

    def __init__(self, stage: MemoryAccess, starts: array[int], data: array[int]) -> None:
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


def longs(values: Iterable[int]) -> array[int]:
    """Numbers as words of 64 bits; those of an array of NumPy, which need not be there, are copied at once."""
    if (as_type := getattr(values, "astype", None)) is not None:
        values = array("q", as_type("i8").tobytes())
    return array("q", values)


def constant_text(values: array[int], element: str) -> str:
    """A constant array as LLVM has it; a long one as its bytes, which is written and read a hundred times as fast."""
    llvm, size, _ = ELEMENTS[element]
    if len(values) < MANY_ELEMENTS:
        return f"[{len(values)} x {llvm}] [{', '.join(f'{llvm} {x}' for x in values)}]"
    words = values.tobytes()
    if size < values.itemsize:  # the low bytes of each word
        low = bytearray(size * len(values))
        for byte in range(size):
            low[byte::size] = words[byte :: values.itemsize]
        words = bytes(low)
    return f'[{len(words)} x i8] c"\\{words.hex(chr(92))}"'


def narrowest_of(values: array[int]) -> str:
    low, high = min(values, default=0), max(values, default=0)
    return narrowest(high, low) if covers(FULL, (low, high)) else "i64"
