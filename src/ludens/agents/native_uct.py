"""Monte-Carlo tree search in native code."""

from __future__ import annotations

import functools

from ludens.agents.native import MOVER, OVER, RECORD
from ludens.agents.native_tree import CHILD, CHILDREN, PLAYER, SUM, VISITS, TreeProgram, TreeSearch
from ludens.stage import Address, Int, IntLike, Parameter, Real

#: behind the words of every node comes padding, and the move's record
NODE = 96
RECORD_AT = 32


class _Uct(TreeSearch):
    """Monte-Carlo tree search with UCB1 (Kocsis and Szepesvari 2006), for any number of players (max^n).

    `scratch` holds a list of records and a state.
    """

    name, node, record_at = "uct", NODE, RECORD_AT
    constants = {"exploration": Real, "limit": Int}
    exploration: Real
    limit: Int

    def emit(self) -> None:
        super().emit()
        kinds: list[Parameter] = [Address, Address, Int]
        self.s.function("compact", kinds, Int, self._compact, exported=True)

    def _compact(self, nodes: Address, target: Address, root: IntLike) -> IntLike:
        """compact(nodes, target, root): copy what lies under a node to the front of `target`; gives how much it is."""
        s, used, at = self.s, self.s.var(1), self.s.var(0)

        def place(where: Address, index: IntLike) -> Address:
            return s.offset(where, s.long(index) * NODE)

        s.copy(target, place(nodes, root), NODE)

        def move_children() -> None:
            node = place(target, at.get())
            first, count = s.load(node, CHILD, "i32"), s.load(node, CHILDREN, "i32")
            s.copy(place(target, used.get()), place(nodes, first), count * NODE)
            s.store(node, CHILD, "i32", used.get())
            used.set(used.get() + count)
            at.set(at.get() + 1)

        s.while_(lambda: at.get() < used.get(), move_children)
        return used.get()

    def prepare(self, free: Address) -> None:
        self.state = self.view.state_at(free)

    def iterate(self) -> None:
        v = self.view
        v.copy(self.state, self.root)
        length = self._descend()
        self.s.if_(v.field(self.state, OVER) == 0, lambda: v.playout(self.state, self.records, self.limit))
        self.credit(self.state, length)

    def _descend(self) -> IntLike:
        """Walk down the tree to a new leaf; gives the number of nodes on the path."""
        s, walk = self.s, self.walk(self.state)

        def visit() -> None:
            node = self.node_at(walk.current.get())
            fresh = s.load(node, CHILDREN, "i32") == 0
            leaf_before = s.all_of(
                lambda: fresh, lambda: s.load(node, VISITS, "i32") == 0, lambda: walk.length.get() > 1
            )

            def expand() -> None:
                s.if_(fresh, lambda: self._expand(node))
                count = s.load(node, CHILDREN, "i32")

                def choose() -> None:
                    walk.step(self._select(node))
                    s.if_(fresh, walk.stop)

                s.if_(count > 0, choose, walk.stop)

            s.if_(leaf_before, walk.stop, expand)

        return walk.down(visit, until_over=True)

    def _expand(self, node: Address) -> None:
        """Give a node a child for each legal move, if the pool has room."""
        s, v = self.s, self.view
        count = v.legal(self.state, self.records)
        first = s.load(self.used, 0, "i32")

        def child(i: IntLike) -> None:
            made = self.node_at(first + i)
            s.clear(made, NODE)
            s.store(made, PLAYER, "i32", v.field(self.state, MOVER))
            s.copy(s.offset(made, RECORD_AT), s.offset(self.records, i * RECORD), RECORD)

        def fill() -> None:
            s.for_range(0, count, child)
            self.adopt(node, first, count)

        s.if_(first + count <= self.capacity, fill)

    def _select(self, node: Address) -> IntLike:
        """The child of the highest upper bound; one not visited yet first. The scan starts anywhere, to break ties."""
        s = self.s
        first, count = s.load(node, CHILD, "i32"), s.load(node, CHILDREN, "i32")
        scale = s.math("log", s.real(s.maximum(s.load(node, VISITS, "i32"), 1)))
        best, best_value, start = s.var(first), s.var(-1e30, Real), self.view.random(count)

        def look(i: IntLike) -> None:
            at = start + i
            index = first + s.select(at >= count, at - count, at)
            child = self.node_at(index)
            visits = s.load(child, VISITS, "i32")
            n = s.real(s.maximum(visits, 1))
            bound = s.load(child, SUM, "f64") / n + self.exploration * s.math("sqrt", scale / n)
            value = s.select(visits == 0, 1e20, bound)
            s.if_(value > best_value.get(), lambda: (best.set(index), best_value.set(value)))

        s.for_range(0, count, look)
        return best.get()


@functools.cache
def uct() -> TreeProgram:
    """The compiled search."""
    return TreeProgram(_Uct)
