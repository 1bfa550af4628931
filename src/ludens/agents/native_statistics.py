"""What a Monte-Carlo tree search learns of moves wherever they are made, in memory that its threads share.

A move's *key* is a small number made of who moves, from where, to where, and which rule gave the move. Generated code
has a number for every place that lists moves, and one rule may have several: moves that are picked at random without
listing all come from other places than those that are listed. So there is a table of the rules by these numbers. Of a
key there are a count and a sum of what games were worth to its player: in one table for the whole search (MAST), of two
or three moves behind one another (NST), and in a table for each of some nodes (all moves as first, "AMAF").
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from ludens.stage import Address, BoolLike, IntLike, RealLike, Stage

#: keys are below a power of 2 that is chosen for each game, and that this one bounds; a search has so many tables, if
#: they fit into so many bytes
LEAST_KEYS, MOST_KEYS = 1 << 8, 1 << 14
MOST_TABLES, _TABLES_SIZE = 1 << 15, 1 << 28
#: words of 4 bytes that the memory begins with: tables used, how many there may be, the number of keys, how far the
#: keys of two players are apart, and how many moves the shortest game has that was seen to end
_USED, _CAPACITY, _KEYS, _APART, _SHORTEST = range(5)
#: longer than any game
_ENDLESS: Final = (1 << 31) - 1
_HEAD: Final = 64
#: the places that list moves, at most: those behind them are told apart no more
PLACES: Final = 1 << 10
#: a count and a sum, both float32
_PAIR: Final = 8
#: the places for two or three moves behind one another
GRAMS: Final = 1 << 16
_MOVES_AT: Final = _HEAD + PLACES * 4
_GRAMS_AT: Final = _MOVES_AT + MOST_KEYS * _PAIR
_TABLES_AT: Final = _GRAMS_AT + GRAMS * _PAIR
#: what a site that is left, and a rule, count in a key
_FROM, _RULE = 2533, 677


def memory_for(keys: int, players: int, rules: npt.NDArray[np.int32]) -> npt.NDArray[np.uint8]:
    """Memory in which nothing was learnt; taken only as far as it is used. `rules` are those of the first places."""
    tables = min(MOST_TABLES, _TABLES_SIZE // (keys * _PAIR))
    memory = np.zeros(_TABLES_AT + (tables + 1) * keys * _PAIR, np.uint8)
    memory[_HEAD:_MOVES_AT].view(np.int32)[: len(rules)] = rules
    memory[:_HEAD].view(np.int32)[:5] = 1, tables, keys, keys // max(players, 1), _ENDLESS
    return memory


def tables_of(memory: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """The tables: an array of shape (tables, keys, 2). Number 0 stays empty."""
    _, tables, keys, _ = memory[:_HEAD].view(np.int32)[:4].tolist()
    return memory[_TABLES_AT:].view(np.float32).reshape(tables + 1, keys, 2)


def moves_of(memory: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """What was learnt of moves in the whole search: an array of shape (keys, 2)."""
    return memory[_MOVES_AT:_GRAMS_AT].view(np.float32).reshape(-1, 2)


def shortest(memory: npt.NDArray[np.uint8]) -> int:
    """How many moves the shortest game has that was seen to end; more than any has, before."""
    return int(memory[:_HEAD].view(np.int32)[_SHORTEST])


def keep(memory: npt.NDArray[np.uint8], numbers: npt.NDArray[np.int32], target: npt.NDArray[np.uint8]) -> None:
    """Copy what was learnt of moves to other memory, and those tables, which are numbers 1, 2 ... there."""
    target[_HEAD:_TABLES_AT] = memory[_HEAD:_TABLES_AT]
    tables_of(target)[1 : len(numbers) + 1] = tables_of(memory)[numbers]
    target[:_HEAD].view(np.int32)[[_USED, _SHORTEST]] = len(numbers) + 1, shortest(memory)


def key_of(rule: int, mover: int, start: int, end: int, keys: int, players: int) -> int:
    """The key of a move, as `MoveStatistics.key` makes it in native code."""
    left = 0 if start in (end, -1) or start < 0 else start + 1
    return (end + left * _FROM + rule * _RULE + mover * (keys // max(players, 1))) & (keys - 1)


class MoveStatistics:
    """That memory, in native code."""

    def __init__(self, s: Stage, address: Address) -> None:
        self.s, self._at = s, address
        head = s.object_at(address, "what is learnt", _HEAD)
        self._tables, self._keys, self._apart = (s.load(head, word, "i32") for word in (_CAPACITY, _KEYS, _APART))
        size = lambda: s.long(self._tables + 1) * s.long(self._keys * _PAIR) + _TABLES_AT  # noqa: E731
        self._all = s.object_at(address, "what is learnt", size)
        self._rules, self.moves = s.offset(self._all, _HEAD), s.offset(self._all, _MOVES_AT)
        self.grams = s.offset(self._all, _GRAMS_AT)

    def key(self, record: Address) -> IntLike:
        """The key of a move, whose record has a header (`ludens.rules.generation.records.HEADER`)."""
        s = self.s
        place, mover, start, end = (s.load(record, word, "i32") for word in range(4))
        rule = s.load(self._rules, place & (PLACES - 1), "i32")
        left = s.select((start == end) | (start < 0), 0, start + 1)
        return (end + left * _FROM + rule * _RULE + mover * self._apart) & (self._keys - 1)

    def note_end(self, plies: IntLike) -> None:
        """A game ended after so many moves."""
        s = self.s
        s.if_(plies < s.load(self._all, _SHORTEST, "i32"), lambda: s.store(self._all, _SHORTEST, "i32", plies))

    def may_end(self, plies: IntLike) -> BoolLike:
        """Whether a game was seen to end after so many moves, or sooner."""
        has_ended: BoolLike = plies >= self.s.load(self._all, _SHORTEST, "i32")
        return has_ended

    def gram(self, before: IntLike, key: IntLike) -> IntLike:
        """The place of a move behind another one, or behind two, whose place is `before`."""
        s = self.s
        return s.to_int((s.unsigned(before) * 40503 + s.unsigned(key) * 2654435761) >> 7) & (GRAMS - 1)

    def table(self, number: IntLike) -> Address:
        """A table; that of number 0 has nothing."""
        s = self.s
        return s.offset(self._all, s.long(number) * s.long(self._keys * _PAIR) + _TABLES_AT)

    def new_table(self) -> IntLike:
        """The number of a table that nobody has; 0 where there is none left."""
        s = self.s
        number: IntLike = s.exchange("add", self._all, _USED, "i32", 1)
        free = number <= self._tables
        s.if_(free, lambda: None, lambda: s.exchange("add", self._all, _USED, "i32", -1))
        return s.select(free, number, 0)

    def read_at(self, table: Address, place: IntLike) -> tuple[RealLike, RealLike]:
        """The count and the sum at a place."""
        return self.s.load(table, place * 2, "f32"), self.s.load(table, place * 2 + 1, "f32")

    def add(self, table: Address, place: IntLike, worth: RealLike) -> None:
        """A game in which a move was made was worth so much to its player."""
        count, total = self.read_at(table, place)
        self.s.store(table, place * 2, "f32", count + 1.0)
        self.s.store(table, place * 2 + 1, "f32", total + worth)
