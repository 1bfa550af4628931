"""Best-first search with a static evaluation in place of playouts, in native code, for two players who are opponents.

A visit to a leaf plays and evaluates all its moves; what the best of them is worth goes up the tree. A node keeps the
mean of these values and their minimax; moves are tried by both and by how good they looked at first (as PUCT does in
Rosin, "Multi-armed bandits with episode context", 2011; static values as in Lorentz, "Amazons discover Monte-Carlo",
2008; mixed with the minimax as in Lanctot and others, "Monte Carlo tree search with heuristic evaluations using
implicit minimax backups", 2014). With the minimax alone, and what looks best tried always, it is unbounded best-first
minimax (Korf and Chickering, "Best-first minimax search", 1996; Cohen-Solal, "Learning to play two-player perfect
information games without knowledge", 2020), here with its completion: what is known to the end is not visited again.
A game that is over has the value 1 or -1 exactly, evaluations lie between, so that proven wins and losses show in the
minimax.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ludens.agents.native import OVER, RECORD, SIZE
from ludens.agents.native_tree import CHILD, CHILDREN, PLAYER, SUM, VISITS, TreeProgram, TreeSearch
from ludens.stage import Address, BoolLike, IntLike, Real, RealLike

#: behind the words of every node come as doubles the minimax value for the player who moved here, and the share of
#: trials that the first look suggests, negative once all below is known to the end; then the move's record
NODE = 104
VALUE, PRIOR = 3, 4
RECORD_AT = 40
#: beyond it a value is proven
PROVEN = 0.999
#: what is known to the end is tried before what is lost, after everything else
_DECIDED_BONUS = -5.0
#: what a visit costs the value of a move while it lasts, where threads share a tree
_LOSS = 1.0


class _BestFirstEmitter(TreeSearch):
    """`scratch` holds a list of records and two states.

    `trust` is the share of the minimax in the value of a move, `temperature` how unlike the first trials may be.
    """

    name, node, record_at = "best_first", NODE, RECORD_AT
    constants = {"exploration": Real, "trust": Real, "temperature": Real}
    exploration: Real
    trust: Real
    temperature: Real

    def prepare(self, free: Address) -> None:
        self.state = self.view.state_at(free)
        self.child_state = self.view.state_at(self.s.offset(free, self.view.word(SIZE)))
        self.s.store(self.nodes, PLAYER, "i32", self.view.to_move(self.root))

    def iterate(self) -> None:
        self.view.copy(self.state, self.root)
        self._back_up(self._descend())

    def _descend(self) -> IntLike:
        """Walk down to a leaf and expand it; gives the number of nodes on the path."""
        s, v, walk = self.s, self.view, self.walk(self.state)

        def visit() -> None:
            node = self.node_at(walk.current.get())

            def leaf() -> None:
                walk.stop()
                mine = s.all_of(lambda: v.field(self.state, OVER) == 0, lambda: self.claimed(node))
                s.if_(mine, lambda: self._expand(node))

            s.if_(self.num_children(node) == 0, leaf, lambda: walk.step(self._select(node)))

        return walk.down(visit, until_over=False)

    def _expand(self, node: Address) -> None:
        """Play and evaluate every move of a node, if the pool has room."""
        s, v = self.s, self.view
        count, mover = v.legal(self.state, self.records), v.to_move(self.state)
        total, highest = s.var(0.0, Real), s.var(-2.0, Real)

        def child(first: IntLike, i: IntLike) -> None:
            record = s.offset(self.records, i * RECORD)
            v.copy(self.child_state, self.state)
            v.play(self.child_state, record)
            value = v.prospect(self.child_state, mover)
            node_made = self.node_at(first + i)
            for index, what in ((VISITS, 1), (CHILD, 0), (CHILDREN, 0), (PLAYER, mover)):
                s.store(node_made, index, "i32", what)
            for index in (SUM, VALUE):
                s.store(node_made, index, "f64", value)
            s.store(node_made, PRIOR, "f64", s.select(v.field(self.child_state, OVER) != 0, -1.0, 1.0))
            s.copy(s.offset(node_made, RECORD_AT), record, RECORD)
            highest.set(s.select(value > highest.get(), value, highest.get()))

        def weigh(first: IntLike, i: IntLike) -> None:
            node_made = self.node_at(first + i)
            weight = s.math("exp", (s.load(node_made, VALUE, "f64") - highest.get()) / self.temperature)
            s.store(node_made, PRIOR, "f64", weight * s.load(node_made, PRIOR, "f64"))
            total.set(total.get() + weight)

        def share(first: IntLike, i: IntLike) -> None:
            node_made = self.node_at(first + i)
            s.store(node_made, PRIOR, "f64", s.load(node_made, PRIOR, "f64") / total.get())

        def fill(first: IntLike) -> None:
            for part in (child, weigh, share):
                s.for_range(0, count, functools.partial(part, first))
            self.adopt(node, first, count)

        self.take(count, fill)

    def _select(self, node: Address) -> IntLike:
        """The child to try next: the best of value and of what it has been tried too little (PUCT)."""
        s = self.s
        first, count = s.load(node, CHILD, "i32"), s.load(node, CHILDREN, "i32")
        scale = self.exploration * s.math("sqrt", s.real(s.load(node, VISITS, "i32")))
        best, best_bound = s.var(first), s.var(-1e30, Real)

        def look(i: IntLike) -> None:
            child = self.node_at(first + i)
            visits, minimax = s.real(s.load(child, VISITS, "i32")), s.load(child, VALUE, "f64")
            mean = s.load(child, SUM, "f64") / visits
            value = mean + self.trust * (minimax - mean)
            prior = s.load(child, PRIOR, "f64")
            bound = s.select(prior < 0.0, _DECIDED_BONUS, value + scale * prior / visits)
            lost, won = minimax < -PROVEN, minimax > PROVEN
            score = s.select(lost, -10.0, s.select(won, 10.0, bound))
            s.if_(score > best_bound.get(), lambda: (best.set(first + i), best_bound.set(score)))

        s.for_range(0, count, look)
        return best.get()

    def _back_up(self, length: IntLike) -> None:
        """Take the minimax of each node on the path anew, from the leaf up, and add the leaf's value to the means."""
        s = self.s
        value, owner = s.var(0.0, Real), s.var(0)

        def credit(i: IntLike) -> None:
            node = self.node_at(s.load(self.path, length - 1 - i, "i32"))
            s.if_(self.num_children(node) > 0, lambda: self._take_minimax(node))
            player = s.load(node, PLAYER, "i32")
            s.if_(owner.get() == 0, lambda: (value.set(s.load(node, VALUE, "f64")), owner.set(player)))
            share = s.select(player == owner.get(), value.get(), -value.get())
            self.add(node, share, i < length - 1)

        s.for_range(0, length, credit)

    # --- what threads that share a tree do in another way

    def num_children(self, node: Address) -> IntLike:
        return self.s.load(node, CHILDREN, "i32")

    def claimed(self, node: Address) -> BoolLike:
        """Whether it is for this thread to expand a node."""
        return True

    def take(self, count: IntLike, fill: Callable[[IntLike], object]) -> None:
        """Take so many nodes, if the pool has them, and fill them from a first one on."""
        first = self.s.load(self.used, 0, "i32")
        self.s.if_(first + count <= self.capacity, lambda: fill(first))

    def add(self, node: Address, share: RealLike, below: BoolLike) -> None:
        """Count a visit of a node, which was worth so much; `below` is whether the way down entered it."""
        s = self.s
        s.store(node, SUM, "f64", s.load(node, SUM, "f64") + share)
        s.store(node, VISITS, "i32", s.load(node, VISITS, "i32") + 1)

    def _take_minimax(self, node: Address) -> None:
        s = self.s
        first = s.load(node, CHILD, "i32")
        best, highest_prior = s.var(-2.0, Real), s.var(-2.0, Real)

        def look(i: IntLike) -> None:
            child = self.node_at(first + i)
            value, prior = s.load(child, VALUE, "f64"), s.load(child, PRIOR, "f64")
            best.set(s.select(value > best.get(), value, best.get()))
            highest_prior.set(s.select(prior > highest_prior.get(), prior, highest_prior.get()))

        s.for_range(0, s.load(node, CHILDREN, "i32"), look)
        settled = s.any_of(lambda: best.get() > PROVEN, lambda: highest_prior.get() < 0.0)
        s.if_(settled, lambda: s.store(node, PRIOR, "f64", -1.0))
        same = s.load(self.node_at(first), PLAYER, "i32") == s.load(node, PLAYER, "i32")
        s.store(node, VALUE, "f64", s.select(same, best.get(), -best.get()))


