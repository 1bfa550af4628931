"""Search where all players move at once: each player's moves are a bandit of their own, learnt against the others'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludens.agents.analysis import Analysis, Examined
from ludens.agents.growing import Grower, OpenLoopSearch

if TYPE_CHECKING:
    from ludens.game import Move, State


class JointSearch(OpenLoopSearch):
    """Decoupled UCT: see `ludens.agents.native_decoupled`. Each thread grows a tree; what they found is added up."""

    def __init__(self, agent: Grower, state: State) -> None:
        super().__init__(agent, state)
        movers = [move.mover for move in state.legal_moves()]
        self._own = {player: [i for i, one in enumerate(movers) if one == player] for player in sorted(set(movers))}

    def best(self, player: int | None = None) -> int:
        """The number of a player's best move so far among all legal ones; without one, of the first who moves."""
        return self._ordered(next(iter(self._own)) if player is None else player)[0]

    def _ordered(self, player: int) -> list[int]:
        visits, values = self._statistics()
        return sorted(self._own[player], key=lambda i: (-visits[i], -values[i]))

    def analysis(self) -> Analysis:
        """What is known of the moves of all players, each with its value for its own player; the first's come first."""
        legal, (visits, values) = self.state.legal_moves(), self._statistics()
        order = [i for player in self._own for i in self._ordered(player)]
        moves = [Examined(legal[i], int(visits[i]), float(0.5 + 0.5 * values[i])) for i in order]
        return Analysis(self.iterations, moves[0].value, [moves[0].move], moves, 1)

    def line(self, number: int) -> list[Move]:
        """The move alone: what follows depends on the others."""
        return [self.state.legal_moves()[number]]
