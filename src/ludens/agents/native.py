"""Search in native code, for any game.

Written on the stage once, not once for each game: a game gives the addresses of its functions and what its states look
like in an information block. Layout of that block (8 bytes each): functions legal, play, playout; then as integers the
size of a state, the offsets of over, mover, ranking, active, rng, scores (-1 for none), owned counts; the numbers of
players and of components; the address of the weights, a table of doubles [player][component]; the address of the static
evaluation evaluate(state, env, player) -> double, 0 where the agent has none; for searches that go by the numbers of
moves the function numbers of the game's encoding and the address of its numbering.
"""

from __future__ import annotations

import functools
from types import NoneType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludens.encoding import listing
from ludens.ludemes.generation import records
from ludens.ludemes.runtime import memory
from ludens.ludemes.runtime.players import utility
from ludens.ludemes.runtime.random import choice
from ludens.native import WORKSPACE, Program, State, Words, compiled
from ludens.stage import Address, Function, Int, IntLike, LongLike, Memory, Parameter, Real, RealLike, Scope, Stage

if TYPE_CHECKING:
    from ludens.encoding import Encoding
    from ludens.game import Game

LEGAL, PLAY, PLAYOUT, SIZE, OVER, MOVER, RANKING, ACTIVE, RNG, SCORES, OWNED, PLAYERS, COMPONENTS, WEIGHTS = range(14)
EVALUATE, NUMBERS, NUMBERING = range(14, 17)
INFO_WORDS = 17

RECORD = records.RECORD.size
MAX_MOVES = records.LIST_CAPACITY
#: how functions take the information block
INFORMATION = Memory("the information block", 8 * INFO_WORDS)


def tell_game(words: Words, game: Game) -> None:
    """Write what the information block has of a game; weights and evaluation are the agent's."""
    fields = game.layout.fields
    for index, name in ((LEGAL, "legal"), (PLAY, "play"), (PLAYOUT, "playout")):
        words.link(index, game.fast, name)
    offsets = {"over": OVER, "mover": MOVER, "ranking": RANKING, "active": ACTIVE, "rng": RNG, "owned_count": OWNED}
    for name, index in offsets.items():
        words[index] = fields[name].offset
    words[SIZE] = game.layout.size
    words[SCORES] = fields["scores"].offset if "scores" in fields else -1
    words[PLAYERS], words[COMPONENTS] = game.num_players, len(game.components) + 1


def tell_numbers(words: Words, encoding: Encoding) -> None:
    """Write what the information block has of the numbers of moves."""
    words.link(NUMBERS, encoding.program, "numbers")
    words.share(NUMBERING, encoding.words)


class SearchView:
    """The information block, read by generated code."""

    def __init__(self, s: Stage, info: Address, env: Address) -> None:
        self.s, self.info, self.env = s, info, env

    def word(self, index: int) -> IntLike:
        return self.s.to_int(self.s.load(self.info, index, "i64"))

    def address(self, index: int) -> Address:
        return self.s.load_address(self.info, 8 * index)

    def state_at(self, address: Address) -> Address:
        """The address of a state of the game."""
        return self.s.object_at(address, "a state", lambda: self.word(SIZE))

    def list_at(self, address: Address) -> Address:
        """The address of a list of moves."""
        return self.s.object_at(address, records.RECORDS.name, records.RECORDS.size)

    def field(self, state: Address, index: int) -> IntLike:
        """A 32-bit field of a state."""
        return self.s.load(self.s.offset(state, self.word(index)), 0, "i32")

    def legal(self, state: Address, listed: Address) -> IntLike:
        kinds: list[Parameter] = [Address, memory.WORKSPACE, records.RECORDS]
        return self.s.call_address(self.address(LEGAL), kinds, Int, state, self.env, listed)

    def numbers(self, state: Address, out: Address) -> IntLike:
        """The numbers of the legal moves, in their order; returns how many there are."""
        space = memory.Workspace(self.s, self.env)
        mark = memory.mark(space)
        kinds: list[Parameter] = [Address, memory.WORKSPACE, Address, Address]
        words = self.s.object_at(self.address(NUMBERING), listing.NUMBERING.name, listing.NUMBERING.size)
        found = self.s.call_address(self.address(NUMBERS), kinds, Int, state, self.env, words, out)
        memory.release(space, mark)
        return found

    def play(self, state: Address, record: Address) -> None:
        kinds: list[Parameter] = [Address, memory.WORKSPACE, records.RECORD]
        self.s.call_address(self.address(PLAY), kinds, NoneType, state, self.env, record)

    def playout(self, state: Address, listed: Address, limit: IntLike) -> None:
        kinds: list[Parameter] = [Address, memory.WORKSPACE, records.RECORDS, Int]
        self.s.call_address(self.address(PLAYOUT), kinds, Int, state, self.env, listed, limit)

    def copy(self, target: Address, source: Address) -> None:
        self.s.copy(target, source, self.word(SIZE))

    def utility(self, state: Address, player: IntLike) -> RealLike:
        """What the rank of a player is worth."""
        rank = self.s.load(self.s.offset(state, self.word(RANKING)), player, "f64")
        return utility(self.s, rank, self.word(PLAYERS))

    def prospect(self, state: Address, player: IntLike) -> RealLike:
        """The static evaluation for a player; the utility once the game is over."""
        s = self.s
        value = s.var(0.0, Real)

        def running() -> None:
            kinds = [Address, Address, Int]
            value.set(s.call_address(self.address(EVALUATE), kinds, Real, state, self.env, player))

        s.if_(self.field(state, OVER) != 0, lambda: value.set(self.utility(state, player)), running)
        return value.get()

    def random(self, count: IntLike) -> IntLike:
        """A random number below `count`."""
        return choice(self.s, self.env, count)

    def random_word(self) -> LongLike:
        high = self.s.unsigned(self.random(1 << 30))
        return (high << 32) ^ self.s.unsigned(self.random(1 << 30))

    def evaluation(self, state: Address, player: IntLike) -> RealLike:
        """Score and weighted material of a player, less the mean of the others'; the utility once the game is over."""
        s, n = self.s, self.word(PLAYERS)
        total = s.var(0.0, Real)

        def one(p: IntLike) -> None:
            share = s.select(p == player, 1.0, -1.0 / s.real(s.maximum(n - 1, 1)))
            total.set(total.get() + share * self._holdings(state, p))

        def running() -> None:
            s.for_range(1, n + 1, one)

        def over() -> None:
            total.set(self.utility(state, player) * 1e6)

        s.if_(self.field(state, OVER) != 0, over, running)
        return total.get()

    def _holdings(self, state: Address, player: IntLike) -> RealLike:
        s, components = self.s, self.word(COMPONENTS)
        total = s.var(0.0, Real)
        counts = s.offset(state, self.word(OWNED))
        weights = s.object_at(
            self.address(WEIGHTS), "the weights", lambda: (self.word(PLAYERS) + 1) * self.word(COMPONENTS) * 8
        )

        def add(i: IntLike) -> None:
            weight = s.load(weights, player * components + i, "f64")
            total.set(total.get() + weight * s.real(s.load(counts, i, "i16")))

        s.for_range(1, components, add)

        def score() -> None:
            total.set(total.get() + s.real(s.load(s.offset(state, self.word(SCORES)), player, "i32")))

        s.if_(self.word(SCORES) >= 0, score)
        return total.get()


