"""Values of many sites at once, one in each lane, so that a condition on a site is worked out for all of them together.

A `Lane` stands where an index would: it is the numbers from `first` on, all at the same time. An array read at it gives
its `Content`, which a comparison makes a `Mask`: a bit for each lane, in words of 64. What is not known lane by lane
(a branch, an address, arithmetic) raises `NotUniform`; so the same code that tests one site tests them all, or tells
that it cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NoReturn, Protocol, TypeVar

from ludens.stage.handles import Bool, BoolLike, Emitter, Int, IntLike, Long, LongLike, Operand
from ludens.stage.ranges import FULL, NARROW, Range, covers, decided, meet

T = TypeVar("T")
#: lanes that are read together
WORD = 64
#: of the elements of an array: the bits of each, and whether they are signed
_ELEMENTS = {"i8": (8, True), "u8": (8, False), "i16": (16, True), "u16": (16, False), "i32": (32, True)}
#: the longest table that is looked up lane by lane
LONGEST_TABLE = 16
_SWAPPED = {"slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle", "eq": "eq", "ne": "ne"}


class NotUniform(Exception):
    """A value that differs from lane to lane is used as a single value."""


class Maker(Emitter, Protocol):
    """What lanes need of their stage."""

    def operand(self, kind: type[Long | Int | Bool], value: Operand) -> str: ...

    def range(self, value: Operand) -> Range: ...


def full(count: int) -> tuple[int, ...]:
    """The words, as signed numbers, that have a bit for each of `count` lanes."""
    words = (min(WORD, count - start) for start in range(0, count, WORD))
    return tuple((1 << n) - 1 if n < WORD else -1 for n in words)


class Wide:
    """What has a value for each lane: it has no name as one value."""

    __slots__ = ()

    @property
    def ref(self) -> NoReturn:
        raise NotUniform


#: what decides a mask for all lanes together: the caller's case by case
Decide = Callable[["Mask"], bool]


def _decided_by(decide: Decide | None, mask: BoolLike) -> BoolLike:
    return decide(mask) if decide is not None and isinstance(mask, Mask) else mask


class Lane(Wide, Int):  # type: ignore[misc]
    """The numbers first .. first+count-1, one in each lane.

    With `decide`, a test that differs from lane to lane is handed to it, and its answer taken for all: for lanes that
    are not those of the result.
    """

    __slots__ = ("count", "decide", "first")

    def __init__(self, stage: Emitter, first: int, count: int, decide: Decide | None = None) -> None:
        self.stage, self.first, self.count, self.decide = stage, first, count, decide
        self.range = first, first + count - 1

    def __add__(self, other: Operand) -> Lane:
        if isinstance(other, int):
            return Lane(self.stage, self.first + other, self.count, self.decide)
        raise NotUniform

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Lane:
        return self + -other if isinstance(other, int) else self._refuse()

    def _refuse(self) -> NoReturn:
        raise NotUniform

    def among(self, word: Callable[[int], LongLike], most: int) -> BoolLike:
        """Which lanes' numbers are in a set, given by its words, of numbers below `most`."""
        if self.first < 0 or self.first + self.count > most:
            raise NotUniform
        valid = full(self.count)
        words = [_moved(self, word, i, most) & bits for i, bits in enumerate(valid)]
        return _decided_by(self.decide, Mask(self.stage, words, self.count))


def _moved(lane: Lane, word: Callable[[int], LongLike], index: int, most: int) -> LongLike:
    """A word of a set, counted from the first lane on."""
    start, shift = divmod(lane.first + WORD * index, WORD)
    low = word(start)
    if shift == 0:
        return low
    low = low >> shift
    return low | (word(start + 1) << (WORD - shift)) if WORD * (start + 1) < most else low


