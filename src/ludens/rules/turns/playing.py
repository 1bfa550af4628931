"""One played move, whole: what comes before and after applying it (manual: runtime 7.3)."""

from __future__ import annotations

from collections.abc import Callable

from ludens.rules.state import pending_values
from ludens.rules.state.context import Context
from ludens.rules.turns import stalemate
from ludens.rules.turns.turn import begin_move, finish_move
from ludens.stage import BoolLike


def play(c: Context, is_pass: BoolLike, apply: Callable[[], object]) -> None:
    """Play a move: `apply` applies its actions and consequents; `is_pass` is whether it is a pass as chosen."""
    p, s = c.state, c.s
    mover = p.mover.get()
    if p.decided.present:
        p.decided.set(-1)
    if uses_stalemate(c):
        s.if_(
            s.all_of(lambda: is_pass, lambda: s.not_(stalemate.is_stalemated(c, mover))),
            lambda: stalemate.test_stalemate(c),
        )
    if p.pending.present:
        pending_values.begin(c)
    begin_move(c)
    apply()
    finish_move(c, mover)


def uses_stalemate(c: Context) -> bool:
    """Whether anything can see the stalemate flags, or the draws that testing for them makes."""
    return c.state.stalemated.present
