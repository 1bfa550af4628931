"""Moves of many pieces at once: what is drawn by number are the legal moves, each once."""

from __future__ import annotations

import pytest

import ludens
from ludemes.finding import check_found_by_number
from ludens.game.single import SingleGame
from ludens.testing.certificates.finder import Finder

_WALK = "{{F F R F} {F F L F}}"
_FLY = (
    "(move Hop Diagonal (between before:8 after:8 if:(and (not (is In (between) (sites ToClear)))"
    " (is Enemy (who at:(between)))) (apply (remove (between) at:EndOfTurn))) (to if:(is Empty (to)))"
    " (then (if (can Move (hop (from (last To)) Diagonal (between before:8 after:8 if:(and (not (is In (between)"
    " (sites ToClear))) (is Enemy (who at:(between))))) (to if:(is Empty (to))))) (moveAgain))))"
)
_HOP = "(hop {d} (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))) {t})"
_STEP = "(move Step {d} (to if:(is Empty (to))) {t})"
_TAKE = "(move Step {d} (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"
_AGAIN = "(then (if (can Move " + _HOP.format(d="(from (last To)) {d}", t="") + ") (moveAgain)))"
_BACK = '(then (if (is In (last To) (sites Next)) (promote (last To) (piece "King") Mover)))'


def text(board: str, pieces: str, play: str, start: str, players: str = "{(player N) (player S)}") -> str:
    return (
        f'(game "Herd" (players {players}) (equipment {{(board {board}) {pieces}'
        " (regions P1 (sites Bottom)) (regions P2 (sites Top))})"
        f" (rules (start {{{start}}}) (play {play}) (end (if (no Moves Next) (result Mover Win)))))"
    )


def pawns(moves: str) -> str:
    return f'(piece "Pawn" Each {moves})'


_ROWS = '(place "Pawn1" (expand (sites Bottom) steps:2)) (place "Pawn2" (expand (sites Top) steps:2))'
_GAPS = (
    '(place "Pawn1" (difference (sites Phase 1) (sites {12 34 45 57 78 90})))'
    ' (place "Pawn2" (difference (sites Phase 0) (sites {11 33 44 66 77 88})))'
)
_FORWARD = "(directions {FR FL})"


def jump(direction: str) -> str:
    """A capture that goes on with the same piece."""
    return _HOP.format(d=direction, t=_AGAIN.format(d=direction)).replace("(hop", "(move Hop", 1)


def capture(direction: str) -> str:
    """The captures of all pawns by steps in a direction."""
    return f'(forEach Piece "Pawn" (move Step {direction} (to if:(is Enemy (who at:(to))) (apply (remove (to))))))'


_ON = jump("Diagonal").replace("Hop Diagonal", "Hop (from (last To)) Diagonal", 1)
_DRAUGHTS = (
    f'(if (is Prev Mover) {_ON} (priority {{(or (forEach Piece "Pawn" {jump(_FORWARD)} {_BACK})'
    f' (forEach Piece "King" {jump("Diagonal")})) (or (forEach Piece "Pawn" {_STEP.format(d=_FORWARD, t=_BACK)})'
    f' (forEach Piece "King" {_STEP.format(d="Diagonal", t="")}))}}))'
)
_TWELVE = (
    '(place "Pawn1" (difference (expand (sites Bottom) steps:2) (sites Phase 1)))'
    ' (place "Pawn2" (difference (expand (sites Top) steps:2) (sites Phase 1)))'
)

_TWO = '(place "King1" coord:"C1") (place "King2" coord:"C5")'

