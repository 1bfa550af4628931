"""Transposition tables in native code: what a depth-first search found of positions, met again on another way.

A position's *key* is a hash of its state's bytes, so that whatever the rules can look at is in it: counters, whose turn
it is, what is pending. Left out is what rules cannot tell apart (the order in which pieces are listed, random numbers
in a game that draws none). There are two keys: the *exact* one is of everything, and values go by it; the *broad* one
leaves out the last move, by which most of what is otherwise equal differs, and only the best move goes by it. In games
that look into their past (repetition) no two ways to a position are equal. There values are used that are estimates
anyway, and none that says how the game ends (Campbell, "The graph-history interaction", 1985), or no value at all.

A table is an array of buckets of two entries of 32 bytes, one cache line. The first entry of a bucket keeps what was
searched deepest in this search, the other what came last. Threads may share a table: an entry whose words were written
by two of them at once does not pass its check, and is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.agents.analysis import DECIDED
from ludens.rules.state.layout import SIZES, FieldKind, Layout
from ludens.rules.state.words import signed
from ludens.stage import Address, Bool, IntLike, Long, LongLike, Real, RealLike, Stage

if TYPE_CHECKING:
    from ludens.game import Game

#: an entry's words of 8 bytes: the exact key, mixed with the two that follow; the value; depth, kind of bound,
#: generation and move in one word; the broad key
CHECK, VALUE, FACTS, BROAD = range(4)
ENTRY: Final = 32
BUCKET: Final = 2 * ENTRY
#: what a value in the table is
UPPER, LOWER, SAME = 1, 2, 3
#: which values are used: none, all, or those of games that are not decided
NONE, ALL, OPEN = 0, 1, 2
#: of the word of facts: the move in the low half, then a byte each
DEPTH_AT, BOUND_AT, GENERATION_AT = 32, 40, 48

#: words of a state, and lists in it, as far as it matters for how long code runs without looking whether it is to stop
_WORDS, _LISTS = 1 << 14, 16
_FIRST, _SECOND = (signed(word) for word in (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03))


class KeyFields(NamedTuple):
    """What a key sees of a state.

    `words`, of shape (count, 3): the offset of a word, the bits of it that count, and what they are multiplied by.
    `lists`, of shape (count, 2), of lists of 32-bit numbers: the offset of the numbers, and that of how many there are.
    """

    words: npt.NDArray[np.uint64]
    lists: npt.NDArray[np.uint64]


def key_fields(game: Game) -> tuple[KeyFields, KeyFields]:
    """What the broad key sees of a game's states, and what the exact one sees beside it."""
    layout = game.layout
    core = {name: field.kind for name, field in layout.fields.items() if field.offset < layout.core_size}
    present = {FieldKind.PRESENT} | ({FieldKind.CHANCE} if game.is_stochastic else set())
    return (
        _fields_named(game, {name for name, kind in core.items() if kind in present}),
        _fields_named(game, {name for name, kind in core.items() if kind is FieldKind.PAST}),
    )


def _fields_named(game: Game, names: set[str]) -> KeyFields:
    layout = game.layout
    lists = {name for name in names if _is_list(layout, name)}
    mask = np.zeros(layout.core_size, np.uint8)
    for name in names - lists:
        field = layout.fields[name]
        mask[field.offset : field.offset + SIZES[field.element] * field.length] = 0xFF
    words = mask.view(np.uint64)
    (word_numbers,) = np.nonzero(words)
    factors = np.random.default_rng(word_numbers.size).integers(
        1 << 63, size=len(word_numbers), dtype=np.uint64
    ) * np.uint64(2)
    rows = np.stack(
        [word_numbers.astype(np.uint64) * np.uint64(8), words[word_numbers], factors + np.uint64(1)], axis=1
    )
    places = ((layout.fields[name], layout.fields[f"{name}_count"]) for name in sorted(lists))
    offsets = [(items.offset, count.offset) for items, count in places]
    return KeyFields(np.ascontiguousarray(rows), np.array(offsets, np.uint64).reshape(-1, 2))


def _is_list(layout: Layout, name: str) -> bool:
    """Whether a field is a list that is filled as far as another one says: what lies behind that is left over."""
    count = layout.fields.get(f"{name}_count")
    return count is not None and not count.shape and layout.fields[name].element == "i32"


