"""The tree search of an exported game: that of `ludens.agents`, compiled in with the game that it plays.

A tree is a block of bytes: the numbers of what is used, how many nodes there may be and how many moves the root has;
then those moves as records, what the search works with, and its nodes.
"""

from __future__ import annotations

from typing import Any, Final, cast

from ludens.agents import native
from ludens.agents.native import MAX_MOVES, RECORD, SearchView
from ludens.agents.native_open_loop import OpenLoop
from ludens.agents.native_tree import CHILD, SIBLING, SUM, VISITS, TreeSearch
from ludens.agents.native_uct import UctEmitter
from ludens.game.compiler import Compiler
from ludens.rules.generation.records import LIST_CAPACITY, RECORDS
from ludens.rules.state.fields.histories import in_use
from ludens.rules.state.memory import WORKSPACE
from ludens.rules.turns import joint
from ludens.stage import Address, Int, IntLike, Real, RealLike

#: words of 4 bytes a tree begins with: the nodes used, what is used beside them, nodes and the root's moves
_USED, _CAPACITY, _COUNT = 0, 2, 3
_HEAD: Final = 16
#: the fewest nodes that are worth a search
_LEAST_NODES: Final = 1024


class OwnView(SearchView):
    """The game that stands in the same module: what the information block has is known while compiling."""

    def __init__(self, compiler: Compiler, env: Address) -> None:
        super().__init__(compiler.s, Address(compiler.s, "null"), env)
        self._compiler = compiler
        layout, model = compiler.book.layout, compiler.book.model
        fields, (fixed, grown) = layout.fields, in_use(layout)
        names = {"over": native.OVER, "mover": native.MOVER, "ranking": native.RANKING, "active": native.ACTIVE}
        names |= {"rng": native.RNG, "owned_count": native.OWNED}
        self._words = {index: fields[name].offset for name, index in names.items() if name in fields}
        self._words |= {
            native.SIZE: layout.size,
            native.FIXED: fixed,
            native.GROWN: grown,
            native.SCORES: fields["scores"].offset if "scores" in fields else -1,
            native.ORDER: fields["player_order"].offset if "player_order" in fields else -1,
            native.PLAYERS: model.num_players,
            native.COMPONENTS: len(model.components),
        }

    def word(self, index: int) -> IntLike:
        return self._words[index]

    def legal(self, state: Address, listed: Address) -> IntLike:
        return cast(IntLike, self._call("legal", state, self.env, listed))

    def play(self, state: Address, record: Address) -> None:
        self._call("play", state, self.env, record)

    def playout(self, state: Address, listed: Address, limit: IntLike) -> None:
        self._call("playout", state, self.env, listed, limit)

    def _call(self, name: str, *arguments: Any) -> Any:
        return self.s.call(self._compiler.functions[name], *arguments)


