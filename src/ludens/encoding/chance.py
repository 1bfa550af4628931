"""The outcomes of chance: every way in which a move can turn out, with its probability.

A position's random generator is part of its block, so a move made there turns out in one way only. Here it is made with
other states of the generator, until every number that may be drawn has been drawn. A position reached in this way has
its generator set to 0: what comes next is chance's again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.encoding.program import extension_of
from ludens.game import Game, LimitExceeded, State
from ludens.game.programs import Extension
from ludens.game.single import SingleGame
from ludens.game.singlestate import SingleState
from ludens.native import WORKSPACE, Program
from ludens.native.workspace import workspace
from ludens.rules.base import Need
from ludens.rules.state.random import GAMMA, read_draws, scrambled_words

#: more outcomes than this are not listed
MOST_OUTCOMES = 1 << 12
#: the most numbers that one move draws
_LONGEST = 1 << 24
#: the size of a batch of generator states that is tried, and the most batches
_BATCH, _BATCHES = 1 << 14, 1 << 8
_WORD = (1 << 64) - 1
#: constants that find a state's place in the generator's sequence
_BACK = pow(GAMMA, -1, 1 << 64)
_EXTENSION = Extension("encoding", lambda compiler: None, logs_draws=True)

Words = npt.NDArray[np.uint64]
#: makes a move with a state of the generator, in a block of its own
Make = Callable[[int], npt.NDArray[np.uint8]]


class Drawn(NamedTuple):
    """A number that was drawn: its place among those of the move, its bound, and the number."""

    place: int
    bound: int
    value: int


class Outcome(NamedTuple):
    """A way in which a move can turn out: the state then, how likely it is, and the numbers that were drawn."""

    state: State
    probability: float
    drawn: tuple[Drawn, ...]


class Chance:
    """The outcomes of chance in a game. Raises ValueError for a match.

    `outcomes` and `start` raise LimitExceeded where there are more than `MOST_OUTCOMES`, or where a number is drawn
    that is no whole one: then there is `sample`. Moves are given by their places among the legal ones; several are
    those of players who move at once.
    """

    def __init__(self, game: Game) -> None:
        if not isinstance(game, SingleGame):
            raise ValueError(f"{game.name} is a match: ask its games, see Game.games")
        self.game = game
        #: whether random numbers are drawn at all, also by the start rules
        self.is_drawn: bool = Need.STOCHASTIC in game.model.needs
        self._program = Program(game.extended(_EXTENSION if self.is_drawn else extension_of(game)))

    def start(self) -> list[Outcome]:
        """Every way in which a game can start."""
        return self._outcomes(self._start, 0)

    def outcomes(self, state: State, moves: Sequence[int]) -> list[Outcome]:
        """Every way in which a move can turn out."""
        return self._outcomes(self._maker(state, moves), int(state.field("rng_legal")))

    def sample(self, state: State | None, moves: Sequence[int], seed: int) -> Outcome:
        """One of the ways in which a move, or without a state the start, can turn out; equal seeds give equal ones.

        The probability is unknown: it is nan if numbers were drawn.
        """
        make = self._start if state is None else self._maker(state, moves)
        block, drawn = self._run(make, seed & _WORD)
        return Outcome(self._state(block.tobytes()), math.nan if drawn else 1.0, drawn)

    # --- one way

    def _maker(self, state: State, moves: Sequence[int]) -> Make:
        """A function that makes the moves with a state of the generator."""
        program, before = self._program, state.tobytes()
        block, records = np.frombuffer(before, np.uint8).copy(), workspace().records
        program.run("legal", block, WORKSPACE, records)
        selected = records[list(moves)]

        def make(seed: int) -> npt.NDArray[np.uint8]:
            work = self._with_seed(np.frombuffer(before, np.uint8).copy(), seed)
            if self.game.is_simultaneous:
                program.run("play_joint", work, WORKSPACE, selected, len(selected))
            else:
                program.run("play", work, WORKSPACE, selected)
            return work

        return make

    def _start(self, seed: int) -> npt.NDArray[np.uint8]:
        work = self._with_seed(np.zeros(self.game.layout.size, np.uint8), seed)
        self._program.run("start", work, WORKSPACE)
        return work

    def _with_seed(self, block: npt.NDArray[np.uint8], seed: int) -> npt.NDArray[np.uint8]:
        block.view(self.game.layout.dtype)["rng"] = np.uint64(seed)
        return block

    def _run(self, make: Make, seed: int) -> tuple[npt.NDArray[np.uint8], tuple[Drawn, ...]]:
        """Make a move with a state of the generator; the block then, and what was drawn."""
        block = make(seed)
        numbers: dict[int, Drawn] = {}
        for draw in read_draws(workspace().logged()):
            place = _place(draw.seed, seed)
            if place >= _LONGEST:  # drawn when the move was found, and now again
                continue
            drawn = numbers.setdefault(place, Drawn(place, draw.bound, draw.value))
            if not draw.bound or drawn.bound != draw.bound:
                raise LimitExceeded("what is drawn here has no list of outcomes: sample it")
        return self._with_seed(block, 0), tuple(numbers.values())

    def _state(self, block: bytes) -> State:
        return SingleState(self.game, bytearray(block))

    # --- all of them

    def _outcomes(self, make: Make, before: int) -> list[Outcome]:
        """All that come of a move; `before` is the generator's state that the legal moves were found with."""
        by_block: dict[bytes, tuple[float, tuple[Drawn, ...]]] = {}
        open_: list[tuple[Drawn, ...]] = [()]
        tried = 0
        while open_:
            prefix = open_.pop()
            seed = _seed_apart(prefix, before)
            block, drawn = self._run(make, seed)
            assert drawn[: len(prefix)] == prefix
            ways, tried = math.prod(draw.bound for draw in drawn), tried + 1
            if max(ways, tried + len(open_)) > MOST_OUTCOMES:
                raise LimitExceeded(f"chance has more than {MOST_OUTCOMES} outcomes here: sample it")
            key = self._canonical(block, drawn, seed).tobytes()
            share, first = by_block.get(key, (0.0, drawn))
            by_block[key] = share + 1.0 / ways, min(first, drawn)
            for length in range(len(prefix), len(drawn)):
                place, bound, value = drawn[length]
                open_ += [(*drawn[:length], Drawn(place, bound, other)) for other in range(bound) if other != value]
        outcomes = [Outcome(self._state(block), *rest) for block, rest in by_block.items()]
        return sorted(outcomes, key=lambda outcome: outcome.drawn)

    def _canonical(self, block: npt.NDArray[np.uint8], drawn: tuple[Drawn, ...], seed: int) -> npt.NDArray[np.uint8]:
        """The block with a state of the generator that depends only on what was drawn to find its legal moves."""
        fields = block.view(self.game.layout.dtype)[0]
        first = _place(int(fields["rng_legal"]), seed)
        ahead = tuple(draw._replace(place=draw.place - first) for draw in drawn if draw.place >= first)
        fields["rng_legal"] = np.uint64(0 if fields["over"] else _seed_for(ahead, 0))
        return block


