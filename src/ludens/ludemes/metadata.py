"""The metadata: information, agents and heuristics, reconstructions (spec 1, section 7 and appendix B).

Nothing here changes the rules. The classes hold what is written; who draws or searches reads their fields.
"""

from __future__ import annotations

from ludens.ludemes.base import Ludeme, named
from ludens.ludemes.enums import RoleType
from ludens.ludemes.graphics import Graphics

# --- categories


class InfoItem(Ludeme):
    """A piece of information on a game."""


class Agent(Ludeme):
    """An agent that plays the game well."""


class Selection(Ludeme):
    """How a tree search selects."""


class HeuristicTerm(Ludeme):
    """A term of a heuristic: the weight times the transformed value of the term."""


class Transformation(Ludeme):
    """What becomes of the value of a term."""


class DecisionTreeNode(Ludeme):
    """A node of a decision tree."""


class LogitNode(Ludeme):
    """A node of a logit tree."""


class ReconItem(Ludeme):
    """An expected property of a reconstruction."""


class Pair(Ludeme):
    """A name and its weight."""

    spellings = ("pair",)
    name: str
    weight: float


# --- information


class Info(Ludeme):
    """Information on the game."""

    spellings = ("info",)
    content: tuple[InfoItem, ...] | InfoItem

    @property
    def listed(self) -> tuple[InfoItem, ...]:
        return self.content if isinstance(self.content, tuple) else (self.content,)


class InfoText(InfoItem):
    """A text; the keyword says what it tells.

    `description`: what the game is. `rules`: the rules in words. `source`: where they come from. `id`: the identifier
    in the reference data base. `version`: the version of the language. `classification`: the path of categories.
    `credit`: who wrote the file or drew the images. `author`, `date`, `publisher`, `origin`: of the game.
    """

    spellings = (
        "description",
        "rules",
        "source",
        "id",
        "version",
        "classification",
        "credit",
        "author",
        "date",
        "publisher",
        "origin",
    )
    text: str


class Aliases(InfoItem):
    """Other names of the game."""

    spellings = ("aliases",)
    names: tuple[str, ...]


# --- agents


class BestAgent(Agent):
    """The name of an algorithm."""

    spellings = ("bestAgent",)
    name: str


class Ucb1(Selection):
    """Upper confidence bounds; the constant is the square root of 2 by default."""

    spellings = ("ucb1",)
    constant: float = 2**0.5


class Ag0(Selection):
    """The selection of AlphaGo Zero."""

    spellings = ("ag0",)
    constant: float = 2.5


class Mcts(Agent):
    """Monte-Carlo tree search."""

    spellings = ("mcts",)
    selection: Selection | None = None


class AlphaBeta(Agent):
    """Alpha-beta search; by default with the heuristics of the file."""

    spellings = ("alphaBeta",)
    heuristics: Heuristics | None = None


# --- heuristics


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
    weight: float = named(1.0)


class PieceTerm(WeightedTerm):
    """A term that weighs pieces by name; without weights each weighs 1."""

    piece_weights: tuple[Pair, ...] | None = named(None)


class Heuristics(Ludeme):
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


# --- features


class FeatureSet(Ludeme):
    """Weighted features of a role; they mean nothing to the rules."""

    spellings = ("featureSet",)
    role: RoleType
    features: tuple[Pair, ...]


class FeatureSets(Ludeme):
    """Weighted features of a role, by their use."""

    spellings = ("featureSet",)
    role: RoleType
    selection_features: tuple[Pair, ...] | None = named(None)
    playout_features: tuple[Pair, ...] | None = named(None)
    tspg_features: tuple[Pair, ...] | None = named(None)


class Features(Ludeme):
    """Sets of features."""

    spellings = ("features",)
    sets: tuple[FeatureSet | FeatureSets, ...] | FeatureSet | FeatureSets | None = None


class DecisionBranch(DecisionTreeNode):
    """Which node follows where a feature is active, and where it is not."""

    spellings = ("if",)
    feature: str
    then: DecisionTreeNode = named()
    else_: DecisionTreeNode = named()


class DecisionLeaf(DecisionTreeNode):
    """The probabilities of three classes."""

    spellings = ("leaf",)
    bottom25: float = named()
    iqr: float = named()
    top25: float = named()


class BinaryLeaf(DecisionTreeNode):
    """A probability."""

    spellings = ("binaryLeaf",)
    probability: float


class LogitBranch(LogitNode):
    """Which node follows where a feature is active, and where it is not."""

    spellings = ("if",)
    feature: str
    then: LogitNode = named()
    else_: LogitNode = named()


class LogitLeaf(LogitNode):
    """Weighted features."""

    spellings = ("leaf",)
    features: tuple[Pair, ...]


class DecisionTree(Ludeme):
    """The decision tree of a role."""

    spellings = ("decisionTree",)
    role: RoleType
    root: DecisionTreeNode


class LogitTree(Ludeme):
    """The logit tree of a role."""

    spellings = ("logitTree",)
    role: RoleType
    root: LogitNode


class FeatureTrees(Ludeme):
    """Trees of features."""

    spellings = ("featureTrees",)
    logit_trees: tuple[LogitTree, ...] | None = named(None)
    decision_trees: tuple[DecisionTree, ...] | None = named(None)


class Ai(Ludeme):
    """What agents may use: the best agent, heuristics, features. Hand-written ones win over trained ones."""

    spellings = ("ai",)
    agent: Agent | None = None
    heuristics: Heuristics | None = None
    trained_heuristics: Heuristics | None = named(None)
    features: Features | None = None
    trained_features: Features | None = named(None)
    trained_feature_trees: FeatureTrees | None = named(None)


# --- reconstructions


class Concept(ReconItem):
    """A property of the game and its value."""

    spellings = ("concept",)
    name: str
    value: float | bool


class ConceptRange(ReconItem):
    """A property of the game and the bounds of its value."""

    spellings = ("concept",)
    name: str
    min_value: float = named()
    max_value: float = named()


class Recon(Ludeme):
    """What is expected of a reconstruction."""

    spellings = ("recon",)
    content: tuple[ReconItem, ...] | ReconItem


class Metadata(Ludeme):
    """What is told about the game besides its rules."""

    spellings = ("metadata",)
    info: Info | None = None
    graphics: Graphics | None = None
    ai: Ai | None = None
    recon: Recon | None = None
