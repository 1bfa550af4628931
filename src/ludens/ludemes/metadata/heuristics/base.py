"""What terms have in common: weights, transformations, and the sum of several."""

from __future__ import annotations

from ludens.ludemes.sections import Section
from ludens.rules.base import Ludeme, Number, named
from ludens.rules.state.context import Context
from ludens.stage import RealLike


class Transformation(Ludeme):
    """What becomes of the value of a term."""

    def factor(self, c: Context) -> RealLike | None:
        """What it multiplies with, where that is all it does."""
        return None

    def apply(self, c: Context, x: RealLike) -> RealLike:
        factor = self.factor(c)
        assert factor is not None
        return x * factor


class HyperbolicTangent(Transformation):
    """The hyperbolic tangent."""

    spellings = ("tanh",)

    def apply(self, c: Context, x: RealLike) -> RealLike:
        return 1.0 - 2.0 / (c.s.math("exp", x * 2.0) + 1.0)


class LogisticFunction(Transformation):
    """The logistic function: 1 / (1 + e^x)."""

    spellings = ("logisticFunction",)

    def apply(self, c: Context, x: RealLike) -> RealLike:
        return 1.0 / (c.s.math("exp", x) + 1.0)


class DivideByBoardSites(Transformation):
    """Divides by the number of sites of the board."""

    spellings = ("divNumBoardSites",)

    def factor(self, c: Context) -> RealLike:
        return 1.0 / max(1, c.model.board_sites)


class DivideByInitialPlacement(Transformation):
    """Divides by the number of pieces placed at the start, 1 at least."""

    spellings = ("divNumInitPlacement",)

    def factor(self, c: Context) -> RealLike:
        return 1.0 / c.s.real(c.s.maximum(c.state.num_placements.get(), 1))


class Pair(Ludeme):
    """A name and its weight."""

    spellings = ("pair",)
    name: str
    weight: Number


class HeuristicTerm(Ludeme):
    """A term of a heuristic: the weight times the transformed value of the term, for each player."""

    transformation: Transformation | None = named(None)

    @property
    def scale(self) -> float:
        """The weight of the whole term."""
        return 1.0

    def raw(self, c: Context, player: int) -> RealLike:
        """What the term says of a player, before it is transformed and weighed."""
        raise NotImplementedError(type(self).__name__)

    def value(self, c: Context, player: int) -> RealLike:
        raw = self.raw(c, player)
        return (raw if self.transformation is None else self.transformation.apply(c, raw)) * self.scale

    def lead(self, c: Context) -> RealLike:
        """What the first of two players has more of it than the second."""
        return self.value(c, 1) - self.value(c, 2)


class WeightedTerm(HeuristicTerm):
    """A term with a weight."""

    weight: Number = named(1.0)

    @property
    def scale(self) -> float:
        return float(self.weight)


class Heuristics(Section):
    """A heuristic: the sum of its terms."""

    spellings = ("heuristics",)
    terms: tuple[HeuristicTerm, ...] | HeuristicTerm | None = None

    @property
    def listed(self) -> tuple[HeuristicTerm, ...]:
        if self.terms is None:
            return ()
        return self.terms if isinstance(self.terms, tuple) else (self.terms,)

    def value(self, c: Context, player: int) -> RealLike:
        """What the terms say of a player together."""
        total: RealLike = 0.0
        for term in self.listed:
            total = term.value(c, player) + total
        return total
