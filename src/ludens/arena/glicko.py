"""Ratings of people and bots from game to game: Glicko-2 (Glickman 2012), with time that passes between games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

#: where everybody begins
RATING: Final = 1500.0
DEVIATION: Final = 350.0
VOLATILITY: Final = 0.06
#: how much volatility may change
_TAU: Final = 0.5
_SCALE: Final = 173.7178
_TOLERANCE: Final = 1e-6
#: the least deviation: who is rated well still moves
_LEAST: Final = 45.0
#: a period of rating, in which somebody's strength may change, in seconds: after about a year nothing is certain
PERIOD: Final = 4.6 * 86_400


@dataclass(frozen=True)
class Glicko:
    """A rating with its deviation, both in Elo points, and its volatility."""

    rating: float = RATING
    deviation: float = DEVIATION
    volatility: float = VOLATILITY

    def waited(self, periods: float) -> Glicko:
        """What it is after so many periods without a game."""
        deviation = math.hypot(self.deviation / _SCALE, self.volatility * math.sqrt(max(0.0, periods)))
        return Glicko(self.rating, min(DEVIATION, deviation * _SCALE), self.volatility)


def rated(player: Glicko, games: Sequence[tuple[Glicko, float]]) -> Glicko:
    """What a rating becomes by games against others, each with the score, from 0 to 1.

    The example is the one of Glickman's paper.

    >>> others = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]
    >>> after = rated(Glicko(1500, 200), others)
    >>> round(after.rating, 1), round(after.deviation, 1), round(after.volatility, 4)
    (1464.1, 151.5, 0.06)
    """
    mu, phi = (player.rating - RATING) / _SCALE, player.deviation / _SCALE
    precision = surplus = 0.0
    for other, score in games:
        weight = 1 / math.sqrt(1 + 3 * (other.deviation / _SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-weight * (mu - (other.rating - RATING) / _SCALE)))
        precision += weight**2 * expected * (1 - expected)
        surplus += weight * (score - expected)
    if not precision:
        return player
    volatility = _volatility(player.volatility, phi, 1 / precision, surplus / precision)
    widened = phi**2 + volatility**2
    phi = 1 / math.sqrt(1 / widened + precision)
    mu += phi**2 * surplus
    return Glicko(RATING + _SCALE * mu, min(DEVIATION, max(_LEAST, _SCALE * phi)), volatility)


def _volatility(before: float, phi: float, variance: float, delta: float) -> float:
    """The volatility after games: the root of Glickman's function, by his Illinois algorithm."""

    def slope(x: float) -> float:
        total = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - total) / (2 * total**2) - (x - start) / _TAU**2

    start = math.log(before**2)
    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * _TAU) < 0:
            steps += 1
        high = start - steps * _TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
