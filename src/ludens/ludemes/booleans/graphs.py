"""Graphs made of pieces on edges, and angles between sites (manual: booleans 9)."""

from __future__ import annotations

import math

from ludens import board
from ludens.ludemes.arguments import optional, whether
from ludens.ludemes.booleans.forest import Forest, is_centre
from ludens.ludemes.searches import answer, outlined, some
from ludens.ludemes.site_types import type_name
from ludens.rules.base import BOARD, NOTHING, Need, named
from ludens.rules.categories import BooleanLudeme, IntLudeme
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state.context import Context
from ludens.rules.state.sites import on_board
from ludens.stage import Bool, BoolLike, IntLike, Scope, Variable

EDGES = frozenset({Need.EDGE, Need.VERTEX})


class _EdgeGraph(BooleanLudeme):
    """A condition on the graph of the edges that hold a component."""

    reads = BOARD | {"last", "turn"}
    needs = EDGES
    who: PlayerArgument | RoleType

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "edge_graph", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        result = c.s.var(False, Bool)
        c.s.scope(lambda out: self._start(c, result, out))
        return result.get()

    def _start(self, c: Context, result: Variable[BoolLike], out: Scope) -> None:
        last = c.state.last_to.get()
        c.s.if_(last < 0, lambda: c.s.leave(out))
        result.set(self.holds(c, self.component(c, last), out))

    def component(self, c: Context, last: IntLike) -> IntLike:
        """The component that makes the edges: numbered as the player; for nobody, the one of the last edge, else 1."""
        who = index_of(c, self.who)
        there = c.s.choose(on_board(c, "Edge", last), lambda: c.state.what("Edge", last), lambda: 0)
        return c.s.select(who == 0, c.s.select(there != 0, there, 1), who)

    def holds(self, c: Context, what: IntLike, out: Scope) -> BoolLike:
        """Whether the condition holds; may leave `out` where it does not."""
        raise NotImplementedError(type(self).__name__)


class IsTree(_EdgeGraph):
    """Whether edges make no cycle; those of no edge at all make none."""

    spellings = ("is Tree",)
    says = "{who:of} edges <form> a tree"

    def holds(self, c: Context, what: IntLike, out: Scope) -> BoolLike:
        Forest.of(c, lambda edge: c.state.what("Edge", edge) == what, out)
        return True


class IsSpanningTree(_EdgeGraph):
    """Whether edges make a tree that touches every vertex."""

    spellings = ("is SpanningTree",)
    says = "{who:of} edges <form> a spanning tree"

    def holds(self, c: Context, what: IntLike, out: Scope) -> BoolLike:
        forest = Forest.of(c, lambda edge: c.state.what("Edge", edge) == what, out)
        return forest.edges.get() == c.model.count("Vertex") - 1


class IsCaterpillarTree(_EdgeGraph):
    """Whether edges make a tree that touches every vertex and becomes a single path when its leaves are taken off."""

    spellings = ("is CaterpillarTree",)
    says = "{who:of} edges <form> a caterpillar tree"

    def holds(self, c: Context, what: IntLike, out: Scope) -> BoolLike:
        forest = Forest.of(c, lambda edge: c.state.what("Edge", edge) == what, out)
        c.s.if_(forest.edges.get() != c.model.count("Vertex") - 1, lambda: c.s.leave(out))
        return forest.is_caterpillar()


class IsTreeCentre(BooleanLudeme):
    """Whether the vertex where the last move went is a centre of the tree that a player's edges make there."""

    spellings = ("is TreeCentre",)
    says = "the site last moved to <is> the centre of {who:of} tree"
    reads = BOARD | {"last", "turn"}
    needs = EDGES
    who: PlayerArgument | RoleType

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "tree_centre", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        result = c.s.var(False, Bool)
        c.s.scope(lambda out: self._start(c, result, out))
        return result.get()

    def _start(self, c: Context, result: Variable[BoolLike], out: Scope) -> None:
        who, vertex = index_of(c, self.who), c.state.last_to.get()
        c.s.if_(c.s.not_(on_board(c, "Vertex", vertex)), lambda: c.s.leave(out))

        def holds(edge: IntLike) -> BoolLike:
            occupied = lambda: c.state.what("Edge", edge) != 0  # noqa: E731
            anybody = who == c.model.num_players + 1
            return c.s.choose(anybody, occupied, lambda: c.state.who("Edge", edge) == who, Bool)

        Forest.of(c, holds, out)
        result.set(is_centre(c, holds, vertex))


