"""Dominoes: the bag, and what a domino does to the cells that it covers (spec 6, 2.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludens.ludemes.core import footprints
from ludens.stage import IntLike

if TYPE_CHECKING:
    from ludens.ludemes.core.context import Context


def put_down(c: Context, slot: IntLike, what: IntLike) -> None:
    """A piece is added in a game with dominoes: its site has the value 1, and it leaves the bag."""
    c.state.set("value", 1, slot)
    c.s.if_(footprints.is_domino(c, what), lambda: leave_bag(c, what))


def leave_bag(c: Context, what: IntLike) -> None:
    """Take the first occurrence of a domino out of the bag."""
    p, s = c.state, c.s
    count, found = p.get("dominoes_count"), s.var(-1)
    look = lambda i: s.if_((found.get() < 0) & (p.get("dominoes", i) == what), lambda: found.set(i))  # noqa: E731
    s.for_range(0, count, look)

    def take() -> None:
        s.for_range(found.get(), count - 1, lambda i: p.set("dominoes", p.get("dominoes", i + 1), i))
        p.set("dominoes_count", count - 1)

    s.if_(found.get() >= 0, take)


def lie_down(c: Context, what: IntLike, root: IntLike, state: IntLike) -> None:
    """A domino shows its halves, and nothing can be played where it lies."""
    p = c.state

    def show() -> None:
        footprints.show_halves(c, what, root, state)
        if p.has("playable"):
            footprints.Footprints(c).each(what, root, state, lambda site: p.set("playable", 0, site))

    c.s.if_(footprints.is_domino(c, what), show)
