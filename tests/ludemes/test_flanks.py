"""Rows that are captured between two sites: found over sets of sites where moves are not logged, else line by line."""

from __future__ import annotations

import pytest

import ludens
from ludemes.logged import check_agreement
from ludens.game import compile_text

CAPTURE = """(custodial (from (site))
    (between if:(is Enemy (state at:(between)))
        (apply (allCombinations (add (piece "Disc0" state:(mover)) (to (site))) {effect})))
    (to if:(is Friend (state at:(to)))))"""


def game(board: str, *, effect: str = "(flip (between))", piece: str = "(flips 1 2)", start: str) -> ludens.Game:
    return compile_text(
        f'(game "Rows" (players 2) (equipment {{(board {board}) (piece "Disc" Neutral {piece})}}) (rules'
        f" (start {{{start}}}) (play (forEach Site (sites Empty) (append {CAPTURE.format(effect=effect)} (then (and"
        " (set Score P1 (count Sites in:(sites State 1))) (set Score P2 (count Sites in:(sites State 2))))))))"
        " (end (if (all Passed) (byScore)))))"
    )


def opening(one: list[int], two: list[int]) -> str:
    listed = [(sites, number) for number, sites in ((1, one), (2, two)) if sites]
    return " ".join(
        f'(place "Disc0" (sites {{{" ".join(map(str, sites))}}}) state:{number})' for sites, number in listed
    )


BOARDS = {
    "(square 4)": ([5, 10], [6, 9]),
    "(square 8)": ([27, 36], [28, 35]),
    "(rectangle 6 12)": ([29, 42], [30, 41]),
    "(square 11)": ([48, 60, 73], [49, 59, 61, 72]),
    "(hex 3)": ([8, 10], [9, 5]),
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("effect", ["(flip (between))", "(set State at:(between) (mover))"])
def test_fast_and_logged_play_agree(board: str, effect: str) -> None:
    check_agreement(game(board, effect=effect, start=opening(*BOARDS[board])))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("effect", ['(promote (between) (piece "Disc") Mover)', "(remove (between))"])
def test_what_can_capture_is_a_set_too(board: str, effect: str) -> None:
    outflank = (
        "(custodial (from {origin}) (between if:(is Enemy (who at:(between))) (apply {effect}))"
        " (to if:(is Friend (who at:(to)))))"
    )
    legal, then = (
        outflank.format(origin="(to)", effect="(remove (between))"),
        outflank.format(origin="(last To)", effect=effect),
    )
    one, two = (" ".join(map(str, sites)) for sites in BOARDS[board])
    rows = compile_text(
        f'(game "Rows" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}}) (rules'
        f' (start {{(place "Disc1" (sites {{{one}}})) (place "Disc2" (sites {{{two}}}))}})'
        f" (play (move Add (to (sites Empty) if:(can Move {legal})) (then {then})))"
        " (end (if (all Passed) (result Mover Draw)))))"
    )
    check_agreement(rows)


@pytest.mark.parametrize(("board", "sets"), [("(square 8)", True), ("(rectangle 6 12)", True), ("(hex 3)", False)])
def test_boards_in_rows_are_looked_at_as_sets(board: str, sets: bool) -> None:
    ir = game(board, start=opening(*BOARDS[board])).ir()
    generate = next(part for part in ir.split("\ndefine ") if part.startswith('internal i32 @"generate'))
    assert ("bitcast <" in generate) == sets
