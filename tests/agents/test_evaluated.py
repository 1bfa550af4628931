"""Batched search over any evaluator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.agents import AgentError, Forest
from ludens.arena.tournament import Tournament
from tests.encoding.games import AT_ONCE


@pytest.fixture(scope="module")
def game() -> ludens.Game:
    return ludens.load("Tic-Tac-Toe")


def blank(game: ludens.Game, outputs: int | None = None) -> Any:
    """An evaluator that knows nothing."""

    def evaluator(seen: np.ndarray) -> Any:
        shape = (len(seen),) if outputs is None else (len(seen), outputs)
        return np.zeros((len(seen), game.encoding.num_actions)), np.zeros(shape)

    return evaluator


def test_a_win_is_found_in_many_positions_at_once(game: ludens.Game) -> None:
    near, far = game.start(seed=1), game.start(seed=1)
    for name in ("A1", "A2", "B1", "B2"):
        near.play(near.parse(name))
    found = Forest(game, blank(game), simulations=64).search([near, far, near])
    for row in (0, 2):
        assert game.encoding.meaning(int(found.actions[row])) == "at C1" and found.value[row] > 0.9
        assert found.policy[row].argmax() == found.actions[row]
    assert found.policy.shape == (3, game.encoding.num_actions)
    assert np.allclose(found.policy.sum(axis=1), 1, atol=1e-4)
    assert len(found.numbers[1]) == 9 and found.numbers[0].tolist() == np.flatnonzero(near.action_mask()).tolist()
    assert found.visits[1].sum() == 64 and np.allclose(found.priors[1], 1 / 9)
    assert np.isfinite(found.values[1][found.visits[1] > 0]).all()


@pytest.mark.integration
def test_any_library_evaluates(game: ludens.Game) -> None:
    import torch

    weights = np.random.default_rng(1).normal(size=(np.prod(game.encoding.observation_shape), 75)).astype(np.float32)

    def of_numpy(seen: np.ndarray) -> Any:
        out = seen.reshape(len(seen), -1) @ weights
        return out[:, :74], np.tanh(out[:, 74])

    def of_torch(seen: np.ndarray) -> Any:
        out = torch.from_numpy(seen).flatten(1) @ torch.from_numpy(weights).requires_grad_()
        return out[:, :74], torch.tanh(out[:, 74:])

    states = [game.start(seed=1)] * 2
    one, two = (Forest(game, each, simulations=16, seed=3).search(states) for each in (of_numpy, of_torch))
    assert np.array_equal(one.actions, two.actions) and np.allclose(one.policy, two.policy, atol=1e-4)
    import jax

    def of_jax(seen: np.ndarray) -> Any:
        out = jax.numpy.asarray(seen).reshape(len(seen), -1) @ weights
        return out[:, :74], jax.numpy.tanh(out[:, 74])

    three = Forest(game, of_jax, simulations=16, seed=3).search(states)
    assert np.array_equal(one.actions, three.actions)


def test_more_players_chance_and_what_is_hidden() -> None:
    rolit = ludens.load("Rolit")
    found = Forest(rolit, blank(rolit, rolit.num_players), simulations=4).search([rolit.start(seed=1)])
    assert rolit.encoding.mask(rolit.start(seed=1))[found.actions[0]]
    backgammon = ludens.load("Backgammon")
    state, forest = backgammon.start(seed=1), Forest(backgammon, blank(backgammon), simulations=4, worlds=3)
    found = forest.search([state, state])
    assert found.numbers[0].tolist() == np.flatnonzero(state.action_mask()).tolist()
    assert found.visits[0].sum() == 3 * 4 and np.allclose(found.policy.sum(axis=1), 1, atol=1e-4)
    assert forest.choose(state) in state.legal_moves()


def test_a_forest_enters_tournaments(game: ludens.Game) -> None:
    standings = Tournament(game, [Forest(game, blank(game), simulations=32), "random"], 6, 1).play()
    assert standings.ranked()[0] == "Forest"


def test_what_is_wrong_is_named(game: ludens.Game) -> None:
    state = game.start(seed=1)
    count = game.encoding.num_actions
    for evaluator, message in (
        (
            lambda seen: (np.zeros((len(seen), 9)), np.zeros(len(seen))),
            rf"logits of shape \(1, 9\), not \(1, {count}\)",
        ),
        (lambda seen: (np.zeros((len(seen), count)), np.zeros((3, 3))), r"values of shape \(3, 3\), not \(1,\)"),
        (lambda seen: (np.zeros((len(seen), count)), np.full(len(seen), np.nan)), "no numbers"),
        (lambda seen: None, "logits and values, not NoneType"),
    ):
        with pytest.raises(ValueError, match=message):
            Forest(game, evaluator).search([state])
    with pytest.raises(AgentError, match="all players move at once"):
        Forest(ludens.load(AT_ONCE), blank(game))
    for name in ("A1", "A2", "B1", "B2", "C1"):
        state.play(state.parse(name))
    with pytest.raises(ValueError, match="position 0 is over"):
        Forest(game, blank(game)).search([state])
    with pytest.raises(ValueError, match="position 0 is of Hex"):
        Forest(game, blank(game)).search([ludens.load("Hex", options=["Board Size/5x5"]).start(seed=1)])
    with pytest.raises(AgentError, match="more `capacity`"):
        Forest(game, blank(game), capacity=4).search([game.start(seed=1)])
