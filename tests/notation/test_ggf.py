"""Files of Othello in GGF."""

from __future__ import annotations

import io
import re

import pytest

import ludens
from ludens import notation
from ludens.notation import Record, Style
from ludens.notation.reading import Refused
from tests.notation.playing import cause, random_record

#: how a server writes it; the moves are those of the shortest game
SERVED = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]RW[2199.72]"
    "TI[05:00//02:00]TY[8]RE[+13.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[E6//0.01]W[f4/1.00/2.5]B[e3]W[f6//1]B[g5]W[d6]B[E7]W[f5]B[c5];)\n"
)


@pytest.fixture(scope="module")
def style() -> Style:
    return notation.of(ludens.load("Reversi"))


def test_a_game_of_a_server(style: Style) -> None:
    [record] = style.read(SERVED, "ggf")
    assert record.final.is_over and record.final.scores == [13, 0]
    assert record.tags["Black"] == "Saio1200" and record.tags["Date"].startswith("2003.12.15")
    assert style.write(record) == "e6f4e3f6g5d6e7f5c5\n"
    written = style.write(record, "ggf")
    assert written == SERVED
    again = Record(record.start, record.plies)
    assert "RE[+13.000]" in style.write(again, "ggf") and style.write(again, "ggf").endswith("B[c5]W[pa]B[pa];)\n")
    assert style.read(written, "ggf")[0].tags == record.tags


@pytest.mark.parametrize("seed", range(3))
def test_games_come_back(style: Style, seed: int) -> None:
    records = [random_record(style.game, 10 * seed + n, 100) for n in range(3)]
    text = style.write(records, "ggf")
    assert [one.plies for one in style.read(text, "ggf")] == [one.plies for one in records]
    assert [one.result for one in style.read(text, "ggf")] == [one.result for one in records]


def test_a_game_that_somebody_resigned(style: Style) -> None:
    board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
    [record] = style.read(f"(;GM[Othello]BO[{board}]RE[-64.000:r]B[e6];)", "ggf")
    assert record.result == "0-1"
    assert "RE[-64.000:r]" in style.write(record, "ggf")
    assert style.read(style.write(record, "ggf"), "ggf")[0].result == "0-1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("e6f4", "game:1: there is no game here"),
        ("\n(;GM[Othello]B[e6];)", "game:2: there is no board"),
        ("(;GM[Hex]BO[8 X];)", "game:1:3: this is no game of Othello: 'Hex'"),
        ("(;GM[Othello]BO[6 ---- *];)", "game:1:14: the board has 8 rows, not '6'"),
        (SERVED.replace("W[f4", "W[a1"), "game:1:219: 'a1' is no move here"),
    ],
)
def test_what_is_wrong(style: Style, text: str, told: str) -> None:
    assert cause(style, text, "ggf").startswith(told)


BOARD = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
#: after Black's f5 and White's d6 ... the game's own start with White to move
WHITE_BEGINS = f"{BOARD[:-1]}O"


def ggf(*moves: str, board: str = BOARD, **heads: str) -> str:
    told = "".join(f"{name}[{value}]" for name, value in heads.items())
    return f"(;GM[Othello]{told}TY[8]BO[{board}]{''.join(moves)};)\n"


@pytest.mark.parametrize(
    ("told", "result"),
    [
        ("+13.000", "1-0"),
        ("-2.00", "0-1"),
        ("0.000", "1/2-1/2"),
        ("+64.00:r", "1-0"),
        ("-10.000:t", "0-1"),
        ("-0.000:t", "0-1"),
        ("0.000:s", "1/2-1/2"),
        ("+6.000:s", "1-0"),
        ("?", "*"),
    ],
)
def test_results_stay_as_they_are_told(style: Style, told: str, result: str) -> None:
    text = ggf("B[e6//1.2]", RE=told)
    [record] = style.read(text, "ggf")
    assert (record.result, record.tags["Result"]) == (result, told)
    assert style.write(record, "ggf") == text


def test_nothing_of_a_file_is_lost(style: Style) -> None:
    """Times and evaluations, comments, komi, both players' clocks, and what is not known."""
    heads = {"TB": "05:00//02:00", "TW": "03:00", "KM": "-2.0", "RE": "+4.000:t", "KB": "1.5//0.3", "ID": "x \\] y"}
    text = ggf("B[E6/-0.50/12.3]C[a \\] b]", "W[f4//3]", "B[e3//0.1]ZZ[1][2]C[c]", **heads)
    [record] = style.read(text, "ggf")
    assert style.write(record, "ggf") == text
    assert (record.tags["Komi"], record.tags["BlackTime"], record.comments) == (
        "-2.0",
        "05:00//02:00",
        {1: "a ] b", 3: "c"},
    )
    record.comments[1] = "new"
    assert "B[E6/-0.50/12.3]C[new]W[f4//3]" in style.write(record, "ggf")


def test_a_file_of_a_server_has_counts_and_several_games(style: Style) -> None:
    text = f"1 {SERVED}2 {ggf('B[f5]').strip()}{ggf('B[d3]', RE='-2.0')}junk (;GM[Othello]BO[{BOARD}]B[a1];)\n{SERVED}"
    found = list(style.games(io.StringIO(text), "ggf"))
    assert [isinstance(one, Record) for one in found] == [True, True, True, False, True]
    assert isinstance(found[3], Refused) and "'a1' is no move here" in str(found[3].error) and found[3].error.line == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ggf("W[d3]"), "game:1:98: W moves, and it is B's turn"),
        (ggf("B[d3]", board=WHITE_BEGINS), "game:1:98: B moves, and it is W's turn"),
        (ggf("B[e6]", "B[f6]"), "game:1:103: B moves, and it is W's turn"),
        (ggf("B[pa]"), "game:1:98: 'pass' is no move here"),
        (SERVED.replace(";)", "W[a1];)"), "game:1:271: 'a1' is no move here: there are 1, such as pass"),
        ("(;GM[Othello]B[e6", "game:1:14: a property or ;) is expected, not 'B[e6'"),
    ],
)
def test_colours_are_checked(style: Style, text: str, told: str) -> None:
    assert cause(style, text, "ggf").startswith(told)


def test_who_has_to_pass_may_be_passed_over(style: Style) -> None:
    """The pass is written, or it is not; a move of the other colour in its place is none."""
    records = (random_record(style.game, seed, 99) for seed in range(100))
    record = next(one for one in records if any(move.to_site < 0 for move in one.plies[:-3]))
    text = style.write(record, "ggf")
    for told in (text, re.sub(r"[BW]\[pa\]", "", text), text.replace("[pa]", "[PASS]")):
        [again] = style.read(told, "ggf")
        assert again.plies == record.plies and style.write(again, "ggf") == told
    colour, square = re.search(r"\[pa\]([BW])\[(..)\]", text).groups()  # type: ignore[union-attr]
    wrong = text.replace(f"{colour}[{square}]", f"{'BW'[colour == 'B']}[{square}]")
    assert "moves, and it is" in cause(style, wrong, "ggf")


def test_white_may_begin_and_the_board_may_be_told_in_words(style: Style) -> None:
    [record] = style.read(ggf("W[d6]", board=WHITE_BEGINS), "ggf")
    assert (record.start.mover, record.plies[0].mover) == (2, 2)
    [other] = style.read(ggf("W[d6]", board=BOARD.replace("8 ", "8 O to move ", 1)[:-1]), "ggf")
    assert other.plies == record.plies
    assert "BO[8 O to move ---" in style.write(other, "ggf")
