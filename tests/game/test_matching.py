"""Moves as people write them, read back: every spelling that is meant, and what is said where none is."""

from __future__ import annotations

import random
import re

import pytest

import ludens
from ludens import IllegalMove, State

ROCK = """(game "Rock" (players 2) (mode Simultaneous) (equipment { (board (rectangle 1 3)) (piece "Man" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (>= (count Turns) 3) (result P1 Win)))))"""


@pytest.fixture
def amazons() -> State:
    return ludens.load("Amazons").start(seed=1)


@pytest.mark.parametrize(
    "said", ["D1-D5", "d1-d5", " d1 d5 ", "d1d5", "D1xD5", "d1 x d5", "d1 to d5", "D1->D5", "D1 – D5", "d1>d5"]
)
def test_spellings(amazons: State, said: str) -> None:
    assert amazons.notation(amazons.parse(said)) == "D1-D5"


def test_trial_format(amazons: State) -> None:
    move = amazons.parse("D1-D5")
    assert amazons.parse(move.to_trial()) == move
    assert amazons.parse(amazons.copy().play(move).to_trial()) == move


def test_what_is_close_is_named(amazons: State) -> None:
    with pytest.raises(IllegalMove, match="'D1-E9' is no move here; close to it: D1-") as error:
        amazons.parse("D1-E9")
    assert all(name.startswith("D1-") for name in error.value.candidates)


def test_what_is_ambiguous_names_the_candidates(amazons: State) -> None:
    with pytest.raises(IllegalMove, match="'d1' may be D1-") as error:
        amazons.parse("d1")
    assert all(name.startswith("D1-") for name in error.value.candidates)
    with pytest.raises(IllegalMove, match=r"'A5' may be "):
        amazons.parse("A5")


def test_nothing_like_it(amazons: State) -> None:
    with pytest.raises(IllegalMove, match=rf"'\?' is no move here: there are {len(amazons.legal_moves())}, such as "):
        amazons.parse("?")


def test_a_game_that_is_over_has_no_moves() -> None:
    state = ludens.load("Tic-Tac-Toe").start(seed=1)
    for said in ("A1", "A2", "B1", "B2", "C1"):
        state.play(state.parse(said))
    with pytest.raises(IllegalMove, match="'A3' is no move here: the game is over"):
        state.parse("A3")


def test_a_played_move_has_the_notation_of_its_sites(amazons: State) -> None:
    played = amazons.play(amazons.parse("D1-D5"))
    assert amazons.notation(played) == "D1-D5"


def test_players_who_move_at_once() -> None:
    state = ludens.load(ROCK).start(seed=1)
    assert state.notations() == ["1:A1", "1:B1", "1:C1", "2:pass"]
    moves = state.parse_all("1:b1,  2: Pass")
    assert [move.mover for move in moves] == [1, 2]
    assert state.notation(moves) == "1:B1, 2:pass"
    text = state.copy().play(moves).to_trial()
    assert state.parse_all(text) == moves
    with pytest.raises(IllegalMove, match="these are 2 moves, made at once; one is wanted"):
        state.parse(text)
    assert state.parse(moves[1].to_trial()) is moves[1]


@pytest.mark.parametrize(
    ("name", "seed", "told"),
    [("Mixtour", 4, r"\w\d-\w\d=\d"), ("Fanorona", 1, r"\w\d-\w\d(x\w\d)+"), ("Cephalopod", 1, r"\w\d=\dx\w\d.*")],
)
def test_moves_that_do_different_things_are_never_told_apart_by_a_number(name: str, seed: int, told: str) -> None:
    """How many pieces of a stack go, and what is taken on the way."""
    state, rng, names = ludens.load(name).start(seed=1), random.Random(seed), set[str]()
    for _ in range(30):
        if not state.is_over:
            names |= set(state.notations())
            state.play(rng.choice(list(state.legal_moves())))
    assert not [one for one in names if "#" in one]
    assert any(re.fullmatch(told, one) for one in names)
