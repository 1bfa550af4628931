"""One position of an alpha-beta search, in native code: what the table has of it, its moves in order, its value."""

from __future__ import annotations

from typing import Final

from ludens.agents import native_table as table
from ludens.agents.native import MAX_MOVES, OVER, SearchView
from ludens.agents.native_abdada import SearchedMoves
from ludens.agents.native_branches import Branches, Flag, NodeEntry, is_stopped, noise
from ludens.agents.native_words import SearchWord
from ludens.stage import Address, Bool, BoolLike, Function, IntLike, Real, RealLike, Scope, Stage, Variable

#: nothing is worth as much
INFINITE: Final = 1e30
#: how wide the bounds are of a search that only asks whether a move is better than another
NARROW: Final = 1e-6
#: from this depth on moves are ordered by what they gain at once, too: they are made for it
LOOKED_AHEAD: Final = 3
#: moves behind so many are looked at less deep, from this depth on; behind more, and deeper, by another ply
_LATE, _LATE_DEPTH = 4, 3
_LATER, _LATER_DEPTH = 16, 6
#: so much less deep a pass is searched that stands for any move
_PASSED: Final = 3
#: what a key has of who has replied already
_REPLIED: Final = 0x5851F42D4C957F2D


class PositionEntry:
    """Where the table has what is known of a position; `replied` is who has answered the searcher already."""

    def __init__(self, s: Stage, view: SearchView, here: Address, replied: IntLike = 0) -> None:
        self.s, self.view, self.here = s, view, here
        self.player, self.replied = view.word(SearchWord.PLAYER), replied
        mask = s.load(view.info, SearchWord.MASK, "i64")
        buckets = s.object_at(view.address(SearchWord.TABLE), "the table", lambda: (mask + 1) * table.BUCKET)
        self.table = table.TranspositionTable(
            s, buckets, mask, view.word(SearchWord.GENERATION), view.word(SearchWord.TRUST), s.alloca(8)
        )
        self.key = self._keyed()

    def _keyed(self) -> table.PositionKeys:
        s, v = self.s, self.view
        lists, listed = v.address(SearchWord.LISTS), v.word(SearchWord.LISTED)
        seed = s.long(self.player) + s.long(self.replied) * _REPLIED
        broad = table.Hash(s, v.address(SearchWord.BROAD), v.word(SearchWord.BROADS), lists, listed).of(self.here, seed)
        return table.PositionKeys(
            broad, table.Hash(s, v.address(SearchWord.PAST), v.word(SearchWord.PASTS), lists, 0).of(self.here, broad)
        )