def emit_search() -> Stage:
    """The module of the functions that keep no tree."""
    stage = Stage()
    _AlphaBeta(stage).emit()
    return stage


class _AlphaBeta:
    """Depth-first search with alpha-beta cuts (Knuth and Moore 1975); more than two players are searched paranoidly.

    alpha_beta(info, state, env, scratch, depth, alpha, beta, player, stop): the value for `player`, in the span of
    alpha and beta. `scratch` holds for each ply a list of records and a state; `stop` points to a word that ends the
    search.
    """

    def __init__(self, s: Stage) -> None:
        self.s = s

    def emit(self) -> None:
        stop = Memory("the stop flag", 4)
        kinds = (INFORMATION, Address, memory.WORKSPACE, Address, Int, Real, Real, Int, stop)
        self.function: Function[Real] = Function("alpha_beta", Real, kinds)
        self.s.function("alpha_beta", kinds, Real, self._search, exported=True)
        evaluate: list[Parameter] = [INFORMATION, Address, memory.WORKSPACE, Int]
        self.s.function("evaluate", evaluate, Real, self._evaluate, exported=True)

    def _evaluate(self, info: Address, state: Address, env: Address, player: Int) -> RealLike:
        view = SearchView(self.s, info, env)
        return view.evaluation(view.state_at(state), player)

    def _search(
        self,
        info: Address,
        state: Address,
        env: Address,
        scratch: Address,
        depth: Int,
        alpha: Real,
        beta: Real,
        player: Int,
        stop: Address,
    ) -> RealLike:
        s, v = self.s, SearchView(self.s, info, env)
        value = s.var(0.0, Real)
        after = s.offset(scratch, MAX_MOVES * RECORD)
        below = s.offset(after, s.long(v.word(SIZE)))
        here, child, listed = v.state_at(state), v.state_at(after), v.list_at(scratch)

        def leaf() -> None:
            value.set(v.evaluation(here, player))

        def inner() -> None:
            count = v.legal(here, listed)
            mine = v.field(here, MOVER) == player
            low, high = s.var(alpha, Real), s.var(beta, Real)
            value.set(s.select(mine, -1e30, 1e30))

            def branches(out: Scope) -> None:
                def branch(i: IntLike) -> None:
                    v.copy(child, here)
                    v.play(child, s.offset(listed, i * RECORD))
                    got = s.call(self.function, info, child, env, below, depth - 1, low.get(), high.get(), player, stop)

                    def maximise() -> None:
                        value.set(s.select(got > value.get(), got, value.get()))
                        low.set(s.select(got > low.get(), got, low.get()))

                    def minimise() -> None:
                        value.set(s.select(got < value.get(), got, value.get()))
                        high.set(s.select(got < high.get(), got, high.get()))

                    s.if_(mine, maximise, minimise)
                    s.if_(low.get() >= high.get(), lambda: s.leave(out))
                    s.if_(s.load(stop, 0, "i32") != 0, lambda: s.leave(out))

                s.for_range(0, count, branch)

            s.scope(branches)

        done = s.any_of(lambda: depth <= 0, lambda: v.field(here, OVER) != 0)
        s.if_(done, leaf, inner)
        return value.get()


@functools.cache
def program() -> Program:
    """The compiled functions."""
    return compiled(emit_search())


def evaluate(information: Words, state: State, player: int) -> float:
    """Score and weighted material of a player, less the mean of the others'; the utility once the game is over."""
    value: float = program().run("evaluate", information, state, WORKSPACE, player)
    return value


def alpha_beta(
    information: Words,
    state: State,
    scratch: npt.NDArray[np.uint8],
    depth: int,
    bounds: tuple[float, float],
    player: int,
    stop: npt.NDArray[np.int32],
) -> float:
    """The value of a state for a player, by search to a depth: exact between the bounds, otherwise a bound itself.

    `scratch` has room for `depth` + 1 lists of records and states; the search ends early when `stop[0]` is not 0.
    """
    value: float = program().run("alpha_beta", information, state, WORKSPACE, scratch, depth, *bounds, player, stop)
    return value
