"""Celtic boards: a diagonal grid with rounded corners."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ludens.board.errors import BoardError
from ludens.board.faces import make_faces
from ludens.board.generators.common import check_size, inside, lattice
from ludens.board.graph import Graph, Tangents, Vertex
from ludens.board.numeric import Point, turn
from ludens.board.perimeter import perimeters
from ludens.board.polygon import Polygon, square_outline

_U: Final = 1 / math.sqrt(2.0)
_BASIS: Final = "Celtic"
_FLAT: Final = math.pi / 10
_SHARP: Final = math.pi / 4


def celtic(rows: int, columns: int) -> Graph:
    """`(celtic rows [columns])`."""
    check_size(rows, columns)
    return _knot([_centre(r, c) for r, c in lattice(range(rows), range(columns), lambda r, c: True)])


def custom_celtic(outline: Polygon | Sequence[int]) -> Graph:
    """The centres inside an outline, or inside the path of a list of sides."""
    w = 2 * _U
    steps = ((w, 0.0), (0.0, w), (-w, 0.0), (0.0, -w))
    polygon = outline if isinstance(outline, Polygon) else square_outline(outline, steps)
    polygon.inflate()
    rows, columns = polygon.index_ranges(1)
    return _knot(inside(polygon, rows, columns, _centre))


def _centre(r: int, c: int) -> Point:
    return 2 * _U * c, 2 * _U * r


def _knot(centres: list[Point]) -> Graph:
    if not centres:
        raise BoardError("a celtic board without cells")
    graph = Graph(_BASIS)
    for x, y in centres:
        for dx, dy in ((_U, 0.0), (0.0, _U), (-_U, 0.0), (0.0, -_U)):
            graph.find_or_add_vertex(x + dx, y + dy, 0.0, _BASIS)
    graph.make_edges()
    make_faces(graph, check_crossings=True)
    rim = perimeters(graph)[0]
    for n in _key_points(rim):
        _round_off(graph, [rim[(n + k) % len(rim)] for k in (-1, 0, 1, 2)])
    graph.reorder()
    return graph


def _key_points(rim: list[Vertex]) -> list[int]:
    marked, flat = [], 0
    for n, v in enumerate(rim):
        t = turn(rim[n - 1].point, v.point, rim[(n + 1) % len(rim)].point)
        if t > _SHARP:
            marked.append(n)
            flat = 0
        elif abs(t) < _FLAT:
            flat += 1
            if flat % 2 == 0:
                marked.append(n)
    return marked


def _round_off(graph: Graph, run: list[Vertex]) -> None:
    """Close the gap beyond the rim's edge c-d with a curve, or the notch c-d-e with one arc."""
    b, c, d, e = run
    tc, td = turn(b.point, c.point, d.point), turn(c.point, d.point, e.point)
    if td < -_SHARP:
        graph.add_edge(c, e, _tangents(c.point, d.point, e.point))
        graph.add_face([d, c, e])
        return
    t = (c.x - b.x, c.y - b.y)
    if abs(tc) < _FLAT:
        t = (d.y - c.y, -(d.x - c.x))
    x = graph.add_vertex((c.x + d.x) * 0.5 + 0.9 * t[0], (c.y + d.y) * 0.5 + 0.9 * t[1], 0.0, _BASIS)
    graph.add_edge(c, x, _tangents(b.point, c.point, x.point))
    graph.add_edge(x, d, _tangents(c.point, x.point, d.point))
    graph.add_face([c, x, d])


def _tangents(before: Point, at: Point, after: Point) -> Tangents:
    first, last = (at[0] - before[0], at[1] - before[1]), (after[0] - at[0], after[1] - at[1])
    return Tangents(_normal(first), _normal(last))


def _normal(v: Point) -> Point:
    length = math.hypot(*v) or 1.0
    return v[0] / length, v[1] / length