class OwnSearch:
    """A search that is compiled in, and its trees."""

    def __init__(self, compiler: Compiler, kind: type[TreeSearch]) -> None:
        self.compiler, self.s = compiler, compiler.s
        s, size = compiler.s, compiler.book.layout.size
        self._size = -(-size // 16) * 16
        self._root_at = _HEAD
        self._scratch_at = self._root_at + RECORDS.size
        self._nodes_at = self._scratch_at + 2 * MAX_MOVES * RECORD + self._size + 64
        self.is_open_loop = issubclass(kind, OpenLoop)

        class Own(kind):  # type: ignore[misc, valid-type]
            def view_of(self, info: Address, env: Address) -> SearchView:
                return OwnView(compiler, env)

        self._node, self._beside = kind.node, kind.beside
        search = Own(s)
        kinds: list[Any] = [Address, Address, WORKSPACE, Address, Address, Int, Address, Int, Real, Int]
        self._function = s.function(f"search.{kind.name}", kinds, None, search._run, inline=False)

    @property
    def least(self) -> int:
        """The fewest bytes that make a tree."""
        return self._nodes_at + (_LEAST_NODES + 1) * (self._node + self._beside)

    def plant(self, space: Address, state: Address, tree: Address, size: Any) -> IntLike:
        """Begin a tree of a position; -1 where there is too little memory, otherwise how many legal moves it has."""
        s, result = self.s, self.s.var(-1)

        def begin() -> None:
            s.clear(tree, self._nodes_at)
            room = s.minimum(s.to_int((size - self._nodes_at) >> 5), 1 << 26)
            s.store(tree, _CAPACITY, "i32", s.quotient(room, (self._node + self._beside + 31) // 32) - 1)
            s.store(tree, _USED, "i32", 1)
            s.clear(self._node_at(tree, 0), self._node)
            count = s.call(self.compiler.functions["legal"], state, space, s.offset(tree, self._root_at))
            s.store(tree, _COUNT, "i32", count)
            result.set(count)

        s.if_(size >= self.least, begin)
        return result.get()

    def grow(self, space: Address, state: Address, tree: Address, iterations: IntLike, *constants: Any) -> None:
        """Search on, by a number of iterations."""
        s, scratch = self.s, self.s.offset(tree, self._scratch_at)
        nodes, capacity = s.offset(tree, self._nodes_at), s.load(tree, _CAPACITY, "i32")
        null = Address(s, "null")
        s.call(self._function, null, state, space, nodes, tree, capacity, scratch, iterations, *constants)

    def count(self, tree: Address) -> IntLike:
        """How many legal moves the position has."""
        return self.s.load(tree, _COUNT, "i32")

    def visits(self, tree: Address, move: IntLike) -> IntLike:
        """How often a legal move was tried; of -1 how often any was."""
        s, node = self.s, self._child(tree, move)
        return s.choose(node >= 0, lambda: s.load(self._node_at(tree, node), VISITS, "i32"), lambda: 0)

    def value(self, tree: Address, move: IntLike) -> RealLike:
        """What a legal move is worth to the player to move, from -1 to 1; 0 for one that was not tried."""
        s, node = self.s, self._child(tree, move)

        def mean() -> RealLike:
            place = self._node_at(tree, node)
            return s.load(place, SUM, "f64") / s.real(s.maximum(s.load(place, VISITS, "i32"), 1))

        return s.choose(node >= 0, mean, lambda: 0.0, Real)

    def _child(self, tree: Address, move: IntLike) -> IntLike:
        """The node of a legal move, 0 of -1, and -1 where there is none."""
        s = self.s
        first, node = s.load(self._node_at(tree, 0), CHILD, "i32"), s.var(-1)
        is_tried = s.all_of(lambda: move >= 0, lambda: move < self.count(tree), lambda: first > 0)
        look = (lambda: self._look(tree, move, first, node)) if self.is_open_loop else lambda: node.set(first + move)
        s.if_(is_tried, look, lambda: s.if_(s.compare(Int, "icmp eq", move, -1), lambda: node.set(0)))
        return node.get()

    def _look(self, tree: Address, move: IntLike, first: IntLike, result: Any) -> None:
        """Look for the node of a move among those that are linked."""
        s, at = self.s, self.s.var(first)
        record = s.offset(tree, self._root_at + move * RECORD)

        def look() -> None:
            node = self._node_at(tree, at.get())
            same: Any = s.var(0)
            for k in range(RECORD // 4):
                a, b = s.load(node, OpenLoop.record_at // 4 + k, "i32"), s.load(record, k, "i32")
                same.set(same.get() | (a ^ b))
            s.if_(same.get() == 0, lambda: result.set(at.get()))
            at.set(s.load(node, SIBLING, "i32"))

        s.while_(lambda: at.get() > 0, look, rounds=LIST_CAPACITY)

    def _node_at(self, tree: Address, index: IntLike) -> Address:
        return self.s.offset(tree, self.s.long(index) * self._node + self._nodes_at)


def search_of(compiler: Compiler) -> OwnSearch | None:
    """The search for a game; None where players move at once, do not see all, or play alone at a puzzle."""
    model, layout = compiler.book.model, compiler.book.layout
    if joint.is_joint(compiler.base) or "hidden" in layout or model.mode != "Alternating":
        return None
    return OwnSearch(compiler, OpenLoop if compiler.stochastic else UctEmitter)
