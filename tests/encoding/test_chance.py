"""Chance listed agrees with chance drawn."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

import ludens
from ludens.encoding.chance import Chance, Drawn, Outcome
from ludens.game import LimitExceeded
from tests.envs.games import HIGH, SHUFFLED, SIGNS


def test_a_start_has_an_outcome_for_each_site_that_is_drawn() -> None:
    outcomes = Chance(ludens.load(SIGNS)).start()
    assert [outcome.probability for outcome in outcomes] == [1 / 3] * 3
    assert [outcome.drawn for outcome in outcomes] == [(Drawn(0, 3, value),) for value in range(3)]
    assert sorted(outcome.state.sites()[0][1] for outcome in outcomes) == [0, 1, 2]


def test_a_roll_for_the_next_move_is_an_outcome() -> None:
    chance = Chance(ludens.load(HIGH))
    rolled = chance.start()
    assert sorted(outcome.state.rolled for outcome in rolled) == [[[pips]] for pips in range(1, 7)]
    state = rolled[0].state
    before = state.tobytes()
    again = chance.outcomes(state, [len(state.legal_moves()) - 1])
    assert state.tobytes() == before
    assert sorted(outcome.state.rolled for outcome in again) == [[[pips]] for pips in range(1, 7)]
    assert math.isclose(sum(outcome.probability for outcome in again), 1)
    assert len(chance.outcomes(state, [0])) == 1  # the game is over: nothing is drawn


def rolls(outcome: Outcome) -> tuple[int, ...]:
    return tuple(outcome.state.rolled[0])


def test_two_dice_have_thirty_six_outcomes_and_are_drawn_as_often_as_they_are_likely() -> None:
    chance = Chance(ludens.load("Backgammon"))
    listed = chance.start()
    assert sorted(map(rolls, listed)) == [(a, b) for a in range(1, 7) for b in range(1, 7)]
    drawn = Counter(rolls(chance.sample(None, [], seed)) for seed in range(1800))
    assert set(drawn) == set(map(rolls, listed))
    expected = 1800 / 36
    chi_squared = sum((count - expected) ** 2 / expected for count in drawn.values())
    assert chi_squared < 70  # 35 degrees of freedom: the seeds are fixed


def test_outcomes_go_on_as_native_play_does() -> None:
    """What is listed holds what is drawn, at every turn of a random game."""
    chance, rng = Chance(ludens.load("Ludo")), np.random.default_rng(3)
    state = chance.start()[2].state
    for _ in range(40):
        moves = [int(rng.integers(len(state.legal_moves())))]
        listed = chance.outcomes(state, moves)
        assert math.isclose(sum(outcome.probability for outcome in listed), 1)
        drawn = chance.sample(state, moves, int(rng.integers(1 << 62)))
        seen = [(outcome.state.sites(), outcome.state.rolled, outcome.state.mover) for outcome in listed]
        assert (drawn.state.sites(), drawn.state.rolled, drawn.state.mover) in seen
        played = state.copy()
        played.play(played.legal_moves()[moves[0]])
        assert (played.sites(), played.mover) in [(sites, mover) for sites, _, mover in seen]
        state = listed[int(rng.integers(len(listed)))].state


def test_draws_that_nothing_depends_on_make_no_outcomes() -> None:
    """A pass is tested for stalemate with a roll of its own."""
    chance = Chance(ludens.load("Ludo"))
    state = next(outcome.state for outcome in chance.start() if outcome.state.rolled == [[1]])
    assert len(chance.outcomes(state, [0])) == 6


def test_games_without_chance_have_one_outcome() -> None:
    chance = Chance(ludens.load("Tic-Tac-Toe"))
    (start,) = chance.start()
    (after,) = chance.outcomes(start.state, [start.state.parse("b2").number])
    assert start.probability == after.probability == 1
    assert [row[:3] for row in after.state.sites()] == [("C", 4, 0)]


def test_too_many_outcomes_are_drawn_only() -> None:
    chance = Chance(ludens.load(SHUFFLED))
    with pytest.raises(LimitExceeded, match="more than 4096 outcomes here: sample it"):
        chance.start()
    first, same, other = (chance.sample(None, [], seed).state for seed in (1, 1, 2))
    assert first == same
    assert first.sites() != other.sites()
