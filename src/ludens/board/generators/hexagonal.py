"""Hexagonal tilings."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Final

from ludens.board.faces import make_faces
from ludens.board.generators.common import (
    FLAT_CORNERS,
    HALF3,
    HEX_CORNERS,
    ROOT3,
    Keep,
    check_size,
    from_centres,
    inside,
    lattice,
    unknown_shape,
)
from ludens.board.graph import Graph, Vertex
from ludens.board.numeric import Point
from ludens.board.polygon import Polygon, hex_outline

_BASIS: Final = "Hexagonal"


def place(r: int, c: int) -> Point:
    """Centre of a pointy-top hexagon."""
    return ROOT3 * (c - 0.5 * r), 1.5 * r


def _flat(r: int, c: int) -> Point:
    return 1.5 * (c - r), ROOT3 * (r + c) * 0.5


def hexagonal(shape: str | None, size: int, other: int | None = None) -> Graph:
    """`(hex [shape] size [other])`; sizes count cells, whatever the site type."""
    check_size(size, other or 0)
    if shape in (None, "Hexagon"):
        return hexagon(size) if other is None else custom_hex((size, other))
    if shape == "Limping":
        return custom_hex((size, size + 1))
    if shape in ("Diamond", "Prism"):
        return _flat_shape(str(shape), size, size if other is None else other)
    keep, rows, columns = _pointy_shape(str(shape), size, size if other is None else other)
    centres = [place(r, c) for r, c in lattice(range(rows), range(columns), keep)]
    return from_centres(centres, HEX_CORNERS, _BASIS, shape)


def _pointy_shape(shape: str, a: int, b: int) -> tuple[Keep, int, int]:
    if shape == "Triangle":
        return (lambda r, c: r <= c), a, a
    if shape == "Star":
        return star_keep(a), 4 * a + 1, 4 * a + 1
    if shape in ("Rectangle", "Square"):
        width = b if shape == "Rectangle" else a
        return row_keep(width), a, width + a // 2 + 1
    raise unknown_shape("hex", shape)


def row_keep(width: int) -> Keep:
    """Rows of equal width, odd ones half a cell to the right."""
    return lambda r, c: (r + 1) // 2 <= c < width + r // 2


def star_keep(d: int) -> Keep:
    """A star of six points."""

    def keep(r: int, c: int) -> bool:
        if r < d or 2 * d < r <= 3 * d:
            return c >= d and c - r <= d
        return r - c <= d and c <= 3 * d

    return keep


def _flat_shape(shape: str, a: int, b: int) -> Graph:
    size = a if shape == "Diamond" else max(a + b - 1, 0)
    keep: Callable[[int, int], bool] = lambda r, c: shape == "Diamond" or abs(r - c) < a  # noqa: E731
    centres = [_flat(r, c) for r, c in lattice(range(size), range(size), keep)]
    return from_centres(centres, FLAT_CORNERS, _BASIS, shape)


def custom_hex(outline: Polygon | Sequence[int]) -> Graph:
    """The hexagons with their centre inside an outline, or inside the path of a list of sides."""
    polygon = outline if isinstance(outline, Polygon) else hex_outline(outline, place)
    polygon.inflate()
    rows, columns = polygon.index_ranges(3)
    return from_centres(inside(polygon, rows, columns, place), HEX_CORNERS, _BASIS, "Custom")


def hexagon(a: int) -> Graph:
    """A hexagon of hexagons, built row by row in double precision; it carries no basis."""
    check_size(3 * a * a)
    graph = Graph(None, "Hexagon")
    zigzags = [_zigzag(graph, r, a) for r in range(2 * a)]
    for zigzag in zigzags:
        for v, w in itertools.pairwise(zigzag):
            graph.add_edge(v, w)
    for r in range(2 * a - 1):
        _risers(graph, zigzags[r], zigzags[r + 1], r, a)
    make_faces(graph)
    graph.reorder()
    return graph


def _row(r: int, a: int) -> range:
    return range(max(0, r - a + 1), min(2 * a - 1, a + r))


def _zigzag(graph: Graph, number: int, a: int) -> list[Vertex]:
    """The vertices below row `number` (lower half), or above row `number - 1` (upper half)."""
    lower = number < a
    r = number if lower else number - 1
    offsets = ((-HALF3, -0.5), (0.0, -1.0), (HALF3, -0.5)) if lower else ((-HALF3, 0.5), (0.0, 1.0), (HALF3, 0.5))
    points = []
    for c in _row(r, a):
        x, y = place(r, c)
        steps = offsets if c == _row(r, a)[-1] else offsets[:2]
        points += [(x + dx, y + dy) for dx, dy in steps]
    return [graph.add_vertex(x, y) for x, y in points]


def _risers(graph: Graph, lower: list[Vertex], upper: list[Vertex], r: int, a: int) -> None:
    """The vertical edges of row r: from the upper corners of the zigzag below to the lower ones of that above."""
    starts = lower[0::2] if r < a else lower[1::2]
    ends = upper[1::2] if r < a - 1 else upper[0::2]
    for v, w in zip(starts, ends, strict=True):
        graph.add_edge(v, w)
