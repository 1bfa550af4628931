"""Start rules that set what belongs to players, and remembered values (manual: structure 4.9)."""

from __future__ import annotations

from ludens.ludemes.actions.memory import remember_value
from ludens.ludemes.actions.players import (
    add_to_team,
    set_amount,
    set_score,
)
from ludens.ludemes.base import Need, named
from ludens.ludemes.categories import (
    BooleanLudeme,
    IntLudeme,
    SitesLudeme,
    StartRuleLudeme,
)
from ludens.ludemes.enums import RoleType
from ludens.ludemes.play.placement import place_act
from ludens.ludemes.roles import role_index
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.names import REMEMBERED
from ludens.ludemes.runtime.remembered import is_remembered, list_index
from ludens.ludemes.start.common import each_in
from ludens.stage import IntLike

EVERYBODY = (RoleType.All, RoleType.Each)


class SetStartPlayer(StartRuleLudeme):
    """Gives players a score or an amount."""

    spellings = ("set Score", "set Amount")
    role: RoleType | None = None
    value: IntLudeme

    def own_needs(self, default_site: str) -> frozenset[Need]:
        return frozenset({Need.SCORE if self.spelling == "set Score" else Need.BET})

    def emit(self, c: Context) -> None:
        action = set_score if self.spelling == "set Score" else set_amount
        value = self.value.emit(c)
        if self._for_all:
            c.s.for_range(1, c.model.num_players + 1, lambda p: place_act(c, action(p, value)))
        elif self.role is not None:
            place_act(c, action(role_index(c, self.role), value))

    @property
    def _for_all(self) -> bool:
        return self.role in EVERYBODY or (self.role is None and self.spelling == "set Amount")


class SetStartTeam(StartRuleLudeme):
    """Puts players into a team."""

    spellings = ("set Team",)
    needs = frozenset({Need.TEAM})
    team: IntLudeme
    roles: tuple[RoleType, ...]

    def emit(self, c: Context) -> None:
        team = self.team.emit(c)
        for role in self.roles:
            player = role_index(c, role)
            self._add(c, team, player)

    def _add(self, c: Context, team: IntLike, player: IntLike) -> None:
        real = c.s.all_of(lambda: player >= 1, lambda: player <= c.model.num_players)
        c.s.if_(real, lambda: place_act(c, add_to_team(team, player)))


class SetRememberValue(StartRuleLudeme):
    """Remembers a value, or the sites of a region."""

    spellings = ("set RememberValue",)
    naming = REMEMBERED
    needs = frozenset({Need.REMEMBER})
    name: str | None = None
    value: IntLudeme | SitesLudeme
    unique: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> None:
        if isinstance(self.value, SitesLudeme):
            each_in(c, self.value, lambda site: self._remember(c, site))
            return
        value = self.value.emit(c)
        c.s.if_(value >= 0, lambda: self._remember(c, value))

    def _remember(self, c: Context, value: IntLike) -> None:
        unique = self.unique.emit(c) if self.unique is not None else False
        known = c.s.all_of(lambda: unique, lambda: is_remembered(c, list_index(c, self.name), value))
        c.s.if_(c.s.not_(known), lambda: place_act(c, remember_value(self.name, value)))
