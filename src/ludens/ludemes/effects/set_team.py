"""`(set Team ..)` (manual: effects 6)."""

from __future__ import annotations

from ludens.ludemes.effects.effect_moves import PLAYERS, push
from ludens.rules.actions.base import Act, WhenAct
from ludens.rules.actions.players import add_to_team
from ludens.rules.base import Need
from ludens.rules.categories import IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType
from ludens.rules.generation.candidates import Sink
from ludens.rules.roles import role_index
from ludens.rules.state.context import Context
from ludens.stage import BoolLike, IntLike


class SetTeam(MovesLudeme):
    """Puts players into a team."""

    spellings = ("set Team",)
    says = "form team {team} of {roles:and}"
    needs = frozenset({Need.TEAM})
    reads = PLAYERS
    writes = frozenset({"team"})
    team: IntLudeme
    roles: tuple[RoleType, ...]
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        some = c.s.any_of(*(lambda r=r: self._valid(c, role_index(c, r)) for r in self.roles))
        site: IntLike = c.s.select(some, -1, 0)
        values = {"team.number": self.team.emit(c)}
        push(c, sink, self._build, values, self.then, from_=site, to=site, mover=c.s.select(some, c.mover, 0))

    def _valid(self, c: Context, player: IntLike) -> BoolLike:
        return (player >= 1) & (player <= c.model.num_players)

    def _build(self, c: Context) -> list[Act]:
        players = [role_index(c, role) for role in self.roles]
        return [WhenAct(self._valid(c, p), add_to_team(c.get("team.number"), p)) for p in players]

    def parts(self) -> list[MovesLudeme]:
        return []
