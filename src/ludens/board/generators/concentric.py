"""Rings: regular polygons one inside the other, circles of cells or of points, and targets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludens.board.errors import BoardError
from ludens.board.faces import make_faces
from ludens.board.generators.common import check_size
from ludens.board.generators.regular import regular
from ludens.board.graph import Graph, Tangents, Vertex
from ludens.board.numeric import NEAR, Point

_SIDES: Final = {"Square": 4, "Triangle": 3, "Hexagon": 6}
_BASIS: Final = "Concentric"


@dataclass(frozen=True)
class Rings:
    """The options of rings of polygons."""

    midpoints: bool = True
    join_midpoints: bool = True
    join_corners: bool = False


def concentric_shape(shape: str, rings: int | None, steps: int | None, cells: bool, style: Rings) -> Graph:
    """`(concentric Square|Triangle|Hexagon|Target rings:)`."""
    if rings is None:
        raise BoardError(f"concentric {shape} needs rings:")
    check_size(rings)
    if shape == "Target":
        return circles([steps] * rings, False, cells) if steps is not None else target(rings, cells)
    return polygon_rings(_SIDES[shape], rings, cells, style)


def polygon_rings(sides: int, rings: int | None, cells: bool, style: Rings) -> Graph:
    """`(concentric sides: rings:)`: each ring runs counter-clockwise from the top or the upper left."""
    if rings is None:
        raise BoardError("concentric sides: needs rings:")
    check_size(sides, rings, 2 * sides * rings)
    graph = Graph(_BASIS, "Regular")
    arc = 2 * math.pi / sides if sides else 0.0
    first = math.pi / 2 + (arc / 2 if sides % 2 == 0 else 0.0)
    for i in range(rings):
        _polygon(graph, sides, first, arc, float(1 + 2 * i if sides == 3 else 1 + i), style.midpoints)
    _spokes(graph, sides, rings, style)
    graph.reorder()
    if cells:
        for v in graph.vertices:
            v.stamp = _BASIS
        for e in graph.edges:
            e.stamp = _BASIS
        make_faces(graph, check_crossings=True)
    return graph


def _polygon(graph: Graph, sides: int, first: float, arc: float, radius: float, midpoints: bool) -> None:
    start = len(graph.vertices)
    for j in range(sides):
        a, b = first + arc * j, first + arc * (j + 1)
        x, y = radius * math.cos(a), radius * math.sin(a)
        graph.find_or_add_vertex(x, y)
        if midpoints:
            xb, yb = radius * math.cos(b), radius * math.sin(b)
            graph.find_or_add_vertex((x + xb) * 0.5, (y + yb) * 0.5)
    ring = graph.vertices[start:]
    for n, v in enumerate(ring):
        graph.find_or_add_edge(v, ring[(n + 1) % len(ring)])


def _spokes(graph: Graph, sides: int, rings: int, style: Rings) -> None:
    every = 2 if style.midpoints else 1
    if not ((style.midpoints and style.join_midpoints) or style.join_corners):
        return
    size = sides * every
    count = len(graph.vertices)
    for i in range(rings - 1):
        for j in range(sides):
            v = i * size + j * every
            if style.join_corners:
                graph.edge_by_ids(v, v + size)
            if style.join_midpoints and v + 1 + size < count:
                # Without midpoints this doubles an edge between corners; it is plain, not find-or-add.
                graph.add_edge(graph.vertices[v + 1], graph.vertices[v + 1 + size])


def target(rings: int, cells: bool) -> Graph:
    """Rings of cells without neighbours: octagons one inside the other, numbered from the centre."""
    if not cells:
        raise BoardError("concentric Target without steps: is a board of cells")
    graph = Graph(_BASIS, "Circle")
    for i in range(rings):
        angles = [math.pi / 2 + j * math.pi / 4 for j in range(8)]
        ring = [graph.find_or_add_vertex((i + 1) * math.cos(t), (i + 1) * math.sin(t)) for t in angles]
        _curved_ring(graph, ring)
    make_faces(graph, check_crossings=True)
    for i, face in enumerate(graph.faces):
        face.x, face.y = 0.0, -i - 0.5 if i else 0.0
    return graph


@dataclass(frozen=True)
class _Sample:
    x: float
    y: float
    angle: float


def circles(counts: Sequence[int], stagger: bool, cells: bool) -> Graph:
    """`(concentric {n0 n1 ...})`: rings of n0, n1, ... cells or points."""
    if not counts:
        raise BoardError("concentric needs the number of cells of each ring")
    check_size(*map(abs, counts))
    check_size(sum(map(abs, counts)))
    return _cell_circles([abs(n) for n in counts], stagger) if cells else _point_circles(list(counts), stagger)


def _angle(n: int, step: int, stagger: bool, ring: int) -> float:
    offset = 2 * math.pi / n / 2 if stagger and ring % 2 else 0.0
    return math.pi / 2 + offset - 2 * math.pi * step / n


def _normalised(angle: float) -> float:
    while angle < -math.pi:
        angle += 2 * math.pi
    while angle > math.pi:
        angle -= 2 * math.pi
    return angle


def _sample(radius: float, angle: float) -> _Sample:
    return _Sample(radius * math.cos(angle), radius * math.sin(angle), angle)


def _sorted_samples(samples: list[_Sample], gap: float) -> list[_Sample]:
    """By angle, without those that lie close to their predecessor."""
    result = sorted(samples, key=lambda s: s.angle)
    for n in range(len(result) - 1, 0, -1):
        if math.hypot(result[n].x - result[n - 1].x, result[n].y - result[n - 1].y) < gap:
            del result[n]
    return result


def _cell_circles(counts: list[int], stagger: bool) -> Graph:
    graph = Graph(_BASIS, "Circle")
    graph.add_vertex(0.0, 0.0)
    rim: list[list[_Sample]] = [[] for _ in range(len(counts) + 1)]
    for i, n in enumerate(counts):
        for step in range(n if n >= 2 else 0):
            angle = _normalised(_angle(n, step, stagger, i))
            rim[i].append(_sample(max(0.0, i - 0.5), angle))
            rim[i + 1].append(_sample(i + 0.5, angle))
    vertices = [[graph.find_or_add_vertex(s.x, s.y) for s in _sorted_samples(samples, NEAR)] for samples in rim]
    for ring in vertices:
        if len(ring) >= 2:
            _curved_ring(graph, ring)
    for i, n in enumerate(counts):
        for step in range(n if n >= 2 else 0):
            _radial_edge(graph, i, _angle(n, step, stagger, i))
    for v in graph.vertices:
        v.pivot = graph.vertices[0]
    make_faces(graph, check_crossings=True)
    return graph


def _radial_edge(graph: Graph, ring: int, angle: float) -> None:
    inner, outer = _sample(max(0.0, ring - 0.5), angle), _sample(ring + 0.5, angle)
    a, b = graph.find_vertex(inner.x, inner.y), graph.find_vertex(outer.x, outer.y)
    if a and b and a is not b:
        graph.find_or_add_edge(a, b)


def _curved_ring(graph: Graph, ring: Sequence[Vertex]) -> None:
    n = len(ring)
    for j in range(n):
        before, a, b, after = ring[j - 1], ring[j], ring[(j + 1) % n], ring[(j + 2) % n]
        if a is not b:
            graph.find_or_add_edge(a, b, Tangents(_towards(before, b), _towards(after, a)))


def _towards(a: Vertex, b: Vertex) -> Point:
    dx, dy = b.x - a.x, b.y - a.y
    length = math.hypot(dx, dy) or 1.0
    return dx / length, dy / length


def _point_circles(counts: list[int], stagger: bool) -> Graph:
    if len(counts) == 1:
        return regular(abs(counts[0]), False, False)
    if abs(counts[0]) > 1:
        counts = [0, *counts]
    graph = Graph(_BASIS, "Circle")
    rings = [_ring_vertices(graph, abs(n), i, stagger) for i, n in enumerate(counts)]
    for n, ring in zip(counts, rings, strict=True):
        if n > 1 and len(ring) >= 2:
            _curved_ring(graph, ring)
    for i in range(len(rings) - 1):
        _join_outwards(graph, rings, i)
    centre = graph.find_vertex(0.0, 0.0)
    if rings[0] and centre:
        for v in graph.vertices:
            v.pivot = centre
    return graph


def _ring_vertices(graph: Graph, n: int, ring: int, stagger: bool) -> list[Vertex]:
    if ring == 0:
        return [graph.find_or_add_vertex(0.0, 0.0)] if n else []
    samples = [_sample(float(ring), _angle(n, step, stagger, ring)) for step in range(n)]
    return [graph.find_or_add_vertex(s.x, s.y) for s in _sorted_samples(samples, 0.1)]


def _join_outwards(graph: Graph, rings: list[list[Vertex]], i: int) -> None:
    if i == 0:
        for centre in rings[0]:
            for v in rings[1]:
                graph.find_or_add_edge(centre, v)
        return
    for v in rings[i]:
        outer = graph.find_vertex(v.x * (i + 1) / i, v.y * (i + 1) / i)
        if outer:
            graph.find_or_add_edge(v, outer)
            if not rings[0]:
                outer.pivot = v
