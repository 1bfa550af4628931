"""Owned lists: for each component, in order, where it stands (manual: runtime 3.9).

Entries are slots, and levels in stacking games. Removal swaps in the last entry in compact lists and keeps the order
elsewhere. Each list's length is `owned_count`; where that is all that is asked for, no entries are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludens.rules.base import Ludeme, Need
from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.model import Model
from ludens.stage import IntLike, Scope

#: where a piece may be in no list, or in one more than once
_ODD = frozenset({Need.LARGE_PIECE, Need.DOMINOES, Need.DEDUCTION, Need.CARD})


def suffice_as_counts(model: Model, ludemes: Iterable[Ludeme]) -> bool:
    """Whether nobody asks what is in the lists, and each piece is in one, and once.

    Where several stand on a site that is not always so: there nobody may ask for their lengths, either.
    """
    odd = model.stacking or model.moves_piles or len(model.site_types) > 1 or model.needs & _ODD
    neutral = any(not component.owner for component in model.components[1:])
    looking = (ludeme for ludeme in ludemes if not (ludeme.sees_content and model.tells_by_content))
    questions = (ludeme.asks_where or (model.counts and ludeme.lists_pieces) for ludeme in looking)
    return not odd and not neutral and not any(questions)


def add(c: Context, what: IntLike, slot: IntLike, level: IntLike = 0) -> None:
    """Append an entry."""
    if not c.state.owned_slots.present:
        c.state.owned_counts.add(1, what)
        return

    def body(c: Context) -> None:
        p = c.state
        what, slot, level = c.get("o.what"), c.get("o.slot"), c.get("o.level")
        count = p.owned_count(what)

        def put() -> None:
            at = what * p.owned_capacity + count
            p.owned_slots.set(slot, at)
            if p.owned_levels.present:
                p.owned_levels.set(level, at)
            p.owned_counts.set(count + 1, what)

        def overflow() -> None:
            """Moves of piles enter a site again and again: such games lose the surplus entries of a site."""
            if not c.model.counts:
                memory.fail(c, 8)

        c.s.if_(count < p.owned_capacity, put, overflow)

    _call(c, "owned_add", body, what, slot, level)


def remove(c: Context, what: IntLike, slot: IntLike, level: IntLike = -1) -> None:
    """Take an entry out: of the site without a level, of that level with one."""
    if not c.state.owned_slots.present:
        c.state.owned_counts.add(-1, what)
    elif c.model.compact_lists:
        _call(c, "owned_swap_out", _swap_out, what, slot, 0)
    else:
        _call(c, "owned_take_out", _take_out, what, slot, level)


def take_entry(c: Context, what: IntLike, slot: IntLike, level: IntLike) -> None:
    """Take out the entry of a level, and leave the levels of the others."""
    if c.state.owned_slots.present:
        _call(c, "owned_take_entry", _take_entry, what, slot, level)


def _call(
    c: Context, name: str, body: Callable[[Context], object], what: IntLike, slot: IntLike, level: IntLike
) -> None:
    c.unbound().bind(**{"o.what": what, "o.slot": slot, "o.level": level}).outline(name, body, None, key=name)


def _swap_out(c: Context) -> None:
    """The first entry equal to the slot is overwritten by the last one."""
    p, s, what, slot = c.state, c.s, c.get("o.what"), c.get("o.slot")
    count, base = p.owned_count(what), what * p.owned_capacity

    def search(out: Scope) -> None:
        def look(i: IntLike) -> None:
            def take() -> None:
                p.owned_slots.set(p.owned_slots.get(base + count - 1), base + i)
                p.owned_counts.set(count - 1, what)
                s.leave(out)

            s.if_(p.owned_slots.get(base + i) == slot, take)

        s.for_range(0, count, look, rounds=p.owned_capacity)

    s.scope(search)


def _take_out(c: Context) -> None:
    """Order is kept; with a level, entries above it on that site come one level down."""
    slot, level = c.get("o.slot"), c.get("o.level")
    _take_entry(c)
    if c.state.owned_levels.present:
        c.s.if_(level >= 0, lambda: _shift_down(c, slot, level))


def _take_entry(c: Context) -> None:
    p, s = c.state, c.s
    what, slot, level = c.get("o.what"), c.get("o.slot"), c.get("o.level")
    base, size = what * p.owned_capacity, s.var(0)
    levelled = p.owned_levels.present

    def look(i: IntLike) -> None:
        entry, at = p.owned_slots.get(base + i), p.owned_levels.get(base + i) if levelled else 0

        def keep() -> None:
            p.owned_slots.set(entry, base + size.get())
            if levelled:
                p.owned_levels.set(at, base + size.get())
            size.set(size.get() + 1)

        gone = s.all_of(lambda: entry == slot, lambda: s.any_of(lambda: level < 0, lambda: at == level))
        s.if_(s.not_(gone), keep)

    s.for_range(0, p.owned_count(what), look, rounds=p.owned_capacity)
    p.owned_counts.set(size.get(), what)


def _shift_down(c: Context, slot: IntLike, level: IntLike) -> None:
    p, s = c.state, c.s

    def entry(at: IntLike) -> None:
        above = s.all_of(lambda: p.owned_slots.get(at) == slot, lambda: p.owned_levels.get(at) > level)
        s.if_(above, lambda: p.owned_levels.add(-1, at))

    def component(what: IntLike) -> None:
        base = what * p.owned_capacity
        s.for_range(0, p.owned_count(what), lambda i: entry(base + i), rounds=p.owned_capacity)

    s.for_range(1, len(c.model.components), component)