class Mask(Wide, Bool):  # type: ignore[misc]
    """A truth value in each lane: words of 64, no bit set beyond the last lane."""

    __slots__ = ("count", "words")

    def __init__(self, stage: Emitter, words: Sequence[LongLike], count: int) -> None:
        self.stage, self.words, self.count = stage, tuple(words), count
        self.facts = self.denied = ()

    def _of(self, other: BoolLike) -> tuple[LongLike, ...]:
        """The words of what is to be joined: of one truth value, all or none."""
        if isinstance(other, Mask):
            if other.count != self.count:
                raise NotUniform
            return other.words
        return spread(self.stage, other, self.count)

    def _with(self, words: Sequence[LongLike]) -> Mask:
        return Mask(self.stage, words, self.count)

    def __and__(self, other: BoolLike) -> BoolLike:
        if isinstance(other, bool):
            return self if other else False
        return self._with([a & b for a, b in zip(self.words, self._of(other), strict=True)])

    def __or__(self, other: BoolLike) -> BoolLike:
        if isinstance(other, bool):
            return True if other else self
        return self._with([a | b for a, b in zip(self.words, self._of(other), strict=True)])

    def __xor__(self, other: BoolLike) -> Mask:
        return self._with([a ^ b for a, b in zip(self.words, self._of(other), strict=True)])

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def chosen(self, a: BoolLike, b: BoolLike) -> BoolLike:
        """`a` in the lanes where this is true, `b` elsewhere."""
        return (self & a) | ((self ^ True) & b)


def spread(stage: Emitter, value: BoolLike, count: int) -> tuple[LongLike, ...]:
    """One truth value in all lanes."""
    if isinstance(value, bool):
        return full(count) if value else (0,) * len(full(count))
    return tuple(stage.instruction(Long, "select", value.ref, str(b), "0", data=("i1",)) for b in full(count))


class Flags(Wide, Int):  # type: ignore[misc]
    """1 in the lanes where a mask is true, 0 elsewhere."""

    __slots__ = ("mask",)

    def __init__(self, mask: Mask) -> None:
        self.stage, self.mask, self.range = mask.stage, mask, (0, 1)

    def compared(self, condition: str, other: Operand) -> BoolLike:
        if not isinstance(other, int):
            raise NotUniform
        one, zero = (decided(condition, (value, value), (other, other)) for value in (1, 0))
        return self.mask.chosen(bool(one), bool(zero))


@dataclass(frozen=True)
class _Chunk:
    """A vector of `width` lanes from number `start` on; those before `seen` are also in another vector."""

    start: int
    width: int
    name: str


