"""Search trees whose leaves a net evaluates, in native code: many trees at once, or many leaves of one.

A step is in two halves. `seek` walks down each tree to leaves, expands them and writes what a net has to see of each;
`credit` takes what the net says of them, sets the priors of their moves and adds their values on the way up. Moves that
end the game are seen when a node is expanded: what they are worth is exact, goes up as a proof (Winands and others,
"Monte-Carlo tree search solver", 2008), and needs no net.

Moves are tried by the rule PUCT (Rosin, "Multi-armed bandits with episode context", 2011), or as in Gumbel AlphaZero
(Danihelka and others, "Policy improvement by planning with Gumbel", 2022): at the root by sequential halving of some
moves drawn by their priors with Gumbel noise, below it so that visits follow the improved policy, which is the prior
with the values found so far added to its logarithm. Values of moves without a visit are completed as there.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from enum import IntEnum
from types import NoneType

from ludens.agents.native import INFO_WORDS, MAX_MOVES, MOVER, OVER, PLAYERS, RECORD, SIZE, SearchView
from ludens.agents.native_tree import CHILD, CHILDREN, PLAYER, SUM, VISITS
from ludens.encoding.lists import NUMBERS
from ludens.native import Program, compiled
from ludens.rules.state import memory
from ludens.stage import (
    Address,
    Bool,
    BoolLike,
    Int,
    IntLike,
    Memory,
    Parameter,
    Real,
    RealLike,
    Scope,
    Stage,
    Variable,
)

#: behind the words of every node, in words of 4 bytes: visits under way, the number of the move to it; then as float32
#: the logarithm of its prior, its noise, what the net said of it for who is to move there; whether its value is proven,
#: the proven value for who moved here, its share in the improved policy; whether it is open
WAITING, NUMBER, PRIOR, NOISE, RAW, PROVEN, EXACT, SHARE, OPEN = range(6, 15)
CLOSED, OPENED, EVALUATED_SOON = range(3)
RECORD_AT = 64
NODE = RECORD_AT + RECORD
#: paths are no longer
MAX_DEPTH = 512
_MOST_SEATS = 16
#: of each leaf: its tree, its node, who moves there, how long the path to it is; then of each seat, from 1, which of
#: the net's outputs is about it
OUTPUT_OF = 3
LEAF_WORDS = OUTPUT_OF + 1 + _MOST_SEATS
#: bytes of scratch memory beside two states: moves and their numbers
SCRATCH = MAX_MOVES * (RECORD + 4)
#: the visits that the values of a root's moves count as, beside those of the most visited one
_BASE_VISITS = 50.0
#: a value that is more is a win for certain
_WON = 0.999
_SURELY = 1e6
#: how much less a move without a visit is thought to be worth than the position, by the rule PUCT
_UNVISITED = 0.2


class ForestWord(IntEnum):
    """The words of the information block behind those of `ludens.agents.native`."""

    OBSERVE = INFO_WORDS
    CELLS = INFO_WORDS + 1
    ACTIONS = INFO_WORDS + 2
    TREES = INFO_WORDS + 3
    CAPACITY = INFO_WORDS + 4
    ROOTS = INFO_WORDS + 5
    NODES = INFO_WORDS + 6
    USED = INFO_WORDS + 7
    CHOSEN = INFO_WORDS + 8
    VALUES = INFO_WORDS + 9
    ROWS = INFO_WORDS + 10
    LEAVES = INFO_WORDS + 11
    PATHS = INFO_WORDS + 12
    OBSERVATION = INFO_WORDS + 13
    LOGITS = INFO_WORDS + 14
    WORTH = INFO_WORDS + 15
    OUTPUTS = INFO_WORDS + 16
    SCHEDULE = INFO_WORDS + 17
    SIMULATIONS = INFO_WORDS + 18
    CONSIDERED = INFO_WORDS + 19
    SCRATCH = INFO_WORDS + 20


FOREST_WORDS = INFO_WORDS + len(ForestWord)
_INFORMATION = Memory("what is told of a forest", 8 * FOREST_WORDS)


class _ForestView(SearchView):
    """The information block of a forest."""

    def array(self, index: ForestWord, row: IntLike, size: IntLike) -> Address:
        """Row number `row` of an array whose rows have so many bytes."""
        place = self.s.offset(self.address(index), self.s.long(row) * self.s.long(size))
        return self.s.object_at(place, f"a row of {index.name.lower()}", size)

    def observe(self, state: Address, observer: IntLike, out: Address) -> None:
        kinds: list[Parameter] = [Address, memory.WORKSPACE, Int, Address]
        self.s.call_address(self.address(ForestWord.OBSERVE), kinds, NoneType, state, self.env, observer, out)


class _ForestEmitter:
    """The functions; each takes the information block and the workspace first.

    - plant(): nothing is known of any tree but its root.
    - seek(width, simulation, exploration, scale): up to `width` leaves of each tree; returns how many there are in all.
      Without `exploration`, the constant of PUCT, it goes as in Gumbel AlphaZero, `simulation` being the number of this
      one at the root, and `scale` that of values. Trees whose root is proven or over have no leaves.
    - credit(count): the net's answers about so many leaves.
    - stir(): new noise for the moves of the roots.
    - weigh(scale, by_visits): the improved policy of each root, its value by it, and the move that is chosen.
    - advance(): make the chosen move of each root, where there is one (-1 is none).
    """

    def __init__(self, s: Stage) -> None:
        self.s = s

    def emit(self) -> None:
        kinds: list[Parameter] = [_INFORMATION, memory.WORKSPACE]
        function = functools.partial(self.s.function, exported=True)
        function("plant", kinds, None, self._plant)
        function("seek", [*kinds, Int, Int, Real, Real], Int, self._seek)
        function("credit", [*kinds, Int], None, self._credit)
        function("stir", kinds, None, self._stir)
        function("weigh", [*kinds, Real, Int], None, self._weigh)
        function("advance", kinds, None, self._advance)

    # --- where things are

    def _begin(self, info: Address, env: Address) -> _ForestView:
        self.view = _ForestView(self.s, info, env)
        return self.view

    def _root(self, tree: IntLike) -> Address:
        return self.view.state_at(self.view.array(ForestWord.ROOTS, tree, self.view.word(SIZE)))

    def _nodes(self, tree: IntLike) -> Address:
        """The nodes of a tree."""
        v, s = self.view, self.s
        size = s.long(v.word(ForestWord.CAPACITY)) * NODE
        place = s.offset(v.address(ForestWord.NODES), s.long(tree) * size)
        return s.object_at(place, "the nodes", size)

    def _used(self, tree: IntLike) -> Address:
        return self.s.object_at(self.view.array(ForestWord.USED, tree, 4), "the number of nodes", 4)

    def _node(self, nodes: Address, index: IntLike) -> Address:
        return self.s.offset(nodes, self.s.long(index) * NODE)

    def _children(self, nodes: Address, node: Address, body: Callable[[Address, IntLike], object]) -> None:
        """Run `body(child, index)` for each child of a node."""
        first = self.s.load(node, CHILD, "i32")
        count = self.s.load(node, CHILDREN, "i32")
        self.s.for_range(0, count, lambda i: body(self._node(nodes, first + i), i))

    # --- planting and moving on

    def _plant(self, info: Address, env: Address) -> None:
        s, v = self.s, self._begin(info, env)

        def plant(tree: IntLike) -> None:
            root = self._node(self._nodes(tree), 0)
            s.clear(root, NODE)
            s.store(root, PLAYER, "i32", v.to_move(self._root(tree)))
            s.store(self._used(tree), 0, "i32", 1)

        s.for_range(0, v.word(ForestWord.TREES), plant)

    def _advance(self, info: Address, env: Address) -> None:
        s, v = self.s, self._begin(info, env)

        def advance(tree: IntLike) -> None:
            nodes = self._nodes(tree)
            chosen = s.load(v.array(ForestWord.CHOSEN, tree, 4), 0, "i32")

            def play() -> None:
                child = self._node(nodes, s.load(self._node(nodes, 0), CHILD, "i32") + chosen)
                v.play(self._root(tree), s.offset(child, RECORD_AT))

            s.if_(chosen >= 0, play)

        s.for_range(0, v.word(ForestWord.TREES), advance)

    def _stir(self, info: Address, env: Address) -> None:
        s, v = self.s, self._begin(info, env)

        def stir(child: Address, _: IntLike) -> None:
            uniform = (s.real(v.random(1 << 30)) + 0.5) / float(1 << 30)
            s.store(child, NOISE, "f32", -s.math("log", -s.math("log", uniform)))

        def each(tree: IntLike) -> None:
            nodes = self._nodes(tree)
            self._children(nodes, self._node(nodes, 0), stir)

        s.for_range(0, v.word(ForestWord.TREES), each)

    # --- down the trees

    def _seek(
        self, info: Address, env: Address, width: Int, simulation: Int, exploration: Real, scale: Real
    ) -> IntLike:
        s, v = self.s, self._begin(info, env)
        self.simulation, self.exploration, self.scale = simulation, exploration, scale
        scratch = s.object_at(v.address(ForestWord.SCRATCH), "scratch", lambda: SCRATCH + 2 * v.word(SIZE))
        self.records = v.list_at(scratch)
        self.numbers = s.object_at(s.offset(scratch, MAX_MOVES * RECORD), NUMBERS.name, NUMBERS.size)
        self.state = v.state_at(s.offset(scratch, SCRATCH))
        self.after = v.state_at(s.offset(s.offset(scratch, SCRATCH), s.long(v.word(SIZE))))
        rows = s.var(0)

        def tree(t: IntLike) -> None:
            nodes, root = self._nodes(t), self._root(t)

            def once(_: IntLike) -> None:
                proven = s.load(self._node(nodes, 0), PROVEN, "i32")
                going = (proven == 0) & (v.field(root, OVER) == 0) & (rows.get() < v.word(ForestWord.ROWS))
                s.if_(going, lambda: self._descend(t, nodes, root, rows))

            s.for_range(0, width, once)

        s.for_range(0, v.word(ForestWord.TREES), tree)
        return rows.get()

    def _descend(self, tree: IntLike, nodes: Address, root: Address, rows: Variable[IntLike]) -> None:
        """Walk down from a root to a leaf, which is counted in `rows` where the net is to see it."""
        s, v = self.s, self.view
        row = rows.get()
        path = self._path(row)
        current, length, going = s.var(0), s.var(1), s.var(True, Bool)
        s.store(path, 0, "i32", 0)
        v.copy(self.state, root)

        def step(child: IntLike) -> None:
            v.play(self.state, s.offset(self._node(nodes, child), RECORD_AT))
            s.store(path, length.get(), "i32", child)
            length.set(length.get() + 1)
            current.set(child)

        def leaf(node: Address) -> None:
            self._expand(tree, nodes, node)
            proven = s.load(node, PROVEN, "i32") != 0
            s.if_(proven, lambda: self._prove(nodes, path, length.get()))
            s.if_(proven, lambda: self._credit_exactly(nodes, node, path, length.get()), lambda: wait(node))

        def wait(node: Address) -> None:
            mover = v.field(self.state, MOVER)
            s.store(node, OPEN, "i32", EVALUATED_SOON)
            v.observe(self.state, mover, v.array(ForestWord.OBSERVATION, row, v.word(ForestWord.CELLS) * 4))
            leaf_words = v.array(ForestWord.LEAVES, row, 4 * LEAF_WORDS)
            for index, what in enumerate((tree, current.get(), v.to_move(self.state), length.get())):
                s.store(leaf_words, index, "i32", what)

            def output(seat: IntLike) -> None:
                apart = v.player(self.state, seat) - mover + players
                s.store(leaf_words, OUTPUT_OF + seat, "i32", s.remainder(apart, players))

            players = v.word(PLAYERS)
            s.for_range(1, players + 1, output)
            rows.set(row + 1)

            def await_(i: IntLike) -> None:
                above = self._node(nodes, s.load(path, i, "i32"))
                s.store(above, WAITING, "i32", s.load(above, WAITING, "i32") + 1)

            s.for_range(0, length.get(), await_)

        def visit() -> None:
            node = self._node(nodes, current.get())
            exact = (s.load(node, PROVEN, "i32") != 0) & (length.get() > 1)

            def unknown() -> None:
                state = s.load(node, OPEN, "i32")
                s.if_(
                    state == OPENED,
                    lambda: step(self._select(nodes, node, length.get() == 1)),
                    lambda: (going.set(False), s.if_(state == CLOSED, lambda: leaf(node))),
                )

            def exactly() -> None:
                going.set(False)
                self._prove(nodes, path, length.get())
                self._credit_exactly(nodes, node, path, length.get())

            s.if_(exact, exactly, unknown)

        s.while_(lambda: s.all_of(going.get, lambda: length.get() < MAX_DEPTH), visit)

    def _path(self, row: IntLike) -> Address:
        return self.s.object_at(self.view.array(ForestWord.PATHS, row, 4 * MAX_DEPTH), "a path", 4 * MAX_DEPTH)

    def _expand(self, tree: IntLike, nodes: Address, node: Address) -> None:
        """Give a node a child for each legal move, if there is room; what ends the game there is proven."""
        s, v, used = self.s, self.view, self._used(tree)
        mover = v.to_move(self.state)
        count = v.legal(self.state, self.records)
        v.numbers(self.state, self.numbers)
        first = s.load(used, 0, "i32")

        def child(i: IntLike) -> None:
            made, record = self._node(nodes, first + i), s.offset(self.records, i * RECORD)
            s.clear(made, RECORD_AT)
            s.store(made, PLAYER, "i32", mover)
            s.store(made, NUMBER, "i32", s.load(self.numbers, i, "i32"))
            s.copy(s.offset(made, RECORD_AT), record, RECORD)
            v.copy(self.after, self.state)
            v.play(self.after, record)

            def over() -> None:
                s.store(made, PROVEN, "i32", 1)
                s.store(made, EXACT, "f32", v.utility(self.after, mover))

            s.if_(v.field(self.after, OVER) != 0, over)

        def fill() -> None:
            s.for_range(0, count, child)
            s.store(used, 0, "i32", first + count)
            s.store(node, CHILD, "i32", first)
            s.store(node, CHILDREN, "i32", count)
            self._conclude(nodes, node)

        s.if_(first + count <= v.word(ForestWord.CAPACITY), fill)

    def _conclude(self, nodes: Address, node: Address) -> None:
        """A node whose mover has a won move is proven, and one all of whose moves are."""
        s = self.s
        best, open_ = s.var(-2.0, Real), s.var(0)

        def look(child: Address, _: IntLike) -> None:
            def compare() -> None:
                value = s.load(child, EXACT, "f32")
                best.set(s.select(value > best.get(), value, best.get()))

            s.if_(s.load(child, PROVEN, "i32") != 0, compare, lambda: open_.set(open_.get() + 1))

        def prove() -> None:
            child = self._node(nodes, s.load(node, CHILD, "i32"))
            same = s.load(child, PLAYER, "i32") == s.load(node, PLAYER, "i32")
            s.store(node, PROVEN, "i32", 1)
            s.store(node, EXACT, "f32", s.select(same, best.get(), -best.get()))

        def looked() -> None:
            self._children(nodes, node, look)
            s.if_((best.get() > _WON) | (open_.get() == 0), prove)

        # among more than two players what is best for one does not say what the others have
        s.if_((self.view.word(PLAYERS) <= 2) & (s.load(node, CHILDREN, "i32") > 0), looked)

    def _prove(self, nodes: Address, path: Address, length: IntLike) -> None:
        """Carry the proof at the end of a path up, as far as it goes."""
        s = self.s

        def up(out: Scope) -> None:
            def one(i: IntLike) -> None:
                node = self._node(nodes, s.load(path, length - 2 - i, "i32"))
                self._conclude(nodes, node)
                s.if_(s.load(node, PROVEN, "i32") == 0, lambda: s.leave(out))

            s.for_range(0, length - 1, one)

        s.scope(up)

    def _credit_exactly(self, nodes: Address, leaf: Address, path: Address, length: IntLike) -> None:
        """Count a visit of what is known without the net."""
        s, v = self.s, self.view
        value, owner = s.load(leaf, EXACT, "f32"), s.load(leaf, PLAYER, "i32")
        over = v.field(self.state, OVER) != 0

        def worth(player: IntLike) -> RealLike:
            return s.choose(
                over,
                lambda: v.utility(self.state, player),
                lambda: s.select(player == owner, value, -value),
                Real,
            )

        self._add(nodes, path, length, worth, 0)

    def _add(
        self, nodes: Address, path: Address, length: IntLike, worth: Callable[[IntLike], RealLike], awaited: int
    ) -> None:
        """Count a visit of each node on a path, and what it is worth to who moved there."""
        s = self.s

        def one(i: IntLike) -> None:
            node = self._node(nodes, s.load(path, i, "i32"))
            s.store(node, VISITS, "i32", s.load(node, VISITS, "i32") + 1)
            if awaited:
                s.store(node, WAITING, "i32", s.load(node, WAITING, "i32") - awaited)
            player = s.load(node, PLAYER, "i32")
            s.if_(player > 0, lambda: s.store(node, SUM, "f64", s.load(node, SUM, "f64") + worth(player)))

        s.for_range(0, length, one)

    # --- which move to try

    def _select(self, nodes: Address, node: Address, at_root: BoolLike) -> IntLike:
        """The child to go on to, by number."""
        s = self.s
        best, best_score = s.var(s.load(node, CHILD, "i32")), s.var(-1e30, Real)
        first = s.load(node, CHILD, "i32")

        def take(index: IntLike, score: RealLike) -> None:
            s.if_(score > best_score.get(), lambda: (best.set(first + index), best_score.set(score)))

        def gumbel() -> None:
            self._improve(nodes, node, self.scale)
            s.if_(at_root, lambda: self._halve(nodes, node, take), lambda: self._follow(nodes, node, take))

        s.if_(self.exploration > 0.0, lambda: self._puct(nodes, node, take), gumbel)
        return best.get()

    def _visits(self, child: Address) -> IntLike:
        """Visits made and under way."""
        s = self.s
        return s.load(child, VISITS, "i32") + s.load(child, WAITING, "i32")

    def _mean(self, child: Address, otherwise: RealLike) -> RealLike:
        """The value of a child for who moves there, with visits under way as losses; `otherwise` without a visit."""
        s, visits = self.s, self._visits(child)
        lost = s.real(s.load(child, WAITING, "i32"))
        mean = (s.load(child, SUM, "f64") - lost) / s.real(s.maximum(visits, 1))
        value = s.select(visits > 0, mean, otherwise)
        return s.select(s.load(child, PROVEN, "i32") != 0, s.load(child, EXACT, "f32"), value)

    def _puct(self, nodes: Address, node: Address, take: Callable[[IntLike, RealLike], None]) -> None:
        s = self.s
        scale = self.exploration * s.math("sqrt", s.real(s.maximum(self._visits(node), 1)))
        unvisited = s.load(node, RAW, "f32") - _UNVISITED

        def look(child: Address, i: IntLike) -> None:
            value = self._mean(child, unvisited)
            bound = value + scale * s.math("exp", s.load(child, PRIOR, "f32")) / (1.0 + s.real(self._visits(child)))
            lost = (s.load(child, PROVEN, "i32") != 0) & (s.load(child, EXACT, "f32") < -_WON)
            take(i, s.select(lost, -_SURELY, bound))

        self._children(nodes, node, look)

    def _follow(self, nodes: Address, node: Address, take: Callable[[IntLike, RealLike], None]) -> None:
        """The child whose visits fall most short of its share in the improved policy."""
        s, total = self.s, self.s.var(1.0, Real)
        self._children(nodes, node, lambda child, _: total.set(total.get() + s.real(self._visits(child))))

        def look(child: Address, i: IntLike) -> None:
            take(i, s.load(child, SHARE, "f32") - s.real(self._visits(child)) / total.get())

        self._children(nodes, node, look)

    def _halve(self, nodes: Address, node: Address, take: Callable[[IntLike, RealLike], None]) -> None:
        """The best of those that sequential halving has in view: they have as many visits as its schedule says."""
        s, v = self.s, self.view
        considered = s.minimum(s.load(node, CHILDREN, "i32"), v.word(ForestWord.CONSIDERED))
        at = considered * v.word(ForestWord.SIMULATIONS) + self.simulation
        visits = s.load(v.array(ForestWord.SCHEDULE, at, 4), 0, "i32")

        def look(child: Address, i: IntLike) -> None:
            score = self._noisy(child)
            take(i, s.select(self._visits(child) == visits, score, score - _SURELY))

        self._children(nodes, node, look)

    def _noisy(self, child: Address) -> RealLike:
        """Noise and logarithm of the improved policy, which is set."""
        s = self.s
        return s.load(child, NOISE, "f32") + s.math("log", s.load(child, SHARE, "f32") + 1e-30)

    def _improve(self, nodes: Address, node: Address, scale: RealLike) -> RealLike:
        """Set the improved policy of a node's moves; returns what the node is worth by it to who moves there.

        It is the prior with sigma(q) added to its logarithm, sigma growing with the visits; q of a move that has no
        value yet is the mean of what the net says and of the values that there are, weighted by their priors.
        """
        s = self.s
        visits, most = s.var(0), s.var(0)
        weight, weighted = s.var(0.0, Real), s.var(0.0, Real)

        def look(child: Address, _: IntLike) -> None:
            proven = s.load(child, PROVEN, "i32") != 0
            made = self._visits(child)
            counted = s.select(proven, s.maximum(made, 1), made)

            def add() -> None:
                prior = s.math("exp", s.load(child, PRIOR, "f32")) + 1e-12
                visits.set(visits.get() + counted)
                most.set(s.maximum(most.get(), made))
                weight.set(weight.get() + prior)
                weighted.set(weighted.get() + prior * self._mean(child, 0.0))

            s.if_(counted > 0, add)

        self._children(nodes, node, look)
        n = s.real(visits.get())
        mean = s.select(visits.get() > 0, weighted.get() / (weight.get() + 1e-30), 0.0)
        mixed = (s.load(node, RAW, "f32") + n * mean) / (n + 1.0)
        sigma = (_BASE_VISITS + s.real(most.get())) * scale * 0.5
        highest, total, value = s.var(-1e30, Real), s.var(0.0, Real), s.var(0.0, Real)

        def raise_(child: Address, _: IntLike) -> None:
            logit = s.load(child, PRIOR, "f32") + sigma * self._mean(child, mixed)
            s.store(child, SHARE, "f32", logit)
            highest.set(s.select(logit > highest.get(), logit, highest.get()))

        def exponentiate(child: Address, _: IntLike) -> None:
            share = s.math("exp", s.load(child, SHARE, "f32") - highest.get())
            s.store(child, SHARE, "f32", share)
            total.set(total.get() + share)
            value.set(value.get() + share * self._mean(child, mixed))

        def normalise(child: Address, _: IntLike) -> None:
            s.store(child, SHARE, "f32", s.load(child, SHARE, "f32") / total.get())

        for part in (raise_, exponentiate, normalise):
            self._children(nodes, node, part)
        return value.get() / (total.get() + 1e-30)

    # --- up the trees

    def _credit(self, info: Address, env: Address, count: Int) -> None:
        s, v = self.s, self._begin(info, env)

        def row(r: IntLike) -> None:
            leaf = v.array(ForestWord.LEAVES, r, 4 * LEAF_WORDS)
            tree, index, mover, length = (s.load(leaf, i, "i32") for i in range(OUTPUT_OF + 1))
            nodes = self._nodes(tree)
            node = self._node(nodes, index)
            outputs = v.word(ForestWord.OUTPUTS)
            worth = v.array(ForestWord.WORTH, r, outputs * 4)

            def value(seat: IntLike) -> RealLike:
                own, apart = s.load(worth, 0, "f32"), s.load(leaf, OUTPUT_OF + seat, "i32")
                return s.choose(
                    outputs == 1,
                    lambda: s.select(seat == mover, own, -own),
                    lambda: s.load(worth, apart, "f32"),
                    Real,
                )

            s.store(node, RAW, "f32", s.load(worth, 0, "f32"))
            self._set_priors(nodes, node, v.array(ForestWord.LOGITS, r, v.word(ForestWord.ACTIONS) * 4))
            s.store(node, OPEN, "i32", s.select(s.load(node, CHILDREN, "i32") > 0, OPENED, CLOSED))
            self._add(nodes, self._path(r), length, value, 1)

        s.for_range(0, count, row)

    def _set_priors(self, nodes: Address, node: Address, logits: Address) -> None:
        """The logarithm of the softmax over the legal moves."""
        s = self.s
        highest, total = s.var(-1e30, Real), s.var(0.0, Real)

        def copy(child: Address, _: IntLike) -> None:
            logit = s.load(logits, s.load(child, NUMBER, "i32"), "f32")
            s.store(child, PRIOR, "f32", logit)
            highest.set(s.select(logit > highest.get(), logit, highest.get()))

        def count(child: Address, _: IntLike) -> None:
            total.set(total.get() + s.math("exp", s.load(child, PRIOR, "f32") - highest.get()))

        self._children(nodes, node, copy)
        self._children(nodes, node, count)
        shift = highest.get() + s.math("log", total.get() + 1e-30)
        self._children(nodes, node, lambda child, _: s.store(child, PRIOR, "f32", s.load(child, PRIOR, "f32") - shift))

    def _weigh(self, info: Address, env: Address, scale: Real, by_visits: Int) -> None:
        s, v = self.s, self._begin(info, env)

        def weigh(tree: IntLike) -> None:
            nodes = self._nodes(tree)
            root = self._node(nodes, 0)
            best, best_score, most = s.var(-1), s.var(-1e30, Real), s.var(0)
            value = self._improve(nodes, root, scale)
            proven = s.load(root, PROVEN, "i32") != 0
            s.store(v.array(ForestWord.VALUES, tree, 4), 0, "f32", s.select(proven, s.load(root, EXACT, "f32"), value))
            self._children(nodes, root, lambda child, _: most.set(s.maximum(most.get(), s.load(child, VISITS, "i32"))))

            def look(child: Address, i: IntLike) -> None:
                visits, exact = s.load(child, VISITS, "i32"), s.load(child, EXACT, "f32")
                decided = s.load(child, PROVEN, "i32") != 0
                halved = self._noisy(child) + s.select(visits == most.get(), 1e3, 0.0)
                visited = s.real(visits) + s.load(child, SHARE, "f32")
                score = s.select(by_visits != 0, visited, halved)
                sure = s.select(decided, exact * _SURELY, -2.0 * _SURELY)
                lost = s.select(decided & (exact < -_WON), score - _SURELY, score)
                final = s.select(proven, sure + visited, lost)
                s.if_(final > best_score.get(), lambda: (best.set(i), best_score.set(final)))

            self._children(nodes, root, look)
            s.store(v.array(ForestWord.CHOSEN, tree, 4), 0, "i32", best.get())

        s.for_range(0, v.word(ForestWord.TREES), weigh)


@functools.cache
def forest() -> Program:
    """The compiled functions."""
    stage = Stage()
    _ForestEmitter(stage).emit()
    return compiled(stage)
