"""Positions as lists: read, written, set up; and what is wrong with those that are none."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludens
from ludens.founding import greener
from ludens.founding.greener.notation import BLACK, WHITE

from .positions import FINAL, INITIAL, INTERMEDIATE
from .reference import random_board

INITIAL_MOVES = (
    "D6-C6 D6-E6 D6-D5 D5-D6 D5-C5 D5-E5 D5-D4 A4-A5 A4-B4 A4-A3 B4-B5 B4-A4 B4-C4 B4-B3 D4-D5 D4-C4 D4-E4 D4-D3 "
    "A3-A4 A3-B3 A3-A2 A2-A3 A2-B2 A2-A1 D2-D3 D2-C2 D2-E2 D2-D1 A1-A2 A1-B1"
)
INTERMEDIATE_MOVES = (
    "E6-D6 E6-F6 E6-E5 A5-A6 A5-B5 A5-A4 B5-A5 B5-C5 B5-B4 F5-F6 F5-E5 F5-F4 E3-A3 E3-F3 E3-E4 E3-E2 "
    "B2-A2 B2-C2 B2-B4 B2-B1 B1-A1 B1-C1 B1-B2 E1-D1 E1-F1 E1-E2"
)
GOOD = greener.write(greener.read(INITIAL))


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    return ludens.load("Greener")


def random_position(seed: int, stacks: int, mover: int) -> greener.Position:
    board = random_board(random.Random(seed), stacks)
    return greener.Position(tuple(tuple(() if s == [3] else tuple(s) for s in row) for row in board), mover)


@given(st.integers(0, 2**32), st.integers(1, 36), st.sampled_from([WHITE, BLACK]))
def test_what_is_written_can_be_read(seed: int, stacks: int, mover: int) -> None:
    position = random_position(seed, stacks, mover)
    assert greener.read(greener.write(position)) == position


@given(st.integers(0, 2**32), st.integers(1, 36), st.sampled_from([WHITE, BLACK]))
def test_states_have_the_position_that_they_were_made_of(seed: int, stacks: int, mover: int) -> None:
    position = random_position(seed, stacks, mover)
    state = greener.state_of(ludens.load("Greener"), position)
    assert greener.position_of(state) == position
    assert state.scores == [position.score(BLACK), position.score(WHITE)]


@given(st.text("[],0123. \n<br/>x", max_size=60))
def test_nothing_else_is_raised(text: str) -> None:
    with pytest.raises(greener.NotationError):
        greener.read(text)


@given(st.integers(0, len(GOOD) - 2), st.sampled_from("[],0123x "))
def test_a_wrong_character_is_found_or_does_no_harm(at: int, character: str) -> None:
    try:
        position = greener.read(GOOD[:at] + character + GOOD[at + 1 :])
    except greener.NotationError as error:
        assert str(error)
    else:
        assert greener.read(greener.write(position)) == position


def moves(game: ludens.Game, text: str) -> list[str]:
    """The names of the moves at the position that a text says."""
    return greener.state_of(game, greener.read(text)).notations()


def test_the_moves_of_the_initial_state(game: ludens.Game) -> None:
    """Black's stacks are those on D6, D5, A4, B4, D4, A3, A2, D2 and A1, and each cell around is taken."""
    state = greener.state_of(game, greener.read(INITIAL))
    assert (state.mover, state.scores) == (1, [0, 0])
    assert sorted(moves(game, INITIAL)) == sorted(INITIAL_MOVES.split())


def test_the_moves_of_the_intermediate_state(game: ludens.Game) -> None:
    """White's captures go over the empty cells of the rows 6 and 3."""
    state = greener.state_of(game, greener.read(INTERMEDIATE))
    assert (state.mover, state.scores) == (2, [3, 0])
    assert sorted(moves(game, INTERMEDIATE)) == sorted(INTERMEDIATE_MOVES.split())


