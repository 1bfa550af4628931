"""Whether thinking helps."""

from __future__ import annotations

from ludens.lab.estimates import Estimate, within_one
from ludens.lab.evidence import Evidence
from ludens.lab.measures.base import Measure


class Skill(Measure):
    """The points that a player gets who thinks twice as long as the others, all seats in turn: an equal part where
    skill is of no use, 1 where who thinks longer wins always; of several doublings
    `skill_2`, `skill_3` and so on. (Browne 2008, "depth"; Thompson 2000; Ludii's skill trace)
    """

    name, title, source = "skill", "Points for twice the thinking", "duels"

    @classmethod
    def instances(cls, evidence: Evidence) -> list[tuple[str, str, Estimate | None]]:
        """One for each doubling: `skill`, `skill_2` and so on, which together are the game's skill trace."""
        trace = list(evidence.duels.items())
        if len(trace) == 1:
            return [(cls.name, cls.title, within_one(trace[0][1]))]
        return [
            (cls.name if number == 1 else f"{cls.name}_{number}", f"Points of {who}", within_one(points))
            for number, (who, points) in enumerate(trace, 1)
        ]
