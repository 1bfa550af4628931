"""Alpha-beta search in native code, for any game."""

from __future__ import annotations

import functools
from enum import IntEnum
from typing import Final

from ludens.agents import native_table as table
from ludens.agents.native import INFO_WORDS, MAX_MOVES, MOVER, OVER, RECORD, SearchView
from ludens.agents.native_order import Order, words
from ludens.ludemes.runtime import memory
from ludens.native import Program, compiled
from ludens.stage import Address, BoolLike, Function, Int, IntLike, Memory, Real, RealLike, Scope, Stage, Variable

#: nothing is worth as much
INFINITE: Final = 1e30
#: plies that are searched at most
MAX_DEPTH: Final = 40
#: how wide the bounds are of a search that only asks whether a move is better than another
NARROW: Final = 1e-6
#: from this depth on moves are ordered by what they gain at once, too: they are made for it
LOOKED_AHEAD: Final = 3
#: cache lines by which the memory of a ply is beyond pages
_SKEW: Final = 37


class Word(IntEnum):
    """The words of the information block behind those of `ludens.agents.native`: what one search has.

    The player it is for; the table, one less than the number of its buckets, whether its values may be used, and the
    generation; what the broad key sees and what the exact one sees beside it (`native_table.Seen`); the memory of the
    order of moves; a 32-bit number that is not 0 where the search is to end; how many positions were looked at; the
    bytes of scratch memory for a ply; and after how many positions that number is to be set.
    """

    PLAYER = INFO_WORDS
    TABLE = INFO_WORDS + 1
    MASK = INFO_WORDS + 2
    TRUSTED = INFO_WORDS + 3
    GENERATION = INFO_WORDS + 4
    BROAD = INFO_WORDS + 5
    BROADS = INFO_WORDS + 6
    LISTS = INFO_WORDS + 7
    LISTED = INFO_WORDS + 8
    PAST = INFO_WORDS + 9
    PASTS = INFO_WORDS + 10
    ORDER = INFO_WORDS + 11
    STOP = INFO_WORDS + 12
    NODES = INFO_WORDS + 13
    STRIDE = INFO_WORDS + 14
    MOST = INFO_WORDS + 15


WORDS: Final = INFO_WORDS + len(Word)
_INFORMATION = Memory("what is told of a search", 8 * WORDS)


#: where a ply's scratch memory has the ranks of moves, and the position after one
_RANKS: Final = MAX_MOVES * RECORD
_CHILD: Final = _RANKS + 8 * MAX_MOVES


