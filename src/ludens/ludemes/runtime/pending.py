"""Pending values: they last until the next move begins to be applied (spec 10, 3.8).

A move is found while its predecessor's values are pending, and is built again while it is applied, when they are gone:
so they are kept aside for as long, and read there by what is built (slot `applying`).
"""

from __future__ import annotations

from ludens.ludemes.runtime.context import Context


def begin(c: Context) -> None:
    """A move begins to be applied: put the pending values aside."""
    p = c.state
    count = p.get("pending_count")
    p.set("pending_before_count", count)
    c.s.for_range(0, count, lambda i: p.set("pending_before", p.get("pending", i), i))
    p.set("pending_count", 0)


def field(c: Context) -> str:
    """The field that holds the values which are pending as seen here; its length is in `<field>_count`."""
    return "pending_before" if c.get("applying") == 1 else "pending"