def test_a_capture_over_empty_cells_from_the_intermediate_state(game: ludens.Game) -> None:
    state = greener.state_of(game, greener.read(INTERMEDIATE))
    state.play(state.legal_moves()[moves(game, INTERMEDIATE).index("E3-A3")])
    after = greener.position_of(state)
    assert after.rows[3] == ((0, 1, 2, 2, 2), (), (), (), (), (2,))
    assert (state.mover, state.scores) == (1, [0, 3])


def test_black_wins_the_final_state(game: ludens.Game) -> None:
    state = greener.state_of(game, greener.read(FINAL))
    assert (state.mover, state.is_over, state.scores) == (2, False, [15, 3])
    for mover in (2, 1):
        assert (state.mover, state.notations()) == (mover, ["pass"])
        state.play(state.legal_moves()[0])
    assert (state.is_over, state.winner, state.scores) == (True, 1, [15, 3])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[2],[0]", "[2],[0],[1]", "line 1, column 3: row 1 has 7 cells, not 6"),
        ("[2],[0]", "[2]", "line 1, column 3: row 1 has 5 cells, not 6"),
        ("[2]", "[4]", "line 1, column 5: there is no pyramid 4: 0 is white, 1 black, 2 green, 3 an empty cell"),
        ("[2]", "[12]", "line 1, column 5: there is no pyramid 12"),
        ("[2]", "[2,3]", "line 1, column 4: 3 is no pyramid: it stands alone"),
        ("[2]", "[]", "line 1, column 4: an empty cell is [3], not []"),
        ("[2]", "2", "line 1, column 4: a cell is a list such as [2] or [1,0], not '2'"),
        ("[2]", "[x]", "line 1, column 5: a list or a number is expected, not 'x'"),
        ("[2],[0]", "[2][0]", "line 1, column 7: , or ] is expected, not '['"),
        ("[2],[0]", "[2,[0]", "line 1, column 7: a stack holds numbers, not lists: a ] may be missing before this"),
        ("[2],", "[2],,", "line 1, column 8: a list or a number is expected, not ','"),
        ("[2]", "[3]", "the board holds 17 green pyramids, not 18"),
        ("[2]", "[2,1,1]", "the board holds 11 black pyramids, not 9"),
        ("[2]", "[0]", "the board holds 10 white pyramids, not 9; 17 green pyramids, not 18"),
        ("], 1", "", "line 1, column 1: this [ is never closed"),
        ("], 1", "]], 1", "this ] closes nothing"),
        ("], 1", "]", "line 7, column 1: after the board come a comma and the player to move, 0 or 1: not the end"),
        ("], 1", "], 2", "line 6, column 32: the player to move is 0 for White or 1 for Black, not '2'"),
        ("], 1", "], 1 0", "nothing comes after the player to move, and here is '0'"),
        ("[ [", "{ [", "line 1, column 1: the board begins with [, not '{'"),
        (GOOD[2:27], "[[2],[2],[2],[2],[2],[2]],[[2],[2],[2],[2],[2],[2]]", "the board has 7 rows, not 6"),
        (GOOD[2:27], "5", "line 1, column 3: row 1 is a list of 6 stacks, not '5'"),
    ],
)
def test_what_is_wrong_and_where(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(greener.NotationError) as caught:
        greener.read(GOOD.replace(old, new, 1))
    assert message in str(caught.value)


def test_a_full_stop_and_line_breaks_of_pages_do_no_harm() -> None:
    assert greener.read(GOOD.replace("\n", "<br/>\n").rstrip() + ".") == greener.read(INITIAL)


def test_a_written_position() -> None:
    assert greener.write(greener.read(INTERMEDIATE)) == (
        "[ [[1,1,0],[3],[3],[2],[0],[2]],\n"
        "  [[0],[0],[2],[1],[2],[0]],\n"
        "  [[1],[1],[2],[1],[2],[2]],\n"
        "  [[1,2,2,2],[3],[3],[3],[0],[2]],\n"
        "  [[2],[0],[2],[1],[2],[2]],\n"
        "  [[1],[0],[2],[2],[0],[2]] ], 0\n"
    )
