"""Regions under a condition, worked out for all sites at once where moves are not logged, else site by site."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import compile_text

CONDITIONS = [
    "(is Empty (site))",
    "(not (is Occupied (site)))",
    "(and (is Empty (site)) (< (site) 40))",
    "(or (= (what at:(site)) 2) (is Empty (site)))",
    "(if (is Empty (site)) (is In (site) (sites Outer)) (is Even (site)))",  # decided site by site
]


def game(board: str, move: str) -> ludens.Game:
    return compile_text(
        f'(game "Filter" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}})'
        f" (rules (play (or {move} (move Pass))) (end (if (is Full) (result Mover Draw)))))"
    )


@pytest.mark.parametrize("board", ["(square 5)", "(square 9)", "(hex 4)"])
@pytest.mark.parametrize("condition", CONDITIONS)
def test_fast_and_logged_play_agree(board: str, condition: str) -> None:
    named = condition.replace("(site)", "(to)")
    for move in (
        f"(move Add (to (sites Empty) if:{named}))",
        f"(move Add (to (intersection (sites Empty) (forEach (sites Board) if:{condition}))))",
    ):
        rules = game(board, move)
        batch = rules.batch(3, seed=5)
        states = [rules.from_bytes(bytes(block)) for block in batch.states]
        for ply in range(12):
            counts = [len(state.legal_moves()) for state in states]
            assert batch.count_moves().tolist() == counts
            chosen = [(5 * ply + i) % n for i, n in enumerate(counts)]
            batch.play(chosen)
            for state, number in zip(states, chosen, strict=True):
                state.play(state.legal_moves()[number])
            assert [bytes(block) for block in batch.states] == [state.tobytes() for state in states]
