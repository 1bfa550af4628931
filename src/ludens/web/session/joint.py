"""Moves of players who move at once."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.game import IllegalMove
from ludens.web.seats import HUMAN
from ludens.web.session.state import SessionState


def choices(session: SessionState, numbers: Sequence[int]) -> dict[int, int]:
    """What the humans who move chose, by player. Raises IllegalMove."""
    moves = session.timeline.state.legal_moves()
    if any(number >= len(moves) for number in numbers):
        raise IllegalMove(f"there are {len(moves)} moves, numbered from 0")
    chosen = {moves[number].mover: number for number in numbers}
    for player in session.turn.movers:
        if session.seat_of(player) == HUMAN and player not in chosen:
            raise IllegalMove(f"a move of player {player} is missing")
    for player in chosen:
        if session.seat_of(player) != HUMAN:
            raise IllegalMove(f"player {player} does not choose here")
    if len(chosen) < len(numbers):
        raise IllegalMove("each player chooses one move")
    return chosen
