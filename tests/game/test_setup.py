"""Positions of one's own: `Game.position`."""

from __future__ import annotations

import random

import pytest

import ludens

NAMES = [
    "Amazons",
    "Chess",
    "Lasca",
    "Greener",
    "Oware",
    "Nine Men's Morris",
    "Shogi",
    "Backgammon",
    "Havannah",
    "Surakarta",
]


@pytest.mark.parametrize("name", NAMES)
def test_the_rows_of_a_state_give_its_pieces_back(name: str) -> None:
    game, choose = ludens.load(name), random.Random(1)
    state = game.start(seed=3)
    for _ in range(6):
        state.play(choose.choice(state.legal_moves()))
    again = game.position(state.sites(), mover=state.mover, next=state.next)
    assert again.sites() == state.sites()
    assert (again.mover, again.next, again.is_over) == (state.mover, state.next, False)


def test_moves_from_a_position_are_those_of_the_game() -> None:
    game = ludens.load("Amazons")
    start = game.start(seed=1)
    placed = game.position(start.sites())
    assert sorted(map(str, placed.legal_moves())) == sorted(map(str, start.legal_moves()))
    assert game.perft(2, placed) == game.perft(2, start)


def test_the_other_player_may_be_to_move() -> None:
    game = ludens.load("Tic-Tac-Toe")
    state = game.position([("C", 4, 0, 1, 1, 1, 0, 0, 0)], mover=2)
    assert state.mover == 2 and state.next == 1 and len(state.legal_moves()) == 8
    assert {m.mover for m in state.legal_moves()} == {2}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("C", 9, 0, 1, 1, 1, 0, 0, 0), "row 1, .*no site C9"),
        (("C", 5, 0, 3, 1, 1, 0, 0, 0), "no component 3; they are numbered 1 to 2"),
        (("C", 5, 0, 1, 1, 2, 0, 0, 0), "does not hold 2 pieces"),
        (("C", 4, 0, 1, 1, 1, 0, 0, 0), "two pieces on C4"),
        (("C", 5, 1, 1, 1, 1, 0, 0, 0), "level 1 comes where level 0"),
        (("C", 5), "9 entries"),
    ],
)
def test_a_row_that_cannot_be(row: tuple[object, ...], message: str) -> None:
    game = ludens.load("Tic-Tac-Toe")
    with pytest.raises(ValueError, match=message):
        game.position([("C", 4, 0, 1, 1, 1, 0, 0, 0), row])  # type: ignore[list-item]


def test_a_player_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="players 1 to 2, not 3"):
        ludens.load("Tic-Tac-Toe").position([], mover=3)
