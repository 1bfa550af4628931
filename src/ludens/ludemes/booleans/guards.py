"""The guards against endless recursion of tests that look at other players' moves (spec 7, 1.6)."""

from __future__ import annotations

from ludens.ludemes.base import BooleanLudeme
from ludens.ludemes.core.context import Context
from ludens.ludemes.enums import RoleType

THREAT = "threat"
NO_MOVES_NEXT = "no moves next"


def settled(c: Context, condition: BooleanLudeme) -> bool | None:
    """What a condition is by the guards alone; None where no guard decides it."""
    from ludens.ludemes.booleans.logic import Not
    from ludens.ludemes.booleans.nothing import NoMoves
    from ludens.ludemes.booleans.threat import IsThreatened

    if isinstance(condition, Not):
        inner = settled(c, condition.condition)
        return None if inner is None else not inner
    if isinstance(condition, IsThreatened) and THREAT in c.guards:
        return False
    if isinstance(condition, NoMoves) and condition.role is RoleType.Next and NO_MOVES_NEXT in c.guards:
        return False
    return None
