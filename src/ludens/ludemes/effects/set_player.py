"""`(set Value ..)` of a player (manual: effects 6)."""

from __future__ import annotations

from ludens.ludemes.actions.base import Act
from ludens.ludemes.actions.players import set_value_of_player
from ludens.ludemes.categories import IntLudeme, MovesLudeme
from ludens.ludemes.consequents import Then
from ludens.ludemes.effects.pushing import PLAYERS, push
from ludens.ludemes.enums import RoleType
from ludens.ludemes.generation.candidates import Sink
from ludens.ludemes.roles import PlayerArgument, index_of
from ludens.ludemes.runtime.context import Context


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
