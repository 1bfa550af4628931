"""Graphs of edges that hold a component: cycles and trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from ludens.ludemes.booleans.common import some
from ludens.ludemes.core.context import Context
from ludens.stage import Address, BoolLike, IntLike, Rows, Scope, Variable


@dataclass
class Forest:
    """Edges without a cycle: `parent` links each vertex to one nearer to the root of its tree."""

    c: Context
    what: IntLike
    parent: Address
    edges: Variable

    @classmethod
    def of(cls, c: Context, what: IntLike, out: Scope) -> Forest:
        """The edges that hold a component; leaves the scope where they make a cycle."""
        s, number = c.s, c.model.count("Vertex")
        forest = cls(c, what, s.alloca(4 * number), s.var(0))
        s.for_range(0, number, lambda v: s.store(forest.parent, v, "i32", v))
        ends = s.rows(c.model.topology.edge_vertices)

        def join(edge: IntLike) -> None:
            a, b = forest.root(ends.get(edge, 0)), forest.root(ends.get(edge, 1))
            s.if_(a == b, lambda: s.leave(out))
            s.store(forest.parent, a, "i32", b)
            forest.edges.set(forest.edges.get() + 1)

        s.for_range(0, c.model.count("Edge"), lambda e: s.if_(forest.holds(e), lambda: join(e)))
        return forest

    def holds(self, edge: IntLike) -> BoolLike:
        return self.c.state.what("Edge", edge) == self.what

    def root(self, vertex: IntLike) -> IntLike:
        s = self.c.s
        at = s.var(vertex)
        s.while_(
            lambda: s.load(self.parent, at.get(), "i32") != at.get(),
            lambda: at.set(s.load(self.parent, at.get(), "i32")),
        )
        return cast(IntLike, at.get())

    def degree(self, vertex: IntLike) -> IntLike:
        s, total = self.c.s, self.c.s.var(0)
        rows: Rows = s.rows(self.c.model.topology.vertex_edges)
        rows.each(vertex, lambda e: s.if_(self.holds(e), lambda: total.set(total.get() + 1)))
        return cast(IntLike, total.get())

    def is_caterpillar(self) -> BoolLike:
        """Whether no vertex has more than two neighbours that are no leaves."""
        s, c = self.c.s, self.c
        rows, ends = s.rows(c.model.topology.vertex_edges), s.rows(c.model.topology.edge_vertices)

        def spread(vertex: IntLike) -> BoolLike:
            inner = s.var(0)

            def look(edge: IntLike) -> None:
                other = ends.get(edge, 0) + ends.get(edge, 1) - vertex
                s.if_(self.degree(other) >= 2, lambda: inner.set(inner.get() + 1))

            rows.each(vertex, lambda e: s.if_(self.holds(e), lambda: look(e)))
            return cast(BoolLike, inner.get() > 2)

        return s.not_(some(c, lambda body: s.for_range(0, c.model.count("Vertex"), body), spread))
