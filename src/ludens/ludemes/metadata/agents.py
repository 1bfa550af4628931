"""What agents may use."""

from __future__ import annotations

from ludens.ludemes.metadata.features import Features, FeatureTrees
from ludens.ludemes.metadata.heuristics.base import Heuristics
from ludens.ludemes.sections import Section
from ludens.rules.base import Ludeme, Number, named


class Agent(Ludeme):
    """An agent that plays the game well."""


class Selection(Ludeme):
    """How a tree search selects."""


class BestAgent(Agent):
    """The name of an algorithm."""

    spellings = ("bestAgent",)
    name: str


class Ucb1(Selection):
    """Upper confidence bounds; the constant is the square root of 2 by default."""

    spellings = ("ucb1",)
    constant: Number = Number(2**0.5)


class Ag0(Selection):
    """The selection of AlphaGo Zero."""

    spellings = ("ag0",)
    constant: Number = Number(2.5)


class Mcts(Agent):
    """Monte-Carlo tree search."""

    spellings = ("mcts",)
    selection: Selection | None = None


class AlphaBeta(Agent):
    """Alpha-beta search; by default with the heuristics of the file."""

    spellings = ("alphaBeta",)
    heuristics: Heuristics | None = None


class Ai(Section):
    """What agents may use: the best agent, heuristics, features. Hand-written ones win over trained ones."""

    spellings = ("ai",)
    agent: Agent | None = None
    heuristics: Heuristics | None = None
    trained_heuristics: Heuristics | None = named(None)
    features: Features | None = None
    trained_features: Features | None = named(None)
    trained_feature_trees: FeatureTrees | None = named(None)
