"""Search in native code, for any game.

Written on the stage once, not once for each game: a game gives the addresses of its functions and what its states look
like in an information block. Layout of that block (8 bytes each): functions legal, play, playout; then as integers the
size of a state, the offsets of over, mover, ranking, active, rng, scores (-1 for none), owned counts; the numbers of
players and of components; the address of the weights, a table of doubles [player][component] of what a piece is worth
to a player, less what it is to the others on average; the address of the static
evaluation evaluate(state, env, player) -> double, 0 where the agent has none; for searches that go by the numbers of
moves the function numbers of the game's encoding and the address of its numbering; for those that go by the moves of
playouts (`ludens.agents.native_playout`) the function step, and the address of what they learn; the offset of the
number of moves made; where players move at once the function play_joint; how much of a state is always in use, and the
offset of the number of words behind that are as well (-1 for none); how many pieces there are when a game begins, where
a lead counts more the fewer are left, else 0; the offset of who plays which player (-1 where nobody swaps sides).

Searches go by seats, not by players (`ludens.game.seats`): who swaps sides goes on to want what the other player wants.
"""

from __future__ import annotations

import functools
from types import NoneType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludens.encoding import lists
from ludens.native import WORKSPACE, Program, State, Words, compiled
from ludens.rules.generation import records
from ludens.rules.state import memory
from ludens.rules.state.fields.histories import in_use
from ludens.rules.state.players import utility
from ludens.rules.state.random import choice
from ludens.stage import Address, Int, IntLike, LongLike, Memory, Parameter, Real, RealLike, Stage

if TYPE_CHECKING:
    from ludens.encoding import Encoding
    from ludens.game import Game

LEGAL, PLAY, PLAYOUT, SIZE, OVER, MOVER, RANKING, ACTIVE, RNG, SCORES, OWNED, PLAYERS, COMPONENTS, WEIGHTS = range(14)
EVALUATE, NUMBERS, NUMBERING, STEP, STATISTICS, MADE, JOINT, FIXED, GROWN, WHOLE, ORDER = range(14, 25)
INFO_WORDS = 25

RECORD = records.RECORD.size
#: components and players, as far as it matters for how long code runs without looking whether it is to stop
_PIECES = 1 << 12
MAX_MOVES = records.LIST_CAPACITY
#: how functions take the information block
INFORMATION = Memory("the information block", 8 * INFO_WORDS)


def tell_game(words: Words, game: Game, program: Program | None = None) -> None:
    """Write what the information block has of a game; weights and evaluation are the agent's.

    The functions are those of the fast module, or of another program.
    """
    fields = game.layout.fields
    for index, name in ((LEGAL, "legal"), (PLAY, "play"), (PLAYOUT, "playout")):
        words.link(index, program or game.fast, name)
    if game.is_simultaneous:
        words.link(JOINT, program or game.fast, "play_joint")
    offsets = {
        "over": OVER, "mover": MOVER, "ranking": RANKING, "active": ACTIVE, "rng": RNG, "owned_count": OWNED,
        "num_moves": MADE,
    }  # fmt: skip
    for name, index in offsets.items():
        words[index] = fields[name].offset
    words[SIZE] = game.layout.size
    words[FIXED], words[GROWN] = in_use(game.layout)
    for name, index in (("scores", SCORES), ("player_order", ORDER)):
        words[index] = fields[name].offset if name in fields else -1
    words[PLAYERS], words[COMPONENTS] = game.num_players, len(game.components) + 1


