"""Terms that know who is to move, and what the score is."""

from __future__ import annotations

from ludens.ludemes.base import named
from ludens.ludemes.metadata.heuristics.base import HeuristicTerm, Pair, WeightedTerm
from ludens.ludemes.runtime.context import Context
from ludens.stage import RealLike


class ScoreTerm(WeightedTerm):
    """The score of the player; 0 where the game has none."""

    spellings = ("score",)

    def raw(self, c: Context, player: int) -> RealLike:
        scores = c.state.scores
        return c.s.real(scores.get(player)) if scores.present else 0.0


class CurrentMover(WeightedTerm):
    """1 if the player is to move, else 0."""

    spellings = ("currentMoverHeuristic",)

    def raw(self, c: Context, player: int) -> RealLike:
        return c.s.select(c.mover == player, 1.0, 0.0)


class Intercept(HeuristicTerm):
    """A weight for each player."""

    spellings = ("intercept",)
    player_weights: tuple[Pair, ...] = named()

    def raw(self, c: Context, player: int) -> RealLike:
        return next((float(pair.weight) for pair in self.player_weights if pair.name == f"P{player}"), 0.0)


class NullHeuristic(HeuristicTerm):
    """Nothing."""

    spellings = ("nullHeuristic",)

    def raw(self, c: Context, player: int) -> RealLike:
        return 0.0
