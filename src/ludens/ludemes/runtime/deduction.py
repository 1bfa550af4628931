"""Deduction puzzles: what is known of their variables (spec 7, 8.1).

Each slot has a word `domain`, the set of values still possible. The fields that describe pieces mirror it: `what` is
the value of a resolved variable, else 0; so everything that reads pieces works on puzzles. Sites stay empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from ludens.ludemes.base import Ludeme, Need
from ludens.ludemes.runtime.constants import at_load
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.model import SITE_TYPES, Model
from ludens.stage import BoolLike, IntLike, Long, LongLike

#: what any constraint asks for: every element of the board is a variable
NEEDS = frozenset({Need.DEDUCTION, Need.CELL, Need.VERTEX, Need.EDGE})


_MOST_VALUES = 31


_WORD = 63


Hints = Sequence[tuple[tuple[int, ...], int | None]]


def is_puzzle(c: Context) -> bool:
    """Whether the game is a deduction puzzle."""
    return Need.DEDUCTION in c.model.needs


def prepare(listed: Iterable[Ludeme], model: Model) -> None:
    """Note hints, ranges of values and given variables of a puzzle, and drop its components."""
    if Need.DEDUCTION not in model.needs:
        return
    items: list[Any] = list(listed)
    model.extra["hints"] = {_type_name(x): [_hint(h) for h in x.hints] for x in items if x.spelling == "hints"}
    model.extra["ranges"] = {x.type.value: x.range for x in items if x.spelling == "values" and hasattr(x, "range")}
    model.extra["given"] = _given(items)
    del model.components[1:]


def _given(items: Sequence[Any]) -> frozenset[int]:
    """The variables that the first start rule sets."""
    start = next((x for x in items if x.spelling == "start"), None)
    first = start.listed[0] if start is not None and start.listed else None
    return frozenset(pair[0] for pair in getattr(first, "pairs", ()))


def _type_name(item: Any) -> str:
    return item.site_type.value if item.site_type is not None else "Cell"


def _hint(hint: Any) -> tuple[tuple[int, ...], int | None]:
    return (hint.sites if isinstance(hint.sites, tuple) else (hint.sites,), hint.value)


def hints_of(model: Model, site_type: str | None) -> Hints:
    """The hints of a site type; without one those of the first type that has some."""
    hints: dict[str, Hints] = model.extra.get("hints", {})
    if site_type is not None:
        return hints.get(site_type, ())
    return next((hints[t] for t in ("Vertex", "Cell", "Edge") if hints.get(t)), ())


def value_range(c: Context, site_type: str) -> tuple[int, int]:
    """The least and the largest value of a type's variables."""
    ludeme = c.model.extra["ranges"].get(site_type)
    low, high = (0, 0) if ludeme is None else at_load(c, ludeme.emit)
    return int(low), int(high)


def initial(c: Context) -> None:
    """All values of the range are possible, from 0 on."""
    if not is_puzzle(c):
        return
    wide = any(high - low + 1 > _MOST_VALUES for low, high in (value_range(c, t) for t in ("Edge", "Cell")))
    for site_type in SITE_TYPES:
        low, high = value_range(c, site_type)
        largest = high - low if wide else high
        if largest >= _WORD:
            raise NotImplementedError(f"a puzzle with values up to {largest}")
        full = (1 << largest + 1) - 1
        c.s.for_range(0, c.model.count(site_type), lambda site: set_domain(c, site_type, site, full))  # noqa: B023


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
    value = c.s.choose(c.s.popcount(values) == 1, lambda: _lowest(c, values), lambda: 0)
    p.set("what", value, slot)
    for name in ("who", "count"):
        if p.has(name):
            p.set(name, c.s.to_int(value != 0), slot)


def only(c: Context, value: IntLike) -> LongLike:
    """The domain that holds one value."""
    return 1 << value if isinstance(value, int) else cast(LongLike, Long(c.s, "1") << c.s.unsigned(value))


def _lowest(c: Context, values: LongLike) -> IntLike:
    return c.s.lowest_bit(values) if isinstance(values, Long) else (values & -values).bit_length() - 1
