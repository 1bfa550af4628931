"""Games in which all players move at once."""

from __future__ import annotations

import ludens


def test_a_joint_move_counts_once() -> None:
    game = ludens.load(
        '(game "Counting" (players 2) (mode Simultaneous) (equipment {(board (square 3)) (piece "Man" Each)})'
        " (rules (play (or (move Add (to (sites {0}))) (move Add (to (sites {1}))) ))"
        " (end (if (= 3 (count Moves)) (result P1 Win)))))"
    )
    state = game.start()
    for played in range(3):
        assert not state.is_over, played
        moves = state.legal_moves()
        state.play([next(move for move in moves if move.mover == player) for player in (1, 2)])
    assert state.is_over
    assert state.winner == 1
