"""Moves that the repetition and suicide rules forbid (manual: runtime 8.2)."""

from __future__ import annotations

from collections.abc import Callable

from ludens.rules.generation.candidates import Candidate, Sink, outline_move
from ludens.rules.generation.execution import execute
from ludens.rules.generation.records import is_pass
from ludens.rules.state import hashing
from ludens.rules.state.context import Context
from ludens.rules.state.scratch import with_copy
from ludens.rules.turns.turn import finish_move
from ludens.stage import BoolLike


def is_filtered(c: Context) -> bool:
    meta = c.model.meta
    return meta.repetition is not None or meta.no_suicide


def filtered(c: Context, sink: Sink) -> Sink:
    """A sink that keeps the moves which the repetition and suicide rules allow (manual: runtime 8.2)."""
    return sink.filtered(allowed) if is_filtered(c) else sink


def allowed(move: Candidate) -> BoolLike:
    """Whether the repetition and suicide rules allow a move."""
    meta, s = move.c.model.meta, move.c.s
    tests: list[Callable[[], BoolLike]] = []
    if meta.repetition is not None:
        tests.append(lambda: s.not_(repeats(move, str(meta.repetition))))
    if meta.no_suicide:
        tests.append(lambda: s.not_(is_suicide(move)))
    return s.all_of(*tests)


def repeats(move: Candidate, kind: str) -> BoolLike:
    """Whether the position after a move is one that the repetition rule forbids."""

    def test(m: Candidate) -> BoolLike:
        def on_copy(c: Context) -> BoolLike:
            if is_pass(execute(m.seen_from(c), store=True)):
                return False
            return hashing.is_stored(c, kind)

        result: BoolLike = with_copy(m.c, on_copy)
        return result

    return outline_move(move, "repeats", test)


def is_suicide(move: Candidate) -> BoolLike:
    """Whether the mover is among the losers when a move has been played completely."""

    def test(m: Candidate) -> BoolLike:
        def on_copy(c: Context) -> BoolLike:
            mover = c.state.mover.get()
            c.state.pending_count.set(0) if c.state.pending_count.present else None
            execute(m.seen_from(c), store=True)
            finish_move(c, mover)
            lost = c.state.is_in(c.state.losers, mover)
            return lost & c.s.not_(c.state.is_active(mover))

        result: BoolLike = with_copy(m.c, on_copy, whole=True)
        return result

    return outline_move(move, "suicide", test)
