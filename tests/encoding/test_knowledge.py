from __future__ import annotations

import json

import numpy as np
import pytest

import ludens
from tests.encoding.games import VEILED
from tests.envs.games import SIGNS


def test_what_is_hidden_stays_hidden() -> None:
    state = ludens.load(VEILED).start(seed=0)
    planes = dict(zip(state.game.encoding.planes, state.observation(player=1), strict=True))
    assert planes["own King"].sum() == planes["own Spy"].sum() == 2
    assert not planes["opponent's King"].any()
    assert planes["opponent's site"][3].tolist() == [1, 1, 1, 1]
    assert planes["hidden piece"][3].tolist() == [1, 1, 1, 1]


def test_a_resampled_state_looks_the_same_to_the_player_and_differs_elsewhere() -> None:
    state = ludens.load(VEILED).start(seed=0)
    others = [state.resample(player=1, seed=seed) for seed in range(8)]
    for other in others:
        assert other.information_state(1) == state.information_state(1)
        assert np.array_equal(other.observation(1), state.observation(1))
        assert sorted(row[3] for row in other.sites()) == sorted(row[3] for row in state.sites())
        # the lists of pieces agree with the board: every piece's moves are found where it stands
        pieces = {row[1] for row in other.sites() if row[4] == other.mover}
        assert {move.from_site for move in other.legal_moves()} <= pieces
    assert len({other.information_state(2) for other in others}) > 1
    assert state.resample(1, seed=3) == state.resample(1, seed=3)


def test_the_moves_of_a_resampled_state_are_those_of_its_position() -> None:
    game = ludens.load(VEILED)
    state = game.start(seed=0)
    state.play(state.legal_moves()[0])
    other = state.resample(player=1, seed=4)
    plain = game.position(other.sites(), mover=other.mover)
    assert {str(m) for m in other.legal_moves()} == {str(m) for m in plain.legal_moves()}


def test_where_nothing_is_hidden_only_chance_is_drawn_anew() -> None:
    state = ludens.load("Backgammon").start(seed=1)
    other = state.resample(seed=2)
    assert other.sites() == state.sites()
    assert other.rng_state != state.rng_state
    assert [str(m) for m in other.legal_moves()] == [str(m) for m in state.legal_moves()]


def test_players_are_checked() -> None:
    with pytest.raises(ValueError, match="players 1 to 2, not 0"):
        ludens.load(VEILED).start(seed=0).information_state(player=0)


def test_the_roll_that_the_mover_chooses_with_is_told() -> None:
    state = ludens.load("Backgammon").start(seed=1)
    assert state.rolled != state.dice
    assert json.loads(state.information_state())["dice"] == state.rolled


def test_where_the_last_move_went_is_told_to_those_who_see_the_site() -> None:
    state = ludens.load(SIGNS).start(seed=0)
    assert json.loads(state.information_state(1))["last"] == [2, 2]
    assert json.loads(state.information_state(2))["last"] == [None, None]


#: what lies on the sites 0 to 11, which are hidden, decides where player 1 may go; what lies on 12 to 19 is hidden, too
TELLING = """(game "Telling" (players 2)
    (equipment {(board (rectangle 1 32)) (piece "Stone" Each) (piece "Red" Neutral) (piece "Blue" Neutral)})
    (rules
        (start {
            (place "Red0" (sites {0 1 4 6 8 10 11 12 14 16 18})) (place "Blue0" (sites {2 3 5 7 9 13 15 17 19}))
            (set Hidden What (sites {0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19}) to:P1)})
        (play (move Add (to (sites {20 21 22 23 24 25 26 27 28 29 30 31})
            if:(= (what at:(- (to) 20)) (id "Red0")))))
        (end (if (no Moves Next) (result Mover Win)))))"""


def test_the_legal_moves_that_a_player_has_stay_as_they_are() -> None:
    """Hardly any deal leaves them; what they tell stays where it is, the rest does not."""
    state = ludens.load(TELLING).start(seed=0)
    others = [state.resample(player=1, seed=seed) for seed in range(6)]
    for other in others:
        assert [str(move) for move in other.legal_moves()] == [str(move) for move in state.legal_moves()]
        assert other.information_state(1) == state.information_state(1)
        assert other.sites()[:12] == state.sites()[:12]
    assert len({str(other.sites()) for other in others}) > 2
    assert state.resample(player=2, seed=1).sites() == state.sites()
