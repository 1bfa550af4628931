"""Monte-Carlo tree search for games of chance, in native code.

The tree is one of moves, not of positions ("open loop": Perez and others, "Open loop search for general video game
playing", 2015): each iteration draws its own chances, goes down by the moves that are legal then, and compares those of
them that it met before.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ludens.agents.native import MAX_MOVES, OVER, RECORD, RNG
from ludens.agents.native_tree import CHILD, PLAYER, SIBLING, SUM, VISITS, TreeProgram, TreeSearch
from ludens.stage import Address, BoolLike, Int, IntLike, LongLike, Real, RealLike, Variable

#: behind the words of every node comes padding, and the move's record. Node 0 is the root; as a link it means none
NODE = 96
RECORD_AT = 32
#: what a list of records may have been written to beyond its end, by moves that were dropped again
SPARE = 256


class OpenLoop(TreeSearch):
    """`scratch` holds two lists of records, zero at first, and a state.

    Each iteration seeds the game's generator anew.
    """

    name, node, record_at = "open_loop", NODE, RECORD_AT
    constants = {"exploration": Real, "limit": Int}
    exploration: Real
    limit: Int

    def prepare(self, free: Address) -> None:
        self.other_records = self.view.list_at(free)
        self.state = self.view.state_at(self.s.offset(free, MAX_MOVES * RECORD))

    def iterate(self) -> None:
        s, v = self.s, self.view
        v.copy(self.state, self.root)
        s.store(s.offset(self.state, v.word(RNG)), 0, "i64", v.random_word())
        length = self._descend()
        s.if_(v.field(self.state, OVER) == 0, lambda: v.playout(self.state, self.other_records, self.limit))
        self.credit(self.state, length)

    def _descend(self) -> IntLike:
        """Walk down to a move that is new to the tree; gives the number of nodes on the path."""
        s, walk = self.s, self.walk(self.state)

        def visit() -> None:
            child = self._choose(self.node_at(walk.current.get()), walk.going)
            s.if_(child > 0, lambda: walk.step(child), walk.stop)

        return walk.down(visit, until_over=True)

    def _choose(self, node: Address, going: Variable[BoolLike]) -> IntLike:
        """The child of the highest upper bound; where moves are new, one of them, added, and the walk's end.

        0 where there is no move, or no room for another node.
        """
        s, count = self.s, self.list_moves()
        best, best_move, is_new = self.best_of(node, lambda look: s.for_range(0, count, look))
        s.if_(is_new, lambda: going.set(False))
        s.if_(best > 0, lambda: self.begin_trial(self.node_at(best), best_move))
        self.forget(count)
        return best

    def best_of(
        self, node: Address, each: Callable[[Callable[[IntLike], object]], object]
    ) -> tuple[IntLike, IntLike, BoolLike]:
        """Of listed moves, whose numbers `each` calls a function with, that of the highest upper bound, or a new one.

        Gives its node, which is 0 where there is no move or no room, its number in the list, and whether it is new.
        """
        s, v = self.s, self.view
        scale = s.math("log", s.real(s.maximum(s.load(node, VISITS, "i32"), 1)))
        best, best_move, best_bound = s.var(0), s.var(0), s.var(-1e30, Real)
        new, fresh = s.var(0), s.var(-1)

        def look(i: IntLike) -> None:
            child = self._child_of(node, i)

            def compare() -> None:
                node = self.node_at(child)
                n = s.real(s.load(node, VISITS, "i32"))
                bound = s.load(node, SUM, "f64") / n + self.exploration * s.math("sqrt", self.met(node, scale) / n)

                def prefer() -> None:
                    best.set(child)
                    best_move.set(i)
                    best_bound.set(bound)

                s.if_(bound > best_bound.get(), prefer)

            def draw() -> None:
                new.set(new.get() + 1)
                s.if_(v.random(new.get()) == 0, lambda: fresh.set(i))

            s.if_(child > 0, compare, draw)

        def add() -> None:
            best_move.set(fresh.get())
            best.set(self._added(node, fresh.get()))

        each(look)
        s.if_(fresh.get() >= 0, add)
        return best.get(), best_move.get(), fresh.get() >= 0

    def record(self, i: IntLike) -> Address:
        """A listed move."""
        return self.s.offset(self.records, i * RECORD)

    def list_moves(self) -> IntLike:
        """List the legal moves; returns how many there are."""
        return self.view.legal(self.state, self.records)

    def forget(self, count: IntLike) -> None:
        """The list of so many moves is done with."""
        # a record fills only a part of its words: zeros make the others equal
        self.s.clear(self.records, self.s.maximum(count, SPARE) * RECORD)

    def is_of(self, child: Address, i: IntLike) -> BoolLike:
        """Whether a node is that of a listed move."""
        s, record = self.s, self.record(i)
        pairs = ((s.load(child, RECORD_AT // 8 + k, "i64"), s.load(record, k, "i64")) for k in range(RECORD // 8))
        differences: LongLike = 0
        for a, b in pairs:
            differences = (a ^ b) | differences
        same: BoolLike = differences == 0
        return same

    def name_child(self, child: Address, i: IntLike) -> None:
        """Make a new node that of a listed move."""
        self.s.copy(self.s.offset(child, RECORD_AT), self.record(i), RECORD)

    def met(self, child: Address, scale: RealLike) -> RealLike:
        """A node's move is legal; gives the logarithm for its bound, where `scale` is that of its parent's visits."""
        return scale

    def begin_trial(self, child: Address, i: IntLike) -> None:
        """A listed move is made."""

    def mover(self, i: IntLike) -> IntLike:
        """Who makes a listed move."""
        return self.view.to_move(self.state)

    def _child_of(self, node: Address, i: IntLike) -> IntLike:
        """The child of a listed move; 0 where there is none."""
        return self.chained(node, CHILD, lambda child: self.is_of(child, i))

    def _added(self, node: Address, i: IntLike) -> IntLike:
        """A new child for a listed move; 0 where there is no room."""

        def fill(child: Address) -> None:
            self.s.store(child, PLAYER, "i32", self.mover(i))
            self.name_child(child, i)

        return self.chain(node, CHILD, fill)

    def chained(self, node: Address, word: int, is_it: Callable[[Address], BoolLike]) -> IntLike:
        """The node that is wanted of those that hang behind one another from a word of a node on; 0 without any."""
        s = self.s
        result, at = s.var(0), s.var(s.load(node, word, "i32"))

        def look() -> None:
            other = self.node_at(at.get())
            s.if_(is_it(other), lambda: result.set(at.get()))
            at.set(s.load(other, SIBLING, "i32"))

        s.while_(lambda: s.all_of(lambda: at.get() > 0, lambda: result.get() == 0), look)
        return result.get()

    def chain(self, node: Address, word: int, fill: Callable[[Address], object]) -> IntLike:
        """A new node among those, filled; 0 where there is no room."""
        s = self.s
        index = s.load(self.used, 0, "i32")
        index_made = s.var(0)

        def add() -> None:
            other = self.node_at(index)
            s.clear(other, NODE)
            s.store(other, SIBLING, "i32", s.load(node, word, "i32"))
            fill(other)
            s.store(node, word, "i32", index)
            s.store(self.used, 0, "i32", index + 1)
            index_made.set(index)

        s.if_(index < self.capacity, add)
        return index_made.get()


@functools.cache
def open_loop() -> TreeProgram:
    """The compiled search."""
    return TreeProgram(OpenLoop)
