"""Moves of players who move at once, or each at a page of their own."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.game import IllegalMove, State
from ludens.web.engine.requests import Pick
from ludens.web.seats import HUMAN
from ludens.web.views import own_moves


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


def picked(state: State, names: Sequence[str], request: Pick) -> int:
    """The number of the legal move that a player chose among the own ones. Raises IllegalMove."""
    own = own_moves(state, request.player)
    if request.name is not None:
        number = next((number for number in own if names[number] == request.name), None)
        if number is None:
            raise IllegalMove("this move is not legal any more")
        return number
    if request.number >= len(own):
        raise IllegalMove(f"there are {len(own)} moves, numbered from 0")
    return own[request.number]
