"""Start rules that set what belongs to players, and remembered values (manual: structure 4.9)."""

from __future__ import annotations

from typing import ClassVar

from ludens.ludemes.arguments import whether
from ludens.ludemes.start.places import each_in
from ludens.rules.actions.base import Act
from ludens.rules.actions.memory import remember_value, set_var
from ludens.rules.actions.players import add_to_team, set_amount, set_score
from ludens.rules.base import Need, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, SitesLudeme, StartRuleLudeme
from ludens.rules.enums import RoleType
from ludens.rules.roles import role_index
from ludens.rules.state.context import Context
from ludens.rules.state.fields.memory import REMEMBERING
from ludens.rules.state.fields.players import BETTING
from ludens.rules.state.names import REMEMBERED, VARIABLES
from ludens.rules.state.value_lists import is_remembered, list_index
from ludens.rules.state.view import StateView
from ludens.rules.turns.placement import place_act
from ludens.stage import IntLike

EVERYBODY = (RoleType.All, RoleType.Each)


class _SetNumber(StartRuleLudeme):
    """Gives players a number."""

    #: who is meant where no role is given
    default: ClassVar[RoleType | None] = None
    role: RoleType | None = None
    value: IntLudeme

    def act(self, player: IntLike, value: IntLike) -> Act:
        raise NotImplementedError(type(self).__name__)

    def emit(self, c: Context) -> None:
        role, value = self.role or self.default, self.value.emit(c)
        if role in EVERYBODY:
            c.s.for_range(1, c.model.num_players + 1, lambda p: place_act(c, self.act(p, value)))
        elif role is not None:
            place_act(c, self.act(role_index(c, role), value))


class SetStartScore(_SetNumber):
    """Gives players a score."""

    spellings = ("set Score",)
    says = "[{role:of} score|each score] is {value}"
    fields = (StateView.scores,)

    def act(self, player: IntLike, value: IntLike) -> Act:
        return set_score(player, value)


class SetStartAmount(_SetNumber):
    """Gives players an amount; everybody, where no role is given."""

    spellings = ("set Amount",)
    says = "[{role:of} amount|each amount] is {value}"
    fields = BETTING
    default = RoleType.All

    def act(self, player: IntLike, value: IntLike) -> Act:
        return set_amount(player, value)


class SetStartTeam(StartRuleLudeme):
    """Puts players into a team."""

    spellings = ("set Team",)
    says = "{roles:and} form team {team}"
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


class SetStartVar(StartRuleLudeme):
    """Gives a variable its first value."""

    spellings = ("set Var",)
    says = "the variable[ {name}] is {value}"
    extends = True
    naming = VARIABLES
    name: str
    value: IntLudeme

    def emit(self, c: Context) -> None:
        place_act(c, set_var(self.name, self.value.emit(c)))


class SetRememberValue(StartRuleLudeme):
    """Remembers a value, or the sites of a region."""

    spellings = ("set RememberValue",)
    says = "{value} is remembered[ as {name}]"
    naming = REMEMBERED
    fields = REMEMBERING
    name: str | None = None
    value: IntLudeme | SitesLudeme
    unique: BooleanLudeme | None = named(None)

    @property
    def recalled(self) -> frozenset[str | None] | None:
        return frozenset({self.name} if self.unique is not None else ())

    def emit(self, c: Context) -> None:
        if isinstance(self.value, SitesLudeme):
            each_in(c, self.value, lambda site: self._remember(c, site))
            return
        value = self.value.emit(c)
        c.s.if_(value >= 0, lambda: self._remember(c, value))

    def _remember(self, c: Context, value: IntLike) -> None:
        unique = whether(c, self.unique)
        is_duplicate = c.s.all_of(lambda: unique, lambda: is_remembered(c, list_index(c, self.name), value))
        c.s.if_(c.s.not_(is_duplicate), lambda: place_act(c, remember_value(self.name, value)))
