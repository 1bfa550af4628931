"""Slides and shots as rays cut at what blocks them: what is drawn by number are the legal moves, each once."""

from __future__ import annotations

import pytest

from ludemes.finding import check_found_by_number
from ludens.native import compiled
from ludens.stage import Long, Stage


def text(board: str, slide: str, play: str = "(forEach Piece)", start: str = "") -> str:
    return (
        f'(game "Rays" (players 2) (equipment {{(board {board}) (piece "Queen" Each {slide}) (piece "Dot" Neutral)}})'
        f" (rules (start {{{start}}}) (play {play}) (end (if (no Moves Next) (result Mover Win)))))"
    )


FEW = '(place "Queen1" {0 8 20}) (place "Queen2" {5 17 13}) (place "Dot0" {2 10 22})'
MANY = '(place "Queen1" (sites Bottom)) (place "Queen2" (sites Top)) (place "Dot0" {44 45 54 30 36})'
SHOTS = (
    '(if (is Even (count Moves)) (forEach Piece) (move Shoot (piece "Dot0")))',
    "(move Slide (then (moveAgain)))",
)
GAMES = {
    "one word": text("(square 5)", "(move Slide)", start=FEW),
    "two words": text("(square 10)", "(move Slide Orthogonal)", start=MANY),
    "four words": text("(square 15)", "(move Slide Diagonal)", start=MANY),
    "hexagons": text("(hex 4)", "(move Slide)", start=FEW),
    "shots": text("(square 8)", SHOTS[1], SHOTS[0], start=MANY),
    "shots on hexagons": text("(hex 5)", SHOTS[1], SHOTS[0], start=MANY),
    "past some sites": text(
        "(square 9)",
        "(move Slide (between if:(and (is Empty (between)) (not (is In (between) (sites Centre))))))",
        start=MANY,
    ),
    "with others": text(
        "(square 8)", "(or (move Slide Orthogonal) (move Step Diagonal (to if:(is Empty (to)))))", start=MANY
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_each_legal_move_is_found_once_by_number(name: str) -> None:
    check_found_by_number(GAMES[name])


def test_the_bits_above_the_highest() -> None:
    stage = Stage()
    stage.function("above", [Long], Long, stage.above_highest, exported=True)
    code = compiled(stage)
    for word, above in ((0, -1), (1, -2), (6, -8), (-1, 0), (1 << 62, -(1 << 63)), (-(1 << 63), 0)):
        assert code.call("above", word) % (1 << 64) == above % (1 << 64) == stage.above_highest(word) % (1 << 64)
