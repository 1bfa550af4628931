"""Conditions on numbers, dice, layers, angles, patterns and threats (manual: booleans)."""

from __future__ import annotations

import pytest

from ludemes.evaluation import check

ADD = "(move Add (to 4))"


def test_even_and_odd() -> None:
    check(
        {
            "(is Even -2)": True,
            "(is Odd -1)": True,
            "(is Odd (last To))": False,
            "(is Odd (- (mover) 2))": True,
            "(is Even (+ 1 (last To)))": False,
        },
        play=ADD,
    )


def test_dice_that_were_rolled() -> None:
    check(
        {
            "(is AnyDie 3)": True,
            "(is AnyDie (mover))": False,
            "(all DiceEqual)": True,
            "(all DiceUsed)": False,
            "(count Pips)": 6,
            "(count Pips P1)": 0,
            "(face 9)": 3,
            "(face 10)": 3,
            "(face 4)": -1,
        },
        '(board (square 3)) (piece "Disc" Each) (dice d:1 from:3 num:2)',
        play='(do (roll) next:(move Add (piece "Disc1") (to 4)))',
    )


def test_dice_before_the_first_roll() -> None:
    check(
        {"(all DiceEqual)": False, "(is AnyDie 7)": False},
        '(board (square 3)) (piece "Disc" Each) (dice d:6 num:2)',
    )


def test_without_dice() -> None:
    check({"(is AnyDie 0)": False, "(all DiceUsed)": False, "(all DiceEqual)": False, "(count Pips)": 0})


# 2 3   a square with both diagonals
# 0 1
def test_edges() -> None:
    check(
        {
            "(is Crossing (edge 0 3) (edge 1 2))": True,
            "(is Crossing (edge 0 1) (edge 2 3))": False,
            "(is Crossing (edge 0 1) (edge 0 3))": False,  # they share an end
            "(is Crossing (edge 0 3) 99)": False,
            "(= (edge 0 3) (edge 3 0))": True,
            "(= (edge (last To) 3) (edge 3 0))": True,
            "(edge 0 0)": -1,
            "(edge (last To) (last To))": -1,
            "(is Crossing (edge (last To) 3) (edge 1 2))": True,
        },
        '(board (complete (square 2)) use:Vertex) (piece "Disc" Each)',
        play="(move Add (to 0))",
    )


# 3   4
#   2      the ball on 2 lies on the four others
# 0   1
@pytest.mark.parametrize(("placed", "flat"), [("{0 1}", False), ("{0 1 3}", True)])
def test_a_ball_lies_on_the_ground_or_on_four_others(placed: str, flat: bool) -> None:
    check(
        {
            "(is Flat 0)": True,
            "(is Flat 2)": flat,
            "(is Flat (+ 1 (mover)))": flat,
            "(layer of:2)": 1,
            "(layer of:(last To))": 0,
        },
        '(board (square 2 pyramidal:True) use:Vertex) (piece "Ball" Each)',
        start=f'(place "Ball1" {placed})',
        play="(move Add (to 4))",
    )


def test_the_platform_below() -> None:
    check(
        {
            "(count SitesPlatformBelow 2 P1)": 2,
            "(count SitesPlatformBelow (+ 1 (mover)) Next)": 1,
            "(count SitesPlatformBelow 0 P1)": 0,
        },
        '(board (square 2 pyramidal:True) use:Vertex) (piece "Ball" Each)',
        start='(place "Ball1" 0) (place "Ball2" 1)',
        play="(move Add (to 4))",
    )


def test_types_of_the_last_move() -> None:
    check(
        {
            "(is LastTo Cell)": True,
            "(is LastFrom Cell)": True,
            "(is LastTo Vertex)": False,
            "(is LastFrom Edge)": False,
        },
        play=ADD,
    )


def test_what_is_hidden_from_a_player() -> None:
    """With constants only it is answered at load, where nothing is hidden."""
    check(
        {
            "(is Hidden What at:(+ 2 (mover)) to:P1)": True,
            "(is Hidden What at:(+ 2 (mover)) to:P2)": False,
            "(is Hidden What at:(+ 2 (mover)) to:(player (mover)))": True,
            "(is Hidden Who at:(+ 2 (mover)) to:P1)": False,
            "(is Hidden at:(+ 2 (mover)) to:P1)": False,
            "(is Hidden What at:(+ 3 (mover)) to:P1)": False,
        },
        start="(set Hidden What at:3 to:P1)",
    )


