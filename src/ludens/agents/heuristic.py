"""Alpha-beta search by a function of one's own, which says in Python what a position is worth."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ludens.agents.agent import Agent, AgentError, Limit
from ludens.agents.analysis import Analysis, led
from ludens.agents.clock import Clock
from ludens.agents.search import DEFAULT_SECONDS
from ludens.game.hidden import hides

if TYPE_CHECKING:
    from ludens.game import Game, Move, State

#: gives what a position is worth to a player: any number, greater where it is better
Function = Callable[["State", int], float]
#: what a decided game is worth: more than any function says; a win that comes sooner is worth more
WON = 1e6


class _Ended(Exception):
    """The time is over."""


class Heuristic(Agent):
    """Alpha-beta with iterative deepening over a Python function. Limits: seconds, or a depth in plies.

    The function takes a state and a player, and gives what the position is worth to that player; the other one has the
    opposite. It is for games of two players without chance, in which nothing is hidden. Ends are known without it. It
    is slower by far than `alphabeta`, whose evaluation is native; it is there to try an idea out.
    """

    counts: ClassVar[str] = "plies"

    def __init__(self, game: Game, function: Function, limit: Limit | None = None, *, seed: int | None = None) -> None:
        if game.num_players != 2 or game.is_stochastic or game.is_simultaneous or hides(game):
            raise AgentError(
                f"{game.name} is no game of two players who move in turn, without chance and with nothing hidden"
            )
        super().__init__(game, limit, seed=seed)
        self.function = function

    @property
    def name(self) -> str:
        return getattr(self.function, "__name__", "Heuristic")

    def index(self, state: State, count: int) -> int:
        return self._searched(state)[0][0]

    def analyse(self, state: State) -> Analysis:
        """What the search finds: the value of each move for who is to move, the best first.

        Raises AgentError where the game is over.
        """
        legal = state.legal_moves()
        if not legal:
            raise AgentError("the game is over: there is nothing to analyse")
        order, depth, positions = self._searched(state)
        values = dict(self._values)
        moves = [led(legal[n], _as_lead(values[n]), bound=n != order[0]) for n in order]
        return Analysis(positions, moves[0].value, [moves[0].move], moves, depth, "estimate", "positions")

    def _searched(self, state: State) -> tuple[list[int], int, int]:
        """The numbers of the moves, the best first, the depth, and how many positions were looked at."""
        self._clock = Clock(self.limit.seconds if self.limit.seconds is not None else math.inf)
        if self.limit.seconds is None and self.limit.count is None:
            self._clock = Clock(DEFAULT_SECONDS)
        moves = list(state.legal_moves())
        order = self.rng.permutation(len(moves)).tolist()
        self._positions, self._values, depth = 0, dict.fromkeys(order, 0.0), 0
        while depth < (self.limit.count or 1 << 30):
            try:
                self._values = self._root(state.copy(), moves, order, depth + 1)
            except _Ended:
                break
            depth += 1
            order = sorted(order, key=lambda n: -self._values[n])
            if abs(self._values[order[0]]) > WON / 2 or depth > 200:  # decided, whatever comes
                break
        return order, max(depth, 1), self._positions

    def _root(self, state: State, moves: list[Move], order: list[int], depth: int) -> dict[int, float]:
        values, best, mover = dict[int, float](), -math.inf, state.mover
        for number in order:
            values[number] = self._after(state, moves[number], mover, depth, best, math.inf, 1)
            best = max(best, values[number])
        return values

    def _after(self, state: State, move: Move, mover: int, depth: int, low: float, high: float, ply: int) -> float:
        """What a move is worth to who makes it."""
        state.play(move)
        try:
            if state.mover == mover or state.is_over:  # a turn goes on
                return self._value(state, mover, depth - 1, low, high, ply)
            return -self._value(state, state.mover, depth - 1, -high, -low, ply)
        finally:
            state.undo()

    def _value(self, state: State, player: int, depth: int, low: float, high: float, ply: int) -> float:
        """What a position is worth to a player, who is to move in it unless it is over."""
        self._positions += 1
        if self._clock.left() <= 0 and ply > 1:
            raise _Ended
        if state.is_over:
            ranking = state.ranking
            return (WON - ply) * float(np.sign(ranking[2 - player] - ranking[player - 1]))
        if depth <= 0:
            value = float(self.function(state, player))
            if math.isnan(value):
                raise ValueError(f"the heuristic gave no number for {state!r}")
            return max(min(value, WON / 4), -WON / 4)
        best = -math.inf
        for move in state.legal_moves():
            best = max(best, self._after(state, move, player, depth, max(low, best), high, ply + 1))
            if best >= high:
                break
        return best


def _as_lead(value: float) -> float:
    """A value as a lead, beyond every lead where the game is decided."""
    return value * 1e3 if abs(value) > WON / 2 else value
