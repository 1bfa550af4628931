"""Features of moves, and trees of them; they mean nothing to the rules."""

from __future__ import annotations

from ludens.ludemes.metadata.heuristics.base import Pair
from ludens.rules.base import Ludeme, Number, named
from ludens.rules.enums import RoleType


class DecisionTreeNode(Ludeme):
    """A node of a decision tree."""


class LogitNode(Ludeme):
    """A node of a logit tree."""


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
    bottom25: Number = named()
    iqr: Number = named()
    top25: Number = named()


class BinaryLeaf(DecisionTreeNode):
    """A probability."""

    spellings = ("binaryLeaf",)
    probability: Number


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
