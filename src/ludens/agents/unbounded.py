"""Unbounded best-first minimax, for any game of two players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludens.agents import heuristics, native
from ludens.agents.agent import AgentError
from ludens.agents.best_first import BestFirst
from ludens.agents.informed import evaluation_of
from ludens.agents.settings import Setting
from ludens.game.hidden import hides
from ludens.game.single import SingleGame

if TYPE_CHECKING:
    from ludens.agents.agent import Limit
    from ludens.game import Game

#: where nothing tells how a game goes on
_PLAIN: Final = "(heuristics {(material) (score)})"


class Unbounded(BestFirst):
    """Unbounded best-first minimax (Cohen-Solal 2020) with the heuristics of `informed`. Limits: seconds, or visits.

    What looks best for both is followed to its end and looked at anew; the move that was visited most is made.
    """

    kind, quick, glance = "unbounded", "unbounded:1s", "unbounded:1"
    title = "Unbounded best-first minimax"
    strength = 25
    plays_chance = False
    #: threads would go the same way, as what looks best decides alone
    parallel = False
    settable = (
        Setting("trust", 1.0, "the share of the minimax in what a move is worth, the rest is the mean", most=1),
        Setting("exploration", 0.0, "how much moves are tried for having been tried little (PUCT: Rosin 2011)"),
    )

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        super().__init__(game, limit, seed=seed)
        self.trust, self.exploration = float(self.settings["trust"]), float(self.settings["exploration"])

    def link_evaluation(self) -> None:
        game = self.game
        assert isinstance(game, SingleGame)
        evaluation = evaluation_of(game) or heuristics.evaluation(game, _PLAIN)
        self.information.link(native.EVALUATE, evaluation.program, "prospect")

    @classmethod
    def check(cls, game: Game) -> None:
        super(BestFirst, cls).check(game)
        if not isinstance(game, SingleGame) or game.num_players != 2 or hides(game):
            raise AgentError(f"{game.name} is no game of two players who see everything")

    @classmethod
    def suits(cls, game: Game) -> bool:
        return False
