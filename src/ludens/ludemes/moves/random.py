"""`(random ..)`: moves by chance (manual: runtime 14.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from ludens.rules.base import Need, named
from ludens.rules.categories import FloatLudeme, IntLudeme, MovesLudeme
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.sinks import CountSink
from ludens.rules.state.context import Context
from ludens.rules.state.random import next_int as below
from ludens.rules.state.random import next_real as unit
from ludens.stage import IntLike, Real, Variable


class RandomMoves(MovesLudeme):
    """One of some generators, drawn by weight."""

    spellings = ("random",)
    says = "at random[ (weighted {weights:and})], {moves}"
    needs = frozenset({Need.STOCHASTIC})
    reads = frozenset({"rng"})
    writes = frozenset({"rng"})
    weights: tuple[FloatLudeme, ...]
    moves: tuple[MovesLudeme, ...]

    def emit(self, c: Context, sink: Sink) -> None:
        s = c.s
        weights = [s.real(w.emit(c)) for w in self.weights[: len(self.moves)]]
        if not weights:
            return
        total = sum(weights[1:], weights[0])
        if isinstance(total, float) and not total:  # no share of nothing is ever reached
            unit(c)
            return
        rest, branch = s.var(unit(c), Real), s.var(-1)
        for number, weight in enumerate(weights):
            rest.set(rest.get() - weight / total)
            hit = s.all_of(lambda: branch.get() < 0, lambda: rest.get() <= 0.0)
            s.if_(hit, partial(branch.set, number))
        s.switch(branch.get(), [partial(m.emit, c, sink) for m in self.moves])


class RandomSample(MovesLudeme):
    """Some of the moves, drawn with replacement."""

    spellings = ("random",)
    says = "{num} at random of: {moves}"
    needs = frozenset({Need.STOCHASTIC})
    reads = frozenset({"rng"})
    writes = frozenset({"rng"})
    moves: MovesLudeme
    num: IntLudeme = named()

    def emit(self, c: Context, sink: Sink) -> None:
        counted = CountSink(c)
        self.moves.emit(c, counted)
        total, num = counted.total.get(), self.num.emit(c)

        def draw(_: IntLike) -> None:
            left = c.s.var(below(c, total))
            self.moves.emit(c, NthSink(sink, left))

        c.s.if_(total > 0, lambda: c.s.for_range(0, num, draw))


@dataclass
class NthSink(Sink):
    """Passes on the one move that comes when the count-down is at 0."""

    inner: Sink
    left: Variable[IntLike]

    def push(self, move: Candidate) -> None:
        left = self.left.get()
        self.left.set(left - 1)
        move.c.s.if_(left == 0, lambda: self.inner.push(move))


__all__ = ["NthSink", "RandomMoves", "RandomSample"]
