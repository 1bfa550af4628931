"""Looking ahead: work on a copy of the position, or on the position itself with what changes put back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Element
from ludens.rules.state.layout import SIZES
from ludens.stage import Address, IntLike

#: lists of pieces with room for this many are copied as far as they are filled; shorter ones (Shogi: 5,510) whole
LONG_LISTS = 16384


def with_copy(c: Context, body: Callable[[Context], Any], *, whole: bool = False) -> Any:
    """Run the body on a copy of the position, and free it. The histories are shared, not copied, unless `whole`."""
    p = c.state
    start = memory.mark(c)
    size = p.layout.size if whole else p.layout.core_size
    address = memory.allocate(c, size)
    _copy(c, address)
    if whole and size > p.layout.core_size:  # a position that is a copy itself has its histories elsewhere
        core, tail = p.layout.core_size, size - p.layout.core_size
        c.s.copy(c.s.offset(address, core), c.s.offset(p.root, core), tail)
    result = body(c.at(p.moved(address, c.env, None if whole else p.root)))
    memory.release(c, start)
    return result


def _copy(c: Context, target: Address) -> None:
    """Copy the position without its histories, of long lists of pieces only what is used."""
    s, p, done = c.s, c.state, 0

    def copy(start: IntLike, length: IntLike) -> None:
        s.copy(s.offset(target, start), s.offset(p.address, start), length)

    for lists in (p.owned_slots, p.owned_levels):
        laid = p.layout.fields[lists.field.name] if lists.present else None
        if laid is None or laid.length < LONG_LISTS:
            continue
        width, (kinds, capacity) = SIZES[laid.element], laid.shape
        copy(done, laid.offset - done)

        def used(kind: IntLike, start: int = laid.offset, width: int = width, capacity: int = capacity) -> None:
            copy(kind * (capacity * width) + start, p.owned_count(kind) * width)

        s.for_range(0, kinds, used)
        done = laid.offset + width * laid.length
    copy(done, p.layout.core_size - done)


def with_changes(c: Context, touched: Sequence[Element], body: Callable[[Context], Any]) -> Any:
    """Run the body on the position itself, as if on a copy: afterwards the elements it may change are as before."""
    start, p = memory.mark(c), c.state
    before = [(field.of(p), index, field.of(p).get(index)) for field, index in touched]
    result = body(c.at(p))
    for cell, index, value in reversed(before):
        cell.set(value, index)
    memory.release(c, start)
    return result
