"""The order in which a depth-first search tries moves, in native code: good ones first, so that the rest is cut off.

First comes the move that the transposition table names, then two moves that cut off elsewhere at the same ply
("killers": Akl and Newborn, "The principal continuation and the killer heuristic", 1977), then what cut off last after
the same move of the other side ("countermoves": Uiterwijk, "The countermove heuristic", 1992), then moves by how often
and how deep they cut off anywhere ("history": Schaeffer, "The history heuristic", 1983), far from the leaves with what
they gain at once added. A move is known by its *name*, 32 bits made of its record, the same wherever it is legal.
"""

from __future__ import annotations

from enum import IntFlag
from typing import Final

import numpy as np
import numpy.typing as npt

from ludens.agents.native import MAX_MOVES, RECORD
from ludens.rules.state.words import signed
from ludens.stage import Address, BoolLike, IntLike, Long, LongLike, RealLike, Stage

#: the first bytes of a record, by which moves are told apart; what a record has no use for there must be zero
NAMED: Final = 16
#: moves behind the last that may have been listed and dropped again; where there were more, some names may be off
_DROPPED: Final = 16
#: the history's entries, 32-bit numbers for moves by their names; behind it as many of names of countermoves, and two
#: killers for each ply
HISTORY: Final = 1 << 12
COUNTERS: Final = 1 << 12
KILLERS: Final = 2
_MOST: Final = 1 << 24
#: moves that are picked as the best of those left; the rest is taken as it comes
PICKED: Final = 8
#: ranks begin above the numbers of moves; what the table names, what kills, and what a gain of 1 is worth
_RANK_AT: Final = 16
_BY_TABLE, _BY_KILLER, _BY_COUNTER = 1 << 40, 1 << 38, 1 << 25
_GAIN, _MOST_GAIN, _STEPS = 1 << 26, 1 << 10, 1 << 4
#: the ranks of moves that were tried, and of those that were put off
_TAKEN: Final = -(1 << 62)
_PUT_OFF: Final = _TAKEN + 1
_FACTOR, _OTHER = (signed(word) for word in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F))
assert MAX_MOVES <= 1 << _RANK_AT - 1


class Ordered(IntFlag):
    """What moves are ordered by, as bits of a search's flags."""

    KILLERS = 1
    HISTORY = 2
    COUNTERS = 4


def words(plies: int) -> int:
    """How many 32-bit numbers the memory of the order has, for searches of so many plies."""
    return HISTORY + COUNTERS + KILLERS * plies


def age(memory: npt.NDArray[np.int32]) -> None:
    """Let what was learnt count less in a search of the next position, whose plies are others."""
    memory[:HISTORY] >>= 1
    memory[HISTORY + COUNTERS :] = 0


def name(record: npt.NDArray[np.int32]) -> int:
    """The name of a move, as `Order.name` makes it in native code; what its record has no use for must be zero."""
    first, second = map(int, record.view(np.uint8)[:NAMED].view(np.int64))
    word = (first * _FACTOR + (second ^ _OTHER) * _OTHER) & (1 << 64) - 1
    mixed = (word ^ (word >> 32)) & 0xFFFFFFFF | 1
    return mixed - (1 << 32) if mixed >> 31 else mixed


