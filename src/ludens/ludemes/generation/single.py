"""What is known of an effect that has one move at most."""

from __future__ import annotations

import re

from ludens.ludemes.base import Ludeme
from ludens.records import record
from ludens.stage import BoolLike, IntLike

#: an integer ludeme: its class and its text, without a label
Expression = tuple[str, str | int]


def expression(ludeme: Ludeme) -> Expression:
    """What decides an expression, wherever it stands."""
    name, text = ludeme.identity
    return name, re.sub(r"^\w+:", "", text) if isinstance(text, str) else text


@record(frozen=True)
class Single:
    """Whether there is a move, and the site that its first action names.

    `sees` are the expressions of the sites where finding the move looks at the board, `changes` those of the sites
    that applying it changes: as often as it is applied the position is the same, whatever is done between.
    """

    holds: BoolLike
    site: IntLike
    sees: frozenset[Expression] = frozenset()
    changes: frozenset[Expression] = frozenset()