def stride(size: int) -> int:
    """The bytes of scratch memory for a ply, where a state has so many."""
    lines = -(-(_CHILD + size) // 64)
    return 64 * (lines + (_SKEW - lines) % 64)  # or the plies' first moves would be in the same sets of the cache


class _AlphaBeta:
    """Depth-first search with alpha-beta cuts (Knuth and Moore 1975); more than two players are searched paranoidly.

    search(info, state, env, scratch, depth, ply, alpha, beta): the value for the search's player, exact between alpha
    and beta, otherwise a bound itself. remembered(info, state, env): the name of the move that the table has, or 0.
    `scratch`, zero at first, has for each ply a list of moves, their ranks and the
    position after one (see `stride`). Moves behind a node's first are only asked whether they are better ("principal
    variation search": Marsland and Campbell 1982), and searched again if they are.
    """

    def __init__(self, s: Stage) -> None:
        self.s = s

    def emit(self) -> None:
        kinds = (_INFORMATION, Address, memory.WORKSPACE, Address, Int, Int, Real, Real)
        self.function: Function[Real] = Function("search", Real, kinds)
        self.s.function("search", kinds, Real, self._search, exported=True)
        self.s.function("remembered", (_INFORMATION, Address, memory.WORKSPACE), Int, self._remembered, exported=True)

    def _remembered(self, info: Address, state: Address, env: Address) -> IntLike:
        view = SearchView(self.s, info, env)
        known = _Known(self.s, view, view.state_at(state))
        return known.table.probe(known.key, MAX_DEPTH, 0.0, 0.0).move.get()

    def _search(
        self,
        info: Address,
        state: Address,
        env: Address,
        scratch: Address,
        depth: Int,
        ply: Int,
        alpha: Real,
        beta: Real,
    ) -> RealLike:
        s = self.s
        view = SearchView(s, info, env)
        here, value = view.state_at(state), s.var(0.0, Real)
        nodes = s.object_at(view.address(Word.NODES), "the count of nodes", 8)
        looked_at = s.load(nodes, 0, "i64") + 1
        s.store(nodes, 0, "i64", looked_at)
        stop = s.object_at(view.address(Word.STOP), "the stop word", 4)
        s.if_(looked_at >= s.load(view.info, Word.MOST, "i64"), lambda: s.store(stop, 0, "i32", 1))
        player = view.word(Word.PLAYER)
        done = s.any_of(lambda: depth <= 0, lambda: view.field(here, OVER) != 0)

        def inner() -> None:
            node = _Node(self, view, here, scratch, depth, ply)
            found = node.table.probe(node.key, depth, alpha, beta)
            s.if_(
                found.settles.get(),
                lambda: value.set(found.value.get()),
                lambda: node.search(found.move.get(), value, alpha, beta),
            )

        s.if_(done, lambda: value.set(view.evaluation(here, player)), inner)
        return value.get()


class _Known:
    """Where the table has what is known of a position."""

    def __init__(self, s: Stage, view: SearchView, here: Address) -> None:
        self.s, self.view, self.here = s, view, here
        self.player = view.word(Word.PLAYER)
        trusted = view.word(Word.TRUSTED) != 0
        mask = s.load(view.info, Word.MASK, "i64")
        buckets = s.object_at(view.address(Word.TABLE), "the table", lambda: (mask + 1) * table.BUCKET)
        self.table = table.Table(s, buckets, mask, view.word(Word.GENERATION), trusted, s.alloca(8))
        self.key = self._keyed()

    def _keyed(self) -> table.Keyed:
        s, v = self.s, self.view
        lists, listed = v.address(Word.LISTS), v.word(Word.LISTED)
        broad = table.Hash(s, v.address(Word.BROAD), v.word(Word.BROADS), lists, listed).of(
            self.here, s.long(self.player)
        )
        return table.Keyed(
            broad, table.Hash(s, v.address(Word.PAST), v.word(Word.PASTS), lists, 0).of(self.here, broad)
        )


class _Node(_Known):
    """One position that is searched."""

    def __init__(
        self, search: _AlphaBeta, view: SearchView, here: Address, scratch: Address, depth: IntLike, ply: IntLike
    ) -> None:
        s = search.s
        super().__init__(s, view, here)
        scratch = s.object_at(scratch, "the memory of a ply", lambda: view.word(Word.STRIDE))
        self.again, self.scratch, self.depth, self.ply = search.function, scratch, depth, ply

    def search(self, known: IntLike, value: Variable[RealLike], alpha: RealLike, beta: RealLike) -> None:
        s, v = self.s, self.view
        count = v.legal(self.here, v.list_at(self.scratch))
        ranks = s.offset(self.scratch, _RANKS)
        self.child, self.below = v.state_at(s.offset(self.scratch, _CHILD)), s.offset(self.scratch, v.word(Word.STRIDE))
        memory = s.object_at(v.address(Word.ORDER), "what orders moves", 4 * words(MAX_DEPTH + 1))
        self.order = Order(s, memory, self.scratch, ranks, count)
        mover = v.field(self.here, MOVER)
        mine = mover == self.player
        best = s.var(known)
        low, high = s.var(alpha, Real), s.var(beta, Real)
        value.set(s.select(mine, -INFINITE, INFINITE))
        self.order.rank(self.ply, mover, known)
        s.if_(self.depth >= LOOKED_AHEAD, lambda: s.for_range(0, count, lambda i: self._look_ahead(i, mine)))

        def branches(out: Scope) -> None:
            def branch(i: IntLike) -> None:
                move = self.order.next(i)
                got = self._after(move, mine, i > 0, low.get(), high.get())
                better = s.any_of(
                    lambda: s.all_of(lambda: mine, lambda: got > value.get()),
                    lambda: s.all_of(lambda: s.not_(mine), lambda: got < value.get()),
                )
                s.if_(better, lambda: value.set(got))

                def raised() -> None:
                    low.set(got)
                    best.set(self.order.name(move))

                def lowered() -> None:
                    high.set(got)
                    best.set(self.order.name(move))

                s.if_(mine, lambda: s.if_(got > low.get(), raised), lambda: s.if_(got < high.get(), lowered))

                def cut() -> None:
                    self.order.cut(self.ply, mover, self.depth, best.get())
                    s.leave(out)

                s.if_(low.get() >= high.get(), cut)
                s.if_(self._is_stopped(), lambda: s.leave(out))

            s.for_range(0, count, branch)

        s.scope(branches)
        self.order.forget()
        bound = s.select(value.get() <= alpha, table.UPPER, s.select(value.get() >= beta, table.LOWER, table.SAME))
        s.if_(
            s.not_(self._is_stopped()), lambda: self.table.store(self.key, self.depth, bound, value.get(), best.get())
        )

    def _is_stopped(self) -> BoolLike:
        word = self.s.object_at(self.view.address(Word.STOP), "the stop word", 4)
        stopped: BoolLike = self.s.load(word, 0, "i32") != 0
        return stopped

    def _make(self, move: IntLike) -> None:
        self.view.copy(self.child, self.here)
        self.view.play(self.child, self.s.offset(self.scratch, move * RECORD))

    def _look_ahead(self, i: IntLike, mine: BoolLike) -> None:
        """Order a move by what it gains at once."""
        self._make(i)
        value = self.view.evaluation(self.child, self.player)
        self.order.gain(i, self.s.select(mine, value, -value))

    def _after(self, move: IntLike, mine: BoolLike, later: BoolLike, low: RealLike, high: RealLike) -> RealLike:
        """What a move is worth: exact between the bounds."""
        s = self.s
        self._make(move)

        def searched(a: RealLike, b: RealLike) -> RealLike:
            arguments = (self.child, self.view.env, self.below, self.depth - 1, self.ply + 1)
            return s.call(self.again, self.view.info, *arguments, a, b)

        got = s.var(0.0, Real)
        bound = s.select(mine, low, high)
        asked = s.all_of(
            lambda: later, lambda: self.depth > 1, lambda: bound > -INFINITE / 2, lambda: bound < INFINITE / 2
        )

        def ask() -> None:
            got.set(searched(s.select(mine, low, high - NARROW), s.select(mine, low + NARROW, high)))
            s.if_(s.all_of(lambda: got.get() > low, lambda: got.get() < high), lambda: got.set(searched(low, high)))

        s.if_(asked, ask, lambda: got.set(searched(low, high)))
        return got.get()


@functools.cache
def program() -> Program:
    """The compiled search."""
    stage = Stage()
    _AlphaBeta(stage).emit()
    return compiled(stage)
