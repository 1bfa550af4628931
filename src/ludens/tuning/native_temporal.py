"""Games that an evaluation by patterns plays against itself a ply ahead, in native code, and what it learns of them.

Each position should have been worth what the one after its best move is, and as the game went on: temporal differences
(Sutton, "Learning to predict by the methods of temporal differences", 1988), forward over a whole game and cut where a
move was made at random. Each weight has a step of its own, smaller the more its corrections contradict one another
(Beal and Smith, "Temporal coherence and prediction decay in TD learning", 1999).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from enum import IntEnum
from types import NoneType
from typing import Final

from ludens.agents.native import INFO_WORDS, MAX_MOVES, MOVER, OVER, RECORD, SIZE, SearchView
from ludens.native import Program, compiled
from ludens.rules.state import memory
from ludens.stage import Address, Int, IntLike, Memory, Parameter, Real, RealLike, Stage

#: games end as draws after so many plies, at most
MOST_PLIES: Final = 1024
#: bytes of scratch memory, but for two states
SCRATCH: Final = MAX_MOVES * RECORD
_SCALE: Final = 1 << 20
#: what a lost or won position is worth, where others are worth a logit
_CERTAIN: Final = 1e6


class TemporalWord(IntEnum):
    """What is told beside the words of `ludens.agents.native`.

    The function that writes the numbers of a position's arrangements; for each number the classes that it is of, as
    32-bit numbers, negative (`~class`) where it is the contrary, all of the first kind before those of the second; how
    many numbers there are, and how many classes, of which the one behind the last is none; the lists of sites; for each
    class and the turn its weight, the sum of its corrections and that of their amounts, and room for one more number,
    as doubles; and for each ply of a game the numbers, what the position was said to be worth, what it is after its
    best move, whether that was made, and 1 or -1 for whose turn it was; behind the last one the result.
    """

    ARRANGE = INFO_WORDS
    CLASSES = INFO_WORDS + 1
    NUMBERS = INFO_WORDS + 2
    CLASS_COUNT = INFO_WORDS + 3
    PLACES = INFO_WORDS + 4
    WEIGHTS = INFO_WORDS + 5
    ROWS = INFO_WORDS + 6
    PLIES = INFO_WORDS + 7


WORDS: Final = INFO_WORDS + len(TemporalWord)
INFORMATION: Final = Memory("what is told of games that are learnt from", 8 * WORDS)
#: doubles of a class, and of a ply; of a class, which one is how often a position has it, while it is corrected
PER_CLASS, PER_PLY, NET = 4, 4, 3


class _SelfPlayEmitter:
    """play(info, root, env, scratch, limit, epsilon, trace, rate): a game from the state `root`, and what it teaches.

    Gives the number of plies. A share `epsilon` of the moves is made at random; `trace` is lambda, `rate` how far
    the first corrections of a position go for an error of 1, in all.
    """

    def __init__(self, s: Stage) -> None:
        self.s = s

    def emit(self) -> None:
        kinds: list[Parameter] = [INFORMATION, Address, memory.WORKSPACE, Address, Int, Real, Real, Real]
        self.s.function("play", kinds, Int, self._play, exported=True)

    def _play(
        self,
        info: Address,
        root: Address,
        env: Address,
        scratch: Address,
        limit: Int,
        epsilon: Real,
        trace: Real,
        rate: Real,
    ) -> IntLike:
        s = self.s
        v = self.view = SearchView(s, info, env)
        self.records = v.list_at(scratch)
        self.state = v.state_at(s.offset(scratch, SCRATCH))
        self.after = v.state_at(s.offset(s.offset(scratch, SCRATCH), s.long(v.word(SIZE))))
        self.places, self.numbers, self.count = (
            v.word(w) for w in (TemporalWord.PLACES, TemporalWord.NUMBERS, TemporalWord.CLASS_COUNT)
        )
        self.weights = s.object_at(
            v.address(TemporalWord.WEIGHTS), "weights", lambda: s.long(self.count + 2) * (8 * PER_CLASS)
        )
        self.classes = s.object_at(v.address(TemporalWord.CLASSES), "classes", lambda: s.long(self.numbers) * 8)
        self.rows = s.object_at(
            v.address(TemporalWord.ROWS), "rows", lambda: s.long(self.places) * (4 * (MOST_PLIES + 1))
        )
        self.ply_records = s.object_at(v.address(TemporalWord.PLIES), "plies", 8 * PER_PLY * (MOST_PLIES + 1))
        self.plies, most = s.var(0), s.minimum(limit, MOST_PLIES)
        v.copy(self.state, v.state_at(root))
        threshold = s.truncate(epsilon * _SCALE)
        goes_on = lambda: s.all_of(  # noqa: E731
            lambda: v.field(self.state, OVER) == 0, lambda: self.plies.get() < most
        )
        s.while_(goes_on, lambda: self._ply(threshold), rounds=MOST_PLIES)
        self._learn(trace, rate)
        return self.plies.get()

    def _row(self, ply: IntLike) -> Address:
        return self.s.offset(self.rows, self.s.long(ply) * self.s.long(self.places) * 4)

    def _arrange(self, state: Address, row: Address) -> None:
        s = self.s
        kinds: list[Parameter] = [Address, memory.WORKSPACE, Address]
        s.call_address(self.view.address(TemporalWord.ARRANGE), kinds, NoneType, state, self.view.env, row)

    def _logit(self, state: Address, row: Address) -> RealLike:
        """What a position is worth to the first player, by the numbers of its arrangements, which are written."""
        s = self.s
        self._arrange(state, row)
        turn = s.load(self.weights, (self.count + 1) * PER_CLASS, "f64")
        total = s.var(s.select(self.view.field(state, MOVER) == 1, turn, 0.0 - turn), Real)

        def add(number: IntLike, sign: RealLike) -> None:
            total.set(total.get() + sign * s.load(self.weights, number * PER_CLASS, "f64"))

        self._each(row, add)
        return total.get()

    def _likely(self, logit: RealLike) -> RealLike:
        s = self.s
        bounded = s.select(logit > 30.0, 30.0, s.select(logit < -30.0, -30.0, logit))
        return 1.0 / (1.0 + s.math("exp", 0.0 - bounded))

    def _ply(self, threshold: IntLike) -> None:
        s, v, ply = self.s, self.view, self.plies.get()
        mine = v.field(self.state, MOVER) == 1
        prediction = self._likely(self._logit(self.state, self._row(ply)))
        count = v.legal(self.state, self.records)
        best, chosen = s.var(-1e30, Real), s.var(0)
        spare = self._row(MOST_PLIES)

        def look(i: IntLike) -> None:
            v.copy(self.after, self.state)
            v.play(self.after, s.offset(self.records, i * RECORD))
            value = s.var(0.0, Real)
            s.if_(
                v.field(self.after, OVER) != 0,
                lambda: value.set(v.worth(self.after, 1) * _CERTAIN),
                lambda: value.set(self._logit(self.after, spare)),
            )
            own = s.select(mine, value.get(), 0.0 - value.get())
            s.if_(own > best.get(), lambda: (best.set(own), chosen.set(i)))

        start = v.random(count)
        s.for_range(start, count, look, rounds=MAX_MOVES)
        s.for_range(0, start, look, rounds=MAX_MOVES)
        worth = self._likely(s.select(mine, best.get(), 0.0 - best.get()))
        roams = v.random(_SCALE) < threshold
        s.if_(roams, lambda: chosen.set(v.random(count)))
        for at, value in enumerate((prediction, worth, s.select(roams, 0.0, 1.0))):
            s.store(self.ply_records, ply * PER_PLY + at, "f64", value)
        s.store(self.ply_records, ply * PER_PLY + 3, "f64", s.select(mine, 1.0, -1.0))
        v.play(self.state, s.offset(self.records, chosen.get() * RECORD))
        self.plies.set(ply + 1)

    def _learn(self, trace: RealLike, rate: RealLike) -> None:
        s, v = self.s, self.view
        result = s.var(0.5, Real)
        s.if_(v.field(self.state, OVER) != 0, lambda: result.set((v.worth(self.state, 1) + 1.0) * 0.5))
        s.store(self.ply_records, MOST_PLIES * PER_PLY, "f64", result.get())

        def one(ply: IntLike) -> None:
            prediction, worth, is_best, turn = (
                s.load(self.ply_records, ply * PER_PLY + at, "f64") for at in range(PER_PLY)
            )
            target = s.select(is_best > 0.5, worth + trace * (result.get() - worth), worth)
            self._correct(self._row(ply), turn, target - prediction, rate)
            result.set(target)

        s.for_down(self.plies.get(), 0, one, rounds=MOST_PLIES)

    def _correct(self, row: Address, turn: RealLike, error: RealLike, rate: RealLike) -> None:
        """Correct the weights of a position; those of classes that it has several times go no farther in all
        (normalised least mean squares: Nagumo and Noda, "A learning method for system identification", 1967)."""
        s, norm = self.s, self.s.var(1.0, Real)

        def count(number: IntLike, sign: RealLike) -> None:
            at = number * PER_CLASS + NET
            s.store(self.weights, at, "f64", s.load(self.weights, at, "f64") + sign)

        def measure(number: IntLike, sign: RealLike) -> None:
            norm.set(norm.get() + sign * s.load(self.weights, number * PER_CLASS + NET, "f64"))

        def step(number: IntLike, _: RealLike) -> None:
            at = number * PER_CLASS + NET
            net = s.load(self.weights, at, "f64")
            s.store(self.weights, at, "f64", 0.0)
            s.if_(net != 0.0, lambda: self._step(number, net * error, far))

        self._each_weighed(row, count)
        self._each_weighed(row, measure)
        least = s.real(self.places * 2)
        far = rate / s.select(norm.get() > least, norm.get(), least)
        self._each_weighed(row, step)
        self._step(self.count + 1, turn * error, far)

    def _each_weighed(self, row: Address, body: Callable[[IntLike, RealLike], object]) -> None:
        """Run a body for each class that an arrangement of a row has, and its sign; not for the one that is none."""
        s = self.s
        self._each(row, lambda number, sign: s.if_(number < self.count, lambda: body(number, sign)))

    def _each(self, row: Address, body: Callable[[IntLike, RealLike], object]) -> None:
        """The same, with the one that is none, which weighs nothing."""
        s = self.s

        def look(which: IntLike) -> None:
            number = s.load(row, which, "i32")
            for kind in range(2):
                signed = s.load(self.classes, number + self.numbers * kind, "i32")
                body(s.select(signed < 0, -1 - signed, signed), s.select(signed < 0, -1.0, 1.0))

        s.for_range(0, self.places, look)

    def _step(self, number: IntLike, error: RealLike, rate: RealLike) -> None:
        s, at = self.s, number * PER_CLASS
        weight, total, amount = (s.load(self.weights, at + k, "f64") for k in range(3))
        coherent = s.select(amount > 0.0, s.select(total < 0.0, 0.0 - total, total) / (amount + 1e-30), 1.0)
        s.store(self.weights, at, "f64", weight + rate * coherent * error)
        s.store(self.weights, at + 1, "f64", total + error)
        s.store(self.weights, at + 2, "f64", amount + s.select(error < 0.0, 0.0 - error, error))


@functools.cache
def program() -> Program:
    """The compiled functions."""
    stage = Stage()
    _SelfPlayEmitter(stage).emit()
    return compiled(stage)
