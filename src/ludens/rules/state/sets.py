"""Sets of sites in registers: conditions worked out for all sites at once, and what words do with the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ludens import board
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, Body, Region, StaticRegion, Surroundings
from ludens.rules.state.words import signed
from ludens.stage import Bool, BoolLike, IntLike, Long, LongLike
from ludens.stage.direct import DirectStage
from ludens.stage.lanes import Mask, spread

_WORD = (1 << 64) - 1


class WordSet(Region):
    """A set of sites whose words are values, and not in memory; as many of them as hold its sites, the rest are 0.

    What is `found_again` costs so little that moves to its sites are counted, and found anew where one is drawn.
    """

    def __init__(
        self, c: Surroundings, bits: Sequence[LongLike], limit: int | None = None, *, found_again: bool = False
    ) -> None:
        super().__init__(c)
        self.bits, self.found_again = tuple(bits), found_again
        self._limit = c.model.universe if limit is None else limit

    @property
    def limit(self) -> int:
        return self._limit

    @classmethod
    def of(cls, region: Region, size: int | None = None) -> WordSet:
        """The same set with its words as values; `size` is how many words hold it, where that is known to be less."""
        if isinstance(region, WordSet):
            return region
        words = region.words if size is None else size
        return cls(region.c, [region.word(i) for i in range(words)], region.limit)

    @classmethod
    def single(cls, c: Surroundings, site: IntLike, size: int) -> WordSet:
        """The set of one site, which exists; `size` is the number of its words."""
        if isinstance(site, int):
            return constant_set(c, (site,), size)
        bit, at = c.s.bit(site & 63), site >> 6
        return cls(c, [bit] if size == 1 else [c.s.select(at == i, bit, 0) for i in range(size)])

    # --- as a region

    def word(self, index: IntLike) -> LongLike:
        if isinstance(index, int):
            return self.bits[index] if 0 <= index < len(self.bits) else 0
        result: LongLike = 0
        for number, word in enumerate(self.bits):
            result = self.s.select(index == number, word, result)
        return result

    def stored(self) -> BitRegion:
        """The same set in the memory of the current call."""
        region = BitRegion(self.c, limit=self.limit)
        for i in range(region.words):
            region.set_word(i, self.word(i))
        return region

    def contains(self, site: IntLike) -> BoolLike:
        inside = self.s.inside(site, 64 * len(self.bits))

        def has() -> BoolLike:
            bit: LongLike = self.word(site >> 6) >> self.s.unsigned(site & 63)
            return (bit & 1) != 0

        return self.s.choose(inside, has, lambda: False, Bool)

    def each(self, body: Body) -> None:
        s, size = self.s, len(self.bits)
        place = s.alloca(8 * size)
        for index, word in enumerate(self.bits):
            s.store(place, index, "i64", word)

        def visit(index: IntLike) -> None:
            left = s.var(s.load(place, index, "i64"), Long)

            def bit() -> None:
                bits = left.get()
                left.set(bits & (bits - 1))
                body(self.site(index * 64 + s.lowest_bit(bits)))

            s.while_(lambda: left.get() != 0, bit, rounds=64)

        s.for_range(0, size, visit)

    def count(self) -> IntLike:
        total: IntLike = 0
        for word in self.bits:
            total = total + self.s.popcount(word)
        return total

    def is_empty(self) -> BoolLike:
        return self.any_word() == 0

    def any_word(self) -> LongLike:
        """A word that is 0 only where the set is empty."""
        together: LongLike = 0
        for word in self.bits:
            together = _either(word, together)
        return together

    def nth(self, index: IntLike) -> IntLike:
        return self.s.choose(self.s.inside(index, self.count()), lambda: self.drawn(index), lambda: -1)

    def drawn(self, index: IntLike) -> IntLike:
        s = self.s
        chosen, first, left = self.bits[0], 0, index
        passed: IntLike = 0
        for number, word in enumerate(self.bits[1:], 1):
            passed = passed + s.popcount(self.bits[number - 1])
            beyond = index >= passed
            chosen, first = s.select(beyond, word, chosen), s.select(beyond, 64 * number, first)
            left = s.select(beyond, index - passed, left)
        return self.site(first + s.nth_bit(chosen, left))

    # --- operations, which give sets of as many words

    def __and__(self, other: WordSet) -> WordSet:
        return self._joined(other, lambda a, b: a & b)

    def __or__(self, other: WordSet) -> WordSet:
        return self._joined(other, lambda a, b: a | b)

    def __xor__(self, other: WordSet) -> WordSet:
        return self._joined(other, lambda a, b: a ^ b)

    def __sub__(self, other: WordSet) -> WordSet:
        return self._joined(other, lambda a, b: a & (b ^ -1))

    def _joined(self, other: WordSet, word: Callable[[LongLike, LongLike], LongLike]) -> WordSet:
        size = max(len(self.bits), len(other.bits))
        return WordSet(self.c, [word(self.word(i), other.word(i)) for i in range(size)], max(self.limit, other.limit))

    def shifted(self, delta: int) -> WordSet:
        """The sites `delta` further on; those that leave the words are lost."""
        words, bits = divmod(abs(delta), 64)
        size, way = len(self.bits), -1 if delta >= 0 else 1
        near, far = (_left, _right) if delta >= 0 else (_right, _left)

        def word(i: int) -> LongLike:
            at = i + way * words
            if bits == 0 or not 0 <= at + way < size:
                return near(self.word(at), bits)
            return _either(near(self.word(at), bits), far(self.word(at + way), 64 - bits))

        return WordSet(self.c, [word(i) for i in range(size)])


def _left(word: LongLike, bits: int) -> LongLike:
    if bits == 0:
        return word
    return signed((word << bits) & _WORD) if isinstance(word, int) else word << bits


def _right(word: LongLike, bits: int) -> LongLike:
    if bits == 0:
        return word
    return signed((word & _WORD) >> bits) if isinstance(word, int) else word >> bits


def _either(a: LongLike, b: LongLike) -> LongLike:
    return a if isinstance(b, int) and b == 0 else a | b


def constant_set(c: Surroundings, sites: Iterable[int], size: int) -> WordSet:
    """A set that is constant, in `size` words."""
    region = StaticRegion(c, sites)
    return WordSet(c, [region.word(i) for i in range(size)], region.limit)


def words_of(c: Surroundings, kind: board.SiteType) -> int:
    """The number of words that hold the sites of a type."""
    return -(-c.model.count(kind) // 64)


def where(c: Context, kind: board.SiteType, holds: Callable[[IntLike], BoolLike]) -> WordSet | None:
    """The sites of a type on the board for which a condition holds, worked out for all of them at once.

    None where it cannot be: the condition branches, calculates with the site, or changes something.
    """
    return satisfying(c, c.model.count(kind), holds)


def satisfying(c: Context, count: int, holds: Callable[[IntLike], BoolLike]) -> WordSet | None:
    """The same of the sites 0 .. count-1."""
    if isinstance(c.s, DirectStage) or not count:
        return None
    mask = c.s.each_lane(count, holds)
    if mask is None:
        return None
    words = mask.words if isinstance(mask, Mask) else spread(c.s, mask, count)
    return WordSet(c, words, count)


def filtered(c: Context, region: Region, holding: Callable[[int], WordSet | None]) -> WordSet | None:
    """The sites of a region for which a condition holds; `holding` gives those of 0 .. count-1, where known."""
    if c.tracer is not None or (isinstance(region, StaticRegion) and len(region.members) <= region.limit >> 4):
        return None
    holding_sites = holding(region.limit)
    return None if holding_sites is None else WordSet.of(region, len(holding_sites.bits)) & holding_sites


__all__ = ["WordSet", "constant_set", "filtered", "satisfying", "where", "words_of"]
