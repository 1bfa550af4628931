"""Lines through the last site: stretches within a set where moves are not logged, else walked along."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import compile_text

CONDITIONS = [
    "(is Line 3)",
    "(is Line 2 exact:True)",
    "(is Line 3 Orthogonal exact:True)",
    "(is Line 4 All)",
    "(is Line 3 Diagonal)",
    "(is Line 3 Next)",
    '(is Line 2 what:(id "Disc" P1))',
    '(is Line 3 whats:{(id "Disc" P1) (id "Disc" P2)} exact:True)',
    "(is Line 3 through:5)",
    "(is Line 9 exact:True)",
    "(is Line (value Random (range 2 4)))",
    "(is Line 3 what:(value Random (range 1 2)))",
    "(is Line 3 through:(value Random (range 0 8)))",
]
BOARDS = ["(square 3)", "(square 8)", "(hex 3)", "(rectangle 4 6)", "(concentric {8 8})", "(square 9)", "(morris 2)"]


def game(board: str, condition: str) -> ludens.Game:
    kind = "use:Vertex" if "morris" in board else ""
    board = board.replace("(morris 2)", "(merge (square 3) (shift 3 0 (square 3)))")
    return compile_text(
        f'(game "Lines" (players 2) (equipment {{(board {board} {kind}) (piece "Disc" Each)}})'
        f' (rules (play (move Add (to (sites Empty)) (then (if {condition} (set Var "line" 1) (set Var "line" 2)))))'
        " (end (if (is Full) (result Mover Draw)))))"
    )


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_fast_and_logged_play_agree(board: str, condition: str) -> None:
    rules = game(board, condition)
    state, batch = rules.start(seed=1), rules.batch(1, seed=1)
    batch.states[0] = list(state.tobytes())
    for ply in range(40):
        if state.is_over:
            break
        number = (5 * ply + ply // 3) % len(state.legal_moves())
        state.play(state.legal_moves()[number])
        batch.play([number])
        assert bytes(batch.states[0]) == state.tobytes(), ply


@pytest.mark.parametrize(("board", "sets"), [("(hex 3)", True), ("(square 15)", False)])
def test_small_boards_compare_stretches(board: str, sets: bool) -> None:
    assert ("<4 x i64>" in game(board, "(is Line 5)").ir()) == sets
