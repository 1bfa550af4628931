"""Monte-Carlo tree search with what was found to make it stronger, alone and in combination, in native code.

The parts of a `Mix` are emitted only where they are wanted:

- RAVE: what games were worth in which a move was made later (all moves as first, "AMAF") counts as long as its own
  visits are few (Gelly and Silver, "Combining online and offline knowledge in UCT", 2007, and "Monte-Carlo tree search
  and rapid action value estimation in computer Go", 2011). GRAVE takes these values from the nearest position above
  that was seen often enough (Cazenave, "Generalized rapid action value estimation", 2015).
- Playouts by MAST or NST: see `native_playout`.
- Progressive bias: an evaluation of the position after a move counts as long as its visits are few (Chaslot and others,
  "Progressive strategies for Monte-Carlo tree search", 2008).
- Implicit minimax back-ups and the solver: see `native_proofs`.
- Decisive moves: a position's moves are all made when it is first reached, and those that end the game are seen
  (Teytaud and Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree search algorithms", 2010), below the
  root where games were seen to end as soon.
- Playouts cut short, which an evaluation judges (Lorentz, "Amazons discover Monte-Carlo", 2008).

Where positions are evaluated, moves that were not tried are thought to be worth what the evaluation says ("first-play
urgency": Wang and Gelly, "Modifications of UCT and sequence-like simulations for Monte-Carlo Go", 2007).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal

from ludens.agents.native import MADE, MAX_MOVES, ORDER, OVER, PLAYERS, RECORD, SIZE, STATISTICS
from ludens.agents.native_playout import SIZE as TRACE_SIZE
from ludens.agents.native_playout import PlayoutEmitter, Trace
from ludens.agents.native_proofs import CERTAIN, ESTIMATE, LOST, MINIMAX, SURE, Proofs
from ludens.agents.native_statistics import MoveStatistics
from ludens.agents.native_tree import CHILD, CHILDREN, MAX_DEPTH, PLAYER, VISITS, TreeProgram
from ludens.agents.native_uct import SharedUctEmitter, UctEmitter
from ludens.stage import Address, Bool, Int, IntLike, Real, RealLike

#: words of 4 bytes of a node behind those of `UctEmitter`: the key of the move to it, the number of its table of moves
#: as first, and its visits when it got that
KEY, TABLE, TABLED = 8, 9, 14
NODE: Final = 64
#: what a move is worth that nothing is known of, and one that cannot be better than what is certain
_UNKNOWN, _NEEDLESS = 1e20, -1e29
#: and one that wins for certain
_DECISIVE = 1e25
#: the constant of UCB1 for moves that are nowhere first but where they are made
_ALONE: Final = 0.7
#: the most players
_PLAYERS: Final = 64

Policy = Literal["random", "mast", "nst"]


@dataclass(frozen=True)
class Mix:
    """What a search is made of.

    `amaf` is whether moves count as first, in the positions of RAVE or GRAVE; `policy` how playouts are played; `bias`,
    `minimax` and `cut` whether an evaluation counts; `solver` whether proofs do, `decisive` whether moves that end the
    game are looked for, which is of use with proofs only.
    """

    amaf: bool = False
    policy: Policy = "random"
    bias: bool = False
    minimax: bool = False
    solver: bool = False
    cut: bool = False
    decisive: bool = False

    @property
    def traces(self) -> bool:
        """Whether the moves of playouts are looked at."""
        return self.amaf or self.policy != "random"

    @property
    def estimates(self) -> bool:
        """Whether positions in the tree are evaluated."""
        return self.bias or self.minimax

    @property
    def evaluates(self) -> bool:
        return self.estimates or self.cut


class MctsEmitter(UctEmitter):
    """The search. `scratch` has, behind a first list of records that was zero, what `SCRATCH` says and two states.

    Of its constants `limit` is how long playouts are; `reference` the visits from which on a position has values of
    moves as first, and `trust` how soon visits count for more than these; `epsilon` the chance of a random move;
    `weight` that of the bias, `share` that of the minimax, and `gauge` what the evaluation is multiplied by before it
    is squeezed between -1 and 1.
    """

    name, node = "mcts", NODE
    mix: ClassVar[Mix] = Mix()
    constants = {
        "exploration": Real, "limit": Int, "reference": Int, "trust": Real, "epsilon": Real, "weight": Real,
        "share": Real, "gauge": Real,
    }  # fmt: skip
    reference: Int
    trust: Real
    epsilon: Real
    weight: Real
    share: Real
    gauge: Real

    def prepare(self, free: Address) -> None:
        super().prepare(free)
        s, v = self.s, self.view
        behind = s.offset(free, MAX_MOVES * RECORD)
        self.state = v.state_at(s.offset(behind, TRACE_SIZE))
        self.after = v.state_at(s.offset(s.offset(behind, TRACE_SIZE), s.long(v.word(SIZE))))
        self.gains = s.alloca(8 * _PLAYERS)
        self.source, self.has_ended, self.looks = s.var(0), s.var(False, Bool), s.var(False, Bool)
        if self.mix.traces or self.mix.decisive:
            self.statistics = MoveStatistics(s, v.address(STATISTICS))
        if self.mix.traces:
            self.trace = Trace(s, behind)
            self.playouts = PlayoutEmitter(v, self.statistics, self.trace, self.playing, self.mix.policy)
        if self.mix.solver or self.mix.minimax:
            self.proofs = Proofs(s, self.node_at, self.path)

    def iterate(self) -> None:
        if self.mix.solver:
            self.s.if_(self.s.not_(self.proofs.is_known(self.nodes)), self._iterate)
        else:
            self._iterate()

    def _iterate(self) -> None:
        s, v = self.s, self.view
        self.source.set(-1)
        self.has_ended.set(False)
        v.copy(self.state, self.root)
        length = self._descend()
        if self.mix.traces:
            self._trace_path(length)
        s.if_(v.field(self.state, OVER) == 0, self._play_on)
        self.credit(self.state, length)
        self._learn(length)
        if self.mix.decisive:
            over = self.view.field(self.state, OVER) != 0
            s.if_(over, lambda: self.statistics.note_end(self.view.field(self.state, MADE)))

    def _trace_path(self, length: IntLike) -> None:
        """The moves in the tree are the first that are made."""
        s = self.s
        self.trace.begin()

        def one(i: IntLike) -> None:
            node = self.node_at(s.load(self.path, i, "i32"))
            self.trace.add(s.load(node, KEY, "i32"), s.load(node, PLAYER, "i32"))

        s.for_range(1, length, one, rounds=MAX_DEPTH)

    def _play_on(self) -> None:
        if self.mix.traces:
            self.playouts.run(self.state, self.limit, self.epsilon)
        else:
            self.view.playout(self.state, self.playing, self.limit)

    # --- what an iteration was worth

    def credit(self, state: Address, length: IntLike) -> None:
        s, v = self.s, self.view
        if self.mix.cut:
            judged = lambda p: s.store(self.gains, p, "f64", self._judged(state, p))  # noqa: E731
            s.for_range(1, v.word(PLAYERS) + 1, judged, rounds=_PLAYERS)
        else:
            utility = lambda p: s.store(self.gains, p, "f64", v.utility(state, p))  # noqa: E731
            s.for_range(1, v.word(PLAYERS) + 1, utility, rounds=_PLAYERS)
        super().credit(state, length)

    def worth(self, state: Address, player: IntLike) -> RealLike:
        return self.s.load(self.gains, player, "f64")

    def _judged(self, state: Address, player: IntLike) -> RealLike:
        """What the evaluation says of a state for a player, from -1 to 1; the utility once the game is over."""
        s, value = self.s, self.s.var(0.0, Real)

        def squeezed() -> None:
            x = self.view.evaluation(state, player) * self.gauge
            bounded = s.select(x > 20.0, 20.0, s.select(x < -20.0, -20.0, x))
            value.set(1.0 - 2.0 / (s.math("exp", bounded * 2.0) + 1.0))

        s.if_(self.view.field(state, OVER) != 0, lambda: value.set(self.view.utility(state, player)), squeezed)
        return value.get()

    def _learn(self, length: IntLike) -> None:
        s, mix = self.s, self.mix
        if mix.amaf:
            s.for_range(0, length, self._count_as_first, rounds=MAX_DEPTH)
        if mix.policy != "random":
            self.playouts.learn(self.gains)
        if mix.solver:
            leaf = self.node_at(s.load(self.path, length - 1, "i32"))
            over = self.view.field(self.state, OVER) != 0
            # a playout may have come to the game's end, too: then the leaf is not where it ended
            ended = s.all_of(lambda: over, lambda: self._is_end(length))
            s.if_(ended, lambda: self.proofs.end(leaf, s.load(self.gains, s.load(leaf, PLAYER, "i32"), "f64")))
            self.proofs.take_up(length, ended | self.has_ended.get())
        if mix.minimax:
            self.proofs.estimate(length)

    def _is_end(self, length: IntLike) -> Any:
        return self.at_end.get() & (length > 1)

    def _descend(self) -> IntLike:
        length = super()._descend()
        self.at_end = self.s.var(self.view.field(self.state, OVER) != 0, Bool)
        return length

    def _count_as_first(self, i: IntLike) -> None:
        """The moves after node number `i` of the path count in its table, each once."""
        s, trace, statistics = self.s, self.trace, self.statistics
        number = s.load(self.node_at(s.load(self.path, i, "i32")), TABLE, "i32")

        def count() -> None:
            table = statistics.table(number)

            def one(k: IntLike) -> None:
                add = lambda: statistics.add(table, trace.key(k), s.load(self.gains, trace.mover(k), "f64"))  # noqa: E731
                s.if_(trace.is_first(k) != 0, add)

            s.for_range(i, trace.length.get(), one)

        s.if_(number > 0, count)

    # --- nodes

    def _expand(self, node: Address) -> None:
        if self.mix.decisive:
            made, first = (self.view.field(state, MADE) for state in (self.state, self.root))
            self.looks.set((made == first) | self.statistics.may_end(made + 1))
        super()._expand(node)

    def child_made(self, child: Address, record: Address, mover: IntLike) -> None:
        s, v = self.s, self.view
        if self.mix.traces:
            s.store(child, KEY, "i32", self.statistics.key(record))

        def look() -> None:
            v.copy(self.after, self.state)
            v.play(self.after, record)
            if self.mix.estimates:
                value = self._judged(self.after, mover)
                for word in (MINIMAX, ESTIMATE):
                    s.store(child, word, "f32", value)
            if self.mix.solver:
                s.if_(v.field(self.after, OVER) != 0, end)

        def end() -> None:
            self.proofs.end(child, v.utility(self.after, mover))
            self.has_ended.set(True)

        if self.mix.estimates:
            look()
        elif self.mix.decisive:
            s.if_(self.looks.get(), look)

    def _consult(self, node: Address) -> None:
        """The table that tells of the moves at a node is that of the node, or stays that of one above."""
        s = self.s
        at_root, visits = self.source.get() < 0, s.load(node, VISITS, "i32")

        def make() -> None:
            s.store(node, TABLED, "i32", s.select(at_root, -self.reference, visits))
            s.store(node, TABLE, "i32", self.statistics.new_table())

        s.if_((s.load(node, TABLE, "i32") == 0) & (at_root | (visits >= self.reference)), make)
        number = s.load(node, TABLE, "i32")
        own = at_root | ((number > 0) & (visits - s.load(node, TABLED, "i32") >= self.reference))
        self.source.set(s.select(own, number, self.source.get()))

    def _select(self, node: Address) -> IntLike:
        """The child that is worth most, or may be; which of equal ones is left to chance."""
        s, mix = self.s, self.mix
        first, count = s.load(node, CHILD, "i32"), s.load(node, CHILDREN, "i32")
        visits = s.real(s.maximum(s.load(node, VISITS, "i32"), 1))
        root = s.math("sqrt", s.math("log", visits))
        scale, bounds, start = self.exploration * root, self.memory.bounds(first), self.view.random(count)
        best, best_value = s.var(0), s.var(-1e30, Real)
        if mix.amaf:
            self._consult(node)
            table = self.statistics.table(self.source.get())
            # a swap is made at one place alone: nothing but its own visits tells of it, and one lost is no proof
            swaps, lone = self.view.word(ORDER) >= 0, _ALONE * root
        if mix.solver:
            floor = self.proofs.floor(node, s.load(self.node_at(first), PLAYER, "i32"))

        def look(i: IntLike) -> None:
            child = self.node_at(first + i)
            n = s.real(s.load(child, VISITS, "i32"))
            mean, width = (s.load(bounds, i * 2 + k, "f32") for k in range(2))
            untried: Any = n < 0.5
            pace = scale
            width, unknown = s.select(untried, 1.0, width), untried
            if mix.estimates:
                mean, unknown = s.select(untried, s.load(child, ESTIMATE, "f32"), mean), False
            if mix.amaf:
                seen, total = self.statistics.read_at(table, s.load(child, KEY, "i32"))
                met = seen > 0.5
                if not mix.estimates:
                    mean, unknown = s.select(untried, 0.0, mean), s.all_of(lambda: untried, lambda: s.not_(met))
                part = 1.0 / s.select(met, seen + n + self.trust * seen * n, 1.0)
                mean = s.select(met, mean * (1.0 - seen * part) + total * part, mean)
                pace = s.select(swaps & (seen <= n), lone, scale)
            if mix.minimax:
                mean = mean * (1.0 - self.share) + s.load(child, MINIMAX, "f32") * self.share
            value: RealLike = mean + pace * width
            if mix.bias:
                value = value + self.weight * s.load(child, ESTIMATE, "f32") / (n + 1.0)
            if unknown is not False:
                value = s.select(unknown, _UNKNOWN, value)
            if mix.solver:
                value = s.select(s.load(child, LOST, "f32") + floor >= CERTAIN, _NEEDLESS, value)
                value = s.select(s.load(child, SURE, "f32") >= CERTAIN, _DECISIVE, value)
            better = value > best_value.get()
            best.set(s.select(better, i, best.get()))
            best_value.set(s.select(better, value, best_value.get()))

        s.for_range(start, count, look, rounds=MAX_MOVES)
        s.for_range(0, start, look, rounds=MAX_MOVES)
        return first + best.get()


@functools.cache
def mcts(mix: Mix, *, shared: bool = False) -> TreeProgram:
    """The compiled search with these parts, by one thread or by several that share a tree."""
    parts: tuple[type[UctEmitter], ...] = (MctsEmitter, SharedUctEmitter) if shared else (MctsEmitter,)
    name = "shared_mcts" if shared else "mcts"
    return TreeProgram(type("Mixed", parts, {"mix": mix, "name": name}))


#: bytes of scratch memory behind two lists of records, but for two states
SCRATCH: Final = TRACE_SIZE
