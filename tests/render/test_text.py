"""Boards as text."""

from __future__ import annotations

import pytest

import ludens
from ludens import render
from ludens.language import parse
from ludens.ludemes.boards import board_of


def board(text: str) -> ludens.board.Topology:
    """The board of a description's equipment."""
    return board_of(parse(f'(game "Test" (players 2) (equipment {{ {text} }}))').game)


AMAZONS = """\
10  . . . O . . O . . .
 9  . . . . . . . . . .
 8  . . . . . . . . . .
 7  O . . . . . . . . O
 6  . . . . . . . . . .
 5  . . . . . . . . . .
 4  X . . . . . . . . X
 3  . . . . . . . . . .
 2  . . . . . . . . . .
 1  . . . X . . X . . .
    a b c d e f g h i j
X Queen1   O Queen2"""

CHESS = """\
r n b q k b n r
p p p p p p p p
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
P P P P P P P P
R N B Q K B N R"""

HEXAGON = """\
  A2 B3 C3
A1  B2  C2
  B1  C1"""

MORRIS = """\
.     .     .
  .   .   .
    . . .
. . .   . . .
    . . .
  .   .   .
.     .     ."""

OWARE = """\
2  4 4 4 4 4 4
1  4 4 4 4 4 4
   A B C D E F"""


def test_a_square_board_with_coordinates() -> None:
    assert render.text(ludens.load("Amazons").start(seed=1), coordinates=True) == AMAZONS


def test_coordinates_are_those_of_the_game_s_notation() -> None:
    shogi = render.text(ludens.load("Shogi").start(seed=1), coordinates=True).splitlines()
    assert shogi[0].startswith("a  l n s") and shogi[9].strip() == "9 8 7 6 5 4 3 2 1"
    draughts = render.text(ludens.load("International Draughts").start(seed=1), coordinates=True).splitlines()
    assert draughts[4].split() == [".", "21", ".", "22", ".", "23", ".", "24", ".", "25"]


def test_letters_for_several_kinds_of_pieces() -> None:
    assert render.text(ludens.load("Chess").start(seed=1), legend=False) == CHESS


def test_rows_of_a_board_are_shifted_as_they_lie() -> None:
    shown = render.text(board("(board (hex 2))")).splitlines()
    assert [line.strip() for line in shown] == [". .", ". . .", ". ."]
    assert shown[0].startswith(" ") and not shown[1].startswith(" ")


def test_rings_of_points() -> None:
    assert render.text(ludens.load("Nine Men's Morris").topology) == MORRIS


def test_seeds_are_numbers() -> None:
    assert render.text(ludens.load("Oware").start(seed=1), coordinates=True).startswith(OWARE)


def test_hands_and_their_counts() -> None:
    shown = render.text(ludens.load("Nine Men's Morris").start(seed=1))
    assert "hand of player 1: X9" in shown and "hand of player 2: O9" in shown


def test_stacks_from_bottom_to_top() -> None:
    shown = render.text(ludens.load("Backgammon").start(seed=1))
    assert "OO " in shown and ":5" in shown


def test_numbers_of_sites() -> None:
    assert render.text(board("(board (square 3))"), indices=True) == "6 7 8\n3 4 5\n0 1 2"


def test_every_site_is_labelled_where_there_are_no_axes() -> None:
    topology = board("(board (hex 3))")
    shown = render.text(topology, coordinates=True).split()
    assert sorted(shown) == sorted(e.label for e in topology.elements("Cell"))


def test_paint_sees_each_piece_with_its_owner() -> None:
    shown = render.text(ludens.load("Amazons").start(seed=1), paint=lambda text, owner: f"<{owner}{text}>")
    assert shown.count("<1X>") == 5 and shown.count("<2O>") == 5  # the legend shows each once


@pytest.mark.parametrize(
    "text",
    [
        "(board (square 2) use:Edge)",
        "(boardless Square)",
        "(mancalaBoard 2 4)",
        "(board (concentric {8 4}) use:Vertex)",
    ],
)
def test_boards_of_all_kinds_are_drawn(text: str) -> None:
    assert render.text(board(text)).strip()


def test_moves_alike_are_told_apart_by_what_differs() -> None:
    rows = [("V", 5, 0, 2, 1, 1, 0, 0, 0), ("V", 5, 1, 2, 1, 1, 1, 0, 0), ("V", 30, 0, 2, 1, 1, 2, 0, 0)]
    game = ludens.load("Ludo")
    die = next(row for row in game.start(seed=1).sites() if row[0] == "C")
    names = game.position([*rows, die], seed=1).notations()
    assert [name.partition("=")[2] for name in names] == ["0", "1", ""] and names[0][:-1] == names[1][:-1]
