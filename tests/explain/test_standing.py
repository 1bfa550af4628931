"""What the end would count now: discs of Reversi while it is played."""

from __future__ import annotations

import random

import pytest

import ludens
from ludens import render
from ludens.explain.standings import standing


@pytest.mark.parametrize(
    ("name", "first", "then"),
    [("Reversi", [2, 2], [4, 1]), ("Hexxagon", [3, 3], [4, 3]), ("Rolit", [1, 1, 1, 1], [3, 1, 1, 0])],
)
def test_what_lies_on_the_board_is_counted(name: str, first: list[int], then: list[int]) -> None:
    state, choose = ludens.load(name).start(seed=1), random.Random(2)
    assert standing(state) == first
    state.play(choose.choice(state.legal_moves()))
    assert standing(state) == then
    assert f"Now: {', '.join(map(str, then))}." in render.status(state)


def test_it_is_what_the_end_gives() -> None:
    state, choose, before = ludens.load("Reversi").start(seed=1), random.Random(1), None
    while not state.is_over:
        before = state.copy()
        state.play(choose.choice(state.legal_moves()))
    assert standing(state) is None and before is not None and standing(before) is not None
    assert sum(state.scores) - sum(standing(before) or ()) in (0, 1)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Go", "territories are nobody's yet"),
        ("Oware", "captures are told as a score"),
        ("Block Dominoes", "the other hand is hidden"),
        ("Chess", "nothing is counted"),
    ],
)
def test_elsewhere_there_is_nothing_to_count(name: str, why: str) -> None:
    assert standing(ludens.load(name).start(seed=1)) is None, why
