"""The outlines of a graph."""

from __future__ import annotations

from ludens.board.graph import Edge, Graph, Vertex
from ludens.board.numeric import atan2, in_polygon

Perimeter = list[Vertex]


def perimeters(graph: Graph) -> list[Perimeter]:
    """Counter-clockwise walks round the outside of each part of the graph that lies in no other part."""
    graph.settle()
    uncovered = dict.fromkeys(graph.vertices)
    walks: list[Perimeter] = []
    while uncovered:
        walk = _walk(min(uncovered, key=lambda v: v.x))
        walks.append(walk)
        for v in walk:
            uncovered.pop(v, None)
        for v in _enclosed(walk, list(uncovered)):
            del uncovered[v]
    return _outermost(walks)


def _walk(start: Vertex) -> Perimeter:
    if not start.edges:
        return [start]
    edge = min(start.edges, key=lambda e: _from_south(start, e.other(start)))
    walk, current = [], start
    while True:
        walk.append(current)
        previous, current = current, edge.other(current)
        if current is start:
            return walk
        edge = _next_edge(current, previous, edge)


def _from_south(v: Vertex, w: Vertex) -> float:
    return atan2(w.x - v.x, -(w.y - v.y))


def _next_edge(current: Vertex, previous: Vertex, edge: Edge) -> Edge:
    """The next edge round the vertex that does not lead back; the last one tried where all do."""
    edges = current.edges
    n = len(edges)
    at = next(k for k, e in enumerate(edges) if e is edge)
    for step in range(1, n):
        edge = edges[(at + step) % n]
        if edge.other(current) is not previous:
            break
    return edge


def _enclosed(walk: Perimeter, others: list[Vertex]) -> list[Vertex]:
    outline = [v.point for v in walk]
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    boxed = (v for v in others if left <= v.x <= right and low <= v.y <= high)
    return [v for v in boxed if in_polygon(v.point, outline)]


def _outermost(walks: list[Perimeter]) -> list[Perimeter]:
    outer = walks[:]
    for n in range(len(outer) - 1, -1, -1):
        first = outer[n][0].point
        if any(in_polygon(first, [v.point for v in other]) for m, other in enumerate(outer) if m != n):
            del outer[n]
    return outer
