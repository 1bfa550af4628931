"""Intervals hold what they say that they hold, and verdicts follow from them."""

from __future__ import annotations

import itertools
import random

import pytest

from ludens.bench import statistics
from ludens.bench.statistics import paired, unpaired


@pytest.mark.parametrize(("n", "left"), [(1, 0), (5, 0), (8, 0), (9, 1), (12, 2), (15, 3)])
def test_how_many_samples_an_interval_leaves_out(n: int, left: int) -> None:
    samples = list(range(n))
    random.Random(1).shuffle(samples)
    assert statistics.interval(samples) == (left, n - 1 - left)


def test_an_interval_holds_the_median_as_often_as_it_says() -> None:
    draw = random.Random(7)
    held = 0
    for _ in range(1000):
        low, high = statistics.interval([draw.lognormvariate(0, 1) for _ in range(9)])
        held += low <= 1 <= high
    assert 940 <= held <= 985  # 96.1 % of them, by the binomial distribution


@pytest.mark.parametrize(("m", "n"), [(1, 1), (2, 3), (4, 4), (5, 3)])
def test_orders_are_counted(m: int, n: int) -> None:
    counts = [0] * (m * n + 1)
    for places in itertools.combinations(range(m + n), m):
        counts[sum(place - index for index, place in enumerate(places))] += 1
    assert statistics._ways(m, n) == tuple(counts)


@pytest.mark.parametrize(("n", "critical"), [(4, 0), (5, 2), (7, 8), (9, 17), (10, 23), (20, 127)])
def test_pairs_are_left_out_as_tables_say(n: int, critical: int) -> None:
    """The critical values of Mann and Whitney's test, both sides, 5 %."""
    assert statistics._left_of_pairs(n, n) == critical


NOISE = [1.00, 1.01, 0.99, 1.02, 1.00, 1.01, 0.98, 1.00, 1.01]


def times(factor: float) -> list[float]:
    return [factor * sample for sample in [*NOISE[3:], *NOISE[:3]]]


@pytest.mark.parametrize(
    ("factor", "verdict"), [(1.0, "same"), (1.2, "faster"), (0.8, "slower"), (1.01, "same"), (1.5, "faster")]
)
@pytest.mark.parametrize("judge", [paired, unpaired])
def test_verdicts(judge: object, factor: float, verdict: str) -> None:
    assert callable(judge)
    assert judge(NOISE, times(factor), more=True).verdict == verdict
    # of seconds less is better
    assert judge(NOISE, times(1 / factor), more=False).verdict == verdict


def test_what_is_too_noisy_is_unclear() -> None:
    wild = [1.0, 2.0, 0.5, 1.5, 0.7, 1.1, 0.9, 3.0, 0.4]
    assert paired(NOISE, wild, more=True).verdict == "unclear"
    assert unpaired(NOISE, wild, more=True).verdict == "unclear"


def test_rounds_that_the_best_contradict_are_unclear() -> None:
    """Each round of the one was disturbed: its best is as good as the other's."""
    disturbed = [1.2, 1.25, 1.3, 1.2, 1.28, 1.22, 1.21, 1.29, 1.0]
    assert paired([1.0] * 9, disturbed, more=False).verdict == "unclear"


def test_one_disturbed_round_of_nine_changes_nothing() -> None:
    assert paired(NOISE, [*times(1.2)[:-1], 0.1], more=True).verdict == "faster"


def test_a_tolerance_of_its_own() -> None:
    assert paired(NOISE, times(1.1), more=True).verdict == "faster"
    assert paired(NOISE, times(1.1), more=True, tolerance=0.2).verdict == "same"


@pytest.mark.parametrize(
    ("ratio", "text"),
    [(0.00123, "0.0012"), (0.0137, "0.014"), (0.99, "0.99"), (1.0, "1.00"), (12.345, "12.3"), (1234.5, "1,234")],
)
def test_ratios_are_shown_with_what_they_are_worth(ratio: float, text: str) -> None:
    assert statistics.format_ratio(ratio) == text
