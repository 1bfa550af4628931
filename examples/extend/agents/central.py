"""An agent in one file: it moves to the middle of the board.

It is found where `ludens.agents` is walked: in that package, or in a folder that is appended to its path.

    import ludens
    ludens.agents.__path__.append("examples/extend/agents")
    ludens.agents.make("central", ludens.load("Hex"))
"""

from __future__ import annotations

import numpy as np

from ludens.agents.agent import Agent
from ludens.game import State


class Central(Agent):
    """The move that ends nearest to the middle of the board; one of them at random."""

    kind = quick = "central"
    title = "Towards the middle"
    strength = 15

    def index(self, state: State, count: int) -> int:
        distances = np.array([self.distance(move.to_site) for move in state.legal_moves()])
        return int(self.rng.choice(np.flatnonzero(distances <= distances.min() + 1e-9)))

    def distance(self, site: int) -> float:
        """How far a site of the board is from the middle; a site elsewhere is farther than all of them."""
        sites = self.game.topology.elements(self.game.model.default_site)
        if not 0 <= site < len(sites):
            return float("inf")
        middle = np.mean([(one.x, one.y) for one in sites], axis=0)
        return float(np.hypot(sites[site].x - middle[0], sites[site].y - middle[1]))
