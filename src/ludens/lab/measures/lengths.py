"""How long games last."""

from __future__ import annotations

from ludens.lab.estimates import Estimate, mean, quantile
from ludens.lab.evidence import Evidence
from ludens.lab.measures.base import Measure


class Length(Measure):
    """The number of moves of a game, passes and the parts of a turn among them, on average. (Browne 2008, "duration";
    Ludii's concept DurationMoves)
    """

    name, title, unit, solitaire = "length", "Length", "plies", True

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return mean(evidence.lengths)


class _Quantile(Measure):
    unit, solitaire = "plies", True
    at = 0.5

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return quantile(evidence.lengths, cls.at)


class Shortest(_Quantile):
    """The number of moves that one game in twenty does not exceed. (Piette et al. 2021: minimum and maximum of lengths,
    here without the outliers)
    """

    name, title, at = "length_short", "Length of short games", 0.05


class Median(_Quantile):
    """The number of moves that half of the games do not exceed. (Ludii's concept GameLengthMedian)"""

    name, title, at = "length_median", "Median length", 0.5


class Longest(_Quantile):
    """The number of moves that one game in twenty exceeds. (Piette et al. 2021)"""

    name, title, at = "length_long", "Length of long games", 0.95
