"""Conditions on numbers, dice and edges (manual: booleans 3.3)."""

from __future__ import annotations

import math

from ludens.board.numeric import Point
from ludens.ludemes.neighbours import site_rows
from ludens.ludemes.searches import some
from ludens.rules.base import NOTHING, Need
from ludens.rules.categories import BooleanLudeme, IntLudeme
from ludens.rules.state.context import Context
from ludens.rules.state.sites import on_board
from ludens.stage import BoolLike

DICE = frozenset({"dice"})
_SAME_POINT = 0.001


class IsEven(BooleanLudeme):
    """Whether an integer is even."""

    spellings = ("is Even",)
    says = "{value} <is> even"
    reads = NOTHING
    value: IntLudeme

    def emit(self, c: Context) -> BoolLike:
        return (self.value.emit(c) & 1) == 0


class IsOdd(BooleanLudeme):
    """Whether an integer is odd; -1 is."""

    spellings = ("is Odd",)
    says = "{value} <is> odd"
    reads = NOTHING
    value: IntLudeme

    def emit(self, c: Context) -> BoolLike:
        return (self.value.emit(c) & 1) != 0


class IsAnyDie(BooleanLudeme):
    """Whether one of the first set of dice shows a value; a die that has been used shows 0."""

    spellings = ("is AnyDie",)
    says = "one of the dice <shows> {value}"
    reads = DICE
    needs = frozenset({Need.STOCHASTIC})
    value: IntLudeme

    def emit(self, c: Context) -> BoolLike:
        dice = c.model.dice()
        if not dice:
            return False
        value = self.value.emit(c)
        return some(
            c, lambda body: c.s.for_range(0, dice[0].num_sites, body), lambda d: c.state.dice_value.get(d) == value
        )


class AllDiceUsed(BooleanLudeme):
    """Whether every die has been used."""

    spellings = ("all DiceUsed",)
    says = "all dice <are> used||not all dice are used"
    reads = DICE
    needs = frozenset({Need.STOCHASTIC})

    def emit(self, c: Context) -> BoolLike:
        number = sum(container.num_sites for container in c.model.dice())
        if not number:
            return False
        return c.s.not_(some(c, lambda body: c.s.for_range(0, number, body), lambda d: c.state.dice_value.get(d) != 0))


class AllDiceEqual(BooleanLudeme):
    """Whether all dice showed the same value when they were last rolled."""

    spellings = ("all DiceEqual",)
    says = "all dice <show> the same||not all dice show the same"
    reads = DICE
    needs = frozenset({Need.STOCHASTIC})

    def emit(self, c: Context) -> BoolLike:
        return c.state.dice_equal.get() != 0 if c.state.dice_equal.present else False


class IsCrossing(BooleanLudeme):
    """Whether two edges of the board cross, other than at their ends."""

    spellings = ("is Crossing",)
    says = "edge {first} <crosses> edge {second}"
    reads = NOTHING
    first: IntLudeme
    second: IntLudeme

    def emit(self, c: Context) -> BoolLike:
        a, b = self.first.emit(c), self.second.emit(c)
        crossings = _crossings(c)
        rows = site_rows(c, "Edge", "crossing", lambda edge: crossings[edge])
        on_edges = c.s.all_of(lambda: on_board(c, "Edge", a), lambda: on_board(c, "Edge", b))
        return c.s.all_of(lambda: on_edges, lambda: some(c, lambda body: rows.each(a, body), lambda edge: edge == b))


def _crossings(c: Context) -> list[list[int]]:
    topology = c.model.topology
    points = [(x, y) for x, y, _ in topology.points("Vertex")]
    ends = [(points[a], points[b]) for a, b in topology.edge_vertices]
    return [[j for j, other in enumerate(ends) if _cross(*own, *other)] for own in ends]


def _cross(a: Point, b: Point, p: Point, q: Point) -> bool:
    """Whether the segments ab and pq meet, and no end of one lies at an end of the other."""
    if any(math.hypot(x[0] - y[0], x[1] - y[1]) < _SAME_POINT for x in (a, b) for y in (p, q)):
        return False
    u, v, w = ((y[0] - x[0], y[1] - x[1]) for x, y in ((a, b), (p, q), (a, p)))
    determinant = u[0] * v[1] - u[1] * v[0]
    if abs(determinant) < 1e-5:
        return False
    t, r = (w[0] * v[1] - w[1] * v[0]) / determinant, (w[0] * u[1] - w[1] * u[0]) / determinant
    return 0 <= t <= 1 and 0 <= r <= 1
