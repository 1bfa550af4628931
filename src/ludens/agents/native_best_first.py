"""Best-first search with a static evaluation in place of playouts, in native code, for two players who are opponents.

A visit to a leaf plays and evaluates all its moves; what the best of them is worth goes up the tree. A node keeps the
mean of these values and their minimax; moves are tried by both and by how good they looked at first (as PUCT does in
Rosin, "Multi-armed bandits with episode context", 2011; static values as in Lorentz, "Amazons discover Monte-Carlo",
2008; mixed with the minimax as in Lanctot and others, "Monte Carlo tree search with heuristic evaluations using
implicit minimax backups", 2014). A game that is over has the value 1 or -1 exactly, evaluations lie between, so that
proven wins and losses show in the minimax.
"""

from __future__ import annotations

import functools
from typing import Any

from ludens.agents.native import MAX_DEPTH, MAX_MOVES, MOVER, OVER, RECORD, SIZE, View
from ludens.stage import Address, Bool, BoolLike, Int, IntLike, Real, Stage
from ludens.stage.engine import Program, compiled

#: a node: visits, first child, number of children, player who moved here (4 bytes each), then as doubles the sum of the
#: values and the minimax value for that player and the share of trials that the first look suggests; the move's record
NODE = 104
VISITS, CHILD, CHILDREN, PLAYER = 0, 1, 2, 3
SUM, VALUE, PRIOR = 2, 3, 4
RECORD_AT = 40
#: beyond it a value is proven
PROVEN = 0.999

_PARAMETERS = ["ptr"] * 5 + ["i32", "ptr", "i32", "double", "double", "double"]


