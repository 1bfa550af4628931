"""Search where all players move at once: each player's moves are a bandit of their own, learnt against the others'."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludens.agents.mcts_trees import OpenLoopSearch, TreeOwner

if TYPE_CHECKING:
    from ludens.game import State


class JointSearch(OpenLoopSearch):
    """Decoupled UCT: see `ludens.agents.native_decoupled`. Each thread grows a tree; what they found is added up."""

    def __init__(self, agent: TreeOwner, state: State) -> None:
        super().__init__(agent, state)
        self._movers = np.array([move.mover for move in state.legal_moves()])

    def _order(self) -> npt.NDArray[np.int64]:
        """The moves of all players, the first's first, and of each from the best on."""
        visits, values = self._statistics()
        return np.lexsort((-values, -visits, self._movers))

    def best(self, player: int | None = None) -> int:
        """The number of a player's best move so far among all legal ones; without one, of the first who moves."""
        order = self._order()
        own = order if player is None else order[self._movers[order] == player]
        return int(own[0])