# 6 . 8    X . .
# 3 4 5    O X .
# 0 1 2    X O X
def test_patterns_of_several_pieces() -> None:
    check(
        {
            "(is Pattern {F R F})": False,
            "(is Pattern {F} what:1)": False,
            "(is Pattern {F F} from:2 whats:{1 2})": True,  # 2, 1, 0
            '(is Pattern {F F} from:(+ 1 (mover)) whats:{(id "Disc" Mover) (id "Disc" Next)})': True,
            "(is Pattern {F F} from:2 whats:{2 1})": False,  # the start is not of the first kind
            "(is Pattern {F R F} from:0 whats:{1 2 1})": True,  # 0, 3, 4
            "(is Pattern {F L F} from:0 whats:{1 2 1})": True,  # 0, 1, 4
            "(is Pattern {F R F} from:6 whats:{1 2 1})": False,
            "(is Pattern {F F} from:8 whats:{0 0})": False,  # 8, 5, 2: a disc at the end
            "(is Pattern {F} from:8 whats:{0})": True,
            "(is Pattern {F} from:8)": False,
            "(is Pattern {F} from:-1 what:1)": False,
            "(is Pattern {F F} from:(- (mover) 2) whats:{1 2})": False,
        },
        start='(place "Disc1" {0 2 6}) (place "Disc2" {1 3})',
        play=ADD,
    )


def test_a_board_as_it_should_be() -> None:
    check(
        {
            "(is Target {1 2 0 0 1 0 0 0 0})": True,
            "(is Target {1 2 0 0 1 0 0 0 2})": False,
            "(is Target {1 2})": False,
            '(is Target "Board" {1 2 0 0 1 0 0 0 0})': True,
            "(is Target {1 0} {4 8})": True,
            "(is Target {1 0} {4})": False,
            "(is Target {2} {1})": True,
            "(is Target {2} 1)": True,
            "(is Target (- (mover) 1) {1 2 0 0 1 0 0 0 0})": True,
            "(is Target (- (mover) 2) {1 2 0 0 1 0 0 0 0})": False,  # there is no such container
            "(is Target (- (mover) 1) {1 2})": False,
        },
        start='(place "Disc1" 0) (place "Disc2" 1)',
        play=ADD,
    )


def test_a_stack_as_it_should_be() -> None:
    """Without sites the first cell that is not of that height ends the search."""
    check(
        {
            "(is Target {1 2} {0 1})": True,
            "(is Target {2 1} {0 1})": False,
            "(is Target {1 2} 0)": True,
            "(is Target {1 2 1} 0)": False,
            "(is Target {1 2})": True,
            "(is Target {2 1})": False,
        },
        start='(place Stack items:{"Disc1" "Disc2"} 0)',
    )


# The disc of player 1 stands on 4, that of player 2 on 8; a step along a diagonal takes.
THREAT = "(forEach Piece)"
STEPS = '(piece "Disc" Each (move Step Diagonal (to if:(or (is Empty (to)) (is Enemy (who at:(to)))))))'


@pytest.mark.parametrize(("other", "threatened"), [(8, True), (5, False)])
def test_threats(other: int, threatened: bool) -> None:
    check(
        {
            f'(is Threatened (id "Disc" P1) at:4 {THREAT})': threatened,
            f'(is Threatened (id "Disc" P1) {THREAT})': threatened,
            f'(is Threatened (id "Disc" P1) in:(sites {{4 1}}) {THREAT})': threatened or other == 5,
            f"(is Threatened at:4 {THREAT})": threatened,
            f"(is Threatened at:(last To) {THREAT})": threatened,
            f"(is Threatened in:(sites {{3 4}}) {THREAT})": threatened,
            f"(is Threatened at:3 {THREAT})": False,  # nothing stands there
            f"(is Threatened {THREAT})": threatened,
            f'(is Threatened (id "Nobody") at:4 {THREAT})': False,
        },
        f"(board (square 3)) {STEPS}",
        start=f'(place "Disc2" {other})',
        play=ADD,
    )


def angled(kind: str, first: int, second: int, at: int = 4) -> str:
    return f"(is {kind} at:{at} (= (site) {first}) (= (site) {second}))"


def test_angles_are_those_of_a_line_with_the_south_north_line() -> None:
    """The first of the two sites is the lower one; the site that is named takes no part itself."""
    check(
        {
            angled("Right", 0, 2): True,  # due east
            angled("Acute", 0, 6): False,  # due north: 180 degrees
            angled("Obtuse", 0, 6): True,
            angled("Obtuse", 1, 3): True,  # north west
            angled("Acute", 1, 3): False,
            angled("Right", 2, 0): False,  # the conditions are asked in the order of the sites
            angled("Reflex", 0, 8): False,
            angled("Right", 3, 4): False,  # never the site itself
            angled("Right", 3, 5, at=99): False,
        },
        play=ADD,
    )
