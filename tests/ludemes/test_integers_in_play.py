"""Integers of stacks, cards, hands, tracks and large pieces (manual: integers)."""

from __future__ import annotations

import pytest

from ludemes.evaluation import Value, check


def test_simple_counts() -> None:
    check(
        {
            "(count Players)": 3,
            "(count Phases)": 1,
            "(count Cells)": 9,
            "(count Vertices)": 16,
            "(count Edges)": 24,
            '(count Sites "Board")': 9,
            '(count Sites "Hand2")': 2,
            "(count Sites at:1)": 2,
            "(count Sites)": 1,
            "(count Diagonal Edge at:0)": 0,
            "(count Adjacent Edge at:0)": 5,  # of a corner, where two edges meet, and a side, where three do
            "(count Diagonal at:(last To))": 4,
            "(count Orthogonal in:(sites {1 4}))": 3,  # of the first site
            "(count Adjacent at:77)": -1,
            '(count Pieces Mover "Disc")': 2,
            '(count Pieces Mover "King")': 0,
            '(count Pieces All "Disc" in:(sites Bottom))': 1,
            "(count Pieces Cell Mover)": 2,
            "(count Pieces of:(mover) if:(= (site) 4))": 1,
        },
        '(board (square 3)) (piece "Disc" Each) (hand Each size:2)',
        players=3,
        start='(place "Disc1" 0)',
        play="(move Add (to 4))",
    )


@pytest.mark.parametrize("more", ["", "(hand Each)"], ids=["counted together", "looked up in lists"])
def test_counts_of_pieces(more: str) -> None:
    check(
        {
            "(count Pieces)": 10,
            "(count Pieces All)": 10,
            "(count Pieces Mover)": 5,
            "(count Pieces Next)": 3,
            "(count Pieces Neutral)": 2,
            "(count Pieces Shared)": 0,
            "(count Pieces Enemy)": 3,
            "(count Pieces NonMover)": 5,
            "(count Pieces of:2)": 3,
            "(count Pieces of:7)": 0,
            "(count Pieces of:(who at:0) in:(sites Board))": 5,
            '(count Pieces Mover "Disc")': 4,
            '(count Pieces All "King")': 2,
            '(count Pieces Next "King" in:(sites Top))': 1,
            '(count Pieces "Stone" if:(is In (site) (sites Bottom)))': 0,
            "(count Pieces All in:(sites Bottom))": 4,
            "(count Pieces Next in:(sites Top))": 3,
            "(count Pieces All in:(sites Empty))": 0,
            "(count Pieces All in:(sites Around 0))": 3,
            "(count Pieces Enemy if:(> (site) 12))": 2,
            "(count Pieces All if:(> (site) 4))": 5,
            "(count Pieces All in:(sites Around 0) if:(= (count Sites in:(sites Around (site))) 8))": 1,
            "(count Pieces P1 if:(= (what at:(site)) 3))": 1,
        },
        f'(board (square 4)) (piece "Disc" Each) (piece "King" Each) (piece "Stone" Neutral) {more}',
        start='(place "Disc1" {0 1 2}) (place "King1" 3) (place "Disc2" {12 13}) (place "King2" 15)'
        ' (place "Stone0" {5 6})',
        play="(move Add (to 4))",
    )


def test_a_pass_has_no_destination() -> None:
    check({"(count Sites)": 0})


def test_what_stands_on_the_levels_of_a_stack() -> None:
    check(
        {
            "(state at:0)": 3,
            "(state at:0 level:0)": 1,
            "(state at:0 level:1)": 3,
            "(rotation at:0 level:0)": 0,
            "(value Piece at:0 level:1)": 7,
            "(value Piece at:0 level:0)": 7,
            "(value Piece at:0)": 7,
            "(state at:9 level:0)": 0,
        },
        '(board (square 3)) (piece "A" P1) (piece "B" P2) (hand Each)',
        start='(place Stack "A1" 0 count:1 state:1 value:7) (place Stack "B2" 0 count:1 state:3 value:7)',
    )


def test_large_pieces_count_the_sites_that_they_cover() -> None:
    check(
        {
            "(size LargePiece at:12)": 3,
            "(size LargePiece at:0)": 1,
            "(size LargePiece at:1)": 0,
            "(size LargePiece in:(sites {0 12}))": 4,
            "(size LargePiece at:(last To))": 1,
        },
        '(board (square 5)) (tile "Bar" P1 {{F F}}) (piece "Disc" P2)',
        start='(place "Bar1" 12 state:0) (place "Disc2" 0)',
        play='(move Add (piece "Disc2") (to 20))',
    )


