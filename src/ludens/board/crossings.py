"""Splitting edges where they cross or touch a vertex."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from ludens.board.errors import BoardError
from ludens.board.faces import make_faces
from ludens.board.graph import Edge, Graph, Vertex
from ludens.board.numeric import NEAR, Floats, Point, crossing

#: the most crossings that are split: the search begins anew after each
MOST_CROSSINGS: Final = 1000


def split_crossings(graph: Graph) -> Graph:
    """A vertex on every crossing of two edges, edges cut at vertices they pass, faces traced anew."""
    graph.basis = None
    count = 0
    while _split_first_crossing(graph):
        count += 1
        if count > MOST_CROSSINGS:
            raise BoardError(f"there are more than {MOST_CROSSINGS} crossings to split")
    while _split_touching(graph):
        pass
    make_faces(graph, check_crossings=True)
    return graph


def _split_first_crossing(graph: Graph) -> bool:
    ends = np.array([(e.a.x, e.a.y, e.b.x, e.b.y) for e in graph.edges]).reshape(-1, 4)
    for ea in graph.edges:
        pivot = None
        for eb in _candidates(graph, ends, ea):
            point = _inner_crossing(ea, eb)
            pivot = pivot or next((v.pivot for e in (ea, eb) for v in (e.a, e.b) if v.pivot), None)
            if point:
                _split(graph, ea, eb, point, pivot)
                return True
    return False


def _candidates(graph: Graph, ends: Floats, ea: Edge) -> Iterator[Edge]:
    """The later edges whose box meets that of an edge."""
    own, later = ends[ea.id], ends[ea.id + 1 :]
    low_x, high_x = np.minimum(later[:, 0], later[:, 2]), np.maximum(later[:, 0], later[:, 2])
    low_y, high_y = np.minimum(later[:, 1], later[:, 3]), np.maximum(later[:, 1], later[:, 3])
    meets = (low_x <= max(own[0], own[2])) & (high_x >= min(own[0], own[2]))
    meets &= (low_y <= max(own[1], own[3])) & (high_y >= min(own[1], own[3]))
    for n in np.flatnonzero(meets):
        yield graph.edges[ea.id + 1 + int(n)]


def _inner_crossing(ea: Edge, eb: Edge) -> Point | None:
    at = crossing(ea.a.point, ea.b.point, eb.a.point, eb.b.point)
    if at is None or not all(0.01 < t < 0.99 for t in at):
        return None
    s = at[0]
    return ea.a.x + s * (ea.b.x - ea.a.x), ea.a.y + s * (ea.b.y - ea.a.y)


def _split(graph: Graph, ea: Edge, eb: Edge, point: Point, pivot: Vertex | None) -> None:
    x = graph.add_vertex(*point)
    x.pivot = pivot
    graph.remove_edge(eb)
    graph.remove_edge(ea)
    for e in (ea, eb):
        graph.find_or_add_edge(e.a, x)
        graph.find_or_add_edge(x, e.b)


def _split_touching(graph: Graph) -> bool:
    """One pass up to the first edge that passes a vertex; whether there was one."""
    points = np.array([v.point for v in graph.vertices]).reshape(-1, 2)
    for number, edge in enumerate(graph.edges):
        touching = [graph.vertices[n] for n in _passed(points, edge) if graph.vertices[n] not in (edge.a, edge.b)]
        for v in touching:
            # The second hit removes whichever edge has moved to this number, as the reference does.
            if number < len(graph.edges):
                graph.remove_edge(graph.edges[number])
            graph.find_or_add_edge(edge.a, v)
            graph.find_or_add_edge(v, edge.b)
        if touching:
            return True
    return False


def _passed(points: Floats, edge: Edge) -> list[int]:
    """Numbers of the vertices on the inner part of an edge."""
    ax, ay = edge.a.point
    dx, dy = edge.b.x - ax, edge.b.y - ay
    square = dx * dx + dy * dy
    if math.sqrt(square) < NEAR:
        return []
    px, py = points[:, 0] - ax, points[:, 1] - ay
    t = np.clip((px * dx + py * dy) / square, 0.0, 1.0)
    off = np.hypot(px - t * dx, py - t * dy)
    from_a, from_b = np.hypot(px, py), np.hypot(px - dx, py - dy)
    return np.flatnonzero((off < NEAR) & (from_a >= NEAR) & (from_b >= NEAR)).tolist()
