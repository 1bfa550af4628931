"""What a sample says of a measure: its value, and the interval that holds the true one 95 times in 100.

Shares and other values between 0 and 1 get the score interval (Wilson 1927), which holds near 0 and 1, too; means
Student's; quantiles that of order statistics; ratios of means the one of the delta method; a difference of two that
were measured apart the one that comes of both intervals (Zou and Donner 2008).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]
#: how sure an interval is of what it holds
SURE = 0.95
_NORMAL = NormalDist()
Z = _NORMAL.inv_cdf(0.5 + SURE / 2)


@dataclass(frozen=True)
class Estimate:
    """A value, the ends of its interval, and of how many it was found. What is counted exactly has no width."""

    value: float
    low: float
    high: float
    n: int

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def exactly(value: float) -> Estimate:
    """What is known, and not sampled."""
    return Estimate(value, value, value, 1)


def share(count: int, n: int, sure: float = SURE) -> Estimate | None:
    """How often something is so; None where nothing was looked at."""
    return _scored(count / n, 1.0, n, sure) if n else None


def within_one(values: Any, sure: float = SURE) -> Estimate | None:
    """The mean of values from 0 to 1: the score interval, as much narrower as they vary less than zeros and ones do.

    Of zeros and ones it is that of `share`. One square is added to what they vary, so that equal ones, draws for
    example, are not taken for all that there is.
    """
    sample = np.asarray(values, np.float64)
    if not len(sample):
        return None
    mean = float(sample.mean())
    most = len(sample) * mean * (1 - mean)
    spread = float(((sample - mean) ** 2).sum())
    return _scored(mean, min(1.0, (spread + 1) / (most + 1)), len(sample), sure)


def _scored(mean: float, narrow: float, n: int, sure: float) -> Estimate:
    """The means that are no further away than z of their own standard errors."""
    c = (Z if sure == SURE else _NORMAL.inv_cdf(0.5 + sure / 2)) ** 2 * narrow / n
    middle = (2 * mean + c) / (2 * (1 + c))
    half = math.sqrt(max(0.0, c * c + 4 * c * mean * (1 - mean))) / (2 * (1 + c))
    return Estimate(mean, max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half)), n)


def mean(values: Any) -> Estimate | None:
    """The mean of any values; None of fewer than two, of which nothing is known of how they vary."""
    sample = np.asarray(values, np.float64)
    if len(sample) < 2:
        return None
    middle = float(sample.mean())
    return _around(middle, float(sample.std(ddof=1)) / math.sqrt(len(sample)), len(sample))


def ratio(above: Any, below: Any) -> Estimate | None:
    """The ratio of two sums, to each of which every game gives its part."""
    top, bottom = np.asarray(above, np.float64), np.asarray(below, np.float64)
    if len(top) < 2 or not bottom.sum():
        return None
    value = float(top.sum() / bottom.sum())
    rest = (top - value * bottom) / bottom.mean()
    return _around(value, float(rest.std(ddof=1)) / math.sqrt(len(top)), len(top))


def quantile(values: Any, at: float) -> Estimate | None:
    """The value that a share `at` of all is not above: of any distribution (Conover 1999)."""
    ordered = np.sort(np.asarray(values, np.float64))
    n = len(ordered)
    if not n:
        return None
    spread = Z * math.sqrt(n * at * (1 - at))
    low, high = math.floor(n * at - spread) - 1, math.ceil(n * at + spread)
    return Estimate(
        float(ordered[min(n - 1, max(0, math.ceil(n * at) - 1))]),
        float(ordered[max(0, low)]),
        float(ordered[min(n - 1, high)]),
        n,
    )


def _around(value: float, error: float, n: int) -> Estimate:
    half = error * student(n - 1)
    return Estimate(value, value - half, value + half, n)


def student(freedom: int) -> float:
    """The quantile of Student's distribution that `SURE` leaves half of the rest above.

    The series of Cornish and Fisher (Abramowitz and Stegun 26.7.5); below 5 degrees, where it is too short, a table.

    >>> round(student(1), 2), round(student(9), 3), round(student(10_000), 3)
    (12.71, 2.262, 1.96)
    """
    few = (12.706, 4.303, 3.182, 2.776)
    if freedom <= len(few):
        return few[max(freedom, 1) - 1]
    z, n = Z, freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / float(n) ** power for power, term in enumerate(terms, 1))


def difference(old: Estimate, new: Estimate) -> tuple[Estimate, float]:
    """How much greater the new value is, with its interval, and how probable so great a difference is by chance alone.

    Of values that are known exactly it is 0 where they differ, 1 where they do not.
    """
    d = new.value - old.value
    low = d - math.hypot(new.value - new.low, old.high - old.value)
    high = d + math.hypot(new.high - new.value, old.value - old.low)
    towards = d - low if d > 0 else high - d
    if not towards:
        return Estimate(d, low, high, min(old.n, new.n)), float(d == 0)
    p = 2 * _NORMAL.cdf(-Z * abs(d) / towards)
    return Estimate(d, low, high, min(old.n, new.n)), p


def exact(a: int, n: int, b: int, m: int) -> float:
    """How probable counts at least as different as `a` of `n` and `b` of `m` are by chance alone (Fisher's exact test).

    >>> round(exact(3, 4, 1, 4), 4)
    0.4857
    """
    ways = [math.comb(n, k) * math.comb(m, a + b - k) for k in range(max(0, a + b - m), min(n, a + b) + 1)]
    observed = math.comb(n, a) * math.comb(m, b)
    return sum(way for way in ways if way <= observed) / sum(ways)


def holm(chances: Sequence[float]) -> list[bool]:
    """Which of several tests still tell something, as many were made: at most one in twenty errs at all (Holm 1979)."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    significant = [False] * len(chances)
    for place, index in enumerate(order):
        if chances[index] > (1 - SURE) / (len(chances) - place):
            break
        significant[index] = True
    return significant
