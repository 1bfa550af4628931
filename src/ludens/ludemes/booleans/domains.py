"""Deduction puzzles: what is known of their variables (spec 7, 8.1).

Each slot has a word `domain`, the set of values that are still possible. The fields that describe pieces mirror it: `what`
is the value of a resolved variable, else 0; so everything that reads pieces works on puzzles.
"""

from __future__ import annotations

from typing import cast

from ludens.ludemes.core.context import Context
from ludens.stage import BoolLike, IntLike, Long, LongLike


def is_puzzle(c: Context) -> bool:
    """Whether the game is a deduction puzzle."""
    return "domain" in c.state.layout


def domain(c: Context, site_type: str | None, site: IntLike) -> LongLike:
    """The possible values of a variable, as a bit set."""
    return cast(LongLike, c.state.get("domain", c.state.slot(site_type, site)))


def is_resolved(c: Context, site_type: str | None, site: IntLike) -> BoolLike:
    """Whether exactly one value is possible."""
    return c.s.popcount(domain(c, site_type, site)) == 1


def set_domain(c: Context, site_type: str | None, site: IntLike, values: LongLike) -> None:
    """Replace the possible values, and what the site shows of them."""
    p, slot = c.state, c.state.slot(site_type, site)
    p.set("domain", values, slot)
    resolved = c.s.popcount(values) == 1
    value = c.s.choose(resolved, lambda: _lowest(c, values), lambda: 0)
    p.set("what", value, slot)
    for name in ("who", "count"):
        if p.has(name):
            p.set(name, c.s.to_int(value != 0), slot)


def only(c: Context, value: IntLike) -> LongLike:
    """The domain that holds one value."""
    return 1 << value if isinstance(value, int) else cast(LongLike, c.s.long(1) << c.s.unsigned(value))


def _lowest(c: Context, values: LongLike) -> IntLike:
    return c.s.lowest_bit(values) if isinstance(values, Long) else (values & -values).bit_length() - 1
