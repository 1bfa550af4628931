"""Lasca: columns go on capturing, and officers go along the lines of the board in all four directions."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import State

SITES = [f"{column}{row}" for row in range(1, 8) for column in ("ACEG" if row % 2 else "BDF")]


@pytest.fixture(scope="module")
def lasca() -> ludens.Game:
    return ludens.load("Lasca")


def standing(game: ludens.Game, columns: dict[str, str]) -> State:
    """A position from its columns, bottom first: `S` and `O` are White's soldiers and officers, `s` and `o` Red's."""
    what = {c.name[0].lower() + c.name[-1]: c.index for c in game.components}
    rows = []
    for label, column in columns.items():
        for level, letter in enumerate(column):
            owner = 1 if letter.isupper() else 2
            rows.append(("V", SITES.index(label), level, what[f"{letter.lower()}{owner}"], owner, 1, 0, 0, 0))
    return game.position(sorted(rows), mover=1, seed=0)


def test_a_capture_goes_on_with_the_column_that_it_has_made(lasca: ludens.Game) -> None:
    state = standing(lasca, {"F2": "S", "E3": "Ss", "C5": "s", "G7": "s"})
    assert state.notations() == ["F2-D4"]
    state.play(state.legal_moves()[0])
    assert (state.is_over, state.mover, state.notations()) == (False, 1, ["D4-B6"])
    state.play(state.legal_moves()[0])
    assert [row[4] for row in state.sites() if row[1] == SITES.index("B6")] == [2, 2, 1]


def test_an_officer_goes_back_and_forth(lasca: ludens.Game) -> None:
    state = standing(lasca, {"D4": "O", "G7": "s"})
    assert set(state.notations()) == {"D4-C3", "D4-E3", "D4-C5", "D4-E5"}
