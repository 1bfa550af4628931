"""An agent of one's own: it leaves the other player as few moves as it can."""

from __future__ import annotations

from ludens.agents.agent import Agent
from ludens.game import Move, State


class Mobile(Agent):
    """The move after which the next player has the fewest moves; one of the best at random."""

    kind, quick = "mobile", "mobile"
    title = "Mobile: leaves few moves"
    strength = 15

    def index(self, state: State, count: int) -> int:
        left = [moves_after(state, move) for move in state.legal_moves()]
        best = [index for index, number in enumerate(left) if number == min(left)]
        return int(self.rng.choice(best))


def moves_after(state: State, move: Move) -> int:
    """How many moves there are after a move: none where it ends the game."""
    after = state.copy()
    after.play(move)
    return len(after.legal_moves())
