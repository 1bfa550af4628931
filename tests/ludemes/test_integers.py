"""Integers, arrays, floats and ranges: the reference values of the language's description (manual: integers)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

import ludens

SQUARE = '(board (square 3)) (piece "Ball" Each)'
LARGE = '(board (square 5)) (piece "Ball" Each)'
HANDS = '(board (square 3)) (hand Each size:3) (piece "Ball" Each)'
VERTICES = '(board (square 3) use:Vertex) (hand Each) (piece "Ball" Each)'
TRACKS = (
    '(board (square 3) {(track "A" {0 1 2 5 8 End} P1) (track "B" {8 7 6 3 0 End} P2)'
    ' (track "Loop" {0 1 2 5 8 7 6 3} loop:True)}) (piece "Ball" Each)'
)


def values(equipment: str, expressions: Sequence[str], *, start: str = "", site: int = 7, moves: int = 1) -> list[int]:
    """What expressions give in the consequents of a move that adds a piece to a site."""
    effects = " ".join(f'(set Var "x{i}" {e})' for i, e in enumerate(expressions))
    text = (
        f'(game "Probe" (players 2) (equipment {{{equipment}}}) (rules {f"(start {{{start}}})" if start else ""}'
        f"(play (move Add (to (sites Empty)) (then (and {{{effects}}})))) (end (if (is Line 9) (result Mover Win)))))"
    )
    state = ludens.load(text).start(seed=1)
    applied = state.play(next(m for m in state.legal_moves() if m.to_site == site))
    for _ in range(moves - 1):
        applied = state.play(state.legal_moves()[0])
    return [int(v) for v in re.findall(r"\[SetVar:name=x\d+,value=(-?\d+)\]", applied.to_trial())]


def check(equipment: str, expected: dict[str, int], *, start: str = "", site: int = 7, moves: int = 1) -> None:
    """Compare expressions with what they should give, all in one game."""
    got = values(equipment, list(expected), start=start, site=site, moves=moves)
    assert dict(zip(expected, got, strict=True)) == expected


def test_arithmetic() -> None:
    check(
        SQUARE,
        {
            "(/ -7 2)": -3,
            "(% -7 3)": -1,
            "(% 7 -3)": 1,
            "(^ 2 40)": 2**31 - 1,
            "(^ 2 -1)": 0,
            "(^ 0 -1)": 2**31 - 1,
            "(* 65536 65536)": 0,
            "(+ Infinity (* 2 Infinity))": -1294967296,
            "(abs -2147483648)": -(2**31),
            "(/ (last To) -2)": -3,
            "(% (- (last To)) 4)": -3,
            "(^ (last To) 2)": 49,
            "(max (last To) 3)": 7,
            "(min {})".replace("{}", "(array {4 (last To) 2})"): 2,
            "(if (= 1 (mover)) 5 6)": 5,
            "(toInt (is Mover P2))": 0,
            "(toInt -2.9)": -2,
            "(toInt 3000000000.0)": 2**31 - 1,
            "(toInt (+ (toFloat (last To)) 0.75))": 7,
            "(toInt (^ 2.0 (toFloat (last To))))": 128,
            "(toInt (* 100.0 (sqrt 2.0)))": 141,
        },
    )


def test_arrays() -> None:
    check(
        SQUARE,
        {
            "(max (values Remembered))": -1,
            "(* (values Remembered))": 0,
            "(size Array (difference (array {1 1 2}) 1))": 2,
            "(size Array (difference (array {1 1 2}) (array {1})))": 2,
            "(arrayValue (difference (array {3 1 2 3}) (array {3})) index:0)": 1,
            "(arrayValue (intersection (array {3 1 2}) (array {2 3})) index:0)": 2,
            "(arrayValue (intersection {(array {3 1 2}) (array {2 3})}) index:0)": 3,
            "(size Array (union (array {3 3}) (array {1 1})))": 3,
            "(size Array (union (array {7 3}) (array {(last To) 1})))": 3,
            "(size Array (difference (array {7 7 3}) (last To)))": 2,
            "(arrayValue (array {4 5}) index:2)": -1,
            "(size Array (players All))": 4,
            "(size Array (players NonMover))": 2,
            "(size Array (players Enemy))": 1,
            "(size Array (players Ally))": 0,
            "(count Value 1 in:(array {1 (mover) 2}))": 2,
            "(+ (results from:(last To) to:(sites Around (from) Orthogonal) (to)))": 6 + 8 + 4,
            "(regionSite (sites Empty) index:7)": 8,
            "(regionSite (sites Empty) index:8)": -1,
            "(regionSite (forEach (sites Empty) if:True) index:7)": 8,
            "(regionSite (forEach (sites Empty) if:True) index:(+ 7 (mover)))": -1,
        },
    )


def test_hands() -> None:
    check(HANDS, {"(count Sites at:1)": 3, "(handSite P2 7)": 19, "(handSite Shared)": -1, "(handSite Mover)": 9})


def test_a_vertex_game_does_not_see_hands_without_the_type() -> None:
    check(
        VERTICES,
        {
            "(who at:(handSite P1))": 0,
            "(who Cell at:(handSite P1))": 1,
            "(what at:(handSite P1))": 1,
            "(count at:(handSite P1))": 0,
            "(count Cell at:(handSite P1))": 3,
            "(count Pieces P1)": 4,
            "(count Pieces P1 in:(sites Board))": 1,
        },
        start='(place "Ball" "Hand" count:3)',
    )


def test_stacks() -> None:
    pieces = '(board (square 3)) (piece "A" P1) (piece "B" P2) (piece "C" P1)'
    check(
        pieces,
        {
            "(what at:0)": 1,
            "(what at:0 level:2)": 3,
            "(what at:0 level:-1)": 3,
            "(what at:0 level:5)": 0,
            "(who at:0)": 1,
            "(who at:0 level:1)": 2,
            "(topLevel at:0)": 2,
            "(topLevel at:5)": 0,
            "(topLevel at:77)": -1,
            "(count Pieces)": 13,
            "(count Pieces P1)": 5,
            "(count Pieces P2)": 2,
            "(size Stack at:1)": 3,
            "(count Stack at:0 if:(is Mover (who at:(to) level:(level))))": 2,
            '(where Level "B" P2 at:1)': 1,
        },
        start='(place Stack items:{"A1" "B2" "C1"} 0) (place Stack items:{"A1" "B2" "C1"} 1)',
    )


def test_counting_a_player_named_by_an_iterator() -> None:
    """The player is the one that the iterator gives outside the count, which sets the iterators itself."""
    check(
        '(board (square 3)) (piece "A" P1) (piece "B" P2)',
        {"(+ (results from:(sites {0}) to:0 (count Pieces of:(who at:(to) level:1) in:(sites {0}))))": 1},
        start='(place Stack items:{"A1" "B2" "A1"} 0)',
    )


def test_geometry() -> None:
    check(
        LARGE,
        {
            "(ahead 12 steps:3 N)": 12,
            "(ahead 24 N)": 24,
            "(ahead Off N)": -1,
            "(ahead 20 steps:4 Orthogonal)": 24,
            "(ahead 0 Forwards)": 0,
            "(ahead (last To) E)": 8,
            "(ahead (last To) steps:(mover) N)": 12,
            "(row of:(last To))": 1,
            "(column of:(last To))": 2,
            "(row of:25)": -1,
            '(coord "B2")': 6,
            "(coord row:1 column:(mover))": 6,
            "(centrePoint)": 12,
            "(count Steps 0 Off)": 0,
            "(count Steps Orthogonal 0 24)": 4,  # one table for all: Adjacent, if any asks for it
            "(count Steps (step Orthogonal (to if:True)) 0 24)": 8,
            "(count Steps (step N (to if:True)) 0 24)": 1_000_000_000,
            "(count Rows)": 5,
            "(count Orthogonal at:0)": 2,
            "(count Adjacent at:(last To))": 8,
            "(mapEntry (last To))": 7,
        },
    )


def test_facing() -> None:
    equipment = '(board (square 5)) (piece "Ball" P1) (piece "Pawn" P2 S)'
    check(
        equipment,
        {
            "(ahead 12)": 7,
            "(ahead 12 FR)": 6,
            "(ahead 12 FL)": 8,
            "(ahead 12 BL)": 16,
            "(ahead 12 Rightward)": 11,
            "(ahead 12 Forwards)": 8,
        },
        start='(place "Pawn2" 12)',
    )


def test_tracks() -> None:
    check(
        TRACKS,
        {
            "(trackSite Move from:0 P1 steps:5)": -2,
            "(trackSite Move from:0 P1 steps:6)": -1,
            "(trackSite Move from:0 P1 steps:-3)": 0,
            '(trackSite Move from:0 "Loop" steps:17)': 1,
            '(trackSite Move from:4 "Loop" steps:2)': 2,
            "(trackSite Move from:4 P1 steps:1)": -1,
            '(trackSite Move from:8 "nope" steps:1)': -2,
            '(count StepsOnTrack "Loop" 8 0)': 2,
            "(trackSite FirstSite)": 0,
            '(trackSite FirstSite P2 "Loop")': 0,
            "(trackSite EndSite)": 3,
            "(trackSite EndSite P2)": -2,
            "(trackSite FirstSite P1 if:(= (to) 5))": 5,
            '(trackSite Move from:(last To) "Loop" steps:(last To))': 8,
        },
    )


def test_tracks_of_the_second_player() -> None:
    got = values(TRACKS, ['(trackSite Move from:8 "nope" steps:1)', '(count StepsOnTrack "Loop" 8 0)'], site=4, moves=2)
    assert got == [7, 4]


def test_after_the_first_move() -> None:
    check(
        SQUARE,
        {
            "(last From)": 7,
            "(last To)": 7,
            "(count Moves)": 1,
            "(count MovesThisTurn)": 0,
            "(count Turns)": 1,
            "(counter)": -1,
            "(prev)": 0,
            "(prev MoverLastTurn)": -1,
            "(from)": -1,
            "(from at:StartOfTurn)": 7,
            "(next)": 2,
            '(var "unset")': -1,
            "(value Player P1)": -1,
            '(id "Ball" Next)': 2,
            '(id "Ball1")': 1,
            '(id "nobody")': -1,
            '(where "Ball" Mover)': 7,
            "(where 2)": -1,
            "(count Active)": 2,
        },
    )


def test_groups() -> None:
    check(
        LARGE,
        {
            "(count Groups)": 2,
            "(count Groups Orthogonal)": 4,
            "(count Groups Orthogonal min:2)": 1,
            "(count SizeBiggestGroup)": 5,
            "(size Group at:0)": 2,
            "(size Group at:0 if:(is Occupied (to)))": 5,
            "(count Liberties at:0 Orthogonal)": 2,
            "(size Array (sizes Group P1))": 3,
            "(count SizeBiggestLine Orthogonal if:(is Occupied (to)))": 3,
            "(size Territory Orthogonal P1)".replace("Orthogonal P1", "P1 Orthogonal"): 0,
        },
        start='(place "Ball1" {0 1 14}) (place "Ball2" {2 8})',
        site=22,
    )


def test_territory() -> None:
    wall = '(place "Ball1" {10 11 12 13 14}) (place "Ball2" {24})'
    expected = {"(size Territory P1 Orthogonal)": 10, "(size Territory P2)": 0, "(size Territory All)": 18}
    check(LARGE, expected, start=wall, site=20)


@pytest.mark.parametrize(
    "expression", ["(max {1 5 3})", "(size Array {1 2})", "(+ 1 2 3)", "(count Value 1 in:{1 2})", "(hint at:3)"]
)
def test_what_does_not_compile(expression: str) -> None:
    with pytest.raises(ludens.LudError):
        values(SQUARE, [expression])


def test_random_values_stay_in_their_range() -> None:
    got = values(SQUARE, ["(value Random (range 3 5))"] * 30 + ["(value Random (range 5 3))"])
    assert set(got[:30]) == {3, 4, 5}
    assert got[30] == -1
