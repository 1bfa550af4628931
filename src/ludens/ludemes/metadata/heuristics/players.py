"""Terms that know who is to move, and what the score is."""

from __future__ import annotations

from functools import partial

from ludens.ludemes.ends import ByScore, FinalScore
from ludens.ludemes.metadata.heuristics.base import HeuristicTerm, Pair, WeightedTerm
from ludens.ludemes.metadata.heuristics.lines import asked_at_the_end
from ludens.rules.base import named
from ludens.rules.roles import role_index
from ludens.rules.state.context import Context
from ludens.stage import Real, RealLike, Variable


class ScoreTerm(WeightedTerm):
    """The score of the player; 0 where the game has none."""

    spellings = ("score",)

    def raw(self, c: Context, player: int) -> RealLike:
        scores = c.state.scores
        return c.s.real(scores.get(player)) if scores.present else 0.0


class ExpectedScore(WeightedTerm):
    """The score that the end rules would give the player if the game ended now; 0 where they give none.

    A term of ludens's own: where seeds are counted in the end only, the score is 0 until then.
    """

    spellings = ("expectedScore",)

    def raw(self, c: Context, player: int) -> RealLike:
        s, total = c.s, c.s.var(0.0, Real)
        scores = (one.scores for one in asked_at_the_end(c) if isinstance(one, ByScore) and one.scores)
        for final in next(scores, ()):
            s.if_(role_index(c, final.role) == player, partial(_set, c, total, final))
        return total.get()


def _set(c: Context, total: Variable[RealLike], final: FinalScore) -> None:
    total.set(c.s.real(final.score.emit(c)))


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
