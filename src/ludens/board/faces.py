"""Tracing the faces of a graph, and rebuilding graphs from points and edges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from ludens.board.graph import Edge, Graph, Vertex, angle_to
from ludens.board.numeric import EPS, NEAR, Point, area, neighbourhoods, single

_MOST_SIDES: Final = 32
#: edges that cover more bins than this are not put into them
_MOST_BINS: Final = 64


def make_faces(graph: Graph, check_crossings: bool = False) -> None:
    """Drop all faces and trace them anew: each is listed clockwise from its lowest vertex.

    A dead-end edge in a face, a crossed edge (with `check_crossings`) and more than 32 sides leave a face out.
    """
    graph.clear_faces()
    graph.settle()
    tracer = _Tracer(graph, check_crossings)
    for start in graph.vertices:
        for edge in start.edges:
            tracer.trace(start, edge)


class _Tracer:
    def __init__(self, graph: Graph, check_crossings: bool) -> None:
        self.graph = graph
        self.crossed = Crossings(graph) if check_crossings else None
        self.done: set[tuple[Edge, Vertex]] = set()  # half-edges whose cycle is known
        self.position = {(v, e): n for v in graph.vertices for n, e in enumerate(v.edges)}

    def following(self, v: Vertex, edge: Edge, z: float) -> Edge | None:
        """The next edge counter-clockwise that stays on the level."""
        edges = v.edges
        n, k = len(edges), self.position[v, edge]
        for step in range(1, n):
            e = edges[(k + step) % n]
            if abs(e.other(v).z - z) < 0.0001:
                return e
        return None

    def trace(self, start: Vertex, edge: Edge) -> None:
        path, edges = [start], list[Edge]()
        v, e = start, edge
        while len(path) <= _MOST_SIDES:
            next_edge = self.following(v, e, start.z)
            if next_edge is None or (next_edge, v) in self.done:
                return
            e, w = next_edge, next_edge.other(v)
            edges.append(e)
            if w is start:
                self.close(path, edges)
                return
            if w in path or (self.crossed and self.crossed.is_crossed(e)):
                return
            path.append(w)
            v = w

    def close(self, path: list[Vertex], edges: list[Edge]) -> None:
        # Only a walk that goes on as it began is the same walk from each of its vertices.
        if self.following(path[0], edges[-1], path[0].z) is edges[0]:
            self.done.update(zip(edges, path, strict=True))
        if len(path) >= 3 and area([v.point for v in path]) < 0 and not self.graph.find_face(path):
            # The cycle's edges are found again by their ends: doubled edges count by their first.
            self.graph.add_face(path)


class Crossings:
    """Which edges are crossed by an edge of a lower number."""

    def __init__(self, graph: Graph) -> None:
        self._crossed: dict[Edge, bool] = {}
        self._unit = graph.average_edge_length() or 1.0
        self._bins: dict[tuple[int, int], list[Edge]] = {}
        self._long: list[Edge] = []
        for edge in graph.edges:
            columns, rows = self._covered(edge)
            if len(columns) * len(rows) > _MOST_BINS:
                self._long.append(edge)
            else:
                for place in ((x, y) for x in columns for y in rows):
                    self._bins.setdefault(place, []).append(edge)

    def is_crossed(self, edge: Edge) -> bool:
        if edge not in self._crossed:
            self._crossed[edge] = any(other.id < edge.id and crosses(other, edge) for other in self._near(edge))
        return self._crossed[edge]

    def _near(self, edge: Edge) -> Iterator[Edge]:
        """All edges whose box meets that of an edge, some more than once."""
        columns, rows = self._covered(edge)
        for place in ((x, y) for x in columns for y in rows):
            yield from self._bins.get(place, ())
        yield from self._long

    def _covered(self, edge: Edge) -> tuple[range, range]:
        """The columns and the rows of the bins that an edge's box, and a little beyond, is in."""
        a, b, unit = edge.a, edge.b, self._unit
        low_x, high_x, low_y, high_y = min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y)
        columns = range(math.floor((low_x - NEAR) / unit), math.floor((high_x + NEAR) / unit) + 1)
        return columns, range(math.floor((low_y - NEAR) / unit), math.floor((high_y + NEAR) / unit) + 1)


def crosses(other: Edge, edge: Edge) -> bool:
    """Whether an edge meets another one and shares no end with it."""
    a, b, c, d = edge.a, edge.b, other.a, other.b
    if any(p is q or math.hypot(q.x - p.x, q.y - p.y) < NEAR for p in (a, b) for q in (c, d)):
        return False
    lx, ly, nx, ny, mx, my = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y, c.x - a.x, c.y - a.y
    det = nx * ly - ny * lx
    if abs(det) < EPS:
        return False
    s, t = (nx * my - ny * mx) / det, (lx * my - ly * mx) / det
    return -EPS <= s <= 1 + EPS and -EPS <= t <= 1 + EPS


def assemble(graph: Graph) -> None:
    """Trace the faces of a graph whose edges are complete, and sort the faces around each vertex by angle."""
    make_faces(graph)
    for v in graph.vertices:
        v.faces.sort(key=partial(angle_to, v))


def rebuild(vertices: Sequence[Vertex], edges: Iterable[Edge]) -> Graph:
    """A fresh graph of copies of these vertices and edges, assembled; pivots are found again by position."""
    graph = Graph()
    copies = {v: graph.add_vertex(v.x, v.y, v.z) for v in vertices}
    for v, copy in copies.items():
        if v.pivot:
            copy.pivot = graph.find_vertex(v.pivot.x, v.pivot.y)
    for e in edges:
        graph.find_or_add_edge(copies[e.a], copies[e.b], e.tangents)
    assemble(graph)
    return graph


def unit_graph(points: Sequence[Point], basis: str | None = None, shape: str | None = None) -> Graph:
    """Join the points at distance 1 (within 0.01) and round them to single precision."""
    graph = Graph(basis, shape)
    for x, y in points:
        graph.add_vertex(single(x), single(y))
    for a, b in unit_pairs(points):
        graph.add_edge(graph.vertices[a], graph.vertices[b])
    assemble(graph)
    return graph


def unit_pairs(points: Sequence[Point]) -> list[tuple[int, int]]:
    """All pairs a < b at a distance within 0.01 of 1, in lexicographic order."""
    pairs = []
    for a, ((x, y), near) in enumerate(zip(points, neighbourhoods(points, 1.1), strict=True)):
        for b in near:
            if b > a:
                dx, dy = points[b][0] - x, points[b][1] - y
                if abs(math.sqrt(dx * dx + dy * dy) - 1) < 0.01:
                    pairs.append((a, b))
    return pairs


def collect(centres: Iterable[Point], offsets: Sequence[Point]) -> list[Point]:
    """The points centre + offset, without those nearer than 0.1 to an earlier one."""
    points: list[Point] = []
    bins: dict[tuple[int, int], list[Point]] = {}
    for cx, cy in centres:
        for ox, oy in offsets:
            x, y = cx + ox, cy + oy
            if not _taken(bins, x, y):
                points.append((x, y))
                bins.setdefault((round(x * 4), round(y * 4)), []).append((x, y))
    return points


def _taken(bins: dict[tuple[int, int], list[Point]], x: float, y: float) -> bool:
    i, j = round(x * 4), round(y * 4)
    near = (p for a in (i - 1, i, i + 1) for b in (j - 1, j, j + 1) for p in bins.get((a, b), ()))
    return any((px - x) ** 2 + (py - y) ** 2 < 0.01 for px, py in near)
