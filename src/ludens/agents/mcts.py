"""Monte-Carlo tree search of the parts that suit a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ludens.agents import material, mixture, proposing, strongest_table
from ludens.agents.agent import AgentError, Limit
from ludens.agents.native_mcts import Mix
from ludens.agents.simple import Random
from ludens.agents.uct import Uct
from ludens.game.single import SingleGame

if TYPE_CHECKING:
    from ludens.game import Game

#: where pieces are put down a move is worth about the same whenever it is made, and values of moves as first help where
#: there are so many moves that each is tried seldom; where the last move is all that counts,
#: random games tell less than how many moves the players have
_PUT_DOWN: Final = {"grave": "50", "exploration": "0.1"}
_MANY: Final = 10
_DECISIVE: Final = {"decisive": "yes"}
_OF_LAST_MOVES: Final = {"minimax": "0.5"}


class Mcts(Uct):
    """Monte-Carlo tree search of the parts that suit a game. Limits: as `uct`.

    Its own settings are those that won games (`ludens.agents.strongest_table`), or what the rules suggest: where the
    last move decides, the minimax of the number of moves of each player; else, where pieces are put down and there are
    many moves, values of moves as first (GRAVE); between two players, moves that decide the game.
    """

    kind, quick = "mcts", "mcts:1s"
    title = "Monte-Carlo tree search of suitable parts"
    strength, allround = 42, False
    plays_at_once = plays_chance = False

    def __init__(self, game: Game, limit: Limit | None = None, *, seed: int | None = None) -> None:
        self.check(game)
        super().__init__(game, limit, seed=seed)

    @classmethod
    def check(cls, game: Game) -> None:
        super().check(game)
        reason = mixture.reason_against(Mix(solver=game.num_players == 2, amaf=True), game)
        if reason or game.num_players < 2:
            raise AgentError(f"{cls.kind}: {reason or f'{game.name} has one player'}")

    @classmethod
    def settings_for(cls, game: Game) -> Mapping[str, str]:
        decisive = _DECISIVE if game.num_players == 2 else {}
        return {**_family(game), **decisive, **strongest_table.settings_of(game)}

    @classmethod
    def suits(cls, game: Game) -> bool:
        return bool(_family(game))


def _family(game: Game) -> Mapping[str, str]:
    """What the rules, and random games, suggest; nothing where that is no more than elsewhere, or among more players:
    there moves as first won no more games than others (Rolit, Three-Player Hex, Yavalade). Where pieces are stacked,
    how many moves there are tells less (Lasca)."""
    if game.num_players != 2:
        return {}
    if material.is_of_last_moves(game):
        suits = isinstance(game, SingleGame) and not game.model.stacking and proposing.counts_moves(game)
        return _OF_LAST_MOVES if suits else {}
    sample = material.sampled(Random(game))
    if sample is None or sample.added <= material.PLACING:
        return {}
    return _PUT_DOWN if sample.moves > _MANY else _DECISIVE
