"""What the native tree searches have in common: their parameters, their nodes, the way down a tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.agents.native import INFORMATION, MAX_MOVES, OVER, RECORD, SearchView
from ludens.native import WORKSPACE, Bound, State, Words, compiled
from ludens.rules.state import memory
from ludens.stage import Address, Bool, Int, IntLike, Memory, Parameter, Real, RealLike, Stage

MAX_DEPTH = 1024
#: what every node begins with, in words of 4 bytes: visits, first child, number of children or next sibling, and the
#: player who moved here; then, in words of 8 bytes, the sum of values
VISITS, CHILD, CHILDREN, PLAYER = 0, 1, 2, 3
SIBLING = CHILDREN
SUM = 2


class NodePool(NamedTuple):
    """Where a tree grows: its nodes, an array of what is used, how many there may be, and scratch.

    Two numbers are what is used: how many nodes, and how many words of what a search keeps beside them.
    """

    nodes: npt.NDArray[np.uint8]
    used: npt.NDArray[np.int32]
    capacity: int
    scratch: npt.NDArray[np.uint8]


class TreeSearch:
    """name(info, root, env, nodes, used, capacity, scratch, iterations, constants...): `iterations` on a tree.

    The first of `nodes` is that of the state `root`; `used` counts them, `capacity` is how many there may be, and there
    is memory for one more. `scratch`
    holds what the search needs beside them, a list of records first. `constants` are its parameters by name, which it
    has as attributes while it emits its code.
    """

    name: ClassVar[str]
    node: ClassVar[int]  #: the size of a node
    record_at: ClassVar[int]  #: where a node has the record of the move to it
    beside: ClassVar[int] = 0  #: bytes for each node that lie behind all of them
    constants: ClassVar[dict[str, type[Real] | type[Int]]]

    def __init__(self, s: Stage) -> None:
        self.s = s

    def emit(self) -> None:
        used = Memory("the number of nodes, and of words beside them", 8)
        places: list[Parameter] = [INFORMATION, Address, memory.WORKSPACE, Address, used, Int, Address, Int]
        kinds = [*places, *self.constants.values()]
        self.s.function(self.name, kinds, None, self._run, exported=True)

    def _run(
        self,
        info: Address,
        root: Address,
        env: Address,
        nodes: Address,
        used: Address,
        capacity: Int,
        scratch: Address,
        iterations: Int,
        *constants: Any,
    ) -> None:
        s = self.s
        self.view = self.view_of(info, env)
        self.root, self.used, self.capacity = self.view.state_at(root), used, capacity
        self.nodes = s.object_at(nodes, "the nodes", lambda: s.long(capacity + 1) * (self.node + self.beside))
        for name, value in zip(self.constants, constants, strict=True):
            setattr(self, name, value)
        self.path = s.alloca(4 * MAX_DEPTH)
        self.records = self.view.list_at(scratch)
        self.prepare(s.offset(scratch, MAX_MOVES * RECORD))
        s.for_range(0, iterations, lambda _: self.iterate())

    def view_of(self, info: Address, env: Address) -> SearchView:
        """How the search sees the game: by what the information block tells."""
        return SearchView(self.s, info, env)

    def prepare(self, free: Address) -> None:
        """Lay out the scratch memory behind the list of records."""
        raise NotImplementedError

    def iterate(self) -> None:
        """One iteration."""
        raise NotImplementedError

    def node_at(self, index: IntLike) -> Address:
        return self.s.offset(self.nodes, self.s.long(index) * self.node)

    def record_of(self, child: IntLike) -> Address:
        """The record of the move to a node."""
        return self.s.offset(self.node_at(child), self.record_at)

    def adopt(self, node: Address, first: IntLike, count: IntLike) -> None:
        """Make the next nodes of the pool, `first` and those after it, the children of a node."""
        self.s.store(self.used, 0, "i32", first + count)
        self.s.store(node, CHILD, "i32", first)
        self.s.store(node, CHILDREN, "i32", count)

    def credit(self, state: Address, length: IntLike) -> None:
        """Count a visit of each node on the path, and what the state is worth to who moved there."""
        s = self.s

        def one(i: IntLike) -> None:
            index = s.load(self.path, i, "i32")
            node = self.node_at(index)
            s.store(node, VISITS, "i32", s.load(node, VISITS, "i32") + 1)
            player = s.load(node, PLAYER, "i32")

            def add() -> None:
                s.store(node, SUM, "f64", s.load(node, SUM, "f64") + self.worth(state, player))

            s.if_(player > 0, add)
            self.credited(index, node)

        s.for_range(0, length, one, rounds=MAX_DEPTH)

    def worth(self, state: Address, player: IntLike) -> RealLike:
        """What the state at the end of an iteration is worth to a player."""
        return self.view.utility(state, player)

    def entered(self, index: IntLike) -> None:
        """The way down comes to a node."""

    def credited(self, index: IntLike, node: Address) -> None:
        """A visit of a node was counted."""

    def walk(self, state: Address) -> Walk:
        """A way down the tree, at the root."""
        return Walk(self, state)


class TreeProgram:
    """A compiled search, from the cache where it is there."""

    def __init__(self, search: type[TreeSearch]) -> None:
        stage = Stage()
        search(stage).emit()
        #: the bytes of a node, and of what it has beside
        self.node, self.beside = search.node, search.beside
        self._name, self._program = search.name, compiled(stage)

    def run(self, information: Words, root: State, pool: NodePool, iterations: int, *constants: float) -> None:
        """Iterate on the tree of the state `root`; `constants` are those of the search, in their order."""
        self._program.run(self._name, information, root, WORKSPACE, *pool, iterations, *constants)

    def bound(self, information: Words, root: State, pool: NodePool, iterations: int, *constants: float) -> Bound:
        """The same, to be run often on the same memory: the root's bytes and the pool's may change in between."""
        return self._program.bound(self._name, information, root, WORKSPACE, *pool, iterations, *constants)

    def compact(self, nodes: npt.NDArray[np.uint8], target: NodePool, root: int) -> None:
        """Copy what lies under a node to another pool."""
        self._program.call("compact", nodes, target.nodes, target.used, root, target.capacity)


class Walk:
    """A way down a tree: the nodes on the path are kept in the search's `path`, their moves made on a state."""

    def __init__(self, search: TreeSearch, state: Address) -> None:
        s = search.s
        self._search, self._state = search, state
        self.length, self.current, self.going = s.var(1), s.var(0), s.var(True, Bool)
        s.store(search.path, 0, "i32", 0)

    def step(self, child: IntLike) -> None:
        """Go on to a child, whose move is made."""
        search = self._search
        search.view.play(self._state, search.record_of(child))
        search.entered(child)
        search.s.store(search.path, self.length.get(), "i32", child)
        self.length.set(self.length.get() + 1)
        self.current.set(child)

    def stop(self) -> None:
        self.going.set(False)

    def down(self, visit: Callable[[], object], *, until_over: bool) -> IntLike:
        """Visit nodes until stopped, or if wanted until the game is over; gives the number of nodes on the path."""
        s, search = self._search.s, self._search
        over = [lambda: search.view.field(self._state, OVER) == 0] if until_over else []
        s.while_(lambda: s.all_of(self.going.get, *over, lambda: self.length.get() < MAX_DEPTH), visit)
        return self.length.get()
