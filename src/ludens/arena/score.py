"""Results of many games: scores with intervals, ratings, and how long turns took."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Z95 = 1.959964  # the normal quantile that leaves 2.5 % above
ELO = 400 / math.log(10)
_PRIOR = 0.5  # drawn games that each pair is thought to have had: ratings stay finite where one side always wins


def wilson(rate: float, n: int, z: float = Z95) -> tuple[float, float]:
    """The interval of Wilson (1927) for a rate in `n` games.

    >>> [round(bound, 2) for bound in wilson(0.8, 20)]
    [0.58, 0.92]
    """
    if n == 0:
        return 0.0, 1.0
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True)
class Score:
    """Games won, drawn and lost by a player.

    >>> score = Score(wins=15, draws=2, losses=3)
    >>> score.games, score.points, score.rate
    (20, 16.0, 0.8)
    >>> [round(bound, 2) for bound in score.interval()]
    [0.58, 0.92]
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    @property
    def rate(self) -> float:
        """Points a game; 0.5 where there was no game."""
        return self.points / self.games if self.games else 0.5

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """The interval of Wilson (1927) for the rate, by default at 95 %; with draws it is a little too wide."""
        return wilson(self.rate, self.games, z)

    def __str__(self) -> str:
        low, high = self.interval()
        drawn = f", {self.draws} drawn" if self.draws else ""
        return f"{self.wins} of {self.games} won{drawn}: {self.rate:.1%}, 95 % interval {low:.1%} to {high:.1%}"


@dataclass(frozen=True)
class Rating:
    """A player's strength in Elo points, the mean of all players being 0, and its standard error."""

    elo: float
    error: float

    def interval(self, z: float = Z95) -> tuple[float, float]:
        return self.elo - z * self.error, self.elo + z * self.error


def ratings(
    results: Mapping[tuple[str, str], Score], rounds: int = 10_000, *, weight: float = 1.0
) -> dict[str, Rating]:
    """Ratings of the players by the model of Bradley and Terry (1952), from scores of the first against the second.

    Fitted by the iteration of Hunter (2004, MM algorithms). Half a drawn game is added to each pair that met, so that
    nobody's rating is infinite; a draw counts as half a win. The errors hold the other players' ratings fixed. Each
    result has a `weight`: less than 1 where they depend on each other.

    >>> found = ratings({("a", "b"): Score(wins=30, losses=10)})
    >>> round(found["a"].elo), round(found["b"].elo)
    (94, -94)
    """
    names = list(dict.fromkeys(name for pair in results for name in pair))
    if not names:
        return {}
    won = dict.fromkeys(names, 0.0)
    met: dict[tuple[str, str], float] = {}
    for (a, b), score in results.items():
        n, points = weight * score.games + _PRIOR, weight * score.points + _PRIOR / 2
        won[a] += points
        won[b] += n - points
        met[a, b] = met.get((a, b), 0.0) + n
        met[b, a] = met.get((b, a), 0.0) + n
    strength = _fitted(names, won, met, rounds)
    mean = sum(math.log(s) for s in strength.values()) / len(names)
    return {name: Rating(ELO * (math.log(strength[name]) - mean), _error(name, strength, met)) for name in names}


def _fitted(
    names: Sequence[str], won: Mapping[str, float], met: Mapping[tuple[str, str], float], rounds: int
) -> dict[str, float]:
    strength = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        before = dict(strength)
        for name in names:
            rest = sum(n / (strength[name] + strength[b]) for (a, b), n in met.items() if a == name)
            strength[name] = won[name] / rest
        scale = math.exp(sum(map(math.log, strength.values())) / len(names))
        strength = {name: value / scale for name, value in strength.items()}
        if max(abs(math.log(strength[name] / before[name])) for name in names) < 1e-9:
            break
    return strength


def _error(name: str, strength: Mapping[str, float], met: Mapping[tuple[str, str], float]) -> float:
    """From the Fisher information of the player's own games."""
    information = 0.0
    for (a, b), n in met.items():
        if a == name:
            p = strength[a] / (strength[a] + strength[b])
            information += n * p * (1 - p)
    return ELO / math.sqrt(information) if information else math.inf


@dataclass(frozen=True)
class Timing:
    """How long turns took, in seconds: the median, the 99th percentile, the longest."""

    count: int
    median: float
    p99: float
    longest: float

    @classmethod
    def of(cls, seconds: Iterable[float]) -> Timing:
        """
        >>> Timing.of([0.3, 0.1, 0.2])
        Timing(count=3, median=0.2, p99=0.3, longest=0.3)
        """
        ordered = sorted(seconds)
        if not ordered:
            return cls(0, 0.0, 0.0, 0.0)
        middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
        return cls(len(ordered), middle, ordered[math.ceil(0.99 * len(ordered)) - 1], ordered[-1])

    def __str__(self) -> str:
        if not self.count:
            return "no turns"
        ms = f"median {self.median * 1e3:.1f} ms, p99 {self.p99 * 1e3:.1f} ms, max {self.longest * 1e3:.1f} ms"
        return f"{ms} ({self.count} {'turn' if self.count == 1 else 'turns'})"
