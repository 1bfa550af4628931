"""The scoring rule.

An agent's *rate* in a game is its share of the points against all opponents together: 1 for a win, 0.5 for a draw. Its
*score* is the rate on the scale on which the weakest opponent, playing all opponents, has 0 and the strongest 1; it is
cut to 0 .. 1, so that no game counts more than another. The score of several games is the mean of theirs. Intervals are
at 95 %: a game's from Wilson's for the rate, that of several games from half the widths of theirs, added as squares.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludens.arena.score import Score
from ludens.suite.lists import Entry


@dataclass(frozen=True)
class Scored:
    """A score between 0 and 1, and its interval at 95 %."""

    score: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.score:.2f} ({self.low:.2f} to {self.high:.2f})"

    def to_dict(self) -> dict[str, float]:
        return {"score": round(self.score, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


@dataclass(frozen=True)
class GameResult:
    """What an agent did in one game, against each opponent.

    `forfeits` games were lost otherwise than by the rules, for the `reasons` that are counted: illegal, unreadable, cut
    off, late. `uncounted` says why games are no part of the score, and how many. `transcripts` has each game.
    """

    entry: Entry
    against: Mapping[str, Score]
    forfeits: int = 0
    disguise: str = ""
    reasons: Mapping[str, int] = field(default_factory=dict)
    uncounted: Mapping[str, int] = field(default_factory=dict)
    transcripts: tuple[Mapping[str, Any], ...] = field(default=(), compare=False, repr=False)

    @property
    def games(self) -> int:
        """How many games count."""
        return self._total.games

    @property
    def rate(self) -> float:
        return self._total.rate

    @property
    def _total(self) -> Score:
        return sum(self.against.values(), Score())

    @property
    def scored(self) -> Scored:
        """
        >>> from ludens.suite import load
        >>> entry = load("v1").entries[0]
        >>> GameResult(entry, {"random": Score(losses=10)}).scored.score
        0.0
        """
        low, high = self._total.interval()
        return Scored(*(self._normal(rate) for rate in (self.rate, low, high)))

    @property
    def bounded(self) -> Scored:
        """The score with the interval that also holds whatever would have come of the games that do not count.

        Games that are not over are seldom a fair sample: those that last long, or in which a model is slow, are. The
        lower end takes all of them for lost, the upper end for won.
        """
        missing = sum(self.uncounted.values())
        if not missing:
            return self.scored
        lost, won = (self._total + Score(losses=missing), self._total + Score(wins=missing))
        low, high = self._normal(lost.interval()[0]), self._normal(won.interval()[1])
        return Scored(self.scored.score if self.games else (low + high) / 2, low, high)

    def _normal(self, rate: float) -> float:
        m = self.entry.measured
        return min(1.0, max(0.0, (rate - m.lowest) / (m.highest - m.lowest)))

    def to_dict(self) -> dict[str, Any]:
        against = {name: [s.wins, s.draws, s.losses] for name, s in self.against.items()}
        facts: dict[str, Any] = {"game": self.entry.game, "options": list(self.entry.options), "kind": self.entry.kind}
        facts |= {"difficulty": self.entry.difficulty, "rate": round(self.rate, 4), **self.scored.to_dict()}
        counts = {"forfeits": self.forfeits, "reasons": dict(self.reasons), "uncounted": dict(self.uncounted)}
        return {**facts, "wins_draws_losses": against, **counts, "disguise": self.disguise}


@dataclass(frozen=True)
class Evaluation:
    """What an agent did in the games of a list."""

    suite: str
    agent: str
    seed: int
    results: tuple[GameResult, ...]
    #: how the agent was asked, where it was: the version of the prompts
    protocol: str = ""
    #: what was played, and how it is scored: `Suite.protocol`
    played: str = ""

    @property
    def scored(self) -> Scored:
        return mean([result.scored for result in self.results if result.games])

    @property
    def bounded(self) -> Scored:
        """The score with what the games that do not count leave open: see `GameResult.bounded`."""
        return mean([result.bounded for result in self.results])

    @property
    def transcripts(self) -> list[Mapping[str, Any]]:
        """All games, as `ludens.suite.transcripts` has them."""
        return [played for result in self.results for played in result.transcripts]

    @property
    def reasons(self) -> dict[str, int]:
        """How many games were lost otherwise than by the rules, by the reason."""
        return dict(sum((Counter(result.reasons) for result in self.results), Counter()))

    @property
    def uncounted(self) -> dict[str, int]:
        """How many games could not be counted, by what happened to them."""
        return dict(sum((Counter(result.uncounted) for result in self.results), Counter()))

    def by(self, what: str) -> dict[str, Scored]:
        """The scores of each "kind" or "difficulty"."""
        groups: dict[str, list[Scored]] = {}
        for result in self.results:
            if not result.games:
                continue
            groups.setdefault(getattr(result.entry, what), []).append(result.scored)
        return {name: mean(scores) for name, scores in sorted(groups.items())}

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        grouped = {f"by_{what}": {k: s.to_dict() for k, s in self.by(what).items()} for what in ("kind", "difficulty")}
        facts: dict[str, Any] = {"suite": self.suite, "agent": self.agent, "seed": self.seed, **self.scored.to_dict()}
        facts |= {"played": self.played, "bounded": self.bounded.to_dict()}
        counts = {"forfeits": self.reasons, "uncounted": self.uncounted, "protocol": self.protocol}
        return {**facts, **counts, **grouped, "games": [result.to_dict() for result in self.results]}


def mean(scores: Sequence[Scored]) -> Scored:
    """The score of several games.

    >>> print(mean([Scored(0.2, 0.1, 0.3), Scored(0.6, 0.5, 0.7)]))
    0.40 (0.33 to 0.47)
    """
    if not scores:
        return Scored(0.0, 0.0, 1.0)
    centre = sum(s.score for s in scores) / len(scores)
    half = math.sqrt(sum(((s.high - s.low) / 2) ** 2 for s in scores)) / len(scores)
    return Scored(centre, max(0.0, centre - half), min(1.0, centre + half))
