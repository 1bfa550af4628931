"""Files of Othello in GGF."""

from __future__ import annotations

import pytest

import ludens
from ludens import notation
from ludens.notation import Style
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
    assert "RE[+13.000]" in written and written.endswith("B[c5]W[pa]B[pa];)\n")
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
    assert "RE[-0.000:r]" in style.write(record, "ggf")
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
