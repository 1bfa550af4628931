"""Hexagons of quadrilaterals."""

from __future__ import annotations

import math
from typing import Final

from ludens.board.faces import make_faces
from ludens.board.generators.common import HALF3, check_size
from ludens.board.graph import Graph, Vertex
from ludens.board.numeric import Point, lerp, rotated

_BASIS: Final = "QuadHex"


def quadhex(n: int, thirds: bool = False) -> Graph:
    """`(quadhex n [thirds:])`: six sectors of n by n cells, or three of a wider cut."""
    check_size(n, 6 * n * n)
    graph = Graph(_BASIS, "Hexagon")
    if thirds:
        _thirds(graph, n)
    else:
        for k in range(6):
            _sixth(graph, n, k * math.pi / 3)
    make_faces(graph, check_crossings=True)
    graph.reorder()
    return graph


def _vertex(graph: Graph, p: Point) -> Vertex:
    return graph.find_or_add_vertex(p[0], p[1], 0.0, _BASIS)


def _sixth(graph: Graph, n: int, angle: float) -> None:
    a, b, c, e = (0.0, 0.0), (0.0, n * HALF3), (n / 2, n * HALF3), (float(n), 0.0)
    d = ((c[0] + e[0]) / 2, (c[1] + e[1]) / 2)
    for row in range(n):
        a0, a1 = (rotated(lerp(a, d, r / n), angle) for r in (row, row + 1))
        b0, b1 = (rotated(lerp(b, c, r / n), angle) for r in (row, row + 1))
        for col in range(n):
            p, q = _vertex(graph, lerp(a0, b0, col / n)), _vertex(graph, lerp(a0, b0, (col + 1) / n))
            s = _vertex(graph, lerp(a1, b1, (col + 1) / n))
            graph.find_or_add_edge(p, q)
            graph.find_or_add_edge(q, s)
            if row == n - 1:
                graph.find_or_add_edge(s, _vertex(graph, lerp(a1, b1, col / n)))


def _thirds(graph: Graph, n: int) -> None:
    section = Graph()
    _section(section, n)
    size = len(section.vertices)
    for k in range(3):
        for v in section.vertices:
            x, y = rotated(v.point, k * 2 * math.pi / 3)
            graph.add_vertex(x, y, 0.0, _BASIS)
        for e in section.edges:
            graph.add_edge(graph.vertices[k * size + e.a.id], graph.vertices[k * size + e.b.id])
    seam, before, after = n * (2 * n + 3), 4 * n + 2, 4 * n
    for k in range(3):
        graph.edge_by_ids(k * size + seam, (k + 1) % 3 * size + seam)
    for k in range(3):
        graph.edge_by_ids(k * size + before, (k + 1) % 3 * size + after)


def _section(graph: Graph, n: int) -> None:
    length = n * HALF3
    a, c, e = (-n / 2, -length), (float(-n), 0.0), (0.0, -length)
    ratio = n / (n + 0.5)
    f, g = lerp(e, (0.0, 0.0), ratio), lerp(a, c, ratio / 2)
    for row in range(n):
        x0, y0 = lerp(a, e, row / n), lerp(g, f, row / n)
        x1, y1 = lerp(a, e, (row + 1) / n), lerp(g, f, (row + 1) / n)
        for col in range(n):
            corners = [lerp(x, y, k / n) for x, y in ((x0, y0), (x1, y1)) for k in (col, col + 1)]
            _quad(graph, corners)
            _quad(graph, [(-x, y) for x, y in corners])


def _quad(graph: Graph, corners: list[Point]) -> None:
    p, q, r, s = (graph.find_or_add_vertex(x, y) for x, y in corners)
    for a, b in ((p, q), (r, s), (p, r), (q, s)):
        graph.find_or_add_edge(a, b)
