"""What patterns learn from games a ply ahead."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.agents.fitting import Values, likely
from ludens.game import Move, State
from ludens.game.single import SingleGame
from ludens.native import own_choices
from ludens.tuning.patterns import Patterns
from ludens.tuning.temporal import RANDOM, REACH, TRACE, TemporalLearner


def single(name: str) -> SingleGame:
    game = ludens.load(name)
    assert isinstance(game, SingleGame)
    return game


@pytest.mark.parametrize("name", ["Reversi", "Lasca", "Six Men's Morris"])
def test_weights_are_corrected_as_in_python(name: str) -> None:
    game = single(name)
    teacher = TemporalLearner(Patterns(game))
    classes, signs, size = teacher.patterns.classes, teacher.patterns.signs, teacher.patterns.size
    weights, totals, amounts = (np.zeros(size + 2) for _ in range(3))
    with own_choices(3):
        for number in range(3):
            told = np.append(weights[:size], 0.0)
            teacher.play(game.start(seed=number), 200)
            last_game = teacher.last_game
            assert len(last_game.rows) == len(last_game.predicted) > 5
            sums = (told[classes] * signs).sum(axis=0)[last_game.rows].sum(axis=1) + last_game.turn * weights[-1]
            assert last_game.predicted == pytest.approx(likely(sums))
            goal = last_game.result
            for ply in reversed(range(len(last_game.rows))):
                best = last_game.best[ply]
                goal = best + TRACE * (goal - best) if last_game.made[ply] else best
                error = goal - last_game.predicted[ply]
                net = np.zeros(size + 2)
                for row in last_game.rows[ply]:
                    np.add.at(net, classes[:, row], signs[:, row])
                net[size], net[-1] = 0, last_game.turn[ply]
                far = REACH / max(float(net @ net), 2 * len(teacher.patterns.places))
                for c in np.flatnonzero(net):
                    correction = net[c] * error
                    coherent = abs(totals[c]) / amounts[c] if amounts[c] else 1.0
                    weights[c] += far * coherent * correction
                    totals[c] += correction
                    amounts[c] += abs(correction)
            assert teacher.weights == pytest.approx(weights[:size], abs=1e-9)
    assert 0 < RANDOM < 1 and teacher.games == 3 and teacher.positions > 15


def test_who_learnt_from_games_a_ply_ahead_beats_random_play() -> None:
    game = single("Connect Four")
    patterns = Patterns(game)
    teacher = TemporalLearner(patterns)
    with own_choices(1):
        for number in range(3000):
            teacher.play(game.start(seed=number), 100)
        values = patterns.values(teacher.weights)
        won = sum(against_random(game, patterns, values, number) for number in range(40))
    assert won >= 36 and teacher.deviation > 0.3


def against_random(game: SingleGame, patterns: Patterns, values: Values, number: int) -> float:
    """What one who looks a ply ahead gets of a game."""
    rng, own, state = np.random.default_rng(number), 1 + number % 2, game.start(seed=number)
    while not state.is_over:
        moves = state.legal_moves()
        if state.mover == own:
            state.play(max(moves, key=lambda move: worth(after(state, move), patterns, values, own)))
        else:
            state.play(moves[int(rng.integers(len(moves)))])
    return float(state.winner == own)


def after(state: State, move: Move) -> State:
    then = state.copy()
    then.play(move)
    return then


def worth(state: State, patterns: Patterns, values: Values, player: int) -> float:
    if state.is_over:
        return 1e6 if state.winner == player else 0.0
    found = float(values[patterns.row(state)].sum())
    return found if player == 1 else -found
