"""Scores, intervals, ratings and timings."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.arena.score import Score, Timing, ratings


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_the_interval_holds_the_rate(wins: int, draws: int, losses: int) -> None:
    score = Score(wins, draws, losses)
    low, high = score.interval()
    assert 0 <= low <= score.rate + 1e-12
    assert score.rate - 1e-12 <= high <= 1


def test_the_interval_of_wilson() -> None:
    low, high = Score(wins=81, losses=182).interval()  # the example of Newcombe (1998), method 3
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


def test_scores_add_up() -> None:
    assert Score(1, 2, 3) + Score(4, 5, 6) == Score(5, 7, 9)
    assert str(Score(3, 1, 0)).startswith("3 of 4 won, 1 drawn: 87.5%, 95 % interval ")


@pytest.mark.parametrize("rate", [0.5, 0.64, 0.9])
def test_the_rating_of_two_players_is_that_of_their_score(rate: float) -> None:
    n = 100_000
    found = ratings({("a", "b"): Score(wins=round(rate * n), losses=n - round(rate * n))})
    expected = 400 * math.log10(rate / (1 - rate))
    assert found["a"].elo - found["b"].elo == pytest.approx(expected, abs=0.1)
    assert found["a"].elo + found["b"].elo == pytest.approx(0, abs=1e-6)
    assert found["a"].error < 2


def test_ratings_follow_the_model() -> None:
    strengths = {"a": 300.0, "b": 0.0, "c": -300.0}
    n, scores = 1_000_000, {}
    for a, b in (("a", "b"), ("b", "c"), ("a", "c")):
        wins = round(n / (1 + 10 ** ((strengths[b] - strengths[a]) / 400)))
        scores[a, b] = Score(wins=wins, losses=n - wins)
    found = ratings(scores)
    assert {name: round(rating.elo) for name, rating in found.items()} == strengths


def test_who_always_wins_has_a_finite_rating() -> None:
    found = ratings({("a", "b"): Score(wins=10)})
    assert 0 < found["a"].elo < 1000
    low, high = found["a"].interval()
    assert low < found["a"].elo < high


def test_no_results_no_ratings() -> None:
    assert ratings({}) == {}


def test_timings() -> None:
    timing = Timing.of(n / 1000 for n in range(1, 201))
    assert timing == Timing(200, 0.1005, 0.198, 0.2)
    assert str(timing) == "median 100.5 ms, p99 198.0 ms, max 200.0 ms (200 turns)"
    assert Timing.of([]).count == 0
