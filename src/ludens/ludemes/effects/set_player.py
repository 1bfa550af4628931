"""`(set Score ..)` and `(set Value ..)` of a player (spec 6, section 6)."""

from __future__ import annotations

from ludens.ludemes.base import IntLudeme, MovesLudeme, Need
from ludens.ludemes.core.acts import Act
from ludens.ludemes.core.context import Context
from ludens.ludemes.core.more_acts import set_score, set_value_of_player
from ludens.ludemes.core.moves import Sink
from ludens.ludemes.effects.common import PLAYERS, push
from ludens.ludemes.enums import RoleType
from ludens.ludemes.helpers import PlayerArgument, Then
from ludens.ludemes.roles import each_player, index_of
from ludens.stage import IntLike


class SetScore(MovesLudeme):
    """Sets the score of a player, or of each player of a role."""

    spellings = ("set Score",)
    needs = frozenset({Need.SCORE, Need.HASH_SCORES})
    reads = PLAYERS
    writes = frozenset({"score"})
    who: PlayerArgument | RoleType
    score: IntLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        score = self.score.emit(c)

        def build(c: Context) -> list[Act]:
            return [set_score(c.get("score.player"), c.get("score.value"))]

        def one(player: IntLike) -> None:
            push(c, sink, build, {"score.player": player, "score.value": score}, self.then)

        each_player(c, self.who, one)

    def parts(self) -> list[MovesLudeme]:
        return []


class SetValueOfPlayer(MovesLudeme):
    """Sets the value that belongs to a player."""

    spellings = ("set Value",)
    reads = PLAYERS
    writes = frozenset({"player_value"})
    who: PlayerArgument | RoleType
    value: IntLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        player, value = index_of(c, self.who), self.value.emit(c)

        def build(c: Context) -> list[Act]:
            return [set_value_of_player(c.get("set.player"), c.get("set.value"))]

        values = {"set.player": player, "set.value": value}
        valid = (player >= 0) & (player <= c.model.num_players)
        c.s.if_(valid, lambda: push(c, sink, build, values, self.then, mover=c.mover))

    def parts(self) -> list[MovesLudeme]:
        return []