# a track that runs twice over 1: its pieces are found by the lap that they are in
LAPS = '(board (square 3) {(track "Lap" "0,E,N1,W,S1,E,End" P1) (track "Back" "8,W" P2)}) (piece "Disc" Each)'


def test_the_ends_of_tracks() -> None:
    check(
        {
            '(trackSite FirstSite "Lap")': 0,
            '(trackSite FirstSite "Back")': 8,
            "(trackSite FirstSite P2)": 8,
            "(trackSite FirstSite Mover)": 0,
            "(trackSite FirstSite from:5 if:(= (to) 2))": 2,
            "(trackSite FirstSite from:8 if:(= (to) 2))": -1,  # not on the track
            "(trackSite FirstSite Mover from:(last To) if:(!= (to) 0))": 4,
            "(trackSite EndSite P2)": 6,
            '(trackSite EndSite "Lap")': -2,
            '(trackSite EndSite "nowhere")': -2,  # the first track of all
        },
        LAPS,
        play="(move Add (to 4))",
    )


def test_a_board_without_tracks() -> None:
    check({"(trackSite FirstSite)": -1, "(trackSite EndSite)": -1})


def test_liberties_and_groups_that_satisfy_a_condition() -> None:
    """O at 1 and 4, X at 3, on a square of nine."""
    check(
        {
            "(count Liberties at:4 Orthogonal)": 4,  # 0, 2, 5 and 7
            "(count Liberties at:4 Orthogonal if:(= (column of:(to)) 1))": 4,
            "(count Liberties at:4 Orthogonal if:(= (to) 4))": 2,  # 5 and 7; 1 is not of the group, nor empty
            "(count Liberties at:3 Orthogonal if:(= (to) 4))": 0,
            "(size Group at:4 Orthogonal)": 2,
            "(size Group at:4 Orthogonal if:(is Occupied (to)))": 3,
            "(size Group at:4 if:(= (to) 3))": 0,
            "(count SizeBiggestGroup Orthogonal)": 3,
            "(countSizeBiggestGroup Orthogonal)": 3,
            "(countSizeBiggestGroup Orthogonal if:(is Mover (who at:(to))))": 2,
        },
        start='(place "Disc1" 1) (place "Disc2" 3)',
        play="(move Add (to 4))",
    )


def test_counts_compared_with_a_constant() -> None:
    """What counts may stop where the comparison is decided: all of them, around and beyond the true values."""
    counts = {
        "(count Liberties at:4 Orthogonal)": 4,
        "(count Liberties at:4 Orthogonal if:(= (to) 4))": 2,
        "(count Liberties at:3 Orthogonal if:(= (to) 4))": 0,
        "(count Liberties at:0 Orthogonal)": 0,  # an empty site: its group is empty sites
        "(size Group at:4 Orthogonal)": 2,
        "(size Group at:77)": 0,
        "(count Groups Orthogonal if:(is Empty (to)))": 2,
        "(count Groups Orthogonal min:2)": 1,
    }
    tests = {"=": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}
    expected: dict[str, Value] = {}
    for text, count in counts.items():
        for constant in (-1, 0, 1, count - 1, count, count + 1, 2147483647):
            for sign, holds in tests.items():
                expected[f"({sign} {text} {constant})"] = holds(count, constant)
                expected[f"({sign} {constant} {text})"] = holds(constant, count)
    listed = list(expected.items())
    for at in range(0, len(listed), 120):
        check(dict(listed[at : at + 120]), start='(place "Disc1" 1) (place "Disc2" 3)', play="(move Add (to 4))")


# 11   12   13
#    9   10
#  5   6    8     the apex, 7, lies above 6
#    3   4
#  0   1    2
def test_what_is_seen_from_above() -> None:
    """Neighbours are apart where two balls above both come between them; what lies under a ball is not seen."""
    ground = "if:(and (is Occupied (to)) (= 0 (layer of:(to))))"
    items = '(board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each)'
    check(
        {
            f"(count SizeBiggestGroup SameLayer {ground} isVisible:False)": 2,
            f"(count SizeBiggestGroup SameLayer {ground} isVisible:True)": 1,
            "(countSizeBiggestGroup SameLayer isVisible:True)": 2,  # 3 and 4
        },
        items,
        start='(place "Ball1" {1 3 4})',
        play="(move Add (to 6))",
    )
    check(
        {
            f"(count SizeBiggestGroup SameLayer {ground} isVisible:False)": 3,
            f"(count SizeBiggestGroup SameLayer {ground} isVisible:True)": 1,
            "(countSizeBiggestGroup SameLayer isVisible:True)": 1,
        },
        items,
        start='(place "Ball1" {5 6 8})',
        play="(move Add (to 7))",
    )