class _SharedBestFirstEmitter(_BestFirstEmitter):
    """The same for threads that grow one tree together.

    Visits are counted on the way down, as if they were lost, so that others go elsewhere ("virtual loss": Chaslot and
    others, "Parallel Monte-Carlo tree search", 2008). A node is expanded by who claims it; who comes to it meanwhile
    counts what it looked worth at first.
    """

    name = "shared_best_first"

    def num_children(self, node: Address) -> IntLike:
        return self.s.published(node, CHILDREN)

    def claimed(self, node: Address) -> BoolLike:
        return self.s.claim(node, CHILD, 0, -1)

    def take(self, count: IntLike, fill: Callable[[IntLike], object]) -> None:
        s = self.s
        first: IntLike = s.exchange("add", self.used, 0, "i32", count)
        s.if_(
            first + count <= self.capacity, lambda: fill(first), lambda: s.exchange("add", self.used, 0, "i32", -count)
        )

    def adopt(self, node: Address, first: IntLike, count: IntLike) -> None:
        self.s.store(node, CHILD, "i32", first)
        self.s.publish(node, CHILDREN, count)

    def entered(self, index: IntLike) -> None:
        node = self.node_at(index)
        self.s.exchange("add", node, VISITS, "i32", 1)
        self.s.exchange("fadd", node, SUM, "f64", -_LOSS)

    def add(self, node: Address, share: RealLike, below: BoolLike) -> None:
        s = self.s
        s.exchange("add", node, VISITS, "i32", s.select(below, 0, 1))
        s.exchange("fadd", node, SUM, "f64", s.select(below, share + _LOSS, share))


@functools.cache
def best_first(shared: bool = False) -> TreeProgram:
    """The compiled search; for threads that share a tree it is another one."""
    return TreeProgram(_SharedBestFirstEmitter if shared else _BestFirstEmitter)
