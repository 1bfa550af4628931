"""What generators read from the clauses that describe a move."""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.ludemes.clauses import Apply, From, PieceChoice, To
from ludens.rules.actions.base import Act
from ludens.rules.base import Need
from ludens.rules.categories import SitesLudeme
from ludens.rules.enums import RoleType
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state.context import Context
from ludens.stage import BoolLike, IntLike
from ludens.stage.lanes import Lane

NONE: frozenset[Need] = frozenset()


def stack_need(stack: bool) -> frozenset[Need]:
    return frozenset({Need.STACKING}) if stack else NONE


def clause_type(c: Context, clause: From | To | None) -> board.SiteType:
    """The site type of a clause, the board's where it names none."""
    return (clause.type if clause is not None else None) or c.model.default_site


def origin_of(c: Context, clause: From | None) -> IntLike:
    """The single site of a `(from ..)`, the iterator by default; -1 where it holds a region."""
    if clause is None or clause.where is None:
        return c.get("from")
    return -1 if isinstance(clause.where, SitesLudeme) else clause.where.emit(c)


def is_iterator(c: Context, origin: Callable[[Context], IntLike]) -> bool:
    """Whether the origin of a move is the iterator, whatever that is. Raises NotUniform where it is worked out."""
    site = Lane(c.s, 0, max(c.model.board_sites, 1))
    return origin(c.bind(**{"from": site})) is site


def condition(clause: From | To | None, c: Context) -> BoolLike:
    """The condition of a clause."""
    return clause.holds(c) if clause is not None else True


def effect_of(apply: Apply | None) -> Apply | None:
    """An `(apply ..)` as an effect to chain: None if it holds a condition only."""
    return apply if apply is not None and apply.effect is not None else None


def top_level(c: Context, kind: board.SiteType, site: IntLike) -> IntLike:
    """The height of the stack less one."""
    return c.state.size(kind, site) - 1


def levels_header(first: Act, low: IntLike, high: IntLike) -> list[IntLike]:
    """The header of a move that effects are chained to."""
    return [0, first.site_from, first.site_to, -1, 1, -1, low, high]


def player_of(c: Context, role: RoleType | PlayerArgument | None) -> IntLike:
    """The player who makes a move: the role's, else the mover."""
    return c.mover if role is None else index_of(c, role)


def choice_or_mover(c: Context, piece: PieceChoice | None) -> list[IntLike]:
    """The components that are put down; by default the one with the mover's number."""
    return [c.mover] if piece is None else piece.components(c)
