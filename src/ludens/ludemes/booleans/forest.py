"""Graphs made of some edges of the board: cycles, trees, and what is special in a tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens.ludemes.booleans.reach import Links, Numbers, breadth_first
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.searching import some
from ludens.stage import Address, Bool, BoolLike, IntLike, Rows, Scope, Variable

Holds = Callable[[IntLike], BoolLike]


@dataclass
class Forest:
    """Edges without a cycle: `parent` links each vertex to one nearer to the root of its tree."""

    c: Context
    holds: Holds
    parent: Address
    edges: Variable[IntLike]

    @classmethod
    def of(cls, c: Context, holds: Holds, out: Scope) -> Forest:
        """The edges that hold; leaves the scope where they make a cycle."""
        s, number = c.s, c.model.count("Vertex")
        forest = cls(c, holds, s.alloca(4 * number), s.var(0))
        s.for_range(0, number, lambda v: s.store(forest.parent, v, "i32", v))
        ends = s.rows(c.model.topology.edge_vertices)

        def join(edge: IntLike) -> None:
            a, b = forest.root(ends.get(edge, 0)), forest.root(ends.get(edge, 1))
            s.if_(a == b, lambda: s.leave(out))
            s.store(forest.parent, a, "i32", b)
            forest.edges.set(forest.edges.get() + 1)

        s.for_range(0, c.model.count("Edge"), lambda e: s.if_(forest.holds(e), lambda: join(e)))
        return forest

    def root(self, vertex: IntLike) -> IntLike:
        s = self.c.s
        at = s.var(vertex)
        s.while_(
            lambda: s.load(self.parent, at.get(), "i32") != at.get(),
            lambda: at.set(s.load(self.parent, at.get(), "i32")),
            rounds=self.c.model.count("Vertex"),
        )
        return at.get()

    def degree(self, vertex: IntLike) -> IntLike:
        s, total = self.c.s, self.c.s.var(0)
        rows: Rows = s.rows(self.c.model.topology.vertex_edges)
        rows.each(vertex, lambda e: s.if_(self.holds(e), lambda: total.set(total.get() + 1)))
        return total.get()

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
            return inner.get() > 2

        return s.not_(some(c, lambda body: s.for_range(0, c.model.count("Vertex"), body), spread))


def links_of(c: Context, holds: Holds) -> Links:
    """The edges that hold as links between vertices, by ascending vertices."""
    topology = c.model.topology
    ends = topology.edge_vertices
    rows = [sorted((sum(ends[e]) - v, e) for e in edges) for v, edges in enumerate(topology.vertex_edges)]
    edges = c.s.rows([[e for _, e in row] for row in rows])
    return Links(
        c, len(rows), c.s.rows([[t for t, _ in row] for row in rows]), lambda v, i: holds(edges.get(v, i)), edges
    )


def is_centre(c: Context, holds: Holds, vertex: IntLike) -> BoolLike:
    """Whether a vertex is a centre of the tree of edges that it belongs to (manual: booleans 9)."""
    s, links = c.s, links_of(c, holds)
    centre = s.select(_degree(links, vertex) == 0, 0, _centroid(links, vertex))
    leaves = lambda: s.all_of(lambda: _degree(links, vertex) == 1, lambda: _degree(links, centre) == 1)  # noqa: E731

    def twins() -> BoolLike:
        joined = s.var(False, Bool)
        links.each(vertex, lambda t, i: s.if_(t == centre, lambda: joined.set(True)))
        return s.all_of(lambda: joined.get(), lambda: _chain(links, vertex) == _chain(links, centre))

    return s.any_of(lambda: vertex == centre, leaves, twins)


def _degree(links: Links, vertex: IntLike) -> IntLike:
    total = links.c.s.var(0)
    links.each(vertex, lambda t, i: total.set(total.get() + 1))
    return total.get()


def _centroid(links: Links, vertex: IntLike) -> IntLike:
    """From the smallest vertex of a tree on to a child with more than half of it, as long as there is one."""
    s = links.c.s
    first = breadth_first(links, vertex).region.first()
    tree, size, at, going = breadth_first(links, first), Numbers(links), s.var(first), s.var(1)
    size.fill(links, 1)

    def gather(k: IntLike) -> None:
        node = tree.order.get(k)
        above = tree.parent.get(node)
        s.if_(above >= 0, lambda: size.set(above, size.get(above) + size.get(node)))

    def descend() -> None:
        here, heavy = at.get(), s.var(-1)

        def look(t: IntLike, i: IntLike) -> None:
            large = s.all_of(lambda: tree.parent.get(t) == here, lambda: size.get(t) > s.quotient(tree.count, 2))
            s.if_(s.all_of(lambda: heavy.get() < 0, lambda: large), lambda: heavy.set(t))

        links.each(here, look)
        s.if_(heavy.get() >= 0, lambda: at.set(heavy.get()), lambda: going.set(0))

    s.for_down(tree.count, 0, gather)
    s.while_(lambda: going.get() != 0, descend)
    return at.get()


def _chain(links: Links, start: IntLike) -> IntLike:
    """The length of the walk that always goes on to the lowest vertex that it has not visited."""
    s = links.c.s
    seen, at, length, going = Numbers(links), s.var(start), s.var(0), s.var(1)
    seen.fill(links, 0)

    def step() -> None:
        following = s.var(-1)
        seen.set(at.get(), 1)

        def look(t: IntLike, i: IntLike) -> None:
            fresh = s.all_of(lambda: following.get() < 0, lambda: seen.get(t) == 0)
            s.if_(fresh, lambda: following.set(t))

        def advance() -> None:
            at.set(following.get())
            length.set(length.get() + 1)

        links.each(at.get(), look)
        s.if_(following.get() >= 0, advance, lambda: going.set(0))

    s.while_(lambda: going.get() != 0, step)
    return length.get()
