"""How much there is to choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludens.lab.estimates import Estimate, mean, ratio
from ludens.lab.evidence import Evidence, Walk
from ludens.lab.measures.base import Measure


def _each(evidence: Evidence, value: Callable[[Any], Any]) -> list[Any]:
    return [value(walk.choices) for walk in evidence.walks]


class Branching(Measure):
    """The number of legal moves in a position, on average over all positions of all games. (Allis 1994; Ludii's concept
    BranchingFactorAverage)
    """

    name, title, unit, source, solitaire = "branching", "Branching", "number", "walks", True

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return ratio(_each(evidence, np.sum), _each(evidence, len))


class DecisionShare(Measure):
    """The share of positions in which there is more than one legal move. (Ludii's concept DecisionMoves)"""

    name, title, source, solitaire = "choice", "Positions with a choice", "walks", True

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        estimate = ratio(_each(evidence, lambda counts: np.count_nonzero(counts > 1)), _each(evidence, len))
        return estimate and Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high), estimate.n)


class GameTree(Measure):
    """The order of magnitude of the tree of games: along a game the logarithms of how many moves were legal are added
    up, and this is their mean, in powers of ten. (Allis 1994; Ludii's concept GameTreeComplexity)
    """

    name, title, unit, source, solitaire = "game_tree", "Game tree", "log10", "walks", True

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return mean([_magnitude(walk) for walk in evidence.walks])


def _magnitude(walk: Walk) -> float:
    return float(np.log10(np.maximum(walk.choices, 1)).sum())
