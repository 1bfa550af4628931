"""Moves of players who move at once."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.game import IllegalMove, State
from ludens.web.seats import HUMAN


def choices(state: State, players: Sequence[str], numbers: Sequence[int]) -> dict[int, int]:
    """What the humans who move chose, by player. Raises IllegalMove."""
    moves, humans = state.legal_moves(), {player for player, who in enumerate(players, 1) if who == HUMAN}
    if any(number >= len(moves) for number in numbers):
        raise IllegalMove(f"there are {len(moves)} moves, numbered from 0")
    chosen = {moves[number].mover: number for number in numbers}
    for player in sorted(humans & {move.mover for move in moves}):
        if player not in chosen:
            raise IllegalMove(f"a move of player {player} is missing")
    for player in chosen:
        if player not in humans:
            raise IllegalMove(f"player {player} does not choose here")
    if len(chosen) < len(numbers):
        raise IllegalMove("each player chooses one move")
    return chosen
