"""`(set Value ..)` of a player (manual: effects 6)."""

from __future__ import annotations

from ludens.ludemes.effects.effect_moves import PLAYERS, push
from ludens.rules.actions.base import Act
from ludens.rules.actions.players import set_value_of_player
from ludens.rules.categories import IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType
from ludens.rules.generation.candidates import Sink
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state.context import Context


class SetValueOfPlayer(MovesLudeme):
    """Sets the value that belongs to a player."""

    spellings = ("set Value",)
    says = "set the value of {who} to {value}"
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
