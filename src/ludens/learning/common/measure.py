"""How strong the common net is: games against other agents, and against the same search that knows nothing."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ludens import agents
from ludens.agents.agent import Agent, Limit
from ludens.agents.net_trees import outputs_of
from ludens.arena.score import Score
from ludens.game import Game, State
from ludens.learning.common.model import CommonNet
from ludens.learning.player import Net as NetAgent

#: as an opponent: the same search with a net to which all moves and positions are alike
UNTAUGHT: Final = "untaught"
_MAX_NODES = 20_000
#: plies that games begin with, and after how many a game counts as drawn
_RANDOM_PLIES, _MOST_PLIES = 4, 400


class Untaught:
    """What a net says that knows nothing: all moves are equally good, and all positions are worth nothing."""

    reads_positions = True

    def __init__(self, game: Game) -> None:
        self._actions, self._outputs = game.encoding.num_actions, outputs_of(game)

    def __call__(self, positions: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        n = len(positions)
        return np.zeros((n, self._actions), np.float32), np.zeros((n, self._outputs), np.float32)


def strength(net: CommonNet, game: Game, opponent: str, games: int, *, iterations: int = 32, seed: int = 0) -> Score:
    """The net's score in so many games for two, with so many visits a move.

    The opponent is an agent, such as `uct:100`, or `UNTAUGHT`, which has as many visits. Games begin with some random
    plies, as the players themselves need not draw anything; of each opening there are two games, one from each seat.
    Raises AgentError where the opponent does not play the game.
    """
    rng, score = np.random.default_rng(seed), Score()
    own = _searcher(game, net.evaluator(game), iterations)
    untaught = opponent == UNTAUGHT
    other = _searcher(game, Untaught(game), iterations) if untaught else agents.make(opponent, game, seed=seed)
    opening = game.start(seed=seed)
    for number in range(games):
        if number % 2 == 0:
            opening = _opening(game, rng)
        seat = 1 + number % 2
        winner = _winner(opening.copy(), own, other, seat)
        score += Score(int(winner == seat), int(winner == 0), int(winner not in (0, seat)))
    return score


def _searcher(game: Game, evaluator: Any, iterations: int) -> NetAgent:
    return NetAgent(game, Limit(count=iterations), seed=0, evaluator=evaluator, max_nodes=_MAX_NODES)


def _opening(game: Game, rng: np.random.Generator) -> State:
    """A position after some random plies; the first one where the game would be over."""
    start = game.start(seed=int(rng.integers(1 << 31)))
    state = start.copy()
    for _ in range(_RANDOM_PLIES):
        moves = state.legal_moves()
        state.play(moves[int(rng.integers(len(moves)))])
        if state.is_over:
            return start
    return state


def _winner(state: State, own: Agent, other: Agent, seat: int) -> int:
    """Which seat wins, from a position on, if the first agent has that seat; 0 for none."""
    for _ in range(_MOST_PLIES):
        if state.is_over:
            return state.seats.seat(state.winner)
        state.play((own if state.seat == seat else other).choose(state))
    return 0
