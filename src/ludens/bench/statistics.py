"""What samples say: their middle, the interval that it lies in, and which of two is faster.

Nothing is assumed of how samples are spread, since on a machine that does other work too they are spread like nothing
in books: intervals are those of order statistics, which hold for any distribution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

Verdict = Literal["faster", "slower", "same", "unclear"]
#: changes below this are none
TOLERANCE = 0.03
#: how sure an interval is of what it holds; with fewer samples than that takes, it is their whole range
SURE = 0.95


class Ratio(NamedTuple):
    """How many times faster: the middle of what the samples say, the interval, and the verdict."""

    middle: float
    low: float
    high: float
    verdict: Verdict

    def __str__(self) -> str:
        if self.low == self.high:  # of single figures, of which no more is known
            return format_ratio(self.middle)
        return f"{format_ratio(self.middle)} ({format_ratio(self.low)} to {format_ratio(self.high)}) {self.verdict}"


def format_ratio(ratio: float) -> str:
    """A ratio with two digits behind the point, or three digits in all."""
    size = math.floor(math.log10(ratio))
    return f"{ratio:,.{max(0, 1 - size if size < -1 else 2 - max(0, size))}f}"


def median(samples: Sequence[float]) -> float:
    ordered, half = sorted(samples), len(samples) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def interval(samples: Sequence[float]) -> tuple[float, float]:
    """The interval, between two of the samples, that holds the median of where they come from."""
    ordered = sorted(samples)
    left = _left(len(ordered))
    return ordered[left], ordered[-1 - left]


@cache
def _left(n: int) -> int:
    """How many samples may be left out at each end: as many as heads of n coins are rarer than `SURE` leaves room."""
    rare, left = 2 * 0.5**n, 0
    while left < (n - 1) // 2 and rare + 2 * math.comb(n, left + 1) * 0.5**n <= 1 - SURE:
        left += 1
        rare += 2 * math.comb(n, left) * 0.5**n
    return left


def paired(then: Sequence[float], now: Sequence[float], *, more: bool, tolerance: float = TOLERANCE) -> Ratio:
    """Two systems that took turns: each round gives a ratio.

    `more` says whether more is better. The best samples of both have their say, too: where they contradict the rounds,
    it is unclear which one is faster.
    """
    ratios = [b / a if more else a / b for a, b in zip(then, now, strict=True)]
    best = max(now) / max(then) if more else min(then) / min(now)
    return _judged(median(ratios), *interval(ratios), best, tolerance)


def unpaired(then: Sequence[float], now: Sequence[float], *, more: bool, tolerance: float = TOLERANCE) -> Ratio:
    """Samples of two runs: the ratios of all their pairs, and of these the interval of Mann and Whitney's test."""
    ratios = sorted(b / a if more else a / b for a in then for b in now)
    left = _left_of_pairs(len(then), len(now))
    middle = median(ratios)
    return _judged(middle, ratios[left], ratios[-1 - left], middle, tolerance)


@cache
def _left_of_pairs(m: int, n: int) -> int:
    """How many of the m n ratios may be left out at each end."""
    ways, orders = _ways(m, n), math.comb(m + n, n)
    rare, left = 2 * ways[0] / orders, 0
    while left < (m * n - 1) // 2 and rare + 2 * ways[left + 1] / orders <= 1 - SURE:
        left += 1
        rare += 2 * ways[left] / orders
    return left


@cache
def _ways(m: int, n: int) -> tuple[int, ...]:
    """In how many orders of m and n things so many pairs stand one way round, for 0 pairs to m n."""
    counts = [1] + [0] * (m * n)
    for k in range(1, n + 1):  # the Gaussian binomial coefficient, factor by factor
        for at in range(m * n, m + k - 1, -1):
            counts[at] -= counts[at - m - k]
        for at in range(k, m * n + 1):
            counts[at] += counts[at - k]
    return tuple(counts)


def _judged(middle: float, low: float, high: float, best: float, tolerance: float) -> Ratio:
    """`same` needs an interval that leaves no room for twice the tolerance."""
    verdict: Verdict = "unclear"
    if low > 1 and min(middle, best) > 1 + tolerance:
        verdict = "faster"
    elif high < 1 and max(middle, best) < 1 / (1 + tolerance):
        verdict = "slower"
    elif abs(math.log(middle)) <= math.log1p(tolerance) and max(high, 1 / low) <= 1 + 2 * tolerance:
        verdict = "same"
    return Ratio(middle, low, high, verdict)


def geometric_mean(ratios: Sequence[float]) -> float:
    return math.exp(math.fsum(map(math.log, ratios)) / len(ratios))
