"""What is known of an effect before any of its moves is found."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludens.ludemes.base import BOARD, Ludeme
from ludens.ludemes.generation.fusing import disjoint
from ludens.stage import BoolLike, IntLike

#: an integer ludeme: its class and its text, without a label
Expression = tuple[str, str | int]


def expression(ludeme: Ludeme) -> Expression:
    """What decides an expression, wherever it stands."""
    name, text = ludeme.identity
    return name, re.sub(r"^\w+:", "", text) if isinstance(text, str) else text


def seen_by(ludeme: Ludeme) -> frozenset[Expression] | None:
    """The expressions of the sites where evaluating a ludeme looks at the board; None where that is not known."""
    seen: frozenset[Expression] = frozenset()
    for child in ludeme.children():
        below = seen_by(child)
        if below is None or (below and ludeme.goes_through):
            return None
        seen |= below
    if disjoint(BOARD, ludeme.reads):
        return seen
    return seen | {expression(getattr(ludeme, "at"))} if ludeme.sees_one_site else None  # noqa: B009


@dataclass(frozen=True)
class Footprint:
    """Where the moves of an effect belong, each without consequents: no other site of the board has to do with them.

    `sees` are the expressions of the sites where finding the moves looks at the board, `changes` those of the sites
    that applying them changes: as often as that is done the position is the same, whatever is done between.
    """

    sees: frozenset[Expression] = frozenset()
    changes: frozenset[Expression] = frozenset()

    def __or__(self, other: Footprint) -> Footprint:
        return Footprint(self.sees | other.sees, self.changes | other.changes)


@dataclass(frozen=True)
class Single:
    """Whether there is a move, and the site that its first action names."""

    holds: BoolLike
    site: IntLike
