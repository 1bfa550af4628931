"""Brick walls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludens.board.generators.common import check_size, unknown_shape
from ludens.board.graph import Graph

_BASIS: Final = "Brick"

# Corners of the bricks as (column, row) from their own corner, clockwise.
_BRICK: Final = ((0, 0), (0, 1), (1, 1), (2, 1), (2, 0), (1, 0))
_HALF: Final = ((0, 0), (0, 1), (1, 1), (1, 0))
_VERTICAL: Final = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0))

Corners = Sequence[tuple[int, int]]


def brick(shape: str | None, a: int, b: int | None = None, trim: bool = False) -> Graph:
    """`(brick [shape] a [b] [trim:])`."""
    check_size(a, b or 0)
    graph = Graph(_BASIS, shape or ("Square" if b is None else "Rectangle"))
    kind = graph.shape
    if kind in ("Square", "Rectangle", "Limping"):
        columns = a + 1 if kind == "Limping" else (a if b is None else b)
        check_size(a * columns)
        _wall(graph, a, 2 * columns + 1, trim)
    elif kind in ("Diamond", "Prism"):
        _diamond(graph, a, 0 if kind == "Diamond" else (a if b is None else b), trim)
    elif kind == "Spiral":
        _spiral(graph, a)
    else:
        raise unknown_shape("brick", str(kind))
    graph.reorder()
    return graph


def _wall(graph: Graph, rows: int, columns: int, trim: bool) -> None:
    for r in range(rows):
        for c in range(r % 2, columns, 2):
            _lay(graph, r, c, columns, trim)


def _diamond(graph: Graph, a: int, middle: int, trim: bool) -> None:
    check_size(4 * a * (a + middle))
    for r in range(2 * a + 2 * middle):
        for c in range((r + 1) % 2, 2 * a, 2):
            if not (r + c < a - 1 or c - r >= a or r + c >= 3 * a - 1 or r - c > a):
                _lay(graph, r, c, 2 * a, trim)


def _lay(graph: Graph, r: int, c: int, columns: int, trim: bool) -> None:
    """A brick, or half of one at the ends of a trimmed row."""
    if trim and c == 0:
        _put(graph, r, c + 1, _HALF)
    elif trim and c >= columns - 1:
        _put(graph, r, c, _HALF)
    else:
        _put(graph, r, c, _BRICK)


def _spiral(graph: Graph, a: int) -> None:
    check_size(4 * a * a)
    if a > 0:
        _put(graph, a - 1, a - 1, _HALF)
    for k in range(1, a):
        for n in range(0, 2 * k, 2):
            _put(graph, a - k + n, a - k - 1, _VERTICAL)
            _put(graph, a + k - 1, a - k + n, _BRICK)
            _put(graph, a - k - 1 + n, a + k - 1, _VERTICAL)
            _put(graph, a - k - 1, a - k - 1 + n, _BRICK)


def _put(graph: Graph, row: int, column: int, corners: Corners) -> None:
    vertices = [graph.find_or_add_vertex(float(column + x), float(row + y), 0.0, _BASIS) for x, y in corners]
    for n, v in enumerate(vertices):
        graph.find_or_add_edge(v, vertices[(n + 1) % len(vertices)])
    graph.add_face(vertices)