def empty(entries: int) -> npt.NDArray[np.uint64]:
    """A table of so many entries, a power of two; memory is taken only as far as it is used."""
    return np.zeros((entries, ENTRY // 8), np.uint64)


class PositionKeys(NamedTuple):
    """The two keys of a position."""

    broad: LongLike
    exact: LongLike


class Hash:
    """The hash of the `key_fields` of a state; `words` and `lists` are the addresses of its arrays."""

    def __init__(self, s: Stage, words: Address, count: IntLike, lists: Address, listed: IntLike) -> None:
        self.s, self.count, self.listed = s, count, listed
        self.words = s.object_at(words, "the words of a key", lambda: s.long(count) * 24)
        self.lists = s.object_at(lists, "the lists of a key", lambda: s.long(listed) * 16)

    def of(self, state: Address, seed: LongLike) -> LongLike:
        s, total = self.s, self.s.var(seed, Long)

        def add_word(i: IntLike) -> None:
            row = i * 3
            word = s.load(s.offset(state, s.load(self.words, row, "i64")), 0, "i64") & s.load(
                self.words, row + 1, "i64"
            )
            mixed = (word ^ (word >> 32)) * s.load(self.words, row + 2, "i64")
            total.set(total.get() + (mixed ^ (mixed >> 29)) * _SECOND)

        def add_list(i: IntLike) -> None:
            row = i * 2
            items = s.offset(state, s.load(self.lists, row, "i64"))
            length = s.load(s.offset(state, s.load(self.lists, row + 1, "i64")), 0, "i32")
            s.for_range(
                0,
                length,
                lambda k: total.set(_mixed(total.get() + s.long(s.load(items, k, "i32")) * _FIRST)),
                rounds=_WORDS,
            )

        s.for_range(0, self.count, add_word, rounds=_WORDS)
        s.for_range(0, self.listed, add_list, rounds=_LISTS)
        return _mixed(total.get())


def _mixed(word: LongLike) -> LongLike:
    """A word whose every bit depends on all bits of another."""
    word = (word ^ (word >> 32)) * _FIRST
    result: LongLike = word ^ (word >> 29)
    return result


class Probe:
    """What a table has of a position: its best move (0 for none), and the value where that `settles` the search."""

    def __init__(self, s: Stage) -> None:
        self.move, self.value, self.settles = s.var(0), s.var(0.0, Real), s.var(False, Bool)


class TranspositionTable:
    """A table as generated code sees it.

    `mask` is one less than the number of buckets; `generation`, below 256, tells searches apart; `trust` is which
    values may be used. `temporary` is the address of 8 bytes.
    """

    def __init__(
        self, s: Stage, address: Address, mask: LongLike, generation: IntLike, trust: IntLike, temporary: Address
    ) -> None:
        self.s, self.address, self.mask, self.generation = s, address, mask, generation
        self.trust, self.temporary = trust, temporary

    def _entry(self, key: PositionKeys, number: int) -> Address:
        return self.s.offset(self.address, (key.broad & self.mask) * BUCKET + number * ENTRY)

    def probe(self, key: PositionKeys, depth: IntLike, alpha: RealLike, beta: RealLike) -> Probe:
        """Look a position up that is to be searched to a depth, within bounds."""
        s, result = self.s, Probe(self.s)
        for number in range(BUCKET // ENTRY):
            entry = self._entry(key, number)
            facts, bits = s.load(entry, FACTS, "i64"), s.load(entry, VALUE, "i64")
            result.move.set(s.select(s.load(entry, BROAD, "i64") == key.broad, s.to_int(facts), result.move.get()))
            same = s.load(entry, CHECK, "i64") == (key.exact ^ bits ^ facts)
            deep = s.to_int((facts >> DEPTH_AT) & 255) >= depth

            def use(facts: LongLike = facts, bits: LongLike = bits) -> None:
                s.store(self.temporary, 0, "i64", bits)
                value = s.load(self.temporary, 0, "f64")
                bound = s.to_int((facts >> BOUND_AT) & 255)
                result.value.set(value)
                high, low = (bound == LOWER) & (value >= beta), (bound == UPPER) & (value <= alpha)
                sure = (self.trust == ALL) | ((value < DECIDED) & (value > -DECIDED))
                result.settles.set(((bound == SAME) | high | low) & sure)

            s.if_(same & deep & (self.trust != NONE), use)
        return result

    def store(self, key: PositionKeys, depth: IntLike, bound: IntLike, value: RealLike, move: IntLike) -> None:
        """Keep what was found of a position."""
        s = self.s
        first = self._entry(key, 0)
        before = s.load(first, FACTS, "i64")
        old = ((before >> GENERATION_AT) & 255) != s.unsigned(self.generation)
        gives_way = old | (s.to_int((before >> DEPTH_AT) & 255) <= depth)
        place = s.select(gives_way, 0, ENTRY)
        entry = s.offset(first, place)
        facts = s.unsigned(move)
        for what, at in ((depth, DEPTH_AT), (bound, BOUND_AT), (self.generation, GENERATION_AT)):
            facts = facts | (s.unsigned(what) << at)
        s.store(self.temporary, 0, "f64", value)
        bits = s.load(self.temporary, 0, "i64")
        s.store(entry, CHECK, "i64", key.exact ^ bits ^ facts)
        s.store(entry, VALUE, "i64", bits)
        s.store(entry, FACTS, "i64", facts)
        s.store(entry, BROAD, "i64", key.broad)