class Node(PositionEntry):
    """One position that is searched."""

    def __init__(
        self, view: SearchView, here: Address, scratch: Address, place: NodeEntry, again: Function[Real]
    ) -> None:
        s = view.s
        mine = view.to_move(here) == view.word(SearchWord.PLAYER)
        replied = s.select(mine, 0, place.replied)
        super().__init__(s, view, here, replied)
        self.scratch, self.again = scratch, again
        self.place = NodeEntry(place.depth, place.ply, place.before, replied)

    def search(self, best: IntLike, value: Variable[RealLike], alpha: RealLike, beta: RealLike) -> None:
        """Set the value of the position; `best` is the move that the table has."""
        s, depth = self.s, self.place.depth
        b = self.branches = Branches(self.view, self.here, self.scratch, self.place, self.again)
        self.best, self.value = s.var(best), value
        self.low, self.high = s.var(alpha, Real), s.var(beta, Real)
        value.set(s.select(b.mine, -INFINITE, INFINITE))
        b.order.rank(self.place.ply, b.mover, best, self.place.before)
        self.passed = s.var(-1)
        s.if_(depth >= LOOKED_AHEAD, self._look_ahead)
        s.scope(self._try_all)
        b.order.forget()
        bound = s.select(value.get() <= alpha, table.UPPER, s.select(value.get() >= beta, table.LOWER, table.SAME))
        keep = s.all_of(lambda: s.not_(is_stopped(self.view)), lambda: self.view.word(SearchWord.TABLED) != 0)
        s.if_(keep, lambda: self.table.store(self.key, depth, bound, value.get(), self.best.get()))

    # --- far from the leaves

    def _look_ahead(self) -> None:
        """Order moves by what they gain at once, and see which one is a pass."""
        s, b = self.s, self.branches
        looks = s.any_of(lambda: b.has(Flag.GAINS), lambda: b.has(Flag.PASSES))

        def look(i: IntLike) -> None:
            b.make(i)

            def gain() -> None:
                value = self.view.evaluation(b.child, self.player)
                b.order.gain(i, s.select(b.mine, value, -value))

            s.if_(b.has(Flag.GAINS), gain)
            passes = self.view.word(SearchWord.PASSING)
            s.if_(
                s.all_of(lambda: passes >= 0, lambda: s.load(s.offset(b.child, passes), 0, "i32") > 0),
                lambda: self.passed.set(i),
            )

        s.if_(looks, lambda: s.for_range(0, b.count, look, rounds=MAX_MOVES))

    def _pass(self, out: Scope) -> None:
        """Where even who passes, as the rules allow it, is so well off, any move is: look less deep at it."""
        s, b = self.s, self.branches
        bound = s.select(b.mine, self.high.get(), self.low.get())

        def ask() -> None:
            b.make(self.passed.get())
            low, high = s.select(b.mine, bound - NARROW, bound), s.select(b.mine, bound, bound + NARROW)
            got = b.searched(self.place.depth - _PASSED, self.passed.get(), self.place.replied, low, high)
            good = s.any_of(
                lambda: s.all_of(lambda: b.mine, lambda: got >= bound),
                lambda: s.all_of(lambda: s.not_(b.mine), lambda: got <= bound),
            )
            s.if_(good, lambda: (self.value.set(got), s.leave(out)))

        fits = s.all_of(
            lambda: b.has(Flag.PASSES), lambda: self.passed.get() >= 0, lambda: b.count > 1, lambda: _is_real(s, bound)
        )
        s.if_(fits, ask)

    # --- the moves

    def _try_all(self, out: Scope) -> None:
        s, b = self.s, self.branches
        self._pass(out)
        others = s.all_of(lambda: b.has(Flag.REPLY), lambda: s.not_(b.mine))
        bound_to = s.all_of(lambda: others, lambda: self.place.replied != 0, lambda: self.place.replied != b.mover)

        shared = SearchedMoves(self.view, self.key.broad, self.place.depth)

        def branch(i: IntLike) -> None:
            s.if_(
                s.any_of(lambda: i >= b.order.tries, lambda: s.all_of(lambda: bound_to, lambda: i > 0)),
                lambda: s.leave(out),
            )
            move = b.order.next(i)
            name = b.order.name(move)
            waits = s.all_of(lambda: i > 0, lambda: i < b.count, lambda: shared.is_searched(name))
            s.if_(waits, lambda: b.order.put_off(move), lambda: follow(i, move, name))

        def follow(i: IntLike, move: IntLike, name: IntLike) -> None:
            shared.begin(name)
            replied = s.select(others, b.mover, 0)
            b.make(move)
            got = s.var(0.0, Real)
            s.if_(
                bound_to,
                lambda: got.set(b.searched(self.place.depth, move, self.place.replied, *self._window)),
                lambda: got.set(self._after(move, i, replied)),
            )
            shared.end(name)
            self._take(got.get(), move, out)
            waits = s.all_of(lambda: others, lambda: i == 0, lambda: self.place.replied == 0)
            s.if_(waits, lambda: self._wait(move, out))
            s.if_(is_stopped(self.view), lambda: s.leave(out))

        s.for_range(0, 2 * b.count, branch)

    @property
    def _window(self) -> tuple[RealLike, RealLike]:
        return self.low.get(), self.high.get()

    def _wait(self, move: IntLike, out: Scope) -> None:
        """Somebody else may be who replies: then this player makes the first move of the order."""
        s, b = self.s, self.branches
        b.make(move)
        mover = self.view.to_move(b.child)
        another = s.all_of(
            lambda: self.view.field(b.child, OVER) == 0, lambda: mover != self.player, lambda: mover != b.mover
        )
        s.if_(another, lambda: self._take(b.searched(self.place.depth, move, 0, *self._window), move, out))

    def _take(self, value: RealLike, move: IntLike, out: Scope) -> None:
        """A move has a value: leave the scope where that cuts off."""
        s, b = self.s, self.branches
        better = s.any_of(
            lambda: s.all_of(lambda: b.mine, lambda: value > self.value.get()),
            lambda: s.all_of(lambda: s.not_(b.mine), lambda: value < self.value.get()),
        )
        s.if_(better, lambda: self.value.set(value))

        def narrow(bound: Variable[RealLike]) -> None:
            bound.set(value)
            self.best.set(b.order.name(move))

        s.if_(
            b.mine,
            lambda: s.if_(value > self.low.get(), lambda: narrow(self.low)),
            lambda: s.if_(value < self.high.get(), lambda: narrow(self.high)),
        )

        def cut() -> None:
            place = self.place
            b.order.cut(place.ply, b.mover, place.depth, self.best.get(), place.before)
            s.leave(out)

        s.if_(self.low.get() >= self.high.get(), cut)

    def _after(self, move: IntLike, number: IntLike, replied: IntLike) -> RealLike:
        """What the move that was made is worth: exact between the bounds, unless it is late and looks worse."""
        s, b, depth = self.s, self.branches, self.place.depth
        low, high = self._window
        value, less, asks = s.var(0.0, Real), s.var(0), s.var(False, Bool)
        bound = s.select(b.mine, low, high)
        askable = s.all_of(lambda: number > 0, lambda: depth > 1, lambda: _is_real(s, bound))

        def plan() -> None:
            asks.set(b.has(Flag.WINDOWS))
            late = s.all_of(
                lambda: b.has(Flag.LATE),
                lambda: number >= _LATE,
                lambda: depth >= _LATE_DEPTH,
                lambda: s.not_(b.order.has_cut(b.order.name(move), b.mover)),
                lambda: noise(self.view, self.here, b.child) == 0,
            )
            deeper = s.all_of(lambda: number >= _LATER, lambda: depth >= _LATER_DEPTH)
            s.if_(late, lambda: (asks.set(True), less.set(s.select(deeper, 2, 1))))

        def ask(depth: IntLike) -> None:
            narrow = s.select(b.mine, low, high - NARROW), s.select(b.mine, low + NARROW, high)
            value.set(b.searched(depth, move, replied, *narrow))

        def null_window() -> None:
            ask(depth - 1 - less.get())
            better = lambda: s.select(b.mine, value.get() > low, value.get() < high)  # noqa: E731
            s.if_(s.all_of(lambda: less.get() > 0, better), lambda: ask(depth - 1))
            within = s.all_of(lambda: value.get() > low, lambda: value.get() < high)
            s.if_(within, lambda: value.set(b.searched(depth - 1, move, replied, low, high)))

        s.if_(askable, plan)
        s.if_(asks.get(), null_window, lambda: value.set(b.searched(depth - 1, move, replied, low, high)))
        return value.get()


def _is_real(s: Stage, bound: RealLike) -> BoolLike:
    return s.all_of(lambda: bound > -INFINITE / 2, lambda: bound < INFINITE / 2)
