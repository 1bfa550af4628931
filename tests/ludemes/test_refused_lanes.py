"""Conditions that are not worked out for all sites at once leave no trace where that has been tried."""

from __future__ import annotations

import pytest

from ludens.game import compile_text

REFUSED = [
    "(is Line 3 through:(to))",
    "(can Move (add (to (sites Around (to) if:(is Empty (to))))))",
    "(and (is Empty (to)) (not (is Line 3 through:(to))))",
    "(not (is Connected at:(to) {(sites Top) (sites Bottom)}))",
    "(> 3 (count Groups))",
]


@pytest.mark.parametrize("condition", REFUSED)
def test_fast_and_logged_play_agree(condition: str) -> None:
    rules = compile_text(
        '(game "Refused" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})'
        f" (rules (play (or (move Add (to (sites Empty) if:{condition})) (move Add (to (sites Empty)))))"
        " (end (if (is Full) (result Mover Draw)))))"
    )
    state = rules.start(seed=1)
    batch = rules.batch(1, seed=1)
    batch.states[0] = list(state.tobytes())
    for ply in range(8):
        count = len(state.legal_moves())
        assert batch.count_moves().tolist() == [count]
        batch.play([7 * ply % count])
        state.play(state.legal_moves()[7 * ply % count])
        assert bytes(batch.states[0]) == state.tobytes()