class Order:
    """The moves of one node: `records` has `count` of them, `ranks` 8 bytes for each; `memory` is for all nodes.

    `flags` has what they are ordered by (`Ordered`).
    """

    def __init__(
        self, s: Stage, memory: Address, records: Address, ranks: Address, count: IntLike, flags: IntLike
    ) -> None:
        self.s, self.memory, self.records, self.ranks, self.count = s, memory, records, ranks, count
        self._flags, self._cursor, self._put_off = flags, s.var(0), s.var(0)

    def _by(self, ordering: Ordered) -> BoolLike:
        is_set: BoolLike = (self._flags & int(ordering)) != 0
        return is_set

    def name(self, i: IntLike) -> IntLike:
        """The name of a listed move, never 0."""
        s, record = self.s, self.s.offset(self.records, i * RECORD)
        word = s.load(record, 0, "i64") * _FACTOR + (s.load(record, 1, "i64") ^ _OTHER) * _OTHER
        return s.to_int((word ^ (word >> 32)) & 0xFFFFFFFF) | 1

    def forget(self) -> None:
        """Make the list ready for the moves of another node."""
        s = self.s

        def clear(i: IntLike) -> None:
            record = s.offset(self.records, i * RECORD)
            for k in range(NAMED // 8):
                s.store(record, k, "i64", 0)

        s.for_range(0, s.minimum(self.count + _DROPPED, MAX_MOVES), clear, rounds=MAX_MOVES)

    def rank(self, ply: IntLike, mover: IntLike, best: IntLike, before: IntLike) -> None:
        """Rank the moves; `best` is the name of the one that the table has, `before` that of the last move."""
        s = self.s
        killing = self._by(Ordered.KILLERS)
        first, second = (s.select(killing, s.load(self.memory, self._killer(ply, k), "i32"), 0) for k in range(KILLERS))
        counter = s.select(self._by(Ordered.COUNTERS), s.load(self.memory, self._counter(before, mover), "i32"), 0)
        learnt = s.select(self._by(Ordered.HISTORY), -1, 0)

        def one(i: IntLike) -> None:
            name = self.name(i)
            rank: LongLike = s.long(s.load(self.memory, self._history(name, mover), "i32") & learnt)
            rank = s.select(name == counter, rank + _BY_COUNTER, rank)
            rank = s.select(name == second, _BY_KILLER, rank)
            rank = s.select(name == first, _BY_KILLER + 1, rank)
            rank = s.select(name == best, _BY_TABLE, rank)
            s.store(self.ranks, i, "i64", (rank << _RANK_AT) + s.long(MAX_MOVES - i))

        s.for_range(0, self.count, one, rounds=MAX_MOVES)

    def gain(self, i: IntLike, amount: RealLike) -> None:
        """A move is found to gain an amount at once, for who makes it."""
        s = self.s
        rank = s.load(self.ranks, i, "i64")
        steps = s.long(s.truncate(amount * _STEPS))
        most = _MOST_GAIN * _STEPS
        better = s.select(steps > most, _BY_TABLE * 2, s.select(steps < -most, -most, steps) * (_GAIN // _STEPS))
        s.store(self.ranks, i, "i64", rank + (better << _RANK_AT))

    @property
    def tries(self) -> IntLike:
        """How often there is a next move: once for each, and again for each that was put off so far."""
        return self.count + self._put_off.get()

    def next(self, i: IntLike) -> IntLike:
        """The number of the move to try as number `i`, from 0 on."""
        s, chosen = self.s, self.s.var(0)
        tried_rank = s.long(s.select(i < self.count, _PUT_OFF - _TAKEN, 0)) + _TAKEN

        def pick() -> None:
            best = s.var(tried_rank, Long)

            def look(k: IntLike) -> None:
                rank = s.load(self.ranks, k, "i64")
                s.if_(rank > best.get(), lambda: (best.set(rank), chosen.set(k)))

            s.for_range(0, self.count, look, rounds=MAX_MOVES)

        def follow() -> None:
            s.if_(i == self.count, lambda: self._cursor.set(0))
            is_taken = lambda: s.load(self.ranks, self._cursor.get(), "i64") <= tried_rank  # noqa: E731
            s.while_(is_taken, lambda: self._cursor.set(self._cursor.get() + 1), rounds=MAX_MOVES)
            chosen.set(self._cursor.get())

        s.if_(i < PICKED, pick, follow)
        s.store(self.ranks, chosen.get(), "i64", _TAKEN)
        return chosen.get()

    def put_off(self, i: IntLike) -> None:
        """Try a move, by its number, once more behind all others."""
        self.s.store(self.ranks, i, "i64", _PUT_OFF)
        self._put_off.set(self._put_off.get() + 1)

    def cut(self, ply: IntLike, mover: IntLike, depth: IntLike, name: IntLike, before: IntLike) -> None:
        """A move cut off, after that one."""
        s, at, first = self.s, self._history(name, mover), self._killer(ply, 0)
        s.store(self.memory, at, "i32", s.minimum(s.load(self.memory, at, "i32") + depth * depth, _MOST))
        killer = s.load(self.memory, first, "i32")

        def replace() -> None:
            s.store(self.memory, self._killer(ply, 1), "i32", killer)
            s.store(self.memory, first, "i32", name)

        s.if_(killer != name, replace)
        s.store(self.memory, self._counter(before, mover), "i32", name)

    def has_cut(self, name: IntLike, mover: IntLike) -> BoolLike:
        """Whether a move cut off anywhere, not long ago."""
        has_cut: BoolLike = self.s.load(self.memory, self._history(name, mover), "i32") > 0
        return has_cut

    def _history(self, name: IntLike, mover: IntLike) -> IntLike:
        return self.s.to_int(self.s.unsigned(name + mover * 0x632BE5AB) >> 5) & (HISTORY - 1)

    def _counter(self, before: IntLike, mover: IntLike) -> IntLike:
        hashed = self.s.to_int(self.s.unsigned(before * 3 + mover * 0x632BE5AB) >> 5)
        return HISTORY + (hashed & (COUNTERS - 1))

    def _killer(self, ply: IntLike, number: int) -> IntLike:
        return HISTORY + COUNTERS + ply * KILLERS + number
