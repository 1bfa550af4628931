"""Constant lists that are read with an index."""

from __future__ import annotations

from ludens.rules.state.context import Context
from ludens.stage import IntLike


def lookup(c: Context, values: list[int], index: IntLike, missing: int = -1) -> IntLike:
    """An element of a constant list, `missing` outside it."""
    if isinstance(index, int):
        return values[index] if 0 <= index < len(values) else missing
    if not values:
        return missing
    inside = c.s.inside(index, len(values))
    return c.s.select(inside, c.s.table(values)[c.s.select(inside, index, 0)], missing)
