"""Consequents of moves."""

from __future__ import annotations

from ludens.ludemes.base import NOTHING, Ludeme, named
from ludens.ludemes.categories import NonDecision


class Then(Ludeme):
    """Consequents: effects that are evaluated when the move has been applied."""

    spellings = ("then",)
    says = "{moves}"
    reads = NOTHING
    evaluated_later = True
    moves: NonDecision
    apply_after_all_moves: bool = named(False)


def has_then(ludeme: Ludeme) -> bool:
    """Whether a ludeme, or one below it, has consequents."""
    return any(isinstance(inner, Then) for inner in ludeme.walk())
