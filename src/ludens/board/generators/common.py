"""What the generators share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ludens.board.errors import BoardError
from ludens.board.faces import collect, unit_graph
from ludens.board.graph import LIMIT, Graph
from ludens.board.numeric import Point
from ludens.board.polygon import Polygon

ROOT3: Final = math.sqrt(3.0)
HALF3: Final = ROOT3 / 2

HEX_CORNERS: Final[tuple[Point, ...]] = ((0, 1), (HALF3, 0.5), (HALF3, -0.5), (0, -1), (-HALF3, -0.5), (-HALF3, 0.5))
FLAT_CORNERS: Final[tuple[Point, ...]] = tuple((y, x) for x, y in HEX_CORNERS)

Keep = Callable[[int, int], bool]
PointOf = Callable[[int, int], Point]


def check_size(*sizes: int) -> None:
    """Refuse sizes that make no board, or one too large to build."""
    for size in sizes:
        if size < 0:
            raise BoardError(f"a board cannot have the negative size {size}")
        if size > LIMIT:
            raise BoardError(f"the size {size} is too large (at most {LIMIT} elements)")


def lattice(rows: range, columns: range, keep: Keep) -> list[tuple[int, int]]:
    """The (row, column) pairs that are kept, row by row."""
    if len(rows) * len(columns) > 20 * LIMIT:
        raise BoardError(f"a board of {len(rows)} by {len(columns)} is too large (at most {LIMIT} elements)")
    return [(r, c) for r in rows for c in columns if keep(r, c)]


def inside(polygon: Polygon, rows: range, columns: range, place: PointOf) -> list[Point]:
    """The places inside an outline, row by row."""
    polygon_contains = polygon.contains
    return [p for r, c in lattice(rows, columns, lambda r, c: True) if polygon_contains(p := place(r, c))]


def from_centres(centres: Iterable[Point], offsets: Sequence[Point], basis: str, shape: str | None = None) -> Graph:
    """Collect the points round the centres, join those at unit distance, and number them."""
    graph = unit_graph(collect(centres, offsets), basis, shape)
    graph.reorder()
    return graph


def from_points(points: Sequence[Point], basis: str, shape: str | None = None) -> Graph:
    """Join points at unit distance, and number them."""
    graph = unit_graph(points, basis, shape)
    graph.reorder()
    return graph


def unknown_shape(tiling: str, shape: str) -> BoardError:
    """The error for a shape keyword that a tiling does not have."""
    return BoardError(f"{tiling} has no shape {shape}")
