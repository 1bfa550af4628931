"""`(set Team ..)` (spec 6, section 6)."""

from __future__ import annotations

from ludens.ludemes.base import IntLudeme, MovesLudeme, Need
from ludens.ludemes.core.acts import Act
from ludens.ludemes.core.context import Context
from ludens.ludemes.core.more_acts import WhenAct, add_to_team
from ludens.ludemes.core.moves import Sink
from ludens.ludemes.effects.common import PLAYERS, push
from ludens.ludemes.enums import RoleType
from ludens.ludemes.helpers import Then
from ludens.ludemes.roles import role_index
from ludens.stage import BoolLike, IntLike


class SetTeam(MovesLudeme):
    """Puts players into a team."""

    spellings = ("set Team",)
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
