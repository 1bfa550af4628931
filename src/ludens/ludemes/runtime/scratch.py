"""Looking ahead: work on a copy of the position, or on the position itself with what changes put back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludens.ludemes.runtime import memory
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.fields.declaration import Element


def with_copy(c: Context, body: Callable[[Context], Any], *, whole: bool = False) -> Any:
    """Run the body on a copy of the position, and free it. The histories are shared, not copied, unless `whole`."""
    p = c.state
    start = memory.mark(c)
    size = p.layout.size if whole else p.layout.core_size
    address = memory.allocate(c, size)
    c.s.copy(address, p.address, size)
    result = body(c.at(p.moved(address, c.env, None if whole else p.root)))
    memory.release(c, start)
    return result


def with_changes(c: Context, touched: Sequence[Element], body: Callable[[Context], Any]) -> Any:
    """Run the body on the position itself, as if on a copy: afterwards the elements it may change are as before."""
    start, p = memory.mark(c), c.state
    before = [(field.of(p), index, field.of(p).get(index)) for field, index in touched]
    result = body(c.at(p))
    for cell, index, value in reversed(before):
        cell.set(value, index)
    memory.release(c, start)
    return result
