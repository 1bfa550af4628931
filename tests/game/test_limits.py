"""What native code does at its limits: errors that say which, never corruption."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import LimitExceeded

ENDLESS = """
(game "Endless" (players 1) (equipment {(board (square 2)) (piece "Ball" Each)})
  (rules (play (move Add (to (sites Empty)) (then (remove (sites Occupied by:All)))))
    (end (if (= 1 2) (result Mover Win)))))
"""


def test_a_game_without_end_stops_at_the_move_limit() -> None:
    game = ludens.load(ENDLESS)
    assert game.playouts(1, seed=1).lengths.tolist() == [10_000]


def test_a_stack_too_high_is_an_error() -> None:
    tower = """
    (game "Tower" (players 1) (equipment {(board (square 1)) (piece "Ball" Each)})
      (rules (play (move Add (to (sites Board)) stack:True)) (end (if (> (count Moves) 100) (result Mover Win)))))
    """
    game = ludens.load(tower)
    with pytest.raises(LimitExceeded, match="stack"):
        game.playouts(1, seed=1)
