"""What start rules ask of the state."""

from __future__ import annotations

from ludens.ludemes.integers.players import RandomValue
from ludens.ludemes.site_types import type_needs
from ludens.rules.base import Need
from ludens.rules.categories import IntConstant, IntLudeme
from ludens.rules.enums import SiteType
from ludens.rules.state.constants import Unknown, at_load
from ludens.rules.state.context import Context
from ludens.stage import IntLike


def literal(value: IntLudeme | None, default: int) -> int:
    """A literal's value; where the value is known only later, a number that needs everything."""
    if value is None:
        return default
    return value.value if isinstance(value, IntConstant) else 1 << 30


def side_needs(
    site_type: SiteType | None,
    *,
    count: IntLudeme | None = None,
    state: IntLudeme | None = None,
    rotation: IntLudeme | None = None,
    value: IntLudeme | None = None,
) -> frozenset[Need]:
    """What placing pieces with these values needs (manual: runtime 4)."""
    conditions = (
        (Need.COUNT, literal(count, 1) > 1),
        (Need.STATE, literal(state, -1) >= 0),
        (Need.ROTATION, literal(rotation, -1) >= 0),
        (Need.VALUE, literal(value, -1) >= 0),
    )
    return type_needs(site_type) | {need for need, holds in conditions if holds}


def reckoned(c: Context, value: IntLudeme | None) -> int:
    """A number of the start rules, at load; the largest that a random one may be, 1 where it is not known."""
    if value is None:
        return 1
    try:
        number = at_load(c, lambda direct: _largest(direct, value))
    except Unknown:
        return 1
    return number if isinstance(number, int) else 1


def _largest(c: Context, value: IntLudeme) -> IntLike:
    return value.range.emit(c)[1] if isinstance(value, RandomValue) else value.emit(c)
