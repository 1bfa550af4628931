"""Monte-Carlo tree search for games of chance, in native code.

The tree is one of moves, not of positions ("open loop": Perez and others, "Open loop search for general video game
playing", 2015): each iteration draws its own chances, goes down by the moves that are legal then, and compares those of
them that it met before.
"""

from __future__ import annotations

import functools

from ludens.agents.native import MAX_MOVES, MOVER, OVER, RECORD, RNG
from ludens.agents.native_tree import CHILD, PLAYER, SIBLING, SUM, VISITS, TreeProgram, TreeSearch
from ludens.stage import Address, BoolLike, Int, IntLike, LongLike, Real, Variable

#: behind the words of every node comes padding, and the move's record. Node 0 is the root; as a link it means none
NODE = 96
RECORD_AT = 32
#: what a list of records may have been written to beyond its end, by moves that were dropped again
SPARE = 256


class _OpenLoop(TreeSearch):
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
        s, v = self.s, self.view
        count = v.legal(self.state, self.records)
        scale = s.math("log", s.real(s.maximum(s.load(node, VISITS, "i32"), 1)))
        best, best_bound, new, fresh = s.var(0), s.var(-1e30, Real), s.var(0), s.var(-1)

        def look(i: IntLike) -> None:
            child = self._known(node, s.offset(self.records, i * RECORD))

            def compare() -> None:
                found = self.node_at(child)
                n = s.real(s.load(found, VISITS, "i32"))
                bound = s.load(found, SUM, "f64") / n + self.exploration * s.math("sqrt", scale / n)
                s.if_(bound > best_bound.get(), lambda: (best.set(child), best_bound.set(bound)))

            def draw() -> None:
                new.set(new.get() + 1)
                s.if_(v.random(new.get()) == 0, lambda: fresh.set(i))

            s.if_(child > 0, compare, draw)

        def add() -> None:
            going.set(False)
            best.set(self._added(node, s.offset(self.records, fresh.get() * RECORD)))

        s.for_range(0, count, look)
        s.if_(fresh.get() >= 0, add)
        # a record fills only a part of its words: zeros make the others equal
        s.clear(self.records, s.maximum(count, SPARE) * RECORD)
        return best.get()

    def _known(self, node: Address, record: Address) -> IntLike:
        """The child of that record; 0 where there is none."""
        s = self.s
        found, at = s.var(0), s.var(s.load(node, CHILD, "i32"))

        def equal(child: Address) -> BoolLike:
            pairs = ((s.load(child, RECORD_AT // 8 + k, "i64"), s.load(record, k, "i64")) for k in range(RECORD // 8))
            differences: LongLike = 0
            for a, b in pairs:
                differences = (a ^ b) | differences
            same: BoolLike = differences == 0
            return same

        def look() -> None:
            child = self.node_at(at.get())
            s.if_(equal(child), lambda: found.set(at.get()))
            at.set(s.load(child, SIBLING, "i32"))

        s.while_(lambda: s.all_of(lambda: at.get() > 0, lambda: found.get() == 0), look)
        return found.get()

    def _added(self, node: Address, record: Address) -> IntLike:
        """A new child; 0 where there is no room."""
        s = self.s
        index = s.load(self.used, 0, "i32")
        made = s.var(0)

        def fill() -> None:
            child = self.node_at(index)
            s.clear(child, NODE)
            s.store(child, SIBLING, "i32", s.load(node, CHILD, "i32"))
            s.store(child, PLAYER, "i32", self.view.field(self.state, MOVER))
            s.copy(s.offset(child, RECORD_AT), record, RECORD)
            s.store(node, CHILD, "i32", index)
            s.store(self.used, 0, "i32", index + 1)
            made.set(index)

        s.if_(index < self.capacity, fill)
        return made.get()


@functools.cache
def open_loop() -> TreeProgram:
    """The compiled search."""
    return TreeProgram(_OpenLoop)
