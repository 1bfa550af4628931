"""`(semantics "plain")`: what is written is what is meant; without it, rules are read as the reference reads them."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import Game

BIRD = """(game "Bird" (players {(player N) (player S)})
    (equipment {(board (square 5)) (piece "Bird" Each (move Step (directions {%s}) (to if:(is Empty (to)))))})
    (rules (start {(place "Bird1" 12) (place "Bird2" 24)}) (play (forEach Piece))
        (end (if (no Pieces Mover) (result Mover Loss)))))
"""
SOW = """(game "Sow" (players 2)
    (equipment {(mancalaBoard 2 3 store:None (track "T" "0,E,N,W" loop:True)) (piece "Seed" Shared)})
    (rules (start (set Count 6 at:0))
        (play (move Select (from (sites Board) if:(< 0 (count at:(from))))
            (then (sow %s if:True apply:(addScore Mover (count at:(to))) includeSelf:False))))
        (end (if (no Moves Next) (result Mover Win)))))
"""
PLAIN = '(metadata (info {(description "d") (semantics "plain")}))'


def target(game: Game) -> int:
    [move] = game.start(seed=0).legal_moves()
    return move.to_site


@pytest.mark.parametrize(("written", "reference", "plain"), [("BR", 6, 8), ("BL", 8, 6), ("FR", 18, 18)])
def test_the_right_rear_is_on_the_right(written: str, reference: int, plain: int) -> None:
    assert target(ludens.load(BIRD % written)) == reference
    assert target(ludens.load(BIRD % written + PLAIN)) == plain


@pytest.mark.parametrize("start", ["", "0", "(last To)"])
def test_a_lap_that_leaves_out_its_start_ends_in_the_next_hole(start: str) -> None:
    scores = []
    for text in (SOW % start, SOW % start + PLAIN):
        state = ludens.load(text).start(seed=0)
        state.play(state.legal_moves()[0])
        scores.append(state.scores[0])
    assert scores == [0, 2]  # six seeds, five holes beside the start: the last one joins another


def test_what_is_skipped_stays_skipped() -> None:
    text = (SOW % "").replace("includeSelf:False", "includeSelf:False skipIf:(= (to) 1) (then (set Counter))")
    state = ludens.load(text + PLAIN).start(seed=0)
    state.play(state.legal_moves()[0])
    assert {row[1]: row[5] for row in state.sites()} == {2: 2, 3: 1, 4: 1, 5: 2}
    assert state.scores[0] == 2


def test_other_semantics_are_a_warning() -> None:
    game = ludens.load(BIRD % "BR" + '(metadata (info {(semantics "plane")}))')
    assert target(game) == 6 and 'no semantics "plane"' in game.warnings[0].message


@pytest.mark.parametrize("operator", ["seq", "and"])
def test_chance_in_a_sequence_differs_from_turn_to_turn(operator: str) -> None:
    text = f"""(game "Chance" (players 2) (equipment {{(board (square 3)) (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty))
            (then ({operator} {{(set Var "A" (value Random (range 1 1000))) (addScore P1 1)}}))))
            (end (if (is Full) (result Mover Win)))))"""
    state = ludens.load(text).start(seed=3)
    drawn = {str(state.play(state.legal_moves()[0])).partition("name=A,value=")[2].partition("]")[0] for _ in range(5)}
    assert len(drawn) == 5


def test_chance_in_a_loop_differs_from_round_to_round() -> None:
    text = """(game "Loop" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)) (then (while (< (score P1) (* 100 (count Moves)))
            (addScore P1 (value Random (range 1 50)))))))
            (end (if (is Full) (result Mover Win)))))"""
    state = ludens.load(text).start(seed=3)
    rounds = [str(state.play(state.legal_moves()[0])).count("SetScore") for _ in range(6)]
    assert len(set(rounds)) > 1
