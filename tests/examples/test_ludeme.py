"""`(is Alone ..)`, a ludeme in one file: examples/extend/ludemes/alone.py."""

from __future__ import annotations

import pytest

import ludens

LONERS = """
(game "Loners"
    (players 2)
    (equipment {(board (square 4)) (piece "Hermit" Each)})
    (rules
        (play (move Add (to (sites Empty) if:(is Alone (to)))))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""


def test_moves() -> None:
    state = ludens.load(LONERS).start()
    state.play(state.parse("A1"))
    assert "B2" not in state.notations() and "C1" in state.notations()
    assert len(state.legal_moves()) == 16 - 4


def test_games_end() -> None:
    played = ludens.load(LONERS).playouts(100, seed=1)
    assert played.lengths.max() <= 4  # one hermit in each quarter of the board, at most


def test_errors() -> None:
    with pytest.raises(ludens.LudError, match=r"is Alone \.\.\.\) lacks an integer"):
        ludens.load(LONERS.replace("(is Alone (to))", "(is Alone)"))
