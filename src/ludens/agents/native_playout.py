"""Playouts whose moves are learnt from, in native code: at random, or by what was learnt of moves.

MAST: the move that was worth most on average, wherever it was made (Finnsson and Björnsson, "Simulation-based approach
to general game playing", 2008). NST: the same with the averages of two and three moves behind one another, of whoever
made them (Tak, Winands and Björnsson, "N-grams and the last-good-reply policy applied in general game playing", 2012).
Both play a random move now and then ("epsilon-greedy", as in that article).
"""

from __future__ import annotations

from typing import Final

from ludens.agents.native import MAX_MOVES, OVER, RECORD, SearchView
from ludens.agents.native_statistics import MOST_KEYS, MoveStatistics
from ludens.agents.native_tree import MAX_DEPTH
from ludens.stage import Address, IntLike, Real, RealLike, Stage

#: the longest playout with all that came before it in the tree
TRACE: Final = 4096
#: behind the number of the iteration come its number for each key that it met, and the trace: keys and who moved
_STAMPS_AT: Final = 16
_TRACE_AT: Final = _STAMPS_AT + 4 * MOST_KEYS
#: bytes of memory of a thread
SIZE: Final = _TRACE_AT + 8 * TRACE
#: where a key is met first in an iteration, this is added to who moved
_FIRST: Final = 1 << 8
#: averages of several moves count that were seen more often than this (Tak and others)
_FEWEST_SEEN: Final = 7.0
_SCALE: Final = 1 << 20


class Trace:
    """The moves of an iteration, in the memory of a thread."""

    def __init__(self, s: Stage, memory: Address) -> None:
        self.s = s
        self._memory = s.object_at(memory, "the trace", SIZE)
        self._stamps, self._moves = s.offset(self._memory, _STAMPS_AT), s.offset(self._memory, _TRACE_AT)
        self.length = s.var(0)

    def begin(self) -> None:
        self.s.store(self._memory, 0, "i32", self.s.load(self._memory, 0, "i32") + 1)
        self.length.set(0)

    def add(self, key: IntLike, mover: IntLike) -> None:
        """A move is made."""
        s, now, at = self.s, self.s.load(self._memory, 0, "i32"), self.length.get()
        first = s.load(self._stamps, key, "i32") != now
        s.store(self._stamps, key, "i32", now)
        s.store(self._moves, at * 2, "i32", key)
        s.store(self._moves, at * 2 + 1, "i32", mover + s.select(first, _FIRST, 0))
        self.length.set(at + 1)

    def key(self, at: IntLike) -> IntLike:
        return self.s.load(self._moves, at * 2, "i32")

    def mover(self, at: IntLike) -> IntLike:
        return self.s.load(self._moves, at * 2 + 1, "i32") & (_FIRST - 1)

    def is_first(self, at: IntLike) -> IntLike:
        """Not 0 where the move was not made before in the iteration."""
        return self.s.load(self._moves, at * 2 + 1, "i32") & _FIRST


class PlayoutEmitter:
    """Playouts from a state to the game's end, or so many moves far; `listed` is a list of moves to work with.

    `policy` is random, mast or nst.
    """

    def __init__(
        self, view: SearchView, statistics: MoveStatistics, trace: Trace, listed: Address, policy: str
    ) -> None:
        self.s, self.view, self.statistics, self.trace = view.s, view, statistics, trace
        self._listed, self._policy = listed, policy

    def run(self, state: Address, limit: IntLike, epsilon: RealLike) -> None:
        """Play on."""
        s, v, made = self.s, self.view, self.s.var(0)
        most = s.minimum(limit, TRACE - MAX_DEPTH)
        threshold = s.truncate(epsilon * _SCALE)

        def at_random() -> None:
            seat = v.to_move(state)
            v.step(state, self._listed)
            self._note(self._listed, seat)

        def choose() -> None:
            count = v.legal(state, self._listed)

            def play() -> None:
                record = s.offset(self._listed, self._best(count) * RECORD)
                self._note(record, v.to_move(state))
                v.play(state, record)

            s.if_(count > 0, play, lambda: made.set(most))

        def move() -> None:
            made.set(made.get() + 1)
            if self._policy == "random":
                at_random()
            else:
                s.if_(v.random(_SCALE) < threshold, at_random, choose)

        s.while_(lambda: s.all_of(lambda: v.field(state, OVER) == 0, lambda: made.get() < most), move)

    def _note(self, record: Address, seat: IntLike) -> None:
        self.trace.add(self.statistics.key(record), seat)

    def _best(self, count: IntLike) -> IntLike:
        """The number of the listed move that is thought to be worth most; which of equal ones is left to chance."""
        s, start = self.s, self.view.random(count)
        best, best_value = s.var(start), s.var(-1e30, Real)
        before = [self._before(k) for k in (1, 2)] if self._policy == "nst" else []

        def look(i: IntLike) -> None:
            value = self._value(self.statistics.key(s.offset(self._listed, i * RECORD)), before)
            s.if_(value > best_value.get(), lambda: (best.set(i), best_value.set(value)))

        s.for_range(start, count, look, rounds=MAX_MOVES)
        s.for_range(0, start, look, rounds=MAX_MOVES)
        return best.get()

    def _before(self, back: int) -> IntLike:
        """The key of the last move or the last but one; 0 without any."""
        s, at = self.s, self.trace.length.get() - back
        return s.choose(at >= 0, lambda: self.trace.key(at), lambda: 0)

    def _value(self, key: IntLike, before: list[IntLike]) -> RealLike:
        """What a move is worth on average; 0 for one that nobody made."""
        s, statistics = self.s, self.statistics
        count, total = statistics.read_at(statistics.moves, key)
        value: RealLike = total / s.select(count > 0.0, count, 1.0)
        number: RealLike = 1.0
        for place in self._places(key, before):
            count, total = statistics.read_at(statistics.grams, place)
            counts = count > _FEWEST_SEEN
            value = value + s.select(counts, total / s.select(counts, count, 1.0), 0.0)
            number = s.select(counts, 1.0, 0.0) + number
        return value / number

    def _places(self, key: IntLike, before: list[IntLike]) -> list[IntLike]:
        """Where what was learnt of a move behind the last, and behind the last two, is."""
        if not before:
            return []
        two = self.statistics.gram(before[0], key)
        return [two, self.statistics.gram(before[1] + two, key)]

    def learn(self, worth: Address) -> None:
        """The iteration ended, and was worth so much to each player."""
        s, trace, statistics = self.s, self.trace, self.statistics

        def one(i: IntLike) -> None:
            key, gained = trace.key(i), s.load(worth, trace.mover(i), "f64")
            statistics.add(statistics.moves, key, gained)
            if self._policy == "nst":
                earlier = [s.choose(i >= k, lambda k=k: trace.key(i - k), lambda: 0) for k in (1, 2)]
                for place in self._places(key, earlier):
                    statistics.add(statistics.grams, place, gained)

        s.for_range(0, trace.length.get(), one, rounds=TRACE)
