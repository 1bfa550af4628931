"""Tracing the faces of a graph, and rebuilding graphs from points and edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from ludens.board.graph import Edge, Graph, Vertex
from ludens.board.numeric import EPS, NEAR, Floats, Point, area, atan2_array, single

_MOST_SIDES: Final = 32


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
            found = self.following(v, e, start.z)
            if found is None or (found, v) in self.done:
                return
            e, w = found, found.other(v)
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
        self.ends = np.array([(e.a.x, e.a.y, e.b.x, e.b.y) for e in graph.edges]).reshape(-1, 4)
        self.known: dict[Edge, bool] = {}

    def is_crossed(self, edge: Edge) -> bool:
        if edge not in self.known:
            self.known[edge] = bool(crossed_by(self.ends[: edge.id], self.ends[edge.id]).any())
        return self.known[edge]


def crossed_by(others: Floats, own: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """For each of the other segments, whether it meets a segment and shares no end with it."""
    ax, ay, bx, by = own
    cx, cy, dx, dy = others.T
    shared = np.zeros(len(others), dtype=np.bool_)
    for px, py in ((ax, ay), (bx, by)):
        shared |= np.hypot(cx - px, cy - py) < NEAR
        shared |= np.hypot(dx - px, dy - py) < NEAR
    lx, ly, nx, ny, mx, my = bx - ax, by - ay, dx - cx, dy - cy, cx - ax, cy - ay
    det = nx * ly - ny * lx
    with np.errstate(divide="ignore", invalid="ignore"):
        s, t = (nx * my - ny * mx) / det, (lx * my - ly * mx) / det
    inside = (s >= -EPS) & (s <= 1 + EPS) & (t >= -EPS) & (t <= 1 + EPS)
    result: np.ndarray[tuple[int], np.dtype[np.bool_]] = ~shared & (np.abs(det) >= EPS) & inside
    return result


def assemble(graph: Graph) -> None:
    """Trace the faces of a graph whose edges are complete, and sort the faces around each vertex by angle."""
    make_faces(graph)
    pairs = [(v, f) for v in graph.vertices for f in v.faces]
    if not pairs:
        return
    d = np.array([(f.x - v.x, f.y - v.y) for v, f in pairs])
    angles = atan2_array(d[:, 1], d[:, 0]).tolist()
    start = 0
    for v in graph.vertices:
        n = len(v.faces)
        own = angles[start : start + n]
        v.faces = [v.faces[i] for i in sorted(range(n), key=own.__getitem__)]
        start += n


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
    if not points:
        return []
    p = np.array(points, dtype=np.float64)
    order = np.argsort(p[:, 0], kind="stable")
    xs = p[order, 0]
    last = np.searchsorted(xs, xs + 1.02, side="right")
    count = last - np.arange(len(xs)) - 1
    first = np.repeat(np.arange(len(xs)), count)
    offset = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    i, j = order[first], order[first + 1 + offset]
    a, b = np.minimum(i, j), np.maximum(i, j)
    d = p[b] - p[a]
    near = np.abs(np.sqrt(d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1]) - 1) < 0.01
    a, b = a[near], b[near]
    pairs = np.lexsort((b, a))
    return list(zip(a[pairs].tolist(), b[pairs].tolist(), strict=True))


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