class IsRegularGraph(_EdgeGraph):
    """Whether every vertex has the same degree; with `k:`, `odd:` or `even:`, one of that kind."""

    spellings = ("is RegularGraph",)
    says = "{who:of} edges <form> a regular graph[ of degree {k}]"
    k: IntLudeme | None = named(None, group="degree")
    odd: BooleanLudeme | None = named(None, group="degree")
    even: BooleanLudeme | None = named(None, group="degree")

    def holds(self, c: Context, what: IntLike, out: Scope) -> BoolLike:
        s, number = c.s, c.model.count("Vertex")
        common = s.var(optional(c, self.k, 0))

        def look(vertex: IntLike) -> None:
            degree = self._degree(c, vertex, what)
            s.if_(common.get() == 0, lambda: common.set(degree))

        s.for_range(0, number, look)
        unlike = some(c, lambda body: s.for_range(0, number, body), lambda v: self._degree(c, v, what) != common.get())
        s.if_(unlike, lambda: s.leave(out))
        odd = (common.get() & 1) != 0
        asked_odd = whether(c, self.odd)
        asked_even = whether(c, self.even)
        return s.all_of(
            lambda: s.any_of(lambda: s.not_(asked_odd), lambda: odd),
            lambda: s.any_of(lambda: s.not_(asked_even), lambda: s.not_(odd)),
        )

    def _degree(self, c: Context, vertex: IntLike, what: IntLike) -> IntLike:
        s, degree = c.s, c.s.var(0)
        rows = s.rows(c.model.topology.vertex_edges)

        def count(edge: IntLike) -> None:
            s.if_(c.state.what("Edge", edge) == what, lambda: degree.set(degree.get() + 1))

        rows.each(vertex, count)
        return degree.get()


class IsAngle(BooleanLudeme):
    """Whether two sites that satisfy one condition on `(site)` each make an acute, right, obtuse or reflex angle."""

    spellings = ("is Acute", "is Right", "is Obtuse", "is Reflex")
    says = (
        "there <is> [{~Acute}an acute|{~Right}a right|{~Obtuse}an obtuse|a reflex] angle [at {at:site} ]between "
        "pieces for which {first} and {second}"
    )
    reads = NOTHING
    site_type: SiteType | None = None
    at: IntLudeme = named()
    first: BooleanLudeme
    second: BooleanLudeme

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "angle", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        kind, site = c.state.site_type(type_name(self.site_type)), self.at.emit(c)
        result, s, number = c.s.var(False, Bool), c.s, c.model.count(kind)
        table = s.table(self._pairs(c, kind), "u8")

        def pair(a: IntLike, b: IntLike, out: Scope) -> None:
            s.if_(table[a * number + b] != 0, lambda: second(b, out))

        def second(b: IntLike, out: Scope) -> None:
            s.if_(self.second.emit(c.bind(site=b)), lambda: answer(c, result, out, True))

        def seconds(a: IntLike, out: Scope) -> None:
            each = lambda b: s.if_(b != site, lambda: pair(a, b, out))  # noqa: E731
            s.if_(self.first.emit(c.bind(site=a)), lambda: s.for_range(a + 1, number, each))

        def search(out: Scope) -> None:
            s.for_range(0, number, lambda a: s.if_(a != site, lambda: seconds(a, out)))

        s.if_(on_board(c, kind, site), lambda: s.scope(search))
        return result.get()

    def _pairs(self, c: Context, kind: board.SiteType) -> list[int]:
        """For every two elements whether the direction from the one to the other makes such an angle with north."""
        points = [(x, y) for x, y, _ in c.model.topology.points(kind)]
        angles = (abs(math.degrees(math.atan2(x2 - x1, -(y2 - y1)))) for x1, y1 in points for x2, y2 in points)
        return [int(self._is(angle)) for angle in angles]

    def _is(self, angle: float) -> bool:
        match self.spelling:
            case "is Acute":
                return angle < 90
            case "is Right":
                return angle == 90
            case "is Obtuse":
                return angle > 90
        return angle > 180
