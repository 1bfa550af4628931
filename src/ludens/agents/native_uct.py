"""Monte-Carlo tree search in native code."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from ludens.agents.native import MAX_MOVES, OVER, RECORD
from ludens.agents.native_tree import CHILD, CHILDREN, MAX_DEPTH, PLAYER, SUM, VISITS, NodePool, TreeProgram, TreeSearch
from ludens.stage import Address, BoolLike, Int, IntLike, Long, Memory, Parameter, Real, RealLike, Stage

#: behind the words of every node come where its move's record lies, in words of 8 bytes, and how many of them it has:
#: what a record has no use for is left out, which for most games is most of it
RECORD_PLACE, RECORD_LENGTH = 6, 7
NODE = 32
#: behind all nodes each has two numbers of 32 bits, side by side so that it is quick to go through: the upper bound is
#: made of the mean of its values and of 1 / sqrt(visits); and behind all of these come the records
BOUND = 8
BESIDE = BOUND + RECORD
#: the mean of a node that was not visited
_UNTRIED = 1e20
#: what a visit counts that is under way
_LOSS = 1.0


class UctEmitter(TreeSearch):
    """Monte-Carlo tree search with UCB1 (Kocsis and Szepesvari 2006), for any number of players (max^n).

    `scratch` holds two lists of records, the first of which was zero at first, and a state.
    """

    name, node, beside = "uct", NODE, BESIDE
    constants = {"exploration": Real, "limit": Int}
    exploration: Real
    limit: Int

    def emit(self) -> None:
        super().emit()
        used = Memory("the number of nodes, and of words beside them", 8)
        kinds: list[Parameter] = [Address, Address, used, Int, Int]
        self.s.function("compact", kinds, None, self._compact, exported=True)

    def _compact(self, nodes: Address, target: Address, used: Address, root: IntLike, capacity: IntLike) -> None:
        """compact(nodes, target, used, root, capacity): copy what lies under a node to the front of other memory."""
        s, count, words, at = self.s, self.s.var(1), self.s.var(0), self.s.var(0)

        def memory(at: Address, name: str) -> _PoolMemory:
            size = self.node + BESIDE
            return _PoolMemory(s, s.object_at(at, name, lambda: s.long(capacity + 1) * size), capacity, self.node)

        source, goal = memory(nodes, "the nodes"), memory(target, "the nodes that are kept")

        def copy(to: IntLike, start: IntLike, number: IntLike) -> None:
            s.copy(goal.node(to), source.node(start), number * self.node)
            s.copy(goal.bounds(to), source.bounds(start), number * BOUND)
            s.for_range(to, to + number, copy_record)

        def copy_record(i: IntLike) -> None:
            node = goal.node(i)
            length = s.load(node, RECORD_LENGTH, "i32")
            s.copy(goal.record(words.get()), source.record(s.load(node, RECORD_PLACE, "i32")), length * 8)
            s.store(node, RECORD_PLACE, "i32", words.get())
            words.set(words.get() + length)

        def move_children() -> None:
            node = goal.node(at.get())
            first, number = s.load(node, CHILD, "i32"), s.load(node, CHILDREN, "i32")
            copy(count.get(), first, number)
            s.store(node, CHILD, "i32", s.select(number > 0, count.get(), 0))
            count.set(count.get() + number)
            at.set(at.get() + 1)

        copy(0, root, 1)
        s.while_(lambda: at.get() < count.get(), move_children)
        s.store(used, 0, "i32", count.get())
        s.store(used, 1, "i32", words.get())

    def prepare(self, free: Address) -> None:
        self.playing = self.view.list_at(free)
        self.state = self.view.state_at(self.s.offset(free, MAX_MOVES * RECORD))
        self.memory = _PoolMemory(self.s, self.nodes, self.capacity, self.node)
        self.record = self.s.alloca(RECORD)

    def record_of(self, child: IntLike) -> Address:
        s, node = self.s, self.node_at(child)
        s.clear(self.record, RECORD)
        stored = self.memory.record(s.load(node, RECORD_PLACE, "i32"))
        length = s.load(node, RECORD_LENGTH, "i32")
        move = lambda k: s.store(self.record, k, "i64", s.load(stored, k, "i64"))  # noqa: E731
        s.for_range(0, length, move, rounds=RECORD // 8)
        return self.record

    def iterate(self) -> None:
        v = self.view
        v.copy(self.state, self.root)
        length = self._descend()
        self.s.if_(v.field(self.state, OVER) == 0, lambda: v.playout(self.state, self.playing, self.limit))
        self.credit(self.state, length)

    def _descend(self) -> IntLike:
        """Walk down the tree to a new leaf; gives the number of nodes on the path."""
        s, walk = self.s, self.walk(self.state)

        def visit() -> None:
            node = self.node_at(walk.current.get())
            fresh = self.num_children(node) == 0
            leaf_before = s.all_of(
                lambda: fresh, lambda: s.load(node, VISITS, "i32") <= self.first_visit, lambda: walk.length.get() > 1
            )

            def expand() -> None:
                s.if_(s.all_of(lambda: fresh, lambda: self.claimed(node)), lambda: self._expand(node))
                count = self.num_children(node)

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
        mover, length = v.to_move(self.state), self._length(count)

        def fill(first: IntLike, start: IntLike) -> None:
            def child(i: IntLike) -> None:
                node_made, place = self.node_at(first + i), start + i * length
                s.clear(node_made, self.node)
                for word, value in ((PLAYER, mover), (RECORD_PLACE, place), (RECORD_LENGTH, length)):
                    s.store(node_made, word, "i32", value)
                record, stored = s.offset(self.records, i * RECORD), self.memory.record(place)
                keep = lambda k: s.store(stored, k, "i64", s.load(record, k, "i64"))  # noqa: E731
                s.for_range(0, length, keep, rounds=RECORD // 8)
                self.bound(first + i, _UNTRIED, 0.0)
                self.child_made(node_made, record, mover)

            s.for_range(0, count, child, rounds=MAX_MOVES)
            self.adopt(node, first, count)

        self.take(count, length, fill)

    def child_made(self, child: Address, record: Address, mover: IntLike) -> None:
        """A child is made, for a move of the mover in the state of its parent."""

    # --- what threads that share a tree do in another way

    #: the visits of a node that is come to for the first time
    first_visit = 0

    def num_children(self, node: Address) -> IntLike:
        return self.s.load(node, CHILDREN, "i32")

    def claimed(self, node: Address) -> BoolLike:
        """Whether it is for this thread to expand a node."""
        return True

    def take(self, count: IntLike, length: IntLike, fill: Callable[[IntLike, IntLike], object]) -> None:
        """Take so many nodes, with records of that length, and fill them: from a first node and a first word on."""
        s = self.s
        first, start = (s.load(self.used, k, "i32") for k in range(2))

        def use() -> None:
            s.store(self.used, 0, "i32", first + count)
            s.store(self.used, 1, "i32", start + count * length)
            fill(first, start)

        s.if_(first + count <= self.capacity, use)

    def adopt(self, node: Address, first: IntLike, count: IntLike) -> None:
        self.s.store(node, CHILD, "i32", first)
        self.s.store(node, CHILDREN, "i32", count)

    # --- upper bounds

    def _length(self, count: IntLike) -> IntLike:
        """How many words of 8 bytes have something in any of the listed records."""
        s = self.s
        columns = [s.var(0, Long) for _ in range(RECORD // 8)]

        def look(i: IntLike) -> None:
            record = s.offset(self.records, i * RECORD)
            for k, bits in enumerate(columns):
                bits.set(bits.get() | s.load(record, k, "i64"))

        s.for_range(0, count, look, rounds=MAX_MOVES)
        length: IntLike = 1
        for k, bits in enumerate(columns):
            length = s.select(bits.get() != 0, k + 1, length)
        return length

    def bound(self, node: IntLike, mean: RealLike, width: RealLike) -> None:
        """Write what the upper bound of a node is made of."""
        for k, value in enumerate((mean, width)):
            self.s.store(self.memory.bounds(node), k, "f32", value)

    def _select(self, node: Address) -> IntLike:
        """The child of the highest upper bound; one not visited yet first. The scan starts anywhere, to break ties."""
        s = self.s
        first, count = s.load(node, CHILD, "i32"), s.load(node, CHILDREN, "i32")
        visits = s.real(s.maximum(s.load(node, VISITS, "i32"), 1))
        scale = self.exploration * s.math("sqrt", s.math("log", visits))
        bounds, start = self.memory.bounds(first), self.view.random(count)
        best, best_value = s.var(0), s.var(-1e30, Real)

        def look(i: IntLike) -> None:
            mean, width = (s.load(bounds, i * 2 + k, "f32") for k in range(2))
            value, highest = mean + scale * width, best_value.get()
            best.set(s.select(value > highest, i, best.get()))
            best_value.set(s.select(value > highest, value, highest))

        s.for_range(start, count, look, rounds=MAX_MOVES)
        s.for_range(0, start, look, rounds=MAX_MOVES)
        return first + best.get()

    def credited(self, index: IntLike, node: Address) -> None:
        s = self.s
        width = 1.0 / s.math("sqrt", s.real(s.load(node, VISITS, "i32")))
        self.bound(index, s.load(node, SUM, "f64") * (width * width), width)


class SharedUctEmitter(UctEmitter):
    """The same for threads that grow one tree together.

    Visits are counted on the way down, as if they were lost, so that others go elsewhere ("virtual loss": Chaslot and
    others, "Parallel Monte-Carlo tree search", 2008). A node is expanded by who claims it; who comes to it meanwhile
    plays on from there. Bounds may be some visits behind.
    """

    name = "shared_uct"
    first_visit = 1

    def num_children(self, node: Address) -> IntLike:
        return self.s.published(node, CHILDREN)

    def claimed(self, node: Address) -> BoolLike:
        return self.s.claim(node, CHILD, 0, -1)

    def take(self, count: IntLike, length: IntLike, fill: Callable[[IntLike, IntLike], object]) -> None:
        s = self.s
        first: IntLike = s.exchange("add", self.used, 0, "i32", count)

        def use() -> None:
            fill(first, s.exchange("add", self.used, 1, "i32", count * length))

        s.if_(first + count <= self.capacity, use, lambda: s.exchange("add", self.used, 0, "i32", -count))

    def adopt(self, node: Address, first: IntLike, count: IntLike) -> None:
        self.s.store(node, CHILD, "i32", first)
        self.s.publish(node, CHILDREN, count)

    def entered(self, index: IntLike) -> None:
        node = self.node_at(index)
        self.s.exchange("add", node, VISITS, "i32", 1)
        self.s.exchange("fadd", node, SUM, "f64", -_LOSS)
        self.credited(index, node)

    def credit(self, state: Address, length: IntLike) -> None:
        s = self.s
        s.exchange("add", self.nodes, VISITS, "i32", 1)

        def one(i: IntLike) -> None:
            index = s.load(self.path, i, "i32")
            node = self.node_at(index)
            worth = self.worth(state, s.load(node, PLAYER, "i32"))
            s.exchange("fadd", node, SUM, "f64", worth + _LOSS)
            self.credited(index, node)

        s.for_range(1, length, one, rounds=MAX_DEPTH)


class _PoolMemory:
    """Where a tree's nodes, their bounds and the records of moves lie, from an address on."""

    def __init__(self, s: Stage, nodes: Address, capacity: IntLike, size: int) -> None:
        self.s, self._nodes, self._size = s, nodes, size
        self._bounds = s.offset(nodes, s.long(capacity + 1) * size)
        self._records = s.offset(nodes, s.long(capacity + 1) * (size + BOUND))

    def node(self, index: IntLike) -> Address:
        return self.s.offset(self._nodes, self.s.long(index) * self._size)

    def bounds(self, index: IntLike) -> Address:
        return self.s.offset(self._bounds, self.s.long(index) * BOUND)

    def record(self, place: IntLike) -> Address:
        return self.s.offset(self._records, self.s.long(place) * 8)


@functools.cache
def shared_uct() -> TreeProgram:
    """The compiled search for threads that share a tree."""
    return TreeProgram(SharedUctEmitter)


@functools.cache
def uct() -> TreeProgram:
    """The compiled search."""
    return TreeProgram(UctEmitter)


def record(pool: NodePool, node: int, size: int = NODE) -> bytes:
    """The record of the move to a node, as Python reads it; nodes have so many bytes."""
    place, length = (
        pool.nodes[: (pool.capacity + 1) * size]
        .view(np.int32)
        .reshape(-1, size // 4)[node, RECORD_PLACE : RECORD_LENGTH + 1]
    )
    records = pool.nodes[(pool.capacity + 1) * (size + BOUND) :]
    return records[int(place) * 8 : int(place + length) * 8].tobytes().ljust(RECORD, b"\0")