def balanced(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """What pieces are worth to each player, less what they are to the others on average; see `Agent.weights`."""
    players = max(len(weights) - 2, 1)
    table = weights - (weights[1:].sum(axis=0) - weights) / players
    return np.ascontiguousarray(table)


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

    def to_move(self, state: Address) -> IntLike:
        """The seat to move."""
        return self.seat(state, self.field(state, MOVER))

    def seat(self, state: Address, player: IntLike) -> IntLike:
        """The seat that plays a player; a number that nobody plays is given back."""
        s, result = self.s, self.s.var(player)

        def look(seat: IntLike) -> None:
            s.if_(self._played(state, seat) == player, lambda: result.set(seat))

        s.if_(self.word(ORDER) >= 0, lambda: s.for_range(1, self.word(PLAYERS) + 1, look, rounds=_PIECES))
        return result.get()

    def _played(self, state: Address, seat: IntLike) -> IntLike:
        return self.s.load(self.s.offset(state, self.word(ORDER)), seat, "i32")

    def player(self, state: Address, seat: IntLike) -> IntLike:
        """The player whom a seat plays."""
        player: IntLike = self.s.choose(self.word(ORDER) >= 0, lambda: self._played(state, seat), lambda: seat)
        return player

    def legal(self, state: Address, listed: Address) -> IntLike:
        kinds: list[Parameter] = [Address, memory.WORKSPACE, records.RECORDS]
        return self.s.call_address(self.address(LEGAL), kinds, Int, state, self.env, listed)

    def numbers(self, state: Address, out: Address) -> IntLike:
        """The numbers of the legal moves, in their order; returns how many there are."""
        space = memory.Workspace(self.s, self.env)
        mark = memory.mark(space)
        kinds: list[Parameter] = [Address, memory.WORKSPACE, Address, Address]
        words = self.s.object_at(self.address(NUMBERING), lists.NUMBERING.name, lists.NUMBERING.size)
        count = self.s.call_address(self.address(NUMBERS), kinds, Int, state, self.env, words, out)
        memory.release(space, mark)
        return count

    def play(self, state: Address, record: Address) -> None:
        kinds: list[Parameter] = [Address, memory.WORKSPACE, records.RECORD]
        self.s.call_address(self.address(PLAY), kinds, NoneType, state, self.env, record)

    def play_joint(self, state: Address, listed: Address, count: IntLike) -> None:
        """Make so many moves of a list together, one of each player who moves."""
        kinds: list[Parameter] = [Address, memory.WORKSPACE, Address, Int]
        self.s.call_address(self.address(JOINT), kinds, NoneType, state, self.env, listed, count)

    def playout(self, state: Address, listed: Address, limit: IntLike) -> None:
        kinds: list[Parameter] = [Address, memory.WORKSPACE, records.RECORDS, Int]
        self.s.call_address(self.address(PLAYOUT), kinds, Int, state, self.env, listed, limit)

    def step(self, state: Address, listed: Address) -> None:
        """Make a random move, which is then the first of the list."""
        kinds: list[Parameter] = [Address, memory.WORKSPACE, records.RECORDS]
        self.s.call_address(self.address(STEP), kinds, NoneType, state, self.env, listed)

    def copy(self, target: Address, source: Address) -> None:
        s, fixed, grown = self.s, self.word(FIXED), self.word(GROWN)
        s.copy(target, source, fixed)

        def rest() -> None:
            words = s.load(s.offset(source, grown), 0, "i32")
            s.copy(s.offset(target, fixed), s.offset(source, fixed), words * 8)

        s.if_(grown >= 0, rest)

    def utility(self, state: Address, seat: IntLike) -> RealLike:
        """What the rank of a seat's player is worth."""
        return self.worth(state, self.player(state, seat))

    def worth(self, state: Address, player: IntLike) -> RealLike:
        """What the rank of a player is worth, whoever plays it."""
        rank = self.s.load(self.s.offset(state, self.word(RANKING)), player, "f64")
        return utility(self.s, rank, self.word(PLAYERS))

    def prospect(self, state: Address, seat: IntLike) -> RealLike:
        """The static evaluation for a seat; the utility once the game is over."""
        s = self.s
        value = s.var(0.0, Real)

        def running() -> None:
            kinds = [Address, Address, Int]
            player = self.player(state, seat)
            value.set(s.call_address(self.address(EVALUATE), kinds, Real, state, self.env, player))

        s.if_(self.field(state, OVER) != 0, lambda: value.set(self.utility(state, seat)), running)
        return value.get()

    def random(self, count: IntLike) -> IntLike:
        """A random number below `count`."""
        return choice(self.s, self.env, count)

    def random_word(self) -> LongLike:
        high = self.s.unsigned(self.random(1 << 30))
        return (high << 32) ^ self.s.unsigned(self.random(1 << 30))

    def evaluation(self, state: Address, seat: IntLike) -> RealLike:
        """What the game's own evaluation says of a seat's player; without one, score and weighted material less the
        mean of the others'. The utility, which is worth more, once the game is over."""
        s, player = self.s, self.player(state, seat)
        value = s.var(0.0, Real)
        over = lambda: value.set(self.utility(state, seat) * 1e6)  # noqa: E731

        def running() -> None:
            has = s.load(self.info, EVALUATE, "i64") != 0
            s.if_(has, lambda: value.set(own()), lambda: value.set(self._standing(state, player)))
            s.if_(self.word(WHOLE) > 0, lambda: value.set(value.get() * self._thinned(state)))

        def own() -> RealLike:
            return s.call_address(self.address(EVALUATE), [Address, Address, Int], Real, state, self.env, player)

        s.if_(self.field(state, OVER) != 0, over, running)
        return value.get()

    def _thinned(self, state: Address) -> RealLike:
        """1 with all pieces, nearly 2 where few are left: who leads exchanges pieces, and wins by it."""
        s, left = self.s, self.s.var(0)
        counts = s.offset(state, self.word(OWNED))
        s.for_range(1, self.word(COMPONENTS), lambda i: left.set(left.get() + s.load(counts, i, "i16")), rounds=_PIECES)
        factor = 2.0 - s.real(left.get()) / s.real(self.word(WHOLE))
        return s.select(factor > 1.0, factor, 1.0)

    def _standing(self, state: Address, player: IntLike) -> RealLike:
        s, n, components = self.s, self.word(PLAYERS), self.word(COMPONENTS)
        total = s.var(0.0, Real)
        counts = s.offset(state, self.word(OWNED))
        weights = s.object_at(self.address(WEIGHTS), "the weights", lambda: (n + 1) * components * 8)

        def held(i: IntLike) -> None:
            weight = s.load(weights, player * components + i, "f64")
            total.set(total.get() + weight * s.real(s.load(counts, i, "i16")))

        def scored(p: IntLike) -> None:
            share = s.select(p == player, 1.0, -1.0 / s.real(s.maximum(n - 1, 1)))
            total.set(total.get() + share * s.real(s.load(s.offset(state, self.word(SCORES)), p, "i32")))

        s.for_range(1, components, held, rounds=_PIECES)
        s.if_(self.word(SCORES) >= 0, lambda: s.for_range(1, n + 1, scored, rounds=_PIECES))
        return total.get()


def emit_evaluation() -> Stage:
    """The module of the evaluation alone."""
    stage = Stage()
    kinds: list[Parameter] = [INFORMATION, Address, memory.WORKSPACE, Int]
    stage.function("evaluate", kinds, Real, functools.partial(_evaluate, stage), exported=True)
    return stage


def _evaluate(s: Stage, info: Address, state: Address, env: Address, seat: Int) -> RealLike:
    view = SearchView(s, info, env)
    return view.evaluation(view.state_at(state), seat)


@functools.cache
def program() -> Program:
    """The compiled functions."""
    return compiled(emit_evaluation())


def evaluate(information: Words, state: State, seat: int) -> float:
    """Score and weighted material of a seat, less the mean of the others'; the utility once the game is over."""
    value: float = program().run("evaluate", information, state, WORKSPACE, seat)
    return value