def _place(seed: int, first: int) -> int:
    """How many numbers are drawn from one state of the generator to another."""
    return (seed - first) * _BACK & _WORD


def _seed_apart(drawn: tuple[Drawn, ...], before: int) -> int:
    """A state of the generator that gives these numbers, and is far from another."""
    for table in range(64):
        seed = _seed_for(drawn, table)
        if min(_place(before, seed), _place(seed, before)) >= 2 * _LONGEST:
            return seed
    raise AssertionError("64 states of the generator cannot all be near one")


@lru_cache(maxsize=1 << 14)
def _seed_for(drawn: tuple[Drawn, ...], table: int) -> int:
    """A state of the generator that gives these numbers; different tables have different ones."""
    rng = np.random.default_rng([table, *(draw.value for draw in drawn)])
    for _ in range(_BATCHES):
        seeds = rng.integers(1 << 64, size=_BATCH, dtype=np.uint64)
        for draw in drawn:
            seeds = seeds[_gives(seeds, draw)]
        if len(seeds):
            return int(seeds[0])
    raise AssertionError(f"no state of the generator found that gives {drawn}")


def _gives(seeds: Words, draw: Drawn) -> npt.NDArray[np.bool_]:
    """Which states of the generator give a number at its place, as `random.next_int` draws it."""
    words: Words = scrambled_words(seeds + np.uint64((draw.place + 1) * GAMMA & _WORD))
    bits = (((words >> np.uint64(32)) ^ words) & np.uint64((1 << 32) - 1)) >> np.uint64(1)
    bound = np.uint64(draw.bound)
    power, rest = draw.bound & (draw.bound - 1) == 0, bits % bound
    whole: npt.NDArray[np.bool_] = bits - rest + bound <= 1 << 31
    gives: npt.NDArray[np.bool_] = (bits * bound) >> np.uint64(31) == draw.value if power else rest == draw.value
    return gives & whole
