"""Language models read and are shown what people write."""

from __future__ import annotations

from functools import cache

import pytest

import ludens
from ludens import notation, suite
from ludens.envs.tables import reviews
from ludens.envs.tables.bounds import Bounds
from ludens.envs.tables.table import AgentTable
from ludens.game import Game


@cache
def game(name: str) -> Game:
    return ludens.load(name)


@pytest.mark.parametrize(
    ("name", "text", "label"),
    [("Chess", "Nf3", "G1-F3"), ("Go", "Q16", "P16"), ("Go", "T1", "S1"), ("Shogi", "7g7f", "C3-C4")],
)
def test_models_read_what_people_read(name: str, text: str, label: str) -> None:
    state = game(name).start(seed=0)
    assert state.notation(suite.move_in(state, f"I like this.\n\nMove: {text}")) == label
    table = AgentTable(game(name), Bounds(), [1], ["random"], 1)
    assert table.play(text).ply == 2
    after = game(name).start(seed=0)
    after.play(state.parse(label))
    assert table.state.sites() != after.sites()  # the agent has moved
    table.state.undo()
    assert table.state.sites() == after.sites()


def test_models_are_shown_what_they_may_write() -> None:
    """Of 19 columns the last one is T for players of Go."""
    state = game("Go").start(seed=0)
    told = suite.position_text(state)
    assert " T19" in told and " I9" not in told
    table = AgentTable(game("Go"), Bounds(), [1], ["random"], 1)
    assert "J1" in table.position().legal_moves and "I1" not in table.position().legal_moves
    [mine, theirs] = table.play("T19").moves_since
    assert mine.move == "T19" and "I" not in theirs.move


def test_hints_are_named_as_models_read_them() -> None:
    state = ludens.load("Go", options=["Board Size/9x9"]).start(seed=0)
    for label in ("A1", "B1"):
        state.play(state.parse(label))
    hint = reviews.hint(state, "uct:20", Bounds(), 0.05, 1)
    names = notation.names_of(state)
    assert hint.move in names and all(one.move in names for one in hint.candidates)
    assert notation.name_of(state, state.parse("I9")) == "J9"
