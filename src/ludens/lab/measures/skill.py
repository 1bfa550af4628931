"""Whether thinking helps."""

from __future__ import annotations

from ludens.lab.estimates import Estimate, within_one
from ludens.lab.evidence import Evidence
from ludens.lab.measures.base import Measure


class Skill(Measure):
    """The points that a player gets who thinks twice as long as the others, all seats in turn: an equal part where
    skill is of no use, 1 where who thinks longer wins always. (Browne 2008, "depth"; Thompson 2000; Ludii's
    skill trace)
    """

    name, title, source = "skill", "Points for twice the thinking", "duels"

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return within_one(evidence.duels)