class Content(Wide, Int):  # type: ignore[misc]
    """A number in each lane, as an array of that element type has them; `range` is what they lie in."""

    __slots__ = ("chunks", "count", "decide", "element")

    def __init__(
        self,
        stage: Emitter,
        chunks: Sequence[_Chunk],
        element: str,
        count: int,
        range: Range,
        decide: Decide | None = None,
    ) -> None:
        self.stage, self.chunks, self.element, self.count, self.range = stage, chunks, element, count, range
        self.decide = decide

    def narrowed(self, low: int, high: int) -> Content:
        return Content(self.stage, self.chunks, self.element, self.count, meet(self.range, (low, high)), self.decide)

    def compared(self, stage: Maker, condition: str, other: Operand) -> BoolLike:
        """Where the numbers compare so with one that is the same for all lanes."""
        return _decided_by(self.decide, self._compared(stage, condition, other))

    def _compared(self, stage: Maker, condition: str, other: Operand) -> BoolLike:
        if isinstance(other, Wide) or not isinstance(other, int | Int):
            raise NotUniform
        range = stage.range(other)
        folded = decided(condition, self.range, range)
        if folded is not None:
            return folded
        bits, signed = _ELEMENTS[self.element]
        bounds = NARROW.get(self.element, FULL)
        if not covers(bounds, range):
            if condition not in ("eq", "ne"):
                raise NotUniform
            fits = (other >= bounds[0]) & (other <= bounds[1])
            same = Mask(self.stage, self._words(stage, "eq", bits, other), self.count) & fits
            return same if condition == "eq" else same ^ True
        if not signed and condition not in ("eq", "ne"):
            condition = "u" + condition[1:]
        return Mask(self.stage, self._words(stage, condition, bits, other), self.count)

    def _words(self, stage: Maker, condition: str, bits: int, other: IntLike) -> list[LongLike]:
        words: list[LongLike] = [0] * len(full(self.count))
        if isinstance(other, int):
            value = str((other + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1))
        else:
            value = other.ref
            if bits < 32:
                value = stage.value("cast", f"i{bits}", other.ref, data=("trunc", "i32"))
        for chunk in self.chunks:
            splat = _splat(stage, chunk.width, f"i{bits}", value)
            kind = f"<{chunk.width} x i{bits}>"
            _put(stage, words, chunk, stage.value("icmp", kind, chunk.name, splat, data=(condition,)))
        return words

    def looked_up(self, stage: Maker, values: Sequence[int]) -> Content:
        """What a short table has for the numbers of the lanes, all of which are indices of it."""
        bits, _ = _ELEMENTS[self.element]
        bounds = NARROW.get(self.element, FULL)
        if len(values) > LONGEST_TABLE or not covers(bounds, (min(values), max(values))):
            raise NotUniform
        if not covers((0, len(values) - 1), self.range):
            raise NotUniform
        chunks = []
        for chunk in self.chunks:
            kind, name = f"<{chunk.width} x i{bits}>", str(values[0])
            for index, value in enumerate(values[1:], 1):
                here = stage.value("icmp", kind, chunk.name, str(index), data=("eq",))
                name = stage.value("select", kind, here, str(value), name, data=(f"<{chunk.width} x i1>",))
            chunks.append(_Chunk(chunk.start, chunk.width, name))
        return Content(self.stage, chunks, self.element, self.count, (min(values), max(values)), self.decide)


def _splat(stage: Maker, width: int, kind: str, value: str) -> str:
    """A vector that has one value in all lanes; a constant stands for it itself."""
    return stage.value("splat", f"<{width} x {kind}>", value, lines=2) if value[0] == "%" else value


def _put(stage: Maker, words: list[LongLike], chunk: _Chunk, test: str) -> None:
    """Put the truth values of a chunk where they belong among the words."""
    bits = stage.value("cast", f"i{chunk.width}", test, data=("bitcast", f"<{chunk.width} x i1>"))
    wide: LongLike = Long(stage, bits)
    if chunk.width < WORD:
        wide = stage.instruction(Long, "cast", bits, data=("zext", f"i{chunk.width}"))
    index, shift = divmod(chunk.start, WORD)
    here = wide << shift if shift else wide
    words[index] = _joined(words[index], here)
    if shift + chunk.width > WORD:
        words[index + 1] = _joined(words[index + 1], wide >> (WORD - shift))


def _joined(a: LongLike, b: LongLike) -> LongLike:
    return b if isinstance(a, int) and a == 0 else a | b


