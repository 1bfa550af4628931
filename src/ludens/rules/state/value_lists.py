"""Lists of remembered values."""

from __future__ import annotations

from ludens.rules.state.context import Context
from ludens.rules.state.names import REMEMBERED
from ludens.stage import Bool, BoolLike, IntLike


def list_index(c: Context, name: str | None) -> int:
    """The number of a list of remembered values."""
    return c.model.number(REMEMBERED, name)


def remembered(c: Context, list_number: int, index: IntLike) -> IntLike:
    """A remembered value."""
    capacity = c.state.remembered.shape[1]
    return c.state.remembered.get(list_number * capacity + index)


def is_remembered(c: Context, list_number: int, value: IntLike) -> BoolLike:
    """Whether a list holds a value."""
    present = c.s.var(False, Bool)
    test = lambda i: c.s.if_(remembered(c, list_number, i) == value, lambda: present.set(True))  # noqa: E731
    c.s.for_range(0, c.state.remembered_count.get(list_number), test)
    return present.get()
