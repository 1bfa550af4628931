"""Whole turns as text: both notations, legality, and what is wrong with a bad one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.founding.amazons.notation import (
    IllegalTurn,
    NotationError,
    Square,
    Turn,
    count_turns,
    format_turn,
    game,
    parse_turn,
    play_turn,
    turns,
    turns_of,
)
from ludens.founding.amazons.position import Position
from ludens.game import State


def squares(size: int = 26) -> st.SearchStrategy[Square]:
    numbers = st.integers(0, size - 1)
    return st.builds(Square, numbers, numbers)


TURNS = st.builds(Turn, squares(), squares(), squares())


@given(TURNS)
def test_both_notations_are_read_as_they_are_written(turn: Turn) -> None:
    assert parse_turn(str(turn)) == turn
    assert parse_turn(turn.compact) == turn
    assert parse_turn(format_turn(turn, compact=True).upper()) == turn


@given(squares(10), squares(10), squares(10))
def test_sites_and_squares_belong_together(origin: Square, target: Square, arrow: Square) -> None:
    turn = Turn(origin, target, arrow)
    assert Turn.at(*turn.sites(10), 10) == turn


@pytest.mark.parametrize("text", ["d1-d6/g9", "d1d6g9", " d1 - d6 / g9 ", "D1–D6/G9", "d1-d6(g9)", "d1-d6 (g9)"])
def test_spellings(text: str) -> None:
    assert str(parse_turn(text, 10)) == "d1-d6/g9"


@pytest.mark.parametrize(
    ("text", "column", "cause"),
    [
        ("", 1, "the amazon's square"),
        ("d1", 3, "the square that it goes to"),
        ("d1-d6", 6, "the arrow's square"),
        ("d1-d6/", 7, "the end"),
        ("d1-d6/k9", 7, "k9 is outside of the 10x10 board"),
        ("d1-d11/d6", 4, "d11 is outside"),
        ("d1-d6/g9 hello", 9, "nothing is expected after the arrow, not 'hello'"),
        ("1. d1-d6/g9", 1, "the amazon's square"),
        ("d1xd6/g9", 3, "the square that it goes to"),
        ("d0-d6/g9", 1, "the amazon's square"),
        ("d1-d6/g100", 7, "the arrow's square"),
        ("d1d6g9g8", 7, "nothing is expected"),
    ],
)
def test_unknown_notation(text: str, column: int, cause: str) -> None:
    with pytest.raises(NotationError, match=cause) as caught:
        parse_turn(text, 10)
    assert caught.value.column == column and caught.value.text == text
    assert f"column {column}" in str(caught.value)


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        turn = parse_turn(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
    else:
        assert parse_turn(str(turn)) == turn


# --- in the game


def random_state(size: int, seed: int, plies: int) -> State:
    state, choose = game(size).start(seed=seed), random.Random(seed)
    for _ in range(plies):
        legal = turns(state)
        if not legal:
            break
        play_turn(state, choose.choice(legal))
    return state


def test_the_first_move_of_the_article() -> None:
    state = game(10).start(seed=1)
    assert str(play_turn(state, "d1-d6/g9")) == "d1-d6/g9"
    position = Position.of(state)
    assert position.name(21) == "b3" and state.mover == 2
    assert position.names(position.white) == ["g1", "a4", "j4", "d6"]
    assert position.names(position.arrows) == ["g9"]


def test_the_start_has_2176_turns() -> None:
    state = game(10).start(seed=1)
    assert len(turns(state)) == count_turns(state) == 2176


@pytest.mark.parametrize(("size", "plies"), [(6, 0), (6, 9), (6, 40), (8, 12), (8, 25)])
def test_turns_are_those_of_the_engine_and_of_the_position(size: int, plies: int) -> None:
    state = random_state(size, plies, plies)
    listed = turns(state)
    assert len(listed) == len(set(listed)) == count_turns(state)
    assert set(listed) == set(Position.of(state).turns())
    assert Position.of(state).is_over == (not listed)


def test_a_turn_is_two_moves() -> None:
    state = game(8).start(seed=1)
    other = state.copy()
    turn = turns(state)[17]
    played = [other.play(next(m for m in other.legal_moves() if (m.from_site, m.to_site) == turn.sites(8)[:2]))]
    played.append(other.play(next(m for m in other.legal_moves() if m.to_site == turn.sites(8)[2])))
    play_turn(state, turn.compact)
    assert state.tobytes() == other.tobytes()
    assert turns_of(played, 8) == [turn]
    with pytest.raises(ValueError, match="arrow is missing"):
        turns_of(played[:1], 8)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("d2-d6/g9", "White is to move, and on d2 stands nothing"),
        ("d10-d6/g9", "White is to move, and on d10 stands a black amazon"),
        ("d1-e3/g9", "d1 and e3 are not on one line, so the amazon cannot go there"),
        ("d1-d1/g9", "the amazon stays on d1"),
        ("d1-h1/h2", "the amazon cannot reach h1: on g1 stands a white amazon"),
        ("d1-d6/d6", "the arrow stays on d6"),
        ("d1-d6/d10", "the arrow cannot reach d10: on d10 stands a black amazon"),
        ("d1-d6/e8", "the arrow cannot go there"),
    ],
)
def test_illegal_turns_say_why_and_change_nothing(text: str, cause: str) -> None:
    state = game(10).start(seed=1)
    before = state.tobytes()
    with pytest.raises(IllegalTurn, match=cause) as caught:
        play_turn(state, text)
    assert str(caught.value).startswith(str(parse_turn(text)))
    assert state.tobytes() == before


def test_an_arrow_may_fly_over_the_square_that_the_amazon_left() -> None:
    state = game(10).start(seed=1)
    assert str(play_turn(state, "d1d2d1")) == "d1-d2/d1"


def test_no_turn_begins_before_the_arrow() -> None:
    state = game(6).start(seed=1)
    state.play(state.legal_moves()[0])
    for act in (turns, count_turns, Position.of, lambda s: play_turn(s, "a3-a2/a1")):
        with pytest.raises(ValueError, match="arrow is still to be shot"):
            act(state)


def test_a_finished_game_has_no_turns() -> None:
    state = random_state(6, 1, 99)
    assert state.is_over and turns(state) == [] and count_turns(state) == 0
    with pytest.raises(IllegalTurn, match="the game is over"):
        play_turn(state, "a1-a2/a3")
    assert Position.of(state).is_over and Position.of(state).mover == 3 - state.winner
