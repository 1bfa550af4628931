"""The fixed numbers of moves.

A move's number shows where it comes from and where it goes: there is a block for moves that stay on one site (or have
one only), one for moves from site to site, and one for those without a site. Moves of one position that agree in this
are told apart by their *variant*, their place among each other in the order in which the rules find them. How many
variants a block has room for is found by playing random games from fixed seeds; what does not fit gets one of the
spare numbers at the end, so that two different moves never share a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate

from ludens.rules.generation.candidates import Candidate
from ludens.rules.state.model import Model
from ludens.stage import Address, Int, IntLike, Stage

#: numbers at the end for moves that no block has room for
SPARE = 64
#: how many words describe a numbering to native code
NUMBERING_WORDS = 8
#: the one of them that says how many numbers there are
TOTAL = 7
#: with more pairs of sites than this, target and variant alone distinguish moves
MOST_PAIRS = 1 << 18
#: the words of a record: see `ludens.rules.generation.records`
MOVER, FROM, TO = 1, 2, 3


class Block(IntEnum):
    """The blocks of numbers."""

    SITE = 0
    PAIR = 1
    NOWHERE = 2


@dataclass(frozen=True)
class Places:
    """The places that the blocks distinguish: `sites` numbers of sites, and pairs of two spans of them.

    The spans are those that the moves from site to site can come from and go to, as far as the rules show; they are
    empty where no move has two sites, and where there would be more than `MOST_PAIRS`.
    """

    sites: int
    origins: range
    targets: range

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many places each block has."""
        return self.sites, len(self.origins) * len(self.targets), 1

    @property
    def starts(self) -> list[int]:
        """The number of places before each block."""
        return [0, *accumulate(self.counts[:-1])]


@dataclass(frozen=True)
class Numbering:
    """The numbers of a game's moves: the places, and how many variants of each place the blocks have room for.

    The blocks lie one behind the other. In each, the variants of one place lie together.
    """

    places: Places
    variants: tuple[int, int, int]

    @property
    def _ends(self) -> list[int]:
        """The number behind the last one of each block."""
        return list(accumulate(n * v for n, v in zip(self.places.counts, self.variants, strict=True)))

    @property
    def starts(self) -> list[int]:
        """The first number of each block."""
        return [0, *self._ends[:-1]]

    @property
    def first_spare(self) -> int:
        return self._ends[-1]

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return self.first_spare + SPARE

    @property
    def words(self) -> list[int]:
        """The words that describe it to generated code: see `number_of`."""
        return [*self.starts, *self.variants, self.first_spare, self.count]

    def meaning(self, number: int) -> tuple[str, int | None, int | None, int]:
        """The block ("site", "pair", "nowhere" or "spare"), the sites from and to, and the variant of a number.

        Raises ValueError for an unknown number.
        """
        if not 0 <= number < self.count:
            raise ValueError(f"actions are numbered 0 to {self.count - 1}, not {number}")
        if number >= self.first_spare:
            return "spare", None, None, number - self.first_spare
        block = max(b for b in Block if self.variants[b] and number >= self.starts[b])
        place, variant = divmod(number - self.starts[block], self.variants[block])
        if block is Block.PAIR:
            origin, target = divmod(place, len(self.places.targets))
            return "pair", self.places.origins[origin], self.places.targets[target], variant
        return block.name.lower(), *((place, place) if block is Block.SITE else (None, None)), variant


def places_of(model: Model, members: Iterable[Candidate]) -> Places:
    """The places that a game with these kinds of moves distinguishes."""
    sites = max(model.total_sites, *(model.count(site_type) for site_type in model.site_types))
    pairs = [move for move in members if not _same(move.from_, move.to)]
    origins, targets = _span([move.from_ for move in pairs], sites), _span([move.to for move in pairs], sites)
    if len(origins) * len(targets) > MOST_PAIRS:
        return Places(sites, range(0), range(0))
    return Places(sites, origins, targets)


def _same(a: IntLike, b: IntLike) -> bool:
    """Whether two sites are one for certain, or one of them is none."""
    if isinstance(a, int) and isinstance(b, int):
        return a == b or min(a, b) < 0
    if isinstance(a, Int) and isinstance(b, Int):
        return a.ref == b.ref
    return any(isinstance(end, int) and end < 0 for end in (a, b))


def _span(ends: list[IntLike], sites: int) -> range:
    """The numbers of sites that some values can be."""
    ranges = [(end, end) if isinstance(end, int) else end.range for end in ends]
    if not ranges:
        return range(0)
    return range(max(0, min(low for low, _ in ranges)), min(sites - 1, max(high for _, high in ranges)) + 1)


def place_of(s: Stage, places: Places, record: Address) -> tuple[IntLike, IntLike]:
    """The block of a recorded move, and its place there."""
    origin, target = (s.load(record, word, "i32") for word in (FROM, TO))
    highest = s.maximum(origin, target)
    single = (origin == target) | (origin < 0) | (target < 0) | (not places.counts[Block.PAIR])
    row, column = origin - places.origins.start, target - places.targets.start
    inside = (row >= 0) & (row < len(places.origins)) & (column >= 0) & (column < len(places.targets))
    nowhere = (highest < 0) | (highest >= places.sites) | s.not_(single | inside)
    block = s.select(nowhere, int(Block.NOWHERE), s.select(single, int(Block.SITE), int(Block.PAIR)))
    place = s.select(
        nowhere, 0, s.select(single, s.select(target < 0, origin, target), row * len(places.targets) + column)
    )
    return block, place


@dataclass(frozen=True)
class Counters:
    """How many moves were seen at each place of each block: words that are all 0 between two uses."""

    s: Stage
    places: Places
    address: Address

    @staticmethod
    def words(places: Places) -> int:
        """How many words it takes."""
        return sum(places.counts)

    def _at(self, block: IntLike, place: IntLike) -> IntLike:
        """The word of a place."""
        return self.s.table(self.places.starts)[block] + place

    def count(self, record: Address) -> tuple[IntLike, IntLike, IntLike]:
        """Count a recorded move: its block, its place there, and how many were seen at that place before."""
        block, place = place_of(self.s, self.places, record)
        at = self._at(block, place)
        seen = self.s.load(self.address, at, "i32")
        self.s.store(self.address, at, "i32", seen + 1)
        return block, place, seen

    def forget(self, record: Address) -> None:
        """Nothing was seen at the place of a recorded move."""
        self.s.store(self.address, self._at(*place_of(self.s, self.places, record)), "i32", 0)


def number_of(s: Stage, words: Address, block: IntLike, place: IntLike, variant: IntLike, spare: IntLike) -> IntLike:
    """The number of a move; `words` are `Numbering.words`, `spare` how many spare numbers are taken already.

    -1 where even these have run out.
    """
    variants = s.load(words, 3 + block, "i32")
    own = s.load(words, block, "i32") + place * variants + variant
    otherwise = s.select(spare < SPARE, s.load(words, 6, "i32") + spare, -1)
    return s.select(variant < variants, own, otherwise)
