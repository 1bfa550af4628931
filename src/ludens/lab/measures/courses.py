"""Who stands better as a game goes on. What a player may expect of a position is told by random games from there, or
by another judge: an agent, or its evaluation."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ludens.lab.estimates import Estimate, mean, share, within_one
from ludens.lab.evidence import Course, Evidence
from ludens.lab.measures.base import Measure

#: a lead that may be chance is none: two standard errors of a difference of 64 random games each, about
MARGIN = 0.15
#: who may expect more has all but won
DECIDED = 0.9


def _won(evidence: Evidence) -> list[Course]:
    """The games that somebody won."""
    return [one for one in evidence.courses if 1 <= one.winner <= evidence.players]


def _leads(course: Course) -> npt.NDArray[np.float64]:
    """By how much the winner may expect more than the best of the others, position by position."""
    others = np.delete(course.expected, course.winner - 1, axis=1)
    lead: npt.NDArray[np.float64] = course.expected[:, course.winner - 1] - others.max(axis=1)
    return lead


class LeadChanges(Measure):
    """How often another player takes the lead in a game: where one may expect more, by 0.15 at least, than who led
    before. A game is looked at up to 16 times, evenly spaced. (Browne 2008, "lead change"; Ludii's concept LeadChange)
    """

    name, title, unit, source = "lead_changes", "Lead changes", "number", "courses"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return _not_negative(mean([changes(course.expected) for course in evidence.courses]))


def changes(expected: Sequence[Sequence[float]] | npt.NDArray[np.float64]) -> int:
    """How often the lead changes.

    >>> changes([[0.5, 0.5], [0.9, 0.1], [0.45, 0.55], [0.3, 0.7], [0.8, 0.2]])
    2
    """
    leader, changed = -1, 0
    for values in np.asarray(expected):
        best = int(values.argmax())
        if leader < 0:
            others = np.delete(values, best)
            leader = best if len(others) and values[best] - others.max() >= MARGIN else -1
        elif best != leader and values[best] - values[leader] >= MARGIN:
            leader, changed = best, changed + 1
    return changed


class Drama(Measure):
    """How far who wins in the end is behind meanwhile: the mean of the roots of the distances to the leader, over the
    positions in which the winner is behind by 0.15 at least; 0 for games without such. (Browne 2008, "drama";
    Ludii's concept DramaAverage)
    """

    name, title, source = "drama", "Drama", "courses"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return within_one([_drama(course) for course in _won(evidence)])


def _drama(course: Course) -> float:
    behind = -_leads(course)
    behind = behind[behind >= MARGIN]
    return float(np.sqrt(behind).mean()) if len(behind) else 0.0


class WinnerLed(Measure):
    """By how much the winner may expect more than the best of the others, on average over the positions of a game;
    negative where winners come from behind. (Browne 2008, "lead change" and "decisiveness")
    """

    name, title, source = "winner_led", "Lead of the winner", "courses"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return mean([float(_leads(course).mean()) for course in _won(evidence)])


class Comebacks(Measure):
    """The share of won games whose winner could expect less than half of an equal part at some time. (Browne 2008,
    "drama"; the threshold is ours)
    """

    name, title, source = "comebacks", "Comebacks", "courses"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        won = _won(evidence)
        least = [course.expected[:, course.winner - 1].min() for course in won]
        return share(sum(one < 0.5 / evidence.players for one in least), len(won))


class DecidedAt(Measure):
    """The part of a game after which its winner may expect more than 0.9 to the end: 1 where it is open to the last
    move. (Browne 2008, "uncertainty"; Ludii's concept DecisivenessThreshold)
    """

    name, title, source = "decided_at", "Decided after", "courses"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return within_one([_decided_at(course) for course in _won(evidence)])


def _decided_at(course: Course) -> float:
    open_ = np.flatnonzero(course.expected[:, course.winner - 1] <= DECIDED)
    return float((open_[-1] + 1) / len(course.expected)) if len(open_) else 0.0


class Uncertainty(Measure):
    """How open a game is on average over its positions: the entropy of what the players may expect, 1 where all may
    expect the same, 0 where one has won. (Browne 2008, "uncertainty"; Iida's entropy of outcomes)
    """

    name, title, source = "uncertainty", "Uncertainty", "courses"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return within_one([_entropy(course) for course in evidence.courses])


def _entropy(course: Course) -> float:
    """The mean over the positions; what a few games from each are too low by is added (Miller 1955)."""
    expected = np.clip(course.expected, 1e-12, 1.0)
    entropies = -(expected * np.log(expected)).sum(axis=1)
    if course.variance is not None:
        entropies += (course.variance / (2 * expected)).sum(axis=1)
    most = math.log(course.expected.shape[1])
    return float((np.clip(entropies, 0.0, most) / most).mean())


class Clarity(Measure):
    """How much the choice of a move matters: the standard deviation of what the mover may expect after each of the
    legal moves, in positions of a game taken at random; what chance adds is taken off. (Ludii's concept Clarity,
    variance)
    """

    name, title, source = "clarity", "Clarity", "courses"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        estimate = mean([float(np.mean(course.spreads)) for course in evidence.courses if course.spreads])
        if estimate is None:
            return None
        value, low, high = (math.sqrt(max(0.0, x)) for x in (estimate.value, estimate.low, estimate.high))
        return Estimate(value, low, high, estimate.n)


class Narrowness(Measure):
    """The share of legal moves that are nearly as good as the best: what the mover may expect is in the upper quarter
    of what there is, in positions of a game taken at random. (Browne 2008, "clarity"; Ludii's concept Clarity,
    narrowness)
    """

    name, title, source = "narrowness", "Moves near the best", "courses"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return within_one([float(np.mean(course.narrow)) for course in evidence.courses if course.narrow])


def _not_negative(estimate: Estimate | None) -> Estimate | None:
    return estimate and Estimate(estimate.value, max(0.0, estimate.low), estimate.high, estimate.n)
