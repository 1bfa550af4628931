"""The position that a depth-first search is for, in native code: all its moves searched to a depth, in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from ludens.agents.analysis import DECIDED
from ludens.agents.native import MAX_MOVES, RECORD, SearchView
from ludens.agents.native_abdada import SearchedMoves
from ludens.agents.native_branches import Flag, is_stopped, noise
from ludens.agents.native_node import INFINITE, NARROW, PositionEntry
from ludens.agents.native_order import Order
from ludens.agents.native_words import INFORMATION, MOST_PLAYERS, SearchWord
from ludens.rules.state import memory
from ludens.stage import Address, BoolLike, Function, Int, IntLike, Real, RealLike, Scope, Stage, Variable

#: how far from what is expected a value is looked for first, and from which depth of a move on
ASPIRATION, ASPIRING = 0.5, 2
#: what is known of a move: its value, and whether that is a bound (it is at most so much), and whether it was searched
MOVE_RESULT: Final = np.dtype([("value", np.float64), ("bound", np.int32), ("done", np.int32)])


class Root:
    """Its moves, as `SearchWord.MOVES`, `COUNT` and `FIRST` have them, and what is found of them, `SearchWord.VALUES`.

    Of those behind the `SearchWord.LINES` best ones values are bounds, unless all are to be exact.
    """

    def __init__(self, search: Function[Real], each: Function[None]) -> None:
        self._search, self._each = search, each

    def emit(self, s: Stage) -> None:
        """Emit deepen(info, state, env, scratch, child, depth): search all moves, or those for which there is time.

        `child` has room for a state, `depth` is that of what follows a move.
        """
        kinds = (INFORMATION, Address, memory.WORKSPACE, Address, Address, Int)

        def deepen(info: Address, state: Address, env: Address, scratch: Address, child: Address, depth: Int) -> None:
            view = SearchView(s, info, env)
            _Deepened(self._search, self._each, view, view.state_at(state), scratch, view.state_at(child), depth).run()

        s.function("deepen", kinds, None, deepen, exported=True)


class _Deepened:
    """One search of all moves to a depth."""

    def __init__(
        self,
        search: Function[Real],
        each: Function[None],
        view: SearchView,
        here: Address,
        scratch: Address,
        child: Address,
        depth: IntLike,
    ) -> None:
        s = self.s = view.s
        self._search, self._each = search, each
        self.view, self.here, self.scratch, self.child, self.depth = view, here, scratch, child, depth
        self.count, self.lines = view.word(SearchWord.COUNT), view.word(SearchWord.LINES)
        self.moves = s.object_at(view.address(SearchWord.MOVES), "the moves", lambda: self.count * RECORD)
        self.first = s.object_at(view.address(SearchWord.FIRST), "the order of moves", lambda: self.count * 8)
        self.results = s.object_at(
            view.address(SearchWord.VALUES), "what is known of moves", lambda: self.count * MOVE_RESULT.itemsize
        )
        self.best = s.object_at(view.address(SearchWord.BEST), "the best values", lambda: self.lines * 8)
        self.order = Order(s, self.moves, self.moves, self.moves, self.count, 0)  # for the names of moves alone
        self.flags = view.word(SearchWord.FLAGS)
        #: how many of the best values there are so far; how many moves were put off: they are behind the others
        self.ranked, self.late = s.var(0), s.var(0)

    def _has(self, flag: Flag) -> BoolLike:
        is_set: BoolLike = (self.flags & int(flag)) != 0
        return is_set

    def run(self) -> None:
        self.s.scope(self._try_all)

    def _try_all(self, out: Scope) -> None:
        s = self.s
        shared = SearchedMoves(self.view, PositionEntry(s, self.view, self.here).key.broad, self.depth + 1)

        chosen, next_one = s.var(-1), s.var(0)

        def branch(_: IntLike) -> None:
            chosen.set(-1)
            s.for_range(0, self.late.get(), come_back)
            s.if_(chosen.get() < 0, go_on)
            s.if_(chosen.get() >= 0, lambda: search(chosen.get(), self.order.name(chosen.get())))

        def come_back(i: IntLike) -> None:
            """A move that was put off is searched once another thread is done with it, or nothing else is left."""
            move = s.load(self.first, self.count + i, "i32")
            ready = s.all_of(
                lambda: chosen.get() < 0,
                lambda: move >= 0,
                lambda: s.any_of(
                    lambda: next_one.get() >= self.count, lambda: s.not_(shared.is_searched(self.order.name(move)))
                ),
            )
            s.if_(ready, lambda: (chosen.set(move), s.store(self.first, self.count + i, "i32", -1)))

        def go_on() -> None:
            s.if_(next_one.get() >= self.count, lambda: s.leave(out))
            move = s.load(self.first, next_one.get(), "i32")
            waits = s.all_of(lambda: next_one.get() > 0, lambda: shared.is_searched(self.order.name(move)))
            s.if_(waits, lambda: put_off(move), lambda: chosen.set(move))
            next_one.set(next_one.get() + 1)

        def put_off(move: IntLike) -> None:
            s.store(self.first, self.count + self.late.get(), "i32", move)
            self.late.set(self.late.get() + 1)

        def search(move: IntLike, name: IntLike) -> None:
            shared.begin(name)
            self.view.copy(self.child, self.here)
            self.view.play(self.child, s.offset(self.moves, move * RECORD))
            result = s.offset(self.results, move * MOVE_RESULT.itemsize)
            least = self._least()
            value = self._value(name, least, s.load(result, 0, "f64"))
            shared.end(name)
            s.if_(is_stopped(self.view), lambda: s.leave(out))
            s.store(result, 0, "f64", value)
            s.store(result, 2, "i32", s.select((least > -INFINITE / 2) & (value <= least), 1, 0))
            s.store(result, 3, "i32", 1)
            s.if_(self.lines > 0, lambda: self._rank(value))

        s.for_range(0, 2 * self.count + 1, branch)

    def _least(self) -> RealLike:
        """What a move has to be worth more than to be among the best, where there are enough of these."""
        s, least = self.s, self.s.var(-INFINITE, Real)
        full = s.all_of(lambda: self.lines > 0, lambda: self.ranked.get() >= self.lines)
        s.if_(full, lambda: least.set(s.load(self.best, self.lines - 1, "f64")))
        return least.get()

    def _rank(self, value: RealLike) -> None:
        """Put a value among the best, the highest first."""
        s, at = self.s, self.s.var(self.ranked.get())
        enough = self.ranked.get() >= self.lines

        def before() -> RealLike:
            return s.load(self.best, at.get() - 1, "f64")

        def shift() -> None:
            s.store(self.best, at.get(), "f64", before())
            at.set(at.get() - 1)

        def insert() -> None:
            s.if_(enough, lambda: at.set(at.get() - 1), lambda: self.ranked.set(self.ranked.get() + 1))
            s.while_(lambda: s.all_of(lambda: at.get() > 0, lambda: before() < value), shift, rounds=MAX_MOVES)
            s.store(self.best, at.get(), "f64", value)

        s.if_(s.any_of(lambda: s.not_(enough), lambda: before() < value), insert)

    def _value(self, name: IntLike, least: RealLike, expected: RealLike) -> RealLike:
        """The value of the child; a bound where it is not more than the `least` that is wanted.

        What is `expected` is what was found one ply less deep.
        """
        s, v, value = self.s, self.view, self.s.var(0.0, Real)
        noisy = s.choose(v.word(SearchWord.QUIET) == 0, lambda: 0, lambda: noise(v, self.here, self.child))

        def within(low: RealLike, high: RealLike) -> RealLike:
            return s.call(
                self._search, v.info, self.child, v.env, self.scratch, self.depth, 0, name, 0, noisy, low, high
            )

        def for_each() -> None:
            out = s.alloca(8 * (MOST_PLAYERS + 1))
            s.call(self._each, v.info, self.child, v.env, self.scratch, self.depth, out)
            value.set(s.load(out, v.word(SearchWord.PLAYER), "f64"))

        def first() -> None:
            near = s.all_of(
                lambda: self._has(Flag.ASPIRES),
                lambda: self.depth >= ASPIRING,
                lambda: (expected <= DECIDED) & (expected >= -DECIDED),
            )
            s.if_(near, lambda: self._expected(within, value, expected), lambda: value.set(within(-INFINITE, INFINITE)))

        def another() -> None:
            bound = s.select(self._has(Flag.WINDOWS), least + NARROW, INFINITE)
            value.set(within(least, bound))
            better = s.all_of(lambda: self._has(Flag.WINDOWS), lambda: value.get() > least)
            s.if_(better, lambda: value.set(within(least, INFINITE)))

        s.if_(self._has(Flag.EACH), for_each, lambda: s.if_(least > -INFINITE / 2, another, first))
        return value.get()

    def _expected(
        self, within: Callable[[RealLike, RealLike], RealLike], value: Variable[RealLike], expected: RealLike
    ) -> None:
        """The exact value of a position, which may be near to what is expected."""
        s, low, high = self.s, expected - ASPIRATION, expected + ASPIRATION
        value.set(within(low, high))

        def again() -> None:
            s.if_(
                value.get() <= low,
                lambda: value.set(within(-INFINITE, high)),
                lambda: value.set(within(low, INFINITE)),
            )

        outside = s.any_of(lambda: value.get() <= low, lambda: value.get() >= high)
        s.if_(s.all_of(lambda: outside, lambda: s.not_(is_stopped(self.view))), again)
