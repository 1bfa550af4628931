"""Terms that tell results, and their weights."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.agents.fitting import RIDGE, Fit


def fit(columns: list[np.ndarray], results: np.ndarray) -> Fit:
    return Fit(np.stack(columns, axis=1), results, 2, np.full(len(columns), RIDGE))


@pytest.mark.parametrize("seed", range(5))
def test_terms_are_chosen_that_tell_results(seed: int) -> None:
    rng = np.random.default_rng(seed)
    told, little, noise = rng.normal(size=(3, 1000))
    results = 1 / (1 + np.exp(-2 * told - 0.7 * little)) + rng.normal(scale=0.1, size=1000)
    found = fit([noise, told, little, told + rng.normal(scale=0.01, size=1000)], np.clip(results, 0, 1))
    chosen = found.selected([[0], [1], [2], [3]])
    assert 2 in chosen and 0 not in chosen and len({1, 3} & set(chosen)) == 1
    weights = found.weights(chosen)
    assert weights[0] == 0 and 0.2 < weights[2] / weights[chosen[0]] < 0.6
    assert found.telling(chosen) > found.telling([0]) + 0.5


def test_terms_are_chosen_together_that_belong_together() -> None:
    rng = np.random.default_rng(1)
    told, noise, other = rng.normal(size=(3, 1000))
    found = fit([told, noise, other], (told > 0).astype(float))
    assert found.selected([[0, 1], [2]]) == [0, 1]


def test_nothing_is_chosen_where_nothing_tells_but_what_always_is() -> None:
    rng = np.random.default_rng(1)
    found = fit(list(rng.normal(size=(3, 1000))), rng.integers(2, size=1000).astype(float))
    assert found.selected([[0], [1]]) == [] and not found.weights([]).any()
    assert found.selected([[0], [1]], always=[2]) == [2]


def test_what_a_seat_is_worth_tells_nothing_of_a_position() -> None:
    rng = np.random.default_rng(1)
    seat = np.tile([1.0, 0.0], 500)
    found = fit([seat + rng.normal(scale=0.1, size=1000)], seat)
    assert abs(found.telling([0])) < 0.15


def test_without_positions_or_results_nothing_is_told() -> None:
    assert fit([np.zeros(0)], np.zeros(0)).selected([[0]]) == []
    assert fit([np.arange(8.0)], np.ones(8)).selected([[0]]) == []
