"""How games end: who wins, and how often nobody does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ludens.lab.estimates import SURE, Estimate, share, within_one
from ludens.lab.evidence import Evidence
from ludens.lab.measures.base import Measure


class Balance(Measure):
    """1 less the largest difference between the points of two seats in a game: 1 where all seats do equally well, 0
    where one wins always. A win is a point, a draw is shared. (Browne 2008, "balance"; Ludii's concept Balance)
    """

    name, title = "balance", "Balance"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        points, n = evidence.points, evidence.players
        if not len(points):
            return None
        if n == 2:
            first = within_one(points[:, 0])
            assert first is not None
            ends = [abs(2 * end - 1) for end in (first.low, first.high)]
            least = 0.0 if first.low <= 0.5 <= first.high else min(ends)
            return Estimate(1 - abs(2 * first.value - 1), 1 - max(ends), 1 - least, len(points))
        sure = 1 - (1 - SURE) / n  # of all seats at once
        seats = [seat for k in range(n) if (seat := within_one(points[:, k], sure)) is not None]
        gap = max(s.value for s in seats) - min(s.value for s in seats)
        most = max(s.high for s in seats) - min(s.low for s in seats)
        least = max(0.0, max(s.low for s in seats) - min(s.high for s in seats))
        return Estimate(1 - gap, max(0.0, 1 - most), 1 - least, len(points))


class SideBalance(Measure):
    """The same of the players of the rules, whoever plays them, where sides may be swapped: the balance of the game
    without its pie rule; `balance` is what swapping makes of it. (Browne 2008, "balance"; Ludii's concept Balance)
    """

    name, title = "side_balance", "Balance of the sides"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return Balance.of(replace(evidence, winners=evidence.sides)) if evidence.swaps else None


class Advantage(Measure):
    """What the first seat gets of a game more than an equal part: 0 where it is worth nothing to begin. A win is a
    point, a draw is shared. (Ludii's concept AdvantageP1)
    """

    name, title = "advantage", "First-move advantage"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        estimate = within_one(evidence.points[:, 0])
        even = 1 / evidence.players
        return estimate and Estimate(estimate.value - even, estimate.low - even, estimate.high - even, estimate.n)


class Points(Measure):
    """What each seat gets of a game on average: `points_1`, `points_2` and so on. A win is a point, a draw is shared by
    all. (Balance of the seats: Browne 2008; Piette et al. 2021)
    """

    name, title = "points", "Points of player"

    @classmethod
    def instances(cls, evidence: Evidence) -> list[tuple[str, str, Estimate | None]]:
        points = evidence.points
        return [
            (f"{cls.name}_{seat}", f"{cls.title} {seat}", within_one(points[:, seat - 1]))
            for seat in range(1, evidence.players + 1)
        ]


class Decisiveness(Measure):
    """The share of games that somebody wins alone. (Browne 2008, "completion" and "drawishness"; Ludii's concept
    Completion)
    """

    name, title, solitaire = "decisiveness", "Decisiveness", True

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        won = (evidence.winners >= 1) & (evidence.winners <= evidence.players)
        return share(int(won.sum()), len(won))


class Draws(Measure):
    """The share of games that end by their rules without a winner. (Browne 2008, "drawishness"; Ludii's concept
    Drawishness)
    """

    name, title = "draws", "Draws"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        drawn = (evidence.winners == 0) | (evidence.winners > evidence.players)
        return share(int(drawn.sum()), len(drawn))


class Unfinished(Measure):
    """The share of games that are broken off: by a limit on plies or turns, as the rules set it. (Ludii's concept
    Timeouts)
    """

    name, title, solitaire = "unfinished", "Broken off", True

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return share(int(np.count_nonzero(evidence.winners < 0)), len(evidence.winners))
