"""Consequents of moves."""

from __future__ import annotations

from ludens import board
from ludens.rules.base import NOTHING, Ludeme, Need, named
from ludens.rules.categories import NonDecision


class Then(Ludeme):
    """Consequents: effects that are evaluated when the move has been applied."""

    spellings = ("then",)
    says = "{moves}"
    reads = NOTHING
    evaluated_later = True
    moves: NonDecision
    apply_after_all_moves: bool = named(False)

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        below = [*self.walk()]
        outside = {Need.LOOKS_OUTSIDE} if any(ludeme.is_iterator for ludeme in below) else set()
        passes = {Need.PASSES_LATER} if any(Need.NOT_ALL_PASS in ludeme.needs for ludeme in below) else set()
        return frozenset(outside | passes)


def has_then(ludeme: Ludeme) -> bool:
    """Whether a ludeme, or one below it, has consequents."""
    return any(isinstance(inner, Then) for inner in ludeme.walk())
