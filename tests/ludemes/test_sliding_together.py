"""Effects that shift rows of pieces (manual: effects 4)."""

from __future__ import annotations

import pytest

import ludens


def after(effect: str, start: str) -> dict[int, int]:
    """What stands where after an effect that follows a pass."""
    state = ludens.load(
        '(game "Rows" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})'
        f" (rules (start {{{start}}}) (play (move Pass (then {effect}))) (end (if (= 1 0) (result Mover Win)))))"
    ).start(seed=1)
    state.play(state.legal_moves()[0])
    return {row[1]: row[3] for row in state.sites()}


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        # 10 11 12 13 14: 1 at 10, 2 at 12 and 1 at 14; above 12 nothing but 2 at 22
        ("(attract (from 10) E)", {10: 1, 11: 2, 12: 1, 22: 2}),
        ("(attract (from 12) Orthogonal)", {11: 1, 12: 2, 13: 1, 17: 2}),
        ("(attract (from 12) Diagonal)", {10: 1, 12: 2, 14: 1, 22: 2}),
        ("(attract (from -1))", {10: 1, 12: 2, 14: 1, 22: 2}),
        ("(push (from 10) E)", {11: 1, 12: 2, 14: 1, 22: 2}),
        ("(push (from 12) E)", {10: 1, 13: 2, 14: 1, 22: 2}),
        ("(push (from 22) N)", {10: 1, 12: 2, 14: 1, 22: 2}),  # there is nothing to the north
        ("(push (from 12) W)", {10: 1, 11: 2, 14: 1, 22: 2}),
    ],
)
def test_rows(effect: str, expected: dict[int, int]) -> None:
    assert after(effect, '(place "Disc1" {10 14}) (place "Disc2" {12 22})') == expected


def test_what_is_pushed_over_the_edge_is_lost() -> None:
    row = '(place "Disc1" {10 11 13}) (place "Disc2" {12 14})'
    assert after("(push (from 10) E)", row) == {11: 1, 12: 1, 13: 2, 14: 1}
