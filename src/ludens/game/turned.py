"""Positions as if it were the next player's turn already: for questions about threats, and about who is stuck."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludens.game.state import State


def turned(state: State) -> State:
    """A copy in which the next player is to move, and the player to move has just moved."""
    copy = state.copy()
    for field, player in (("mover", state.next), ("next", state.mover), ("prev", state.mover)):
        copy.set_field(field, player)
    return copy
