"""Turns: whole ones, however many moves the description makes of them, and positions where the next player moves."""

from __future__ import annotations

from ludens.game.game import Game
from ludens.game.state import State


def perft_of_turns(game: Game, depth: int, state: State | None = None) -> int:
    """The number of sequences of `depth` whole turns, without games that ended earlier.

    A capture in several jumps, or a step and the promotion behind it, is one turn, as published counts have it.
    """
    if depth < 0:
        raise ValueError("perft wants a depth >= 0")
    return _sequences(state or game.start(seed=0), depth, {})


def _sequences(state: State, depth: int, counted: dict[tuple[bytes, int], int]) -> int:
    if depth == 0:
        return 1
    if state.is_over:
        return 0
    key = state.tobytes(), depth
    if key not in counted:
        counted[key] = sum(_after(state, number, depth, counted) for number in range(len(state.legal_moves())))
    return counted[key]


def _after(state: State, number: int, depth: int, counted: dict[tuple[bytes, int], int]) -> int:
    """The sequences that begin with one of the moves."""
    after = state.copy()
    after.play(after.legal_moves()[number])
    if after.is_over:
        return int(depth == 1)
    return _sequences(after, depth - (after.mover != state.mover), counted)


def with_next_to_move(state: State) -> State:
    """A copy in which it is the next player's turn already: for questions about threats, and about who is stuck."""
    copy = state.copy()
    for field, player in (("mover", state.next), ("next", state.mover), ("prev", state.mover)):
        copy.set_field(field, player)
    return copy