GAMES = {
    "steps forward": text(
        "(square 8)",
        pawns(f"(or {_STEP.format(d='Forward', t='')} {_TAKE.format(d=_FORWARD)})"),
        "(forEach Piece)",
        _ROWS,
    ),
    "the last of many members": text(
        "(square 8)",
        '(piece "Pawn" Each)',
        f"(priority {{{' '.join(map(capture, ('N', 'E', 'S', 'W', 'NE', 'SW')))}"
        f' (forEach Piece "Pawn" {_STEP.format(d="Adjacent", t="")})}})',
        _ROWS,
    ),
    "steps on two words": text("(square 10)", pawns(_TAKE.format(d="Orthogonal")), "(forEach Piece)", _ROWS),
    "steps on hexagons": text("(hex 5)", pawns(_TAKE.format(d="Adjacent")), "(forEach Piece)", _ROWS),
    "steps on vertices": text(
        "(square 6 diagonals:Alternating) use:Vertex", pawns(_TAKE.format(d="All")), "(forEach Piece)", _ROWS
    ),
    "steps of three players": text(
        "(square 7)",
        pawns(_STEP.format(d="Orthogonal", t="")),
        "(forEach Piece)",
        '(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top)) (place "Pawn3" (sites Left))',
        "3",
    ),
    "steps beside hands": text(
        "(square 8)",
        pawns(_TAKE.format(d=_FORWARD)) + " (hand Each)",
        "(or (forEach Piece) (move (from (handSite Mover)) (to (intersection (sites Empty) (sites Centre)))))",
        _ROWS + ' (place "Pawn1" (handSite P1) count:2) (place "Pawn2" (handSite P2) count:3)',
    ),
    "steps out of a region that is not left": text(
        "(square 8)",
        pawns(
            "(or (move Step (to if:(and (is Empty (to)) (or (not (is In (from) (sites Centre)))"
            " (is In (to) (sites Centre)))))) (move Hop (between if:(is Occupied (between)))"
            " (to if:(and {(is Empty (to)) (not (is Visited (to))) (!= (from) 9)}))))"
        ),
        "(forEach Piece)",
        _ROWS,
    ),
    "leaps": text(
        "(square 8)",
        pawns(f"(move Leap {_WALK} forward:True (to if:(not (is Friend (who at:(to))))))"),
        "(forEach Piece)",
        _ROWS,
    ),
    "hops": text(
        "(square 10)",
        pawns(
            _HOP.format(d="Orthogonal", t="(then (if (is In (last To) (sites Corners)) (moveAgain)))").replace(
                "(hop", "(move Hop"
            )
        ),
        f"(or (forEach Piece {jump('Orthogonal').replace('Hop', 'Hop (from (from))', 1)}) (move Pass))",
        _GAPS,
    ),
    "flying hops": text(
        "(square 9)",
        pawns(_FLY),
        f"(priority {{(max Moves (forEach Piece)) (forEach Piece {_STEP.format(d='Diagonal', t='')})}})",
        '(place "Pawn1" {0 2 4 20 24}) (place "Pawn2" {80 78 76 60 50})',
    ),
    "what is put down behind a roll of memory, beside hops": text(
        "(square 6)",
        '(piece "Pawn" Each)',
        "(or (do (forget Value All) next:(move Add (to (sites Empty)) (then (remember Value 3))))"
        f" (forEach Piece {jump('Orthogonal').replace('Hop', 'Hop (from (from))', 1)}))",
        '(place "Pawn1" {0 6 12}) (place "Pawn2" {35 1 7})',
    ),
    "few pieces against many": text(
        "(square 10)",
        pawns(_TAKE.format(d="Adjacent")),
        "(forEach Piece)",
        '(place "Pawn1" {44 55}) (place "Pawn2" {0 11 22 34 45 77 88 99})',
    ),
    "draughts": text("(square 8)", '(piece "Pawn" Each) (piece "King" Each)', _DRAUGHTS, _TWELVE),
}


def test_hops_of_lengths_known_only_in_play_are_found_one_by_one() -> None:
    hop = "(move Hop Orthogonal (between (exact (count Pieces Mover)) if:(is Empty (between))) (to if:(is Empty (to))))"
    state = ludens.load(
        text("(square 5)", pawns(hop), "(forEach Piece)", '(place "Pawn1" {0 6}) (place "Pawn2" {24})')
    ).start(seed=1)
    assert {(move.from_site, move.to_site) for move in state.legal_moves()} == {(0, 3), (0, 15), (6, 9), (6, 21)}


@pytest.mark.parametrize("name", GAMES)
def test_each_legal_move_is_found_once_by_number(name: str) -> None:
    check_found_by_number(GAMES[name])


@pytest.mark.parametrize(
    ("start", "moves", "at_once"),
    [
        (_TWO, "(forEach Piece)", False),
        ('(place "King1" {"B1" "D1"}) (place "King2" coord:"C5")', "(forEach Piece)", True),
        (
            '(place "King1" coord:"C1") (place "King2" coord:"C5")',
            "(or (forEach Piece) (move Add (to (sites Empty))))",
            True,
        ),
    ],
)
def test_few_pieces_are_looked_at_one_by_one(start: str, moves: str, at_once: bool) -> None:
    king = f'(piece "King" Each {_STEP.format(d="Adjacent", t="")})'
    game = ludens.load(text("(square 5)", king, moves, start))
    assert isinstance(game, SingleGame)
    assert Finder(game).by_number is at_once
