"""What native code does at its limits: errors that say which, never corruption."""

from __future__ import annotations

import pytest

import ludens
from ludens import LudError
from ludens.game import LimitExceeded, programs
from ludens.ludemes import directions

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


LINE = """
(game "Line" (players 2) (equipment {(board (square 20)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 9) (result Mover Win)))))
"""


def test_a_board_with_too_many_lines_is_an_error_with_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "read_cache", lambda key: None)
    monkeypatch.setattr(directions, "RADIALS_LIMIT", 10_000)
    with pytest.raises(LudError, match="lines of a board of 400 sites are too many") as caught:
        ludens.load(LINE)
    assert caught.value.span is not None and caught.value.span.text == "(is Line 9)"


@pytest.mark.parametrize(
    ("equipment", "message"),
    [
        ("(board (square 150))", "too large"),
        ('(board (square 3) (track "Way" {0 1 2 -2147483648}))', "which no board has"),
        ('(board (square 3) (track "Way" {0 1 2147483647}))', "which no board has"),
    ],
)
def test_sizes_and_numbers_beyond_reason_are_errors_with_a_place(equipment: str, message: str) -> None:
    with pytest.raises(LudError, match=message) as caught:
        ludens.load(LINE.replace("(board (square 20))", equipment))
    assert caught.value.span is not None
