"""What happens on the board."""

from __future__ import annotations

import math

from ludens.lab.estimates import Estimate, exactly, mean, within_one
from ludens.lab.evidence import Evidence
from ludens.lab.measures.base import Measure


class Coverage(Measure):
    """The share of the board's sites on which something stands at some time in a game. (Ludii's concept
    BoardCoverageDefault)
    """

    name, title, source, solitaire = "coverage", "Board coverage", "walks", True

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return within_one([walk.covered for walk in evidence.walks if walk.covered is not None])


class Pieces(Measure):
    """The number of occupied sites of the board, on average over the positions of a game. (Ludii's concept
    PieceNumber)
    """

    name, title, unit, source, solitaire = "pieces", "Occupied sites", "number", "walks", True

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        return mean([walk.pieces for walk in evidence.walks if walk.pieces is not None])


class StateSpace(Measure):
    """The order of magnitude of what can lie on the board: each site may hold what was seen on any site, each apart
    from the others, in powers of ten. It bounds the number of positions, whatever the rules forbid; what was
    never seen on the board, and what lies in hands, is not counted. (Allis 1994; Ludii's concept StateSpaceComplexity)
    """

    name, title, unit, source, solitaire = "state_space", "State space", "log10", "walks", True

    @classmethod
    def of(cls, evidence: Evidence) -> Estimate | None:
        contents = frozenset[int]().union(*(walk.contents for walk in evidence.walks))
        return exactly(evidence.sites * math.log10(len(contents | {0}))) if contents else None
