"""Rows on the crossings of a Go board go along its lines and along diagonals, which no line joins."""

from __future__ import annotations

import pytest

import ludens


def played(name: str, *sites: int) -> ludens.State:
    state = ludens.load(name).start(seed=1)
    for site in sites:
        state.play(next(move for move in state.legal_moves() if move.to_site == site))
    return state


@pytest.mark.parametrize("step", [1, 14, 15, 16], ids=["row", "falling", "column", "rising"])
def test_five_in_a_row(step: int) -> None:
    row = [112 + step * n for n in range(-2, 3)]
    others = [0, 30, 2, 32]
    moves = [site for pair in zip(row, others, strict=False) for site in pair]
    assert not played("Gomoku", *moves).is_over
    assert played("Gomoku", *moves, row[-1]).winner == 1


@pytest.mark.parametrize("step", [1, 18, 19, 20])
def test_six_in_a_row_with_two_stones_a_turn(step: int) -> None:
    a, b, c, d, e, f = (180 + step * n for n in range(-3, 3))
    moves = [0, a, b, 20, 2, c, d, 22, 4, e]
    assert not played("Connect6", *moves).is_over
    assert played("Connect6", *moves, f).winner == 2


@pytest.mark.parametrize("step", [1, 18, 19, 20])
def test_two_between_two_are_taken(step: int) -> None:
    state = played("Pente", 180, 180 + step, 0, 180 + 2 * step, 180 + 3 * step)
    assert list(state.scores) == [2, 0]
    assert sorted(row[1] for row in state.sites()) == [0, 180, 180 + 3 * step]
