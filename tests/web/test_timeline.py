"""A game with its plies: played, taken back, read again; and its moves as pages need them."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludens
from ludens.game import IllegalMove
from ludens.game.trial import TrialError, read_trial
from ludens.web.moves import legal_moves
from ludens.web.timeline import Timeline, rng_state, timeline_of_trial

SEED = rng_state(1)


def played(*numbers: int, game: str = "Tic-Tac-Toe") -> Timeline:
    timeline = Timeline(ludens.load(game), SEED)
    for number in numbers:
        timeline.play([number])
    return timeline


def test_back_forth_and_elsewhere() -> None:
    timeline = played(4, 0, 0)
    timeline.go(1)
    assert (timeline.cursor, len(timeline.plies), timeline.state.mover) == (1, 3, 2)
    timeline.go(3)
    assert timeline.state == played(4, 0, 0).state
    timeline.go(1)
    timeline.play([7])
    assert [ply.name for ply in timeline.plies] == ["B2", "C3"]
    with pytest.raises(IndexError):
        timeline.at(3)


def test_moves_that_are_not_legal() -> None:
    with pytest.raises(IllegalMove, match="9 moves, numbered from 0"):
        played(9)
    with pytest.raises(IllegalMove, match="over"):
        played(0, 2, 0, 1, 0, 0)


def test_stored_plies_are_played_again() -> None:
    plies = played(4, 0, 0).plies
    timeline = Timeline(ludens.load("Tic-Tac-Toe"), SEED)
    timeline.restore(plies, 2)
    assert (timeline.cursor, timeline.plies) == (2, plies)


def test_stored_plies_of_a_version_that_numbered_otherwise() -> None:
    plies = played(4, 0, 0).plies
    timeline = Timeline(ludens.load("Tic-Tac-Toe"), SEED)
    timeline.restore([replace(ply, moves=(ply.moves[0] + 1,)) for ply in plies], 3)
    assert [ply.name for ply in timeline.plies] == ["B2", "A1", "B1"]
    assert timeline.state == played(4, 0, 0).state


def test_stored_plies_of_other_rules() -> None:
    plies = played(4, 0, 0).plies
    with pytest.raises(IllegalMove, match="ply 2 of this game: A1 is not legal any more"):
        Timeline(ludens.load("Tic-Tac-Toe"), SEED).restore([plies[0], replace(plies[1], trial=plies[0].trial)], 2)


def test_trials_there_and_back() -> None:
    timeline = played(4, 0, 0)
    trial = read_trial(timeline.trial("Tic-Tac-Toe"), "trial")
    assert timeline_of_trial(timeline.game, trial, 9).plies == timeline.plies
    with pytest.raises(TrialError, match="longer than the 2 moves"):
        timeline_of_trial(timeline.game, trial, 2)


def test_moves_as_pages_need_them() -> None:
    state = ludens.load("Amazons").start(seed=1)
    moves = legal_moves(state, state.notations())
    assert {move.kind for move in moves} == {"move"}
    assert [move.index for move in moves] == list(range(len(moves)))
    assert {move.label for move in moves} == {""}


def test_labels_tell_apart_moves_with_the_same_sites() -> None:
    text = """(game "Letters" (players 2)
        (equipment {(board (square 2)) (piece "Ess" Each) (piece "Oh" Each)})
        (rules
            (play (or (move Add (piece "Ess1") (to (sites Empty))) (move Add (piece "Oh1") (to (sites Empty)))))
            (end (if (is Full) (result Mover Draw)))))"""
    state = ludens.load(text).start(seed=1)
    moves = legal_moves(state, state.notations())
    labels = {move.label for move in moves if move.to == "c:0"}
    assert labels == {"Ess1", "Oh1"}


def test_passes_are_no_clicks_on_the_board() -> None:
    text = """(game "Pass" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
        (rules (play (or (move Pass) (move Add (to (sites Empty))))) (end (if (is Full) (result Mover Draw)))))"""
    state = ludens.load(text).start(seed=1)
    assert sorted({move.kind for move in legal_moves(state, state.notations())}) == ["move", "pass"]
