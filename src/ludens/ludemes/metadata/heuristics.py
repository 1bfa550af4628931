"""Heuristics: what an agent may think of a position."""

from __future__ import annotations

from ludens.ludemes.base import Ludeme, Number, named
from ludens.ludemes.sections import Section


class HeuristicTerm(Ludeme):
    """A term of a heuristic: the weight times the transformed value of the term."""


class Transformation(Ludeme):
    """What becomes of the value of a term."""


class Pair(Ludeme):
    """A name and its weight."""

    spellings = ("pair",)
    name: str
    weight: Number


class HyperbolicTangent(Transformation):
    """The hyperbolic tangent."""

    spellings = ("tanh",)


class LogisticFunction(Transformation):
    """The logistic function: 1 / (1 + e^x)."""

    spellings = ("logisticFunction",)


class DivideByBoardSites(Transformation):
    """Divides by the number of sites of the board."""

    spellings = ("divNumBoardSites",)


class DivideByInitialPlacement(Transformation):
    """Divides by the number of pieces placed at the start, 1 at least."""

    spellings = ("divNumInitPlacement",)


class WeightedTerm(HeuristicTerm):
    """A term with a weight."""

    transformation: Transformation | None = named(None)
    weight: Number = named(1.0)


class PieceTerm(WeightedTerm):
    """A term that weighs pieces by name; without weights each weighs 1."""

    piece_weights: tuple[Pair, ...] | None = named(None)


class Heuristics(Section):
    """A heuristic: the sum of its terms."""

    spellings = ("heuristics",)
    terms: tuple[HeuristicTerm, ...] | HeuristicTerm | None = None

    @property
    def listed(self) -> tuple[HeuristicTerm, ...]:
        if self.terms is None:
            return ()
        return self.terms if isinstance(self.terms, tuple) else (self.terms,)


class MobilitySimple(WeightedTerm):
    """The number of legal moves, if the player is to move."""

    spellings = ("mobilitySimple",)


class MobilityAdvanced(WeightedTerm):
    """The number of legal moves that the player has, or would have to move."""

    spellings = ("mobilityAdvanced",)


class Influence(WeightedTerm):
    """How many sites the player can move to, if the player is to move."""

    spellings = ("influence",)


class InfluenceAdvanced(WeightedTerm):
    """How many sites the player can move to, or could if to move."""

    spellings = ("influenceAdvanced",)


class OwnRegionsCount(WeightedTerm):
    """The number of pieces on the regions of the player."""

    spellings = ("ownRegionsCount",)


class PlayerSiteMapCount(WeightedTerm):
    """The number of pieces on the sites that the maps give the player."""

    spellings = ("playerSiteMapCount",)


class ScoreTerm(WeightedTerm):
    """The score of the player."""

    spellings = ("score",)


class CurrentMover(WeightedTerm):
    """1 if the player is to move, else 0."""

    spellings = ("currentMoverHeuristic",)


class CentreProximity(PieceTerm):
    """How near the pieces are to the centre."""

    spellings = ("centreProximity",)


class CornerProximity(PieceTerm):
    """How near the pieces are to a corner."""

    spellings = ("cornerProximity",)


class SidesProximity(PieceTerm):
    """How near the pieces are to a side."""

    spellings = ("sidesProximity",)


class UnthreatenedMaterial(PieceTerm):
    """The pieces that no opponent threatens."""

    spellings = ("unthreatenedMaterial",)


class Material(PieceTerm):
    """The pieces of the player."""

    spellings = ("material",)
    board_only: bool = named(False)


class ComponentValues(PieceTerm):
    """The values of the player's pieces."""

    spellings = ("componentValues",)
    board_only: bool = named(False)


class RegionProximity(WeightedTerm):
    """How near the pieces are to a region of the equipment."""

    spellings = ("regionProximity",)
    region: int = named()
    piece_weights: tuple[Pair, ...] | None = named(None)


class PlayerRegionsProximity(WeightedTerm):
    """How near the pieces are to the regions of a player."""

    spellings = ("playerRegionsProximity",)
    player: int = named()
    piece_weights: tuple[Pair, ...] | None = named(None)


class LineCompletion(WeightedTerm):
    """How far lines of a length are complete."""

    spellings = ("lineCompletionHeuristic",)
    target_length: int | None = named(None)


class Intercept(HeuristicTerm):
    """A weight for each player."""

    spellings = ("intercept",)
    transformation: Transformation | None = named(None)
    player_weights: tuple[Pair, ...] = named()


class NullHeuristic(HeuristicTerm):
    """Nothing."""

    spellings = ("nullHeuristic",)
