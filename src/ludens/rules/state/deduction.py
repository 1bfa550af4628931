"""Deduction puzzles: what is known of their variables (manual: puzzles 1).

Each slot has a word `domain`, the set of values still possible. The fields that describe pieces mirror it: `what` is
the value of a resolved variable, else 0; so everything that reads pieces works on puzzles. Sites stay empty.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludens import board
from ludens.rules.base import Need
from ludens.rules.state.context import Context
from ludens.rules.state.model import SITE_TYPES, Hint, Model
from ludens.stage import BoolLike, IntLike, Long, LongLike

#: what any constraint needs: every element of the board is a variable
NEEDS = frozenset({Need.DEDUCTION, Need.CELL, Need.VERTEX, Need.EDGE})
_MOST_VALUES = 31
#: values are less than this
WORD = 63


def is_puzzle(c: Context) -> bool:
    """Whether the game is a deduction puzzle."""
    return Need.DEDUCTION in c.model.needs


def hints_of(model: Model, site_type: board.SiteType | None) -> Sequence[Hint]:
    """The hints of a site type; without one those of the first type that has some."""
    hints = model.puzzle.hints
    if site_type is not None:
        return hints.get(site_type, ())
    return next((hints[t] for t in ("Vertex", "Cell", "Edge") if hints.get(t)), ())


def value_range(c: Context, site_type: board.SiteType) -> tuple[int, int]:
    """The least and the largest value of a type's variables."""
    return c.model.puzzle.ranges.get(site_type, (0, 0))


def initial(c: Context) -> None:
    """All values of the range are possible, from 0 on."""
    if not is_puzzle(c):
        return
    wide = any(high - low + 1 > _MOST_VALUES for low, high in (value_range(c, t) for t in ("Edge", "Cell")))
    for site_type in SITE_TYPES:
        low, high = value_range(c, site_type)
        largest = high - low if wide else high
        if largest >= WORD:
            raise NotImplementedError(f"a puzzle with values up to {largest}")
        full = (1 << largest + 1) - 1
        c.s.for_range(0, c.model.count(site_type), lambda site: set_domain(c, site_type, site, full))  # noqa: B023


def domain(c: Context, site_type: board.SiteType | None, site: IntLike) -> LongLike:
    """The possible values of a variable, as a bit set."""
    return c.state.domain.get(c.state.slot(site_type, site))


def is_resolved(c: Context, site_type: board.SiteType | None, site: IntLike) -> BoolLike:
    """Whether exactly one value is possible."""
    return c.s.popcount(domain(c, site_type, site)) == 1


def set_domain(c: Context, site_type: board.SiteType | None, site: IntLike, values: LongLike) -> None:
    """Replace the possible values, and what the site shows of them."""
    p, slot = c.state, c.state.slot(site_type, site)
    p.domain.set(values, slot)
    value = c.s.choose(c.s.popcount(values) == 1, lambda: _lowest(c, values), lambda: 0)
    p.pieces.set(value, slot)
    for cell in (p.owners, p.counts):
        if cell.present:
            cell.set(c.s.to_int(value != 0), slot)


def only(c: Context, value: IntLike) -> LongLike:
    """The domain that holds one value; nothing where no domain can."""
    if isinstance(value, int):
        return 1 << value if 0 <= value < WORD else 0
    bit = c.s.bit(value & 63)
    return c.s.select(c.s.inside(value, WORD), bit, 0)


def _lowest(c: Context, values: LongLike) -> IntLike:
    return c.s.lowest_bit(values) if isinstance(values, Long) else (values & -values).bit_length() - 1
