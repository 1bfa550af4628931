"""How strong the common net is: games against other agents, and against the same search that knows nothing."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ludens.agents.agent import Limit
from ludens.arena.entrants import Entrant
from ludens.arena.match import AgentPlayer, Player, seat
from ludens.arena.score import Score
from ludens.game import Game
from ludens.learning.common.model import CommonNet
from ludens.learning.player import Net as NetAgent
from ludens.learning.rating import NET, played

#: as an opponent: the same search with a net to which all moves and positions are alike
UNTAUGHT: Final = "untaught"
_MAX_NODES = 20_000


class Untaught:
    """What a net says that knows nothing: all moves are equally good, and all positions are worth nothing."""

    reads_positions = True

    def __init__(self, game: Game) -> None:
        self._actions, self._outputs = game.encoding.num_actions, game.num_players if game.num_players > 2 else 1

    def __call__(self, positions: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        n = len(positions)
        return np.zeros((n, self._actions), np.float32), np.zeros((n, self._outputs), np.float32)


def strength(net: CommonNet, game: Game, opponent: str, games: int, *, iterations: int = 32) -> Score:
    """The net's score in so many games for two, each seat in turn, with so many visits a move.

    The opponent is an agent, such as `uct:100`, or `UNTAUGHT`, which has as many visits. Raises AgentError where the
    opponent does not play the game.
    """
    evaluators: dict[str, Any] = {NET: net.evaluator(game), UNTAUGHT: Untaught(game)}

    def make(spec: Entrant, game: Game, seed: int) -> Player:
        if spec not in evaluators:
            return seat(spec, game, seed)
        limit = Limit(count=iterations)
        return AgentPlayer(NetAgent(game, limit, seed=seed, evaluator=evaluators[str(spec)], max_nodes=_MAX_NODES))

    return played(game, (NET, opponent), games, make)
