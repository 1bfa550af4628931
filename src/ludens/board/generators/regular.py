"""Regular polygons and stars, spirals, wedges, repeated polygons, and graphs given point by point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ludens.board.errors import BoardError
from ludens.board.faces import assemble, make_faces
from ludens.board.generators.common import check_size
from ludens.board.graph import Graph, Tangents
from ludens.board.numeric import Point
from ludens.board.polygon import Polygon

_MOST_SPIRAL_SITES: Final = 1000


def regular(n: int, star: bool, cells: bool) -> Graph:
    """`(regular [Star] n)`."""
    check_size(n)
    if n < 1:
        raise BoardError("a regular polygon needs sides")
    graph = Graph("NoBasis", "Star" if star else "Polygon")
    radius, offset = n / (2 * math.pi), math.pi / 4 if n == 4 else math.pi / 2
    for j in range(n):
        angle = offset + 2 * math.pi * j / n
        graph.find_or_add_vertex(radius * math.cos(angle), radius * math.sin(angle))
    stride = (n - 1) // 2 if star else 1
    for j in range(n):
        graph.edge_by_ids(j, (j + stride) % n)
    if cells:
        make_faces(graph, check_crossings=True)
    graph.reorder()
    return graph


def spiral(turns: int, sites: int, clockwise: bool = True) -> Graph:
    """`(spiral turns: sites: [clockwise:])`."""
    if not 0 < sites <= _MOST_SPIRAL_SITES:
        raise BoardError(f"a spiral has 1 to {_MOST_SPIRAL_SITES} sites, not {sites}")
    graph = Graph("Spiral", "Spiral")
    centre = graph.add_vertex(0.0, 0.0)
    angles = _spiral_angles(turns, sites)
    for a in angles[1:sites]:
        x, y = a * math.cos(a), a * math.sin(a)
        graph.add_vertex(-x if clockwise else x, y)
    vertices = graph.vertices
    for n in range(len(vertices) - 1):
        before, after = vertices[max(n - 1, 0)], vertices[min(n + 2, len(vertices) - 1)]
        v, w = vertices[n], vertices[n + 1]
        graph.add_edge(v, w, Tangents(_unit(w.x - before.x, w.y - before.y), _unit(v.x - after.x, v.y - after.y)))
    for v in vertices:
        v.pivot = centre
    return graph


def _unit(dx: float, dy: float) -> Point:
    length = math.hypot(dx, dy) or 1.0
    return dx / length, dy / length


def _spiral_angles(turns: int, sites: int) -> list[float]:
    """Angles, which are the radii too, of the sites from 1 on; index 0 is unused."""
    steps = _first_steps(turns, sites)
    if steps == 0:
        raise BoardError(f"no spiral of {turns} turns has {sites} sites")
    angles = [0.0]
    for ring in range(1, turns + 2):
        d = 2 * math.pi / steps
        angle = 2 * math.pi * ring
        if ring <= 2 or ring % 2:
            angle -= d / 2
        for _ in range(steps):
            angles.append(angle)
            angle += d
        if ring <= 2:
            steps *= 2
    return _smoothed(angles, sites)


def _smoothed(angles: list[float], sites: int) -> list[float]:
    if len(angles) <= sites:
        raise BoardError(f"a spiral of {sites} sites needs more turns")
    for _ in range(2):
        for v in range(2, sites):
            angles[v] = (angles[v - 1] + angles[v + 1]) / 2
    angles[1] -= (angles[2] - angles[1]) / 2
    return angles


def _first_steps(turns: int, sites: int) -> int:
    for base in range(1, sites):
        steps, total = base, 1
        for ring in range(1, turns):
            total += steps
            if total > sites:
                return base - 1
            if ring <= 2:
                steps *= 2
    return 0


def wedge(rows: int, columns: int = 3) -> Graph:
    """`(wedge rows [columns])`: an apex and rows of points below it."""
    check_size(rows, columns, rows * columns)
    if rows < 1:
        raise BoardError("a wedge needs rows")
    graph = Graph("NoBasis", "Wedge")
    m = rows - 1
    above = [graph.add_vertex(float(m), float(m))]
    row = [above]
    for r in range(1, rows):
        left, right = float(m - r), float(m + r)
        ts = [j / (columns - 1) if columns > 1 else 0.0 for j in range(columns)]
        row.append([graph.add_vertex(left + t * (right - left), float(m - r)) for t in ts])
    for v in row[1] if rows > 1 else []:
        graph.find_or_add_edge(above[0], v)
    for r in range(1, rows):
        for v, w in zip(row[r], row[r][1:], strict=False):
            graph.find_or_add_edge(v, w)
        if r + 1 < rows:
            for v, w in zip(row[r], row[r + 1], strict=True):
                graph.find_or_add_edge(v, w)
    return graph


def repeat(rows: int, columns: int, step: Sequence[Sequence[float]], polygons: Sequence[Polygon]) -> Graph:
    """`(repeat rows columns step:{{dx dy}{ex ey}} polygons)`."""
    check_size(rows, columns, rows * columns)
    if len(step) < 2 or any(len(s) < 2 for s in step[:2]):
        raise BoardError("repeat needs a step to the next column and one to the next row")
    graph = Graph("NoBasis")
    for row in range(rows):
        for column in range(columns):
            x = column * step[0][0] + row * step[1][0]
            y = column * step[0][1] + row * step[1][1]
            for polygon in polygons:
                _outline(graph, [(x + px, y + py) for px, py in polygon.points])
    make_faces(graph)
    graph.reorder()
    return graph


def _outline(graph: Graph, points: list[Point]) -> None:
    vertices = [graph.find_or_add_vertex(x, y) for x, y in points]
    for n, v in enumerate(vertices):
        graph.find_or_add_edge(v, vertices[(n + 1) % len(vertices)])


def literal(vertices: Sequence[Sequence[float]], edges: Sequence[Sequence[int]] = ()) -> Graph:
    """`(graph vertices: edges:)`: numbered as listed."""
    graph = Graph()
    for v in vertices:
        if len(v) < 2:
            raise BoardError("a vertex needs two or three coordinates")
        graph.add_vertex(v[0], v[1], v[2] if len(v) > 2 else 0.0)
    for e in edges:
        if len(e) < 2:
            raise BoardError("an edge needs the numbers of two vertices")
        graph.edge_by_ids(e[0], e[1])
    assemble(graph)
    return graph