def chunks_of(count: int) -> list[tuple[int, int]]:
    """Starts and widths, powers of two, of vectors that cover `count` lanes exactly; the last may overlap."""
    parts = [(start, WORD) for start in range(0, count - WORD + 1, WORD)]
    done = WORD * len(parts)
    if done == count:
        return parts
    width = 1 << (count - done - 1).bit_length()
    if width <= count:
        return [*parts, (count - width, width)]
    return [(0, width // 2), (count - width // 2, width // 2)]


def load(stage: Maker, lane: Lane, element: str, place: Callable[[int, int], str]) -> Content:
    """The elements of an array at the lanes; `place(start, size)` gives the text of their address, as bytes."""
    if element not in _ELEMENTS:
        raise NotUniform
    bits, _ = _ELEMENTS[element]
    size = bits // 8
    chunks = []
    for start, width in chunks_of(lane.count):
        address = place((lane.first + start) * size, width * size)
        chunks.append(_Chunk(start, width, stage.value("read", f"<{width} x i{bits}>", address, data=(size,))))
    return Content(lane.stage, chunks, element, lane.count, NARROW.get(element, FULL), lane.decide)


def write_numbers(
    stage: Maker,
    offsets: Sequence[int],
    base: int,
    count: int,
    element: str,
    read: Callable[[int, int], str],
    written: Callable[[int, int], str],
) -> None:
    """See `Stage.write_numbers`; `read` and `written` give the text of an address, from its start and size in bytes."""
    bits, _ = _ELEMENTS[element]
    size = bits // 8
    for start, width in chunks_of(count):
        kind, numbers = f"<{width} x i{bits}>", ""
        for offset in offsets:
            digit = stage.value("read", f"<{width} x i8>", read(start + offset, width), data=(1,))
            if bits > 8:
                digit = stage.value("cast", kind, digit, data=("zext", f"<{width} x i8>"))
            if numbers:
                numbers = stage.value("mul", kind, numbers, str(base))
            numbers = stage.value("add", kind, numbers, digit) if numbers else digit
        stage.append("write", kind, (written(start * size, width * size), numbers), (size,))


def any_row(
    stage: Maker,
    sets: Sequence[tuple[LongLike, T, T]],
    start: IntLike,
    width: int,
    by: int,
    row: Callable[[T, IntLike, int], str],
) -> BoolLike:
    """See `Stage.any_row_within`; `row` gives the address of elements of a table."""
    kind, flags, any_held = f"<{by} x i64>", f"<{by} x i1>", ""
    for at in range(0, width, by):
        matches = ""
        for word, expected, looked_at in sets:
            vectors = []
            for table in (expected, looked_at):
                address = row(table, start + at, by)
                vectors.append(stage.value("read", kind, address, data=(8,)))
            splat = _splat(stage, by, "i64", stage.operand(Long, word))
            cut = stage.value("and", kind, vectors[1], splat)
            same = stage.value("icmp", kind, cut, vectors[0], data=("eq",))
            matches = stage.value("and", flags, matches, same) if matches else same
        any_held = stage.value("or", flags, any_held, matches) if any_held else matches
    bits = stage.value("cast", f"i{by}", any_held, data=("bitcast", flags))
    return Bool(stage, stage.value("icmp", f"i{by}", bits, "0", data=("ne",)))


def compare(stage: Maker, condition: str, a: Operand, b: Operand) -> BoolLike:
    """A comparison of 32-bit integers one of which has lanes."""
    condition = condition.removeprefix("icmp ")
    if not isinstance(a, Wide):
        a, b, condition = b, a, _SWAPPED[condition]
    if isinstance(a, Flags):
        return a.compared(condition, b)
    if isinstance(a, Content):
        return a.compared(stage, condition, b)
    if isinstance(a, Lane):
        return _index_compared(a, condition, b)
    raise NotUniform


def _index_compared(lane: Lane, condition: str, other: Operand) -> BoolLike:
    if not isinstance(other, int):
        raise NotUniform
    folded = decided(condition, lane.range, (other, other))
    if folded is not None:
        return folded
    numbers = range(lane.first, lane.first + lane.count)
    lanes = [i for i, n in enumerate(numbers) if decided(condition, (n, n), (other, other))]
    return _decided_by(lane.decide, constant(lane.stage, lanes, lane.count))


def constant(stage: Emitter, lanes: Sequence[int], count: int) -> Mask:
    """The mask that is true in these lanes."""
    bits = reduce(lambda mask, lane: mask | 1 << lane, lanes, 0)
    words = [(bits >> start) & ((1 << WORD) - 1) for start in range(0, count, WORD)]
    return Mask(stage, [word - (1 << WORD) if word >> (WORD - 1) else word for word in words], count)


__all__ = [
    "Content", "Flags", "Lane", "Mask", "NotUniform", "Wide", "any_row", "compare", "constant", "full", "load",
    "spread", "write_numbers",
]  # fmt: skip
