"""Triangular tilings: the vertices are the lattice points, the cells the triangles."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from ludens.board.faces import make_faces
from ludens.board.generators.common import HALF3, Keep, check_size, from_points, inside, lattice, unknown_shape
from ludens.board.generators.hexagonal import row_keep, star_keep
from ludens.board.graph import Graph, Vertex
from ludens.board.numeric import Point
from ludens.board.polygon import Polygon, hex_outline

_BASIS: Final = "Triangular"


def place(r: int, c: int) -> Point:
    """A lattice point."""
    return c - 0.5 * r, HALF3 * r


def _upright(r: int, c: int) -> Point:
    return HALF3 * (c - r), (r + c) * 0.5


def triangular(shape: str | None, size: int, other: int | None, cells: bool) -> Graph:
    """`(tri [shape] size [other])`; sizes count cells on a cell board, else vertices."""
    check_size(size, other or 0)
    extra = 1 if cells else 0
    a, b = size + extra, (size if other is None else other) + extra
    if shape == "Hexagon":
        return hexagon(a)
    if shape == "Limping":
        return custom_tri((size, size + 1))
    keep, rows, columns = _shape(shape or "Triangle", size if shape == "Star" else a, b)
    spot = _upright if shape in ("Diamond", "Prism") else place
    points = [spot(r, c) for r, c in lattice(range(rows), range(columns), keep)]
    return from_points(points, _BASIS, shape or "Triangle")


def _shape(shape: str, a: int, b: int) -> tuple[Keep, int, int]:
    """Which lattice points are kept, in how many rows and columns."""
    if shape == "Triangle":
        return (lambda r, c: r <= c), a, a
    if shape == "Diamond":
        return (lambda r, c: True), a, a
    if shape == "Prism":
        size = max(a + b - 1, 0)
        return (lambda r, c: abs(r - c) < a), size, size
    if shape in ("Square", "Rectangle"):
        width = b if shape == "Rectangle" else a
        return row_keep(width), a, width + a // 2 + 1
    if shape == "Star":
        return star_keep(a), 4 * a + 1, 4 * a + 1
    raise unknown_shape("tri", shape)


def custom_tri(outline: Polygon | Sequence[int]) -> Graph:
    """The lattice points inside an outline, or inside the path of a list of sides."""
    margin = 2
    if isinstance(outline, Polygon):
        polygon = outline
    else:
        polygon = hex_outline(outline, place)
        if len(outline) == 2 and outline[1] == outline[0] + 1:
            margin = outline[0]
    polygon.inflate()
    rows, columns = polygon.index_ranges(margin)
    return from_points(inside(polygon, rows, columns, place), _BASIS, "Custom")


def hexagon(m: int) -> Graph:
    """A hexagon of side m, built row by row in double precision; it carries no basis."""
    check_size(3 * m * m)
    graph = Graph(None, "Hexagon")
    keep: Keep = lambda r, c: not (c > m - 1 + r or r - c > m - 1)  # noqa: E731
    rows: list[list[Vertex]] = [[] for _ in range(2 * m - 1)]
    for r, c in lattice(range(2 * m - 1), range(2 * m - 1), keep):
        rows[r].append(graph.add_vertex(*place(r, c)))
    for row in rows:
        for v, w in itertools.pairwise(row):
            graph.add_edge(v, w)
    for r in range(m - 1):
        _fans(graph, rows[r], rows[r + 1])
    for r in range(m, 2 * m - 1):
        _fans(graph, rows[r], rows[r - 1])
    make_faces(graph)
    graph.reorder()
    return graph


def _fans(graph: Graph, short: list[Vertex], long: list[Vertex]) -> None:
    """Join each vertex of a row with the two beside it in the row that is longer by one."""
    for n, v in enumerate(short):
        graph.add_edge(v, long[n])
        graph.add_edge(v, long[n + 1])
