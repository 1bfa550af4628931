"""Regions and arrays of integers while they are emitted.

A region is a set of sites. What is known while compiling is a `StaticRegion`; what is known only in play is a
`BitRegion`, a bit set in the memory of the current call. Both enumerate in ascending order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Any, Protocol, cast

from ludens.rules.state.model import Model
from ludens.rules.state.words import signed
from ludens.stage import Address, Bool, BoolLike, Int, IntLike, Long, LongLike, Scope, Stage, Variable
from ludens.stage.lanes import Lane


class Surroundings(Protocol):
    """What a region knows of the context it was made in: where code is emitted, and the model of the game."""

    @property
    def s(self) -> Stage: ...
    @property
    def model(self) -> Model: ...


Body = Callable[[IntLike], object]


class Region:
    """A set of sites 0 .. universe-1."""

    #: whether working it out took going from site to site, so that it is not worked out twice to find one member
    searched = False

    def __init__(self, c: Surroundings) -> None:
        self.c = c

    @property
    def s(self) -> Stage:
        return self.c.s

    @cached_property
    def words(self) -> int:
        """The number of 64-bit words that hold any region of the game."""
        return -(-self.universe // 64)

    @cached_property
    def universe(self) -> int:
        """A bound above every site index of the game."""
        return self.c.model.universe

    @property
    def limit(self) -> int:
        """What is known to be above every member."""
        return self.universe

    def site(self, value: IntLike, least: int = 0) -> IntLike:
        """A member, or the number for none, with its range."""
        return self.s.narrowed(value, least, max(self.limit - 1, 0))

    def here(self, c: Any) -> Region:
        """The region in the context where it is `(sites)`."""
        return self

    def in_record(self) -> Region | None:
        """The region `(sites)` where a move is made from its record, which holds integers only; None for no region."""
        return None

    def word(self, index: IntLike) -> LongLike:
        """One word of the bit set."""
        raise NotImplementedError

    def contains(self, site: IntLike) -> BoolLike:
        """Whether a site is a member; a negative one is not."""
        raise NotImplementedError

    def each(self, body: Body) -> None:
        """Run the body for each member, in ascending order."""
        raise NotImplementedError

    def count(self) -> IntLike:
        raise NotImplementedError

    def is_empty(self) -> BoolLike:
        return self.count() == 0

    def first(self) -> IntLike:
        """The least member, -1 if there is none."""
        first = self.s.var(-1)
        self.s.scope(lambda out: self.each(lambda site: (first.set(site), self.s.leave(out))))
        return self.site(first.get(), -1)

    def nth(self, index: IntLike) -> IntLike:
        """The member number `index` in ascending order, -1 if there are fewer."""
        nth, left = self.s.var(-1), self.s.var(index)

        def visit(site: IntLike, out: Scope) -> None:
            self.s.if_(left.get() == 0, lambda: (nth.set(site), self.s.leave(out)))
            left.set(left.get() - 1)

        self.s.scope(lambda out: self.each(lambda site: visit(site, out)))
        return self.site(nth.get(), -1)

    def drawn(self, index: IntLike) -> IntLike:
        """The member number `index` of a region that has more members than that."""
        return self.nth(index)

    def union(self, other: Region) -> Region:
        return self._combine(other, lambda a, b: a | b, lambda a, b: a | b, max(self.limit, other.limit))

    def intersection(self, other: Region) -> Region:
        return self._combine(other, lambda a, b: a & b, lambda a, b: a & b, min(self.limit, other.limit))

    def difference(self, other: Region) -> Region:
        return self._combine(other, lambda a, b: a - b, lambda a, b: a & (b ^ -1), self.limit)

    def _combine(
        self,
        other: Region,
        fold: Callable[[frozenset[int], frozenset[int]], frozenset[int]],
        word: Callable[[LongLike, LongLike], LongLike],
        limit: int,
    ) -> Region:
        if isinstance(self, StaticRegion) and isinstance(other, StaticRegion):
            return StaticRegion(self.c, fold(self.members, other.members))
        result = BitRegion(self.c, limit=limit)
        self.s.for_range(0, self.words, lambda i: result.set_word(i, word(self.word(i), other.word(i))))
        result.searched = self.searched or other.searched
        return result

    def copy(self) -> BitRegion:
        """A bit set of its own, to add to."""
        copied = BitRegion.empty(self.c)._absorb(self)
        copied.searched = self.searched
        return copied


class StaticRegion(Region):
    """A region that is known while compiling."""

    def __init__(self, c: Surroundings, members: Iterable[int]) -> None:
        super().__init__(c)
        self.members = frozenset(int(site) for site in members)
        assert all(site >= 0 for site in self.members)

    @property
    def limit(self) -> int:
        return max(self.members, default=-1) + 1

    @cached_property
    def sorted(self) -> tuple[int, ...]:
        return tuple(sorted(self.members))

    def word(self, index: IntLike) -> LongLike:
        if isinstance(index, int):
            return self._signed_words[index]
        return self.s.table(self._signed_words, "i64")[index]

    @cached_property
    def _signed_words(self) -> list[int]:
        bits = sum(1 << site for site in self.members)
        words = [(bits >> 64 * i) & ((1 << 64) - 1) for i in range(self.words)]
        return [signed(word) for word in words]

    def contains(self, site: IntLike) -> BoolLike:
        if isinstance(site, int):
            return site in self.members
        if not self.members:
            return False
        members = self.sorted
        if len(members) == members[-1] - members[0] + 1:
            return (site >= members[0]) & (site <= members[-1])
        if len(members) <= 2:
            return (site == members[0]) | (site == members[-1])
        table = self.s.table([int(i in self.members) for i in range(self.universe)], "u8")
        inside = self.s.inside(site, len(table))
        return inside & (table[self.s.select(inside, site, 0)] != 0)

    def each(self, body: Body) -> None:
        members = self.sorted
        if members and len(members) == members[-1] - members[0] + 1:
            self.s.for_range(members[0], members[-1] + 1, body)
        else:
            self.s.rows([members]).each(0, body)

    def count(self) -> IntLike:
        return len(self.members)

    def first(self) -> IntLike:
        return self.sorted[0] if self.members else -1

    def nth(self, index: IntLike) -> IntLike:
        if isinstance(index, int):
            return self.sorted[index] if 0 <= index < len(self.members) else -1
        inside = self.s.inside(index, len(self.members))
        table = self.s.table(self.sorted or [0])
        return self.s.select(inside, table[self.s.select(inside, index, 0)], -1)


class BitRegion(Region):
    """A bit set in memory; `address` may be given, else the current call's memory is used (and not yet cleared).

    With a `limit`, the maker guarantees that all its members are below.
    """

    def __init__(self, c: Surroundings, address: Address | None = None, *, limit: int | None = None) -> None:
        super().__init__(c)
        self.address = c.s.alloca(8 * self.words) if address is None else address
        self._limit = limit

    @property
    def limit(self) -> int:
        return self.universe if self._limit is None else self._limit

    @classmethod
    def empty(cls, c: Surroundings) -> BitRegion:
        region = cls(c)
        c.s.clear(region.address, 8 * region.words)
        return region

    def word(self, index: IntLike) -> LongLike:
        return cast(LongLike, self.s.peek(self.address, index, self.words, "i64"))

    def set_word(self, index: IntLike, value: LongLike) -> None:
        self.s.poke(self.address, index, self.words, "i64", value)

    def _bit(self, site: IntLike) -> LongLike:
        if isinstance(site, int):
            bit = 1 << (site & 63)
            return bit - (1 << 64) if bit >> 63 else bit
        return self.s.bit(site & 63)

    def add(self, site: IntLike) -> None:
        """Put a site into the set; what is none is left out."""
        self._change(site, lambda: self.word(site >> 6) | self._bit(site))

    def discard(self, site: IntLike) -> None:
        """Take a site out of the set."""
        self._change(site, lambda: self.word(site >> 6) & (self._bit(site) ^ -1))

    def _change(self, site: IntLike, word: Callable[[], LongLike]) -> None:
        inside = self.s.inside(site, self.universe)
        self.s.if_(inside, lambda: self.set_word(site >> 6, word()))

    def contains(self, site: IntLike) -> BoolLike:
        if isinstance(site, Lane):
            return site.among(self.word, 64 * self.words)

        def has() -> BoolLike:
            return (self.word(site >> 6) & self._bit(site)) != 0

        return self.s.choose(self.s.inside(site, self.universe), has, lambda: False, Bool)

    def each(self, body: Body) -> None:
        def word(index: IntLike) -> None:
            left = self.s.var(self.word(index), Long)

            def bit() -> None:
                bits = left.get()
                left.set(bits & (bits - 1))
                body(self.site(index * 64 + self.s.lowest_bit(bits)))

            self.s.while_(lambda: left.get() != 0, bit, rounds=64)

        self.s.for_range(0, self.words, word)

    def count(self) -> IntLike:
        total = self.s.var(0)
        self.s.for_range(0, self.words, lambda i: total.set(total.get() + self.s.popcount(self.word(i))))
        return total.get()

    def nth(self, index: IntLike) -> IntLike:
        """Whole words are skipped by their number of bits."""
        nth, left = self.s.var(-1), self.s.var(index)

        def look(i: IntLike, out: Scope) -> None:
            word = self.word(i)
            count = self.s.popcount(word)

            def hit() -> None:
                nth.set(i * 64 + self.s.nth_bit(word, left.get()))
                self.s.leave(out)

            self.s.if_(left.get() < count, hit)
            left.set(left.get() - count)

        self.s.scope(lambda out: self.s.for_range(0, self.words, lambda i: look(i, out)))
        return self.site(nth.get(), -1)

    def is_empty(self) -> BoolLike:
        bits = self.s.var(0, Long)
        self.s.for_range(0, self.words, lambda i: bits.set(bits.get() | self.word(i)))
        return bits.get() == 0

    def _absorb(self, other: Region) -> BitRegion:
        self.s.for_range(0, self.words, lambda i: self.set_word(i, self.word(i) | other.word(i)))
        return self


def region_of(c: Surroundings, sites: Iterable[IntLike]) -> Region:
    """The region of some sites; what is none is left out."""
    members = list(sites)
    if all(isinstance(site, int) for site in members):
        return StaticRegion(c, (site for site in cast(list[int], members) if 0 <= site < c.model.universe))
    region = BitRegion.empty(c)
    for site in members:
        region.add(site)
    return region


def collect(c: Surroundings, fill: Callable[[Body], object]) -> Region:
    """The region of the sites that `fill` passes to its argument; what is none is left out."""
    region, limit = BitRegion.empty(c), 0

    def add(site: IntLike) -> None:
        nonlocal limit
        limit = max(limit, c.s.range(site)[1] + 1)
        region.add(site)

    fill(add)
    return BitRegion(c, region.address, limit=min(limit, region.limit))


class IntList:
    """An array of integers in order. `values` is known while compiling, or the array lies in memory."""

    def __init__(
        self,
        c: Surroundings,
        values: Sequence[IntLike] | None = None,
        address: Address | None = None,
        length: Variable[IntLike] | None = None,
    ) -> None:
        self.c, self.values, self.address, self._length = c, values, address, length

    @classmethod
    def allocate(cls, c: Surroundings, capacity: int) -> IntList:
        """An empty array in the current call's memory; `append` beyond the capacity is dropped."""
        result = cls(c, None, c.s.alloca(4 * max(capacity, 1)), c.s.var(0))
        result.capacity = capacity
        return result

    capacity: int = 0

    def append(self, value: IntLike) -> None:
        assert self.address is not None and self._length is not None
        address, length = self.address, self._length
        at = length.get()

        def put() -> None:
            self.c.s.store(address, at, "i32", value)
            length.set(at + 1)

        self.c.s.if_(self.c.s.inside(at, self.capacity), put)

    def length(self) -> IntLike:
        if self.values is not None:
            return len(self.values)
        assert self._length is not None
        return self.c.s.narrowed(self._length.get(), 0, self.capacity)

    def get(self, index: IntLike) -> IntLike:
        """The element at an index; 0 beyond the array's memory."""
        if self.values is None:
            assert self.address is not None
            return cast(IntLike, self.c.s.peek(self.address, index, self.capacity, "i32"))
        if isinstance(index, int):
            return self.values[index] if 0 <= index < len(self.values) else 0
        if all(isinstance(v, int) for v in self.values):
            return self.c.s.table(cast(Sequence[int], self.values) or [0])[index]
        result = self.c.s.var(0)
        self.c.s.switch(index, [partial(result.set, v) for v in self.values])
        return result.get()

    def each(self, body: Body) -> None:
        if self.values is None or all(isinstance(v, int) for v in self.values):
            most = self.capacity if self.values is None else None
            self.c.s.for_range(0, self.length(), lambda i: body(self.get(i)), rounds=most)
        else:
            for value in self.values:
                body(value)


__all__ = ["BitRegion", "Body", "Int", "IntList", "Region", "StaticRegion", "collect", "region_of"]
