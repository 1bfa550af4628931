"""Directions that depend on the position (manual: directions)."""

from __future__ import annotations

import pytest

import ludens
from ludemes.evaluation import check
from ludens.ludemes import radial_tables

# The piece has just moved from 6 to 7, to the east; 17 lies to the north of 12.
MOVE = {
    "items": '(board (square 5)) (piece "Disc" Each)',
    "start": '(place "Disc1" 6)',
    "play": "(move (from 6) (to 7))",
}


@pytest.mark.parametrize(
    ("directions", "sites"),
    [
        ("(directions SameDirection)", {13}),
        ("(directions OppositeDirection)", {11}),
        ("(directions {SameDirection Forward})", {13, 17}),
        ("(directions {OppositeDirection Leftward})", {11}),
        ("(union (directions SameDirection) N)", {13, 17}),
        ("(union Orthogonal (directions SameDirection))", {7, 11, 13, 17}),
        ("(difference Orthogonal (directions SameDirection))", {7, 11, 17}),
        ("(difference (directions {SameDirection OppositeDirection}) E)", {11}),
        ("(difference (directions SameDirection) Orthogonal)", set()),
        ("(union (difference Orthogonal N) NE)", {13, 7, 11, 18}),
        ("(if (is Mover P1) N S)", {17}),
        ("(if (= (last To) 3) N S)", {7}),
        ("(if (= (last To) 7) (directions SameDirection) S)", {13}),
        ("(if (= (last To) 3) (directions SameDirection) S)", {7}),
        ("(directions Cell from:12 to:24)", {18}),
        ("(directions Cell from:12 to:23)", set()),  # not on a line
        ("(directions Cell from:12 to:12)", set()),
        ("(directions Cell from:(last From) to:(last To))", {13}),
        ("(directions Cell from:(- (mover) 2) to:(last To))", set()),
        ("(union (directions Cell from:12 to:(last To)) (directions SameDirection))", {7, 13}),
        ("(directions Random Orthogonal num:4)", {7, 11, 13, 17}),
        ("(directions Random Orthogonal num:9)", {7, 11, 13, 17}),
        ("(directions Random Orthogonal num:0)", set()),
        ("(directions Random (directions {N E}) num:5)", {13, 17}),
        ("(directions Random (directions {Orthogonal N}) num:5)", {7, 11, 13, 17}),
        ("(directions Random (directions SameDirection) num:1)", {13}),
    ],
)  # fmt: skip
def test_directions(directions: str, sites: set[int]) -> None:
    step = f"(step (from 12) {directions} (to if:True))"
    expected: dict[str, set[int]] = {f"(sites Direction from:12 {directions} distance:1)": sites}
    expected[f"(sites To {step})"] = sites
    check(expected, **MOVE)


def test_slides_and_what_lies_ahead_follow_the_last_move() -> None:
    check(
        {
            "(sites To (slide (from 12) (directions SameDirection)))": {13, 14},
            "(sites To (slide (from 12) (directions OppositeDirection)))": {11, 10},
            "(sites To (hop (from 5) (directions SameDirection) (between if:(is Empty (between))) (to if:True)))": {7},
            "(ahead 12 SameDirection)": 13,
            "(ahead 12 steps:2 OppositeDirection)": 10,
            "(ahead 12 (union (directions SameDirection) N))": 13,
            "(ahead 12 (union N (directions SameDirection)))": 17,
            "(ahead 12 (difference (directions SameDirection) E))": 12,
            "(count Sites in:(sites Direction from:12 (directions Random Orthogonal num:2) distance:1))": 2,
        },
        **MOVE,
    )


def test_directions_of_the_site_itself() -> None:
    """On the top row there is no way to the north: the next heading clockwise is the east."""
    check(
        {
            "(sites Direction from:22 (directions FR bySite:True) distance:1)": {23},
            "(sites Direction from:22 (directions FL bySite:True) distance:1)": {21},
            "(sites Direction from:22 (directions Forward bySite:True) distance:1)": set(),
            "(sites Direction from:22 (directions FR) distance:1)": set(),
            "(sites Direction from:12 (directions FR bySite:True) distance:1)": {18},
            "(sites Direction from:12 (directions FR of:Orthogonal) distance:1)": {13},
            "(sites Direction from:12 (directions {Forwards Backward}) distance:1)": {16, 17, 18, 7},
        },
        **MOVE,
    )


def test_a_slide_is_offered_once_for_each_time_its_direction_is_listed() -> None:
    game = ludens.load(
        '(game "Twice" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})'
        ' (rules (start (place "Disc1" 4)) (play (forEach Piece (move Slide (directions {N E N}))))'
        " (end (if (= 1 0) (result Mover Win)))))"
    )
    assert [move.to_site for move in game.start(seed=1).legal_moves()] == [7, 5, 7]


def test_the_last_move_must_lie_on_a_line() -> None:
    check(
        {"(sites Direction from:12 (directions SameDirection))": set(), "(ahead 12 SameDirection)": 12},
        '(board (square 5)) (piece "Disc" Each)',
        start='(place "Disc1" 0)',
        play="(move (from 0) (to 7))",
    )


def test_tables_may_share_the_lines_of_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """On large boards, that is: each finds the lines that it would have itself."""
    slides = [
        "Orthogonal",
        "Diagonal",
        "(directions {Forward BL})",
        "All",
        "(directions Random (directions {N E}) num:2)",
    ]
    moves = " ".join(
        f'(piece "P{n}" Each (slide {kind} (to if:(is Next (who at:(to))))))' for n, kind in enumerate(slides)
    )
    places = " ".join(f'(place "P{n}1" {5 + n}) (place "P{n}2" {60 - n})' for n in range(len(slides)))
    rules = f"(rules (start {{{places}}}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win))))"
    game = f'(game "Lines" (players {{(player N) (player S)}}) (equipment {{(board (square 9)) {moves}}}) {rules})'

    def played() -> list[list[str]]:
        state, found = ludens.load(game).start(seed=1), []
        for ply in range(12):
            found.append([move.to_trial() for move in state.legal_moves()])
            state.play(state.legal_moves()[7 * ply % len(found[-1])])
        return found

    alone, code = played(), ludens.load(game).ir()
    monkeypatch.setattr(radial_tables, "SHARED_SITES", 0)
    monkeypatch.setenv("LUDENS_CACHE", "off")
    assert played() == alone
    assert ludens.load(game).ir() != code
