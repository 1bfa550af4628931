"""The third layer of a stage: variables, memory and constant tables."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Any, Generic, Literal, TypeVar, cast, overload

from ludens.stage import checks, fuel, lanes
from ludens.stage.control import ControlFlow
from ludens.stage.handles import (
    Address,
    Bool,
    BoolLike,
    Extent,
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
from ludens.stage.instructions import Variable
from ludens.stage.ir import ELEMENTS, Constant, Words
from ludens.stage.program import HANDLE_OF
from ludens.stage.ranges import FULL, NARROW, Narrow, Range, covers, narrowest

#: the elements that are something else in memory than as values
_CHANGED = frozenset({*NARROW, "f32"})
#: how many elements of a constant count as a line
_ELEMENTS_A_LINE = 16
V = TypeVar("V")


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


class MemoryAccess(ControlFlow):
    """Emits what reads and writes memory."""

    def __init__(self, rules: Collection[str] = ()) -> None:
        super().__init__(rules)
        self._globals: dict[tuple[str, bytes], Table[Any]] = {}
        self._data: list[Constant | Words] = []
        self._rows: dict[tuple[bytes, bytes], Rows] = {}

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

    def var_like(self, value: H) -> Variable[H]:
        """A variable of a handle's own kind, set to it."""
        variable: Variable[H] = Variable(self, type(value))
        variable.set(value)
        return variable

    def alloca(self, size: int) -> Address:
        """Memory of the current call, aligned to 16 bytes: outside it nothing is written, and 0 is read."""
        name = self.at_entry("memory", "ptr", (size,))
        self._stack[-1].memory += size
        place = self.object_at(Address(self, name), "memory of a call", size)
        place.room = size
        return place

    def _fits(self, address: Address, index: IntLike | LongLike, element: str) -> BoolLike:
        """Whether an element lies in the room of an address; true where the compiler does not know that."""
        if address.room is None or isinstance(index, Long):
            return True
        return self.inside(index, address.room // ELEMENTS[element][1])

    def object_at(
        self, address: Address, name: str, size: IntLike | LongLike | Callable[[], IntLike | LongLike]
    ) -> Address:
        """The same address, with the name and the size of the object there known from here on.

        A callable gives the size in the checking mode only.
        """
        if self._checks is None:
            return Address(self, address.ref, None, name)
        return Address(self, address.ref, Extent(name, self.long(size() if callable(size) else size)), name)

    def part(self, address: Address, offset: int, name: str, size: int) -> Address:
        """The address of a part of an object, itself an object of `size` bytes that begins `offset` bytes on."""
        place = self.offset(address, offset)
        if self._checks is not None and address.extent is not None:
            self._checks.within(size, (place, "hand on"))
        return self.object_at(place, name, size)

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
            nothing = 0.0 if HANDLE_OF.get(element) is Real else 0
            safe = cast(IntLike, self.select(fits, index, 0))
            return self.select(fits, self.load(address, safe, element), nothing) if fits is not False else nothing
        kind = HANDLE_OF.get(element, Int)
        place, at, of, lines = self._element(address, index, element, "read")
        data = (element, of, address.object)
        value = self.instruction(kind, "load", place, at, data=data, lines=lines + (element in _CHANGED))
        return self._ranged(value, NARROW[element]) if element in NARROW else value

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
        kind = HANDLE_OF.get(element, Int)
        text = self.operand(kind, value)
        if self._checks is not None and isinstance(value, Int) and element in NARROW:
            self.narrowed(value, *NARROW[element])
        place, at, of, lines = self._element(address, index, element, "write")
        data = (element, of, address.object)
        self.append("store", kind.type, (place, at, text), data, lines + (element in _CHANGED))

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
        kind = HANDLE_OF.get(element, Int)
        place = self._element_address(address, index, element, "write")
        return self.instruction(kind, "exchange", place, self.operand(kind, value), data=(operation,))

    def claim(self, address: Address, index: IntLike, before: int, after: int) -> Bool:
        """Replace a number of 32 bits by another if it is as expected, at one stroke; gives whether it was."""
        place = self._element_address(address, index, "i32", "write")
        return self.instruction(Bool, "claim", place, data=(before, after), lines=2)

    def publish(self, address: Address, index: IntLike, value: IntLike) -> None:
        """Store a number of 32 bits: a reader by `published` sees whatever this thread wrote before."""
        place = self._element_address(address, index, "i32", "write")
        self.append("publish", "i32", (place, self.operand(Int, value)))

    def published(self, address: Address, index: IntLike) -> Int:
        """A number of 32 bits that a thread published."""
        return self.instruction(Int, "published", self._element_address(address, index, "i32", "read"))

    def peek(self, address: Address, index: IntLike, length: int, element: str) -> IntLike | LongLike | RealLike:
        """Element `index` of an array of `length` elements; 0 where there is no such element."""
        inside = self.inside(index, length) if length else False
        if inside is False:
            return 0.0 if element == "f64" else 0
        value = self.load(address, self.select(inside, index, 0), element)
        return self.select(inside, value, 0.0 if element == "f64" else 0)

    def poke(self, address: Address, index: IntLike, length: int, element: str, value: Operand) -> None:
        """Change element `index` of an array of `length` elements; does nothing where there is no such element."""
        self.if_(self.inside(index, length), lambda: self.store(address, index, element, value))

    def _element(
        self, address: Address, index: IntLike | LongLike, element: str, access: Literal["read", "write"]
    ) -> tuple[str, str, str, int]:
        """Where an element lies: an address, an index from there, its type, and of how many lines an access consists.

        In the checking mode the address is that of the element.
        """
        if self._checks is not None:
            return self._element_address(address, index, element, access), "0", "i64", 1
        if isinstance(index, int):
            return address.ref, self.operand(Long, index), "i64", 2 if index else 1
        return address.ref, index.ref, index.type, 2 if isinstance(index, Long) else 3

    def _element_address(
        self, address: Address, index: IntLike | LongLike, element: str, access: Literal["read", "write"]
    ) -> str:
        """The address of an element, as text."""
        place, size = address, ELEMENTS[element][1]
        if not (isinstance(index, int) and index == 0):
            wide = self.long(index)
            place = self.instruction(Address, "at", address.ref, self.operand(Long, wide), data=(element,))
            if address.extent is not None:
                place.extent = address.extent._replace(start=address.extent.start + wide * size)
        return self.reached(place, size, access)

    def load_address(self, address: Address, offset: int) -> Address:
        """The address that lies in memory `offset` bytes on."""
        return self.instruction(Address, "read", self.reached(self.offset(address, offset), 8, "read"), data=(0,))

    def put_address(self, address: Address, offset: int, value: Address) -> None:
        """Keep an address in memory, `offset` bytes on, for `load_address`."""
        self.append("write", "ptr", (self.reached(self.offset(address, offset), 8, "write"), value.ref), (0,))

    def copy(self, target: Address, source: Address, size: IntLike) -> None:
        """Copy `size` bytes; the two places must not overlap."""
        amount = self._amount(size, (target, "copy to"), (source, "copy from"))
        self.append("copy", "void", (target.ref, source.ref, amount))

    def move(self, target: Address, source: Address, size: IntLike) -> None:
        """Copy `size` bytes; the two places may overlap."""
        amount = self._amount(size, (target, "copy to"), (source, "copy from"))
        self.append("move", "void", (target.ref, source.ref, amount))

    def clear(self, target: Address, size: IntLike) -> None:
        """Set `size` bytes to zero."""
        self.append("clear", "void", (target.ref, self._amount(size, (target, "clear"))))

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
        words = longs(values)
        element = element or narrowest_of(words)
        key = (element, words.tobytes())
        if key not in self._globals:
            self._spend(len(words) // _ELEMENTS_A_LINE)
            name = f"@t{len(self._globals)}"
            self._globals[key] = Table(self, name, words, element)
            self._data.append(Constant(name, element, words))
        return self._globals[key]

    def rows(self, rows: Sequence[Sequence[int]]) -> Rows:
        """A constant list of lists, made once for equal contents."""
        return self.rows_at(accumulate(map(len, rows), initial=0), chain.from_iterable(rows))

    def rows_at(self, starts: Iterable[int], data: Iterable[int]) -> Rows:
        """The same of `data[starts[0]:starts[1]]` and so on, where `starts` ends with the length of the data."""
        first, words = longs(starts), longs(data)
        key = first.tobytes(), words.tobytes()
        if key not in self._rows:
            self._rows[key] = Rows(self, first, words)
        return self._rows[key]

    def own_words(self, name: str, length: int) -> Address:
        """`length` words of 8 bytes of the module's own, zero at first, which it reads and writes."""
        self._data.append(Words(f"@{name}", length))
        return Address(self, f"@{name}")


def longs(values: Iterable[int]) -> array[int]:
    """Numbers as words of 64 bits; those of an array of NumPy, which need not be there, are copied at once."""
    if (as_type := getattr(values, "astype", None)) is not None:
        values = array("q", as_type("i8").tobytes())
    return array("q", values)


def narrowest_of(values: array[int]) -> str:
    low, high = min(values, default=0), max(values, default=0)
    return narrowest(high, low) if covers(FULL, (low, high)) else "i64"
