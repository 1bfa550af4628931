"""Intervals hold the true value about 95 times in 100, whatever the values are."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ludens.lab.estimates import Estimate, difference, exactly, holm, mean, quantile, ratio, share, within_one

ROUNDS = 2000


def _held(found: list[Estimate | None], true: float) -> float:
    return float(np.mean([one is not None and one.low <= true <= one.high for one in found]))


@pytest.mark.parametrize(("p", "n"), [(0.5, 100), (0.9, 50), (0.02, 200), (0.585, 1000)])
def test_shares(p: float, n: int) -> None:
    rng = np.random.default_rng(1)
    held = _held([share(int(k), n) for k in rng.binomial(n, p, ROUNDS)], p)
    assert 0.93 <= held <= 0.98


@pytest.mark.parametrize(
    ("chances", "n"),
    [((0.4, 0.2, 0.4), 100), ((0.05, 0.9, 0.05), 200), ((0.58, 0.13, 0.29), 500), ((0, 0.98, 0.02), 300)],
)
def test_points_with_draws(chances: tuple[float, ...], n: int) -> None:
    rng, values = np.random.default_rng(2), np.array([0.0, 0.5, 1.0])
    held = _held(
        [within_one(rng.choice(values, n, p=chances)) for _ in range(ROUNDS)], float(values @ np.array(chances))
    )
    assert 0.93 <= held <= 0.995


def test_zeros_and_ones_are_a_share() -> None:
    assert within_one([1, 0, 1, 1]) == share(3, 4)


def test_wilson_s_own_figures() -> None:
    found = share(10, 20)
    assert found is not None
    assert (found.low, found.high) == (pytest.approx(0.2993, abs=1e-4), pytest.approx(0.7007, abs=1e-4))


def test_all_draws_do_not_tell_everything() -> None:
    found = within_one([0.5] * 20)
    assert found is not None and found.value == 0.5 and 0.02 < found.half < 0.2


@pytest.mark.parametrize("n", [5, 30, 300])
def test_means(n: int) -> None:
    rng = np.random.default_rng(3)
    assert 0.935 <= _held([mean(rng.normal(7, 3, n)) for _ in range(ROUNDS)], 7) <= 0.965


def test_ratios() -> None:
    rng = np.random.default_rng(4)

    def one() -> Estimate | None:
        plies = rng.integers(5, 40, 100)
        return ratio(rng.poisson(3 * plies), plies)

    assert 0.93 <= _held([one() for _ in range(ROUNDS)], 3) <= 0.97


@pytest.mark.parametrize("at", [0.05, 0.5, 0.95])
def test_quantiles_of_a_skewed_distribution(at: float) -> None:
    rng, true = np.random.default_rng(5), -math.log(1 - at)
    assert 0.935 <= _held([quantile(rng.exponential(1, 200), at) for _ in range(ROUNDS)], true) <= 0.995


def test_differences() -> None:
    rng, held, found = np.random.default_rng(6), 0, 0
    for _ in range(ROUNDS):
        old, new = share(int(rng.binomial(150, 0.3)), 150), share(int(rng.binomial(150, 0.3)), 150)
        assert old is not None and new is not None
        by, p = difference(old, new)
        held += by.low <= 0 <= by.high
        found += p < 0.05
    assert 0.935 <= held / ROUNDS <= 0.97
    assert 0.03 <= found / ROUNDS <= 0.065


def test_what_is_known_exactly_differs_or_does_not() -> None:
    assert difference(exactly(3.0), exactly(3.0))[1] == 1
    assert difference(exactly(3.0), exactly(4.0)) == (exactly(1.0), 0.0)


def test_many_tests_are_held_to_more() -> None:
    assert holm([0.04]) == [True]
    assert holm([0.04, 0.5, 0.6]) == [False, False, False]
    assert holm([0.04, 0.001, 0.02]) == [True, True, True]


def test_nothing_is_told_of_nothing() -> None:
    assert share(0, 0) is None and within_one([]) is None and mean([3]) is None and ratio([1], [1]) is None
    assert quantile([], 0.5) is None