class _BestFirst:
    """best_first(info, root, env, nodes, used, capacity, scratch, iterations, exploration, trust, temperature).

    Grows a tree whose first node is the root's; `used` counts nodes; `scratch` holds two states and a list of records.
    `trust` is the share of the minimax in the value of a move, `temperature` how unlike the first trials may be.
    """

    def __init__(self, s: Stage) -> None:
        self.s = s

    def emit(self) -> None:
        kinds = [Address] * 5 + [Int, Address, Int, Real, Real, Real]
        self.s.function("best_first", kinds, None, self._run, exported=True)

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
        exploration: Real,
        trust: Real,
        temperature: Real,
    ) -> None:
        s = self.s
        self.view, self.nodes, self.used, self.capacity = View(s, info, env), nodes, used, capacity
        self.exploration, self.trust, self.temperature = exploration, trust, temperature
        self.records = scratch
        self.state = s.offset(scratch, MAX_MOVES * RECORD)
        self.child_state = s.offset(self.state, self.view.word(SIZE))
        self.path = s.alloca(4 * MAX_DEPTH)
        s.store(nodes, PLAYER, "i32", self.view.field(root, MOVER))

        def iteration(_: IntLike) -> None:
            self.view.copy(self.state, root)
            self._back_up(self._descend())

        s.for_range(0, iterations, iteration)

    def _node(self, index: IntLike) -> Address:
        return self.s.offset(self.nodes, self.s.long(index) * NODE)

    def _descend(self) -> IntLike:
        """Walk down to a leaf and expand it; gives the number of nodes on the path."""
        s, v = self.s, self.view
        length, current, going = s.var(1), s.var(0), s.var(True, Bool)
        s.store(self.path, 0, "i32", 0)

        def go_on(node: Address) -> None:
            child = self._select(node)
            v.play(self.state, s.offset(self._node(child), RECORD_AT))
            s.store(self.path, length.get(), "i32", child)
            length.set(length.get() + 1)
            current.set(child)

        def visit() -> None:
            node = self._node(current.get())

            def leaf() -> None:
                going.set(False)
                s.if_(v.field(self.state, OVER) == 0, lambda: self._expand(node))

            s.if_(s.load(node, CHILDREN, "i32") == 0, leaf, lambda: go_on(node))

        def more() -> BoolLike:
            return s.all_of(lambda: going.get(), lambda: length.get() < MAX_DEPTH)

        s.while_(more, visit)
        result: IntLike = length.get()
        return result

    def _expand(self, node: Address) -> None:
        """Play and evaluate every move of a node, if the pool has room."""
        s, v = self.s, self.view
        count, mover = v.legal(self.state, self.records), v.field(self.state, MOVER)
        first = s.load(self.used, 0, "i32")
        total, highest = s.var(0.0, Real), s.var(-2.0, Real)

        def child(i: IntLike) -> None:
            record = s.offset(self.records, i * RECORD)
            v.copy(self.child_state, self.state)
            v.play(self.child_state, record)
            value = v.prospect(self.child_state, mover)
            made = self._node(first + i)
            for index, what in ((VISITS, 1), (CHILD, 0), (CHILDREN, 0), (PLAYER, mover)):
                s.store(made, index, "i32", what)
            for index in (SUM, VALUE):
                s.store(made, index, "f64", value)
            s.copy(s.offset(made, RECORD_AT), record, RECORD)
            highest.set(s.select(value > highest.get(), value, highest.get()))

        def weigh(i: IntLike) -> None:
            made = self._node(first + i)
            weight = s.math("exp", (s.load(made, VALUE, "f64") - highest.get()) / self.temperature)
            s.store(made, PRIOR, "f64", weight)
            total.set(total.get() + weight)

        def share(i: IntLike) -> None:
            made = self._node(first + i)
            s.store(made, PRIOR, "f64", s.load(made, PRIOR, "f64") / total.get())

        def fill() -> None:
            for part in (child, weigh, share):
                s.for_range(0, count, part)
            s.store(self.used, 0, "i32", first + count)
            s.store(node, CHILD, "i32", first)
            s.store(node, CHILDREN, "i32", count)

        s.if_(first + count <= self.capacity, fill)

    def _select(self, node: Address) -> IntLike:
        """The child to try next: the best of value and of what it has been tried too little (PUCT)."""
        s = self.s
        first, count = s.load(node, CHILD, "i32"), s.load(node, CHILDREN, "i32")
        scale = self.exploration * s.math("sqrt", s.real(s.load(node, VISITS, "i32")))
        best, best_bound = s.var(first), s.var(-1e30, Real)

        def look(i: IntLike) -> None:
            child = self._node(first + i)
            visits, minimax = s.real(s.load(child, VISITS, "i32")), s.load(child, VALUE, "f64")
            mean = s.load(child, SUM, "f64") / visits
            value = mean + self.trust * (minimax - mean)
            bound = value + scale * s.load(child, PRIOR, "f64") / visits
            lost, won = minimax < -PROVEN, minimax > PROVEN
            bound = s.select(lost, -10.0, s.select(won, 10.0, bound))
            s.if_(bound > best_bound.get(), lambda: (best.set(first + i), best_bound.set(bound)))

        s.for_range(0, count, look)
        result: IntLike = best.get()
        return result

    def _back_up(self, length: IntLike) -> None:
        """Take the minimax of each node on the path anew, from the leaf up, and add the leaf's value to the means."""
        s = self.s
        value, owner = s.var(0.0, Real), s.var(0)

        def credit(i: IntLike) -> None:
            node = self._node(s.load(self.path, length - 1 - i, "i32"))
            s.if_(s.load(node, CHILDREN, "i32") > 0, lambda: self._take_minimax(node))
            player = s.load(node, PLAYER, "i32")
            s.if_(owner.get() == 0, lambda: (value.set(s.load(node, VALUE, "f64")), owner.set(player)))
            share = s.select(player == owner.get(), value.get(), -value.get())
            s.store(node, SUM, "f64", s.load(node, SUM, "f64") + share)
            s.store(node, VISITS, "i32", s.load(node, VISITS, "i32") + 1)

        s.for_range(0, length, credit)

    def _take_minimax(self, node: Address) -> None:
        s = self.s
        first = s.load(node, CHILD, "i32")
        best = s.var(-2.0, Real)

        def look(i: IntLike) -> None:
            value = s.load(self._node(first + i), VALUE, "f64")
            best.set(s.select(value > best.get(), value, best.get()))

        s.for_range(0, s.load(node, CHILDREN, "i32"), look)
        same = s.load(self._node(first), PLAYER, "i32") == s.load(node, PLAYER, "i32")
        s.store(node, VALUE, "f64", s.select(same, best.get(), -best.get()))


@functools.cache
def program() -> Program:
    """The compiled search, from the cache where it is there."""
    stage = Stage()
    _BestFirst(stage).emit()
    return compiled(stage.ir())


@functools.cache
def best_first() -> Any:
    """The search as a Python function."""
    return program().function("best_first", _PARAMETERS, None)
