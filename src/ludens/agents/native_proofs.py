"""What is certain in a Monte-Carlo search tree, and what an evaluation expects, taken up the tree; in native code.

*Score bounded* search (Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", 2010), which is the
Monte-Carlo tree search solver (Winands, Björnsson and Saito, 2008) where draws are proven, too: each node has what its
player has for certain, and what it cannot hope for. *Implicit minimax back-ups* (Lanctot and others, "Monte Carlo tree
search with heuristic evaluations using implicit minimax backups", 2014) are the minimax of an evaluation of positions,
beside the mean of playouts. Both are for two players whose gains are losses of the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludens.agents.native import MAX_MOVES
from ludens.agents.native_tree import CHILD, CHILDREN, MAX_DEPTH, PLAYER
from ludens.stage import Address, Bool, BoolLike, IntLike, Real, RealLike, Stage

#: words of 4 bytes of a node, all of them float32 and for who moved there: how much more than a loss is certain, and
#: how much less than a win, so that zero is nothing; the minimax of the evaluation below it, and that of its position
SURE, LOST, MINIMAX, ESTIMATE = range(10, 14)
#: where both are known their sum is this
CERTAIN: Final = 2.0


class Proofs:
    """The tree of a search, whose nodes `node_at` finds."""

    def __init__(self, s: Stage, node_at: Callable[[IntLike], Address], path: Address) -> None:
        self.s, self._node_at, self._path = s, node_at, path

    def is_known(self, node: Address) -> BoolLike:
        return self.s.load(node, SURE, "f32") + self.s.load(node, LOST, "f32") >= CERTAIN

    def end(self, node: Address, worth: RealLike) -> None:
        """The game ends at a node, and is worth so much to who moved there."""
        self.s.store(node, SURE, "f32", worth + 1.0)
        self.s.store(node, LOST, "f32", 1.0 - worth)

    def floor(self, node: Address, mover: IntLike) -> RealLike:
        """How much more than a loss is certain for who is to move at a node."""
        s = self.s
        same = s.load(node, PLAYER, "i32") == mover
        return s.select(same, s.load(node, SURE, "f32"), s.load(node, LOST, "f32"))

    def take_up(self, length: IntLike, ended: BoolLike) -> None:
        """Take proofs from the end of a path up, as far as they change anything; nothing where none was `ended`."""
        s, going = self.s, self.s.var(ended, Bool)

        def look(node: Address, mover: IntLike, children: Callable[[Callable[[Address], object]], object]) -> None:
            sure, lost = s.var(0.0, Real), s.var(CERTAIN, Real)

            def child(one: Address) -> None:
                its_sure, its_lost = (s.load(one, word, "f32") for word in (SURE, LOST))
                sure.set(s.select(its_sure > sure.get(), its_sure, sure.get()))
                lost.set(s.select(its_lost < lost.get(), its_lost, lost.get()))

            children(child)
            same = s.load(node, PLAYER, "i32") == mover
            bounds = s.select(same, sure.get(), lost.get()), s.select(same, lost.get(), sure.get())
            going.set((s.load(node, SURE, "f32") != bounds[0]) | (s.load(node, LOST, "f32") != bounds[1]))
            for word, value in zip((SURE, LOST), bounds, strict=True):
                s.store(node, word, "f32", value)

        self._up(length, going.get, look)

    def estimate(self, length: IntLike) -> None:
        """Take the evaluation's minimax up a path."""
        s = self.s

        def look(node: Address, mover: IntLike, children: Callable[[Callable[[Address], object]], object]) -> None:
            best = s.var(-2.0, Real)

            def child(one: Address) -> None:
                value = s.load(one, MINIMAX, "f32")
                best.set(s.select(value > best.get(), value, best.get()))

            children(child)
            same = s.load(node, PLAYER, "i32") == mover
            s.store(node, MINIMAX, "f32", s.select(same, best.get(), -best.get()))

        self._up(length, lambda: True, look)

    def _up(self, length: IntLike, going: Callable[[], BoolLike], look: Callable[..., object]) -> None:
        """Look at each node of a path that has children, from its end on."""
        s = self.s

        def one(i: IntLike) -> None:
            node = self._node_at(s.load(self._path, i, "i32"))
            first, count = s.load(node, CHILD, "i32"), s.load(node, CHILDREN, "i32")

            def children(visit: Callable[[Address], object]) -> None:
                s.for_range(0, count, lambda k: visit(self._node_at(first + k)), rounds=MAX_MOVES)

            s.if_(count > 0, lambda: look(node, s.load(self._node_at(first), PLAYER, "i32"), children))

        s.for_down(length, 0, lambda i: s.if_(going(), lambda: one(i)), rounds=MAX_DEPTH)
