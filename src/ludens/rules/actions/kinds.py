"""What the actions of a move make of it: a pass, a swap, a decision."""

from __future__ import annotations

import enum

from ludens.rules.state.context import Context
from ludens.stage import BoolLike


class Acted(enum.IntFlag):
    """What the actions of the move being applied were, kept in the state's `acted`."""

    PASS = 1
    SWAP = 2
    DECIDED_PASS = 4
    DECIDED_SWAP = 8
    DECIDED = 16


def is_pass(c: Context) -> BoolLike:
    """Whether the move just applied is a pass: it contains one, and no decision that is none (manual: runtime 7.1)."""
    acted = c.state.acted.get()
    return ((acted & Acted.PASS) != 0) & ((acted & (Acted.DECIDED_SWAP | Acted.DECIDED)) == 0)


def is_swap(c: Context) -> BoolLike:
    """Whether the move just applied is a swap of players."""
    acted = c.state.acted.get()
    return ((acted & Acted.SWAP) != 0) & ((acted & (Acted.DECIDED_PASS | Acted.DECIDED)) == 0)
