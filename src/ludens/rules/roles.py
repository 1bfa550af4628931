"""Roles: from the words for players to player indices (manual: structure 2.3)."""

from __future__ import annotations

from collections.abc import Callable

from ludens.rules.base import NOTHING, Ludeme, Need
from ludens.rules.categories import IntLudeme
from ludens.rules.enums import RoleType
from ludens.rules.state.context import Context
from ludens.stage import BoolLike, IntLike


class PlayerArgument(Ludeme):
    """A player, by an index."""

    spellings = ("player",)
    says = "{index:player}"
    reads = NOTHING
    index: IntLudeme

    def emit(self, c: Context) -> IntLike:
        return self.index.emit(c)


MANY = frozenset({RoleType.Ally, RoleType.Enemy, RoleType.NonMover, RoleType.All, RoleType.Friend})
Who = RoleType | PlayerArgument | IntLudeme


def fixed_index(role: RoleType) -> int | None:
    """The index of P1 .. P16, Team1 .. Team16 and Neutral; None for other roles."""
    name = role.value
    if role is RoleType.Neutral:
        return 0
    if name.startswith("Team") and name[4:].isdigit():
        return int(name[4:])
    return int(name[1:]) if name[0] == "P" and name[1:].isdigit() else None


def is_team(role: RoleType) -> bool:
    return role.value.startswith("Team")


def is_many(role: RoleType) -> bool:
    """Whether a role means several players at once."""
    return role in MANY or is_team(role)


def role_index(c: Context, role: RoleType) -> IntLike:
    """A role as one index; -1 for the roles that have none."""
    fixed = fixed_index(role)
    if fixed is not None:
        return fixed
    match role:
        case RoleType.Shared | RoleType.All | RoleType.Each:
            return c.model.num_players + 1
        case RoleType.Mover:
            return c.mover
        case RoleType.Next:
            return c.next
        case RoleType.Prev:
            return c.prev
        case RoleType.Player:
            return c.get("player")
        case RoleType.TeamMover:
            return team_of(c, c.mover)
    return -1


def index_of(c: Context, who: Who) -> IntLike:
    """A role, a `(player ..)` or an integer as one index."""
    return role_index(c, who) if isinstance(who, RoleType) else who.emit(c)


def owner_index(role: RoleType, num_players: int) -> int:
    """The owner that a role gives an item of the equipment (manual: structure 2.3)."""
    if role in (RoleType.Shared, RoleType.All):
        return num_players + 1
    return fixed_index(role) or 0


def team_of(c: Context, player: IntLike) -> IntLike:
    """The team of a player, -1 in games without teams."""
    return c.state.team.get(player) if has_teams(c) else -1


def has_teams(c: Context) -> bool:
    return Need.TEAM in c.model.needs


def is_one_of(c: Context, who: Who, player: IntLike, *, owners: bool = False) -> BoolLike:
    """Whether a player index belongs to a role, read as a set.

    With `owners`, the set filters owners of pieces, where All holds 0 .. n+1 and NonMover holds 0 too (manual: regions
    1.5).
    """
    n = c.model.num_players
    low = 0 if owners else 1
    if not isinstance(who, RoleType):
        return player == who.emit(c)
    s = c.s
    real = s.all_of(lambda: player >= 1, lambda: player <= n)
    match who:
        case RoleType.All:
            return s.all_of(lambda: player >= low, lambda: player <= (n + 1 if owners else n))
        case RoleType.NonMover:
            return s.all_of(lambda: player >= low, lambda: player <= n, lambda: player != c.mover)
        case RoleType.Enemy:
            apart: Callable[[], BoolLike] = lambda: team_of(c, player) != team_of(c, c.mover)  # noqa: E731
            return s.all_of(lambda: real, lambda: player != c.mover, *([apart] if has_teams(c) else []))
        case RoleType.Friend:
            return s.all_of(lambda: real, lambda: _same_team(c, player)) if has_teams(c) else player == c.mover
        case RoleType.Ally:
            mates = s.all_of(lambda: real, lambda: player != c.mover, lambda: _same_team(c, player))
            return mates if has_teams(c) else False
    if is_team(who):
        return _in_team(c, who, player)
    return player == role_index(c, who)


def _same_team(c: Context, player: IntLike) -> BoolLike:
    return team_of(c, player) == team_of(c, c.mover)


def _in_team(c: Context, role: RoleType, player: IntLike) -> BoolLike:
    if not has_teams(c):
        return player == (c.mover if role is RoleType.TeamMover else role_index(c, role))
    inside = c.s.all_of(lambda: player >= 1, lambda: player <= c.model.num_players)
    return c.s.all_of(lambda: inside, lambda: team_of(c, player) == role_index(c, role))


def each_player(c: Context, who: Who, body: Callable[[IntLike], object], *, owners: bool = False) -> None:
    """Run the body for each player of a role, ascending."""
    n = c.model.num_players
    if not isinstance(who, RoleType) or not is_many(who):
        if isinstance(who, RoleType) and not owners and who in (RoleType.Each, RoleType.Shared, RoleType.Neutral):
            return
        body(index_of(c, who))
        return
    c.s.for_range(
        0 if owners else 1,
        n + 2 if owners else n + 1,
        lambda p: c.s.if_(is_one_of(c, who, p, owners=owners), lambda: body(p)),
    )
