"""Draughts: real games, positions, and random games that come back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludens
from ludens import notation
from ludens.game import IllegalMove
from ludens.notation import NotationError, Record, Style
from ludens.notation.turns import whole_turns
from tests.notation.playing import cause


@pytest.fixture(scope="module")
def english() -> Style:
    return notation.of(ludens.load("English Draughts"))


@pytest.fixture(scope="module")
def international() -> Style:
    return notation.of(ludens.load("International Draughts"))


def test_a_game_for_the_championship(english: Style, data: Path) -> None:
    text = (data / "notation" / "tinsley-long.pdn").read_text()
    [record] = english.read(text)
    assert (len(record.turns), record.result, record.tags["Black"]) == (91, "1-0", "M. Tinsley")
    written = english.write(record)
    assert '[GameType "21"]' in written
    assert text.partition('"1-0"]\n')[2].split() == written.partition("\n\n")[2].split()


def test_a_game_from_a_server(international: Style, data: Path) -> None:
    text = (data / "notation" / "lidraughts.pdn").read_text()
    [record] = international.read(text)
    assert (len(record.turns), record.result) == (150, "1-0")
    assert record.comments[1] == "[%clock w0:10:00 B0:10:00]"
    written = international.write(record)
    assert "65. 43x8 3x12" in " ".join(written.split())
    assert international.write(international.read(written)) == written
    again = Record.of_trial(international.game, record.trial())
    assert again.plies == record.plies


@pytest.mark.parametrize("name", ["English Draughts", "International Draughts"])
def test_random_turns_and_positions_come_back(name: str) -> None:
    style = notation.of(ludens.load(name))
    for seed in range(3):
        state, choose = style.game.start(seed=0), random.Random(seed)
        for _ in range(60):
            turns = list(whole_turns(state))
            if state.is_over:
                break
            for turn in turns:
                read = style.parse(state, style.turn(state, turn))
                one, other = state.copy(), state.copy()
                for move in turn:
                    one.play(move)
                for move in read:
                    other.play(move)
                assert one.sites() == other.sites()
            text = style.position(state)
            again = style.state(text)
            assert style.position(again) == text
            assert again.sites() == state.sites()
            for move in choose.choice(turns):
                state.play(move)


def test_squares_have_their_usual_numbers(english: Style, international: Style) -> None:
    start = international.game.start()
    assert international.position(start) == "W:W" + ",".join(map(str, range(31, 51))) + ":B" + ",".join(
        map(str, range(1, 21))
    )
    assert {international.ply(start, move) for move in start.legal_moves()} == {
        "31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"
    }  # fmt: skip
    assert english.position(english.game.start())[0] == "B"


def test_ways_of_saying_a_turn(international: Style) -> None:
    state = international.state("W:W32:B28,19,9")
    [*plies] = international.parse(state, "32x3")
    assert len(plies) == 3
    assert international.parse(state, "32x23x3") == international.parse(state, "32:3") == tuple(plies)
    [first] = international.parse(state, "32x23")
    assert first == plies[0] and international.ply(state, first) == "32x23"
    assert international.parse(start := international.game.start(), "B4-A5") == (start.parse("B4-A5"),)


def test_a_capture_in_parts(international: Style) -> None:
    text = '[FEN "W:WK4:B13,32,37,20"]\n\n1. 4x31 31x42 {on} 42x15 *\n'
    state = international.state("W:WK4:B13,32,37,20")
    whole = international.parse(state, "4x31x42x15")
    assert len(whole) == 3 and international.parse(state, "4x31 31x42 42 x15") == whole
    [record] = international.read(text.replace(" {on}", ""))
    assert record.turns == [whole]
    assert cause(international, text).startswith("game:3:4: '4x31 31x42' is no move here; there are ")
    # the other player's capture is a turn of its own, wherever it comes down
    [record] = international.read("1. 32-28 17-22 2. 28x17 11x22 *")
    assert len(record.turns) == 4


@pytest.mark.parametrize(
    ("told", "result"),
    [
        ("1.01-0.99", "1/2-1/2"),
        ("0.9-1.1", "1/2-1/2"),
        ("2.0-0.0", "1-0"),
        ("0.0-2.0", "0-1"),
        ("7-5", "1/2-1/2"),
        ("12-0", "1-0"),
        ("0-12", "0-1"),
        ("0-0", "*"),
    ],
)
def test_results_in_points(international: Style, told: str, result: str) -> None:
    [record] = international.read(f'[Result "{told}"]\n\n1. 32-28 20-25 *')
    assert record.result == result
    if "." in told:  # else it is a turn there
        [record, other] = international.read(f"1. 32-28 20-25 {told}\n\n1.31-26 *")
        assert (record.result, len(record.turns), len(other.turns)) == (result, 2, 1)


def test_which_way_is_told_where_it_matters(international: Style) -> None:
    state = international.state("W:WK48:B42,31,22,33,24,15,38,27")
    names = [international.turn(state, turn) for turn in whole_turns(state)]
    for name, turn in zip(names, whole_turns(state), strict=True):
        assert international.parse(state, name)[-1].to_site == turn[-1].to_site


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("W:Wx:B1", "a piece is written 18 or K18, not 'x'"),
        ("X:W1", "the player to move is W or B, not 'X'"),
        ("W:W99:B1", "the squares have the numbers 1 to 32, not 99"),
        ("W:W1:B1", "two pieces stand on 1"),
        ("W:1:B1", "pieces are written W18,K24 or B1-12"),
    ],
)
def test_what_is_wrong_in_a_position(english: Style, text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        english.state(text)


def test_the_position_of_the_standard(english: Style) -> None:
    text = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29."
    assert english.position(english.state(text)) == "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29"


def test_what_is_no_turn(international: Style) -> None:
    with pytest.raises(IllegalMove, match="'32-29' is no move here; there are ") as told:
        international.parse(international.game.start(), "32-29")
    assert told.value.candidates == ("32-27", "32-28", "33-29")
    assert cause(international, "1. 32-28 19-23 2. 34-30 *").startswith("game:1:19: '34-30' is no move here")


def test_other_games_are_not_draughts() -> None:
    assert notation.of(ludens.load("Alquerque")).family == "standard"
