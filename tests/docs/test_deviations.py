"""The known deviations of ludens that docs/reference/index.md lists: what the language means and ludens does not do.

Each was run on the reference implementation. Where one begins to pass, delete it here and its row in the page.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "index.md"
CELLS = '(board (square 3)) (piece "Disc" Each)'


def start(play: str, equipment: str = CELLS, start: str = "", players: int = 2) -> ludens.game.State:
    rules = f"(rules {start} (play {play}) (end (if (> (count Moves) 99) (result Mover Draw))))"
    return ludens.load(f'(game "D" (players {players}) (equipment {{{equipment}}}) {rules})').start(seed=1)


def played(*arguments: str) -> str:
    """The text of the first legal move, with all that follows from it."""
    state = start(*arguments)
    return state.play(state.legal_moves()[0]).to_trial()


def legal(*arguments: str) -> list[str]:
    return [str(move) for move in start(*arguments).legal_moves()]


def slots_on_a_copy() -> bool:
    moves = (
        '(forEach Site (sites {1 2}) (do (set Var "X" (site) (then (set Var "Y" (site)))) next:(move Add (to (site)))))'
    )
    return "[SetVar:name=Y,value=1]" in legal(moves)[0]


def between_of_a_shot() -> bool:
    to = "(to if:(and (is Empty (to)) (!= (between) 2)))"
    equipment = '(board (rectangle 1 4)) (piece "Disc" Each) (piece "Dot" Neutral)'
    return len(legal(f'(move Shoot (piece "Dot0") (from 0) E {to})', equipment, '(start (place "Disc1" 0))')) == 2


def swap_without_type() -> bool:
    return (
        "[Add:to=0,what=2]"
        in legal("(move Swap Pieces 0 1)", CELLS, '(start {(place "Disc1" 0) (place "Disc2" 1)})')[0]
    )


def siblings_of_seq() -> bool:
    return "name=B,value=-1" in played('(move Add (to 8) (then (and (set Var "A" 5) (seq {(set Var "B" (var "A"))}))))')


def siblings_of_while() -> bool:
    loop = '(while (< (var "N") 3) (set Var "N" (+ 1 (var "N"))))'
    return played(f'(move Add (to 8) (then (and (set Var "N" 0) {loop})))').count("name=N") == 5


def prior_evaluated_once() -> bool:
    do = '(do (set Var "A" (+ 1 (var "A"))) next:(and (set Var "B" (var "A")) (set Var "C" (var "A"))))'
    return played(f"(move Add (to (sites Empty)) (then {do}))").count("name=A,value=0") == 2


def order_of_prior_lists() -> bool:
    prior = '(and {(set Var "A" 1 (then (set Var "A2" 1))) (set Var "B" 2) (set Var "C" 3)})'
    names = [
        dict(action.fields).get("name")
        for action in start(f"(do {prior} next:(move Add (to 0)))").legal_moves()[0].actions
    ]
    return names == ["A", "C", "A2", "B", None]


def effects_found_with_the_movement() -> bool:
    equipment = '(board (square 3)) (piece "Disc" Each) (piece "Rock" Neutral)'
    effect = "(fromTo (from (site)) (to 8 (apply (if (is Mover (who at:(to))) (remove (to))))))"
    text = played(
        f"(move Add (to 8) (then (forEach Site (sites {{0 1}}) {effect})))", equipment, '(start (place "Rock0" {0 1}))'
    )
    return text.count("[Remove:") == 2


def value_on_a_hand() -> bool:
    equipment = '(board (rectangle 2 3) use:Vertex) (hand Each) (piece "Disc" Each)'
    return "[SetValue:type=Vertex,to=6,value=3]" in played(
        "(move Add (to 4) (then (set Value at:(handSite P1) 3)))", equipment
    )


def passed_counts_this_pass() -> bool:
    state = start('(move Pass (then (if (all Passed) (set Var "X" 1) (set Var "X" 0))))')
    state.play(state.legal_moves()[0])
    return "value=1" in state.play(state.legal_moves()[0]).to_trial()


def costs() -> bool:
    equipment = '(board (square 2) use:Vertex) (piece "Disc" Each)'
    text = played(
        "(move Add (to 0) (then (addScore Mover (cost Vertex at:(last To)))))",
        equipment,
        "(start (set Cost 3 Vertex at:0))",
    )
    return "score=3" in text


def lists_of_floats() -> bool:
    return len(legal("(move Add (to 0))", '(board (shift (* {2 0.5}) 0 (square 3))) (piece "Disc" Each)')) == 1


def tracks_as_sets() -> bool:
    equipment = '(board (square 3) {(track "T1" "0,E,N1,W,S1,E" P1) (track "T2" "8,W" P2)}) (piece "Disc" Each)'
    return "value=6" in played(
        '(move Add (to 4) (then (set Var "n" (count Sites in:(sites Track Mover "T")))))', equipment
    )


def commas_behind_a_track() -> bool:
    return len(legal("(move Add (to 4))", '(board (square 3) {(track "T1" "0,E,N1,W," P1)}) (piece "Disc" Each)')) == 1


DEVIATIONS = [
    slots_on_a_copy, between_of_a_shot, swap_without_type, siblings_of_seq, siblings_of_while, prior_evaluated_once,
    order_of_prior_lists, effects_found_with_the_movement, value_on_a_hand, passed_counts_this_pass, costs,
    lists_of_floats, tracks_as_sets, commas_behind_a_track,
]  # fmt: skip


@pytest.mark.xfail(raises=(AssertionError, ludens.LudError), strict=True)
@pytest.mark.parametrize("holds", DEVIATIONS, ids=lambda holds: holds.__name__)
def test_ludens_does_as_the_language_says(holds: object) -> None:
    assert callable(holds) and holds()


def test_the_page_lists_them() -> None:
    listed = PAGE.read_text(encoding="utf-8").partition("## Known deviations")[2].partition("## ")[0]
    assert listed.count("\n| [") >= len(DEVIATIONS) - 2  # one row tells of `seq` and `while`, one of both parts of `do`
