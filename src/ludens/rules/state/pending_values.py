"""Pending values: they last until the next move begins to be applied (manual: runtime 3.8).

A move is found while its predecessor's values are pending, and is built again while it is applied, when they are gone:
so they are kept aside for as long, and read there by what is built (slot `applying`).
"""

from __future__ import annotations

from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Cell
from ludens.rules.state.fields.memory import PENDING, PENDING_BEFORE
from ludens.stage import IntLike


def begin(c: Context) -> None:
    """A move begins to be applied: put the pending values aside."""
    p = c.state
    count = p.pending_count.get()
    p.pending_before_count.set(count)
    c.s.for_range(0, count, lambda i: p.pending_before.set(p.pending.get(i), i))
    p.pending_count.set(0)


def seen(c: Context) -> tuple[Cell[IntLike], IntLike]:
    """The values that are pending as seen here, and how many there are."""
    listing = PENDING_BEFORE if c.get("applying") == 1 else PENDING
    return listing.items.of(c.state), listing.count.of(c.state).get()


def as_found(c: Context) -> Context:
    """A copy of the position, where a move is applied, with the values that were pending when the move was found."""
    p = c.state
    if c.slots.plain("applying") != 1 or not p.pending_before.present:
        return c
    count = p.pending_before_count.get()
    p.pending_count.set(count)
    c.s.for_range(0, count, lambda i: p.pending.set(p.pending_before.get(i), i))
    return c.bind(applying=0)
