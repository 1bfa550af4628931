"""Greener's screen, and its use by every command that draws positions."""

from __future__ import annotations

import re

import pytest

import ludens
from ludens import library, render
from ludens.cli import main
from ludens.founding import greener
from ludens.founding.greener import screen

from .positions import FINAL, INITIAL, INTERMEDIATE


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    return ludens.load("Greener")


def at(game: ludens.Game, text: str) -> ludens.State:
    return greener.state_of(game, greener.read(text))


def test_the_intermediate_state(game: ludens.Game) -> None:
    assert screen.text(at(game, INTERMEDIATE)) == (
        "      A      B      C      D      E      F\n"
        "   +------+------+------+------+------+------+\n"
        " 6 | B 0  |      |      | G 1  | W 0  | G 1  |\n"
        "   +------+------+------+------+------+------+\n"
        " 5 | W 0  | W 0  | G 1  | B 0  | G 1  | W 0  |\n"
        "   +------+------+------+------+------+------+\n"
        " 4 | B 0  | B 0  | G 1  | B 0  | G 1  | G 1  |\n"
        "   +------+------+------+------+------+------+\n"
        " 3 | B 3  |      |      |      | W 0  | G 1  |\n"
        "   +------+------+------+------+------+------+\n"
        " 2 | G 1  | W 0  | G 1  | B 0  | G 1  | G 1  |\n"
        "   +------+------+------+------+------+------+\n"
        " 1 | B 0  | W 0  | G 1  | G 1  | W 0  | G 1  |\n"
        "   +------+------+------+------+------+------+\n"
        "Black: 3 green, highest stack 4   White: 0 green, highest stack 1"
    )


def test_the_final_state(game: ludens.Game) -> None:
    lines = screen.text(at(game, FINAL)).splitlines()
    assert lines[2::2][:6] == [
        " 6 | B 2  |      |      |      |      |      |",
        " 5 |      |      |      | B 2  |      |      |",
        " 4 |      | B 3  |      |      |      |      |",
        " 3 |      |      | B 5  |      |      |      |",
        " 2 |      |      |      |      |      | B 3  |",
        " 1 |      |      |      |      | W 3  |      |",
    ]


def test_colours_change_nothing_but_colours(game: ludens.Game) -> None:
    state = at(game, INTERMEDIATE)
    painted = screen.text(state, colour=True)
    assert painted.count("\x1b[0m") == 31
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == screen.text(state)


def test_status(game: ludens.Game) -> None:
    state = at(game, FINAL)
    assert screen.status(state) == "White to move."
    state.play(state.legal_moves()[0])
    assert screen.status(state) == "Black to move."
    state.play(state.legal_moves()[0])
    assert screen.status(state) == "Black wins by green pyramids."


@pytest.mark.parametrize(
    ("white", "black", "said"),
    [
        ([0] * 9 + [2] * 9, [1] * 9 + [2] * 9, "A draw: as many green pyramids, and the highest stacks are equal."),
        ([0] * 8 + [2] * 9, [1] * 9 + [2] * 9, "Black wins by the highest stack."),
        ([0] * 9 + [2] * 9, [1] * 8 + [2] * 9, "White wins by the highest stack."),
    ],
)
def test_status_of_ties(game: ludens.Game, white: list[int], black: list[int], said: str) -> None:
    rest = [0] * (9 - white.count(0)) + [1] * (9 - black.count(1))
    rows: list[list[tuple[int, ...]]] = [[()] * 6 for _ in range(6)]
    rows[0][0], rows[1][1], rows[2][2] = tuple(white), tuple(black), tuple(rest)
    state = greener.state_of(game, greener.Position(tuple(map(tuple, rows)), 1))
    while not state.is_over:
        state.play(state.legal_moves()[0])
    assert screen.status(state) == said


@pytest.mark.parametrize(
    ("text", "said", "why"),
    [
        (INITIAL, "G7", "G7 is not on the board: its columns are A to F, its rows 1 to 6"),
        (INITIAL, "a1-a7", "A7 is not on the board"),
        (INITIAL, "a0", "A0 is not on the board"),
        (INTERMEDIATE, "b6", "B6 is empty"),
        (INTERMEDIATE, "A6-D6", "the stack on A6 is Black's, and White is to move"),
        (INTERMEDIATE, "f6", "the stack on F6 is nobody's: green is on top, and White is to move"),
        (FINAL, "E1", "the stack on E1 has nothing to capture"),
        (INTERMEDIATE, "E6-C6", "C6 is empty: a move captures a stack"),
        (INTERMEDIATE, "E6 to A6", "the stack on D6 stands between"),
        (INTERMEDIATE, "E6 D5", "D5 is not in the row or the column of E6"),
        (INTERMEDIATE, "e6e6", "a stack cannot stay"),
        (INTERMEDIATE, "e3a3", None),
        (INTERMEDIATE, "anything", None),
    ],
)
def test_why_a_move_is_none(game: ludens.Game, text: str, said: str, why: str | None) -> None:
    given = screen.why_not(at(game, text), said)
    assert given == why or (why is not None and given is not None and given.startswith(why))


def test_every_pair_of_squares_is_a_move_or_has_a_reason(game: ludens.Game) -> None:
    squares = [column + row for column in "ABCDEF" for row in "123456"]
    for text in (INITIAL, INTERMEDIATE, FINAL):
        state = at(game, text)
        legal = set(state.notations())
        for one in squares:
            for other in squares:
                assert (screen.why_not(state, f"{one}-{other}") is None) == (f"{one}-{other}" in legal)


def test_another_game_of_the_same_name_has_the_usual_screen() -> None:
    other = ludens.load(library.read("Tic-Tac-Toe").replace('"Tic-Tac-Toe"', '"Greener"', 1))
    assert other.name == "Greener" and not screen.draws(other)
    smaller = ludens.load(library.read("Greener").replace("(square 6)", "(square 8)", 1))
    assert not screen.draws(smaller)


@pytest.mark.parametrize("command", [["show"], ["moves", "--plies", "3", "--seed", "1"]])
def test_commands_that_draw_positions(capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    assert main([command[0], "Greener", *command[1:]]) == 0
    out = capsys.readouterr().out
    assert "+------+" in out and "green, highest stack" in out


def test_the_picture_shows_colours_and_scores(game: ludens.Game) -> None:
    picture = render.svg(at(game, FINAL))
    assert picture.count('fill="#00c800"') >= 18
    for score in (2, 3, 5):
        assert f">{score}</text>" in picture
    assert ">15<" in picture or ": 15<" in picture
