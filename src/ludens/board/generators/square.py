"""Square grids: rectangles, diamonds, custom outlines, with diagonals or as a pyramid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludens.board.faces import make_faces, unit_graph
from ludens.board.generators.common import check_size, inside, lattice, unknown_shape
from ludens.board.graph import Graph, Vertex
from ludens.board.polygon import Polygon, square_outline

ROOT2: Final = 2.0**0.5
_BASIS: Final = "Square"
_RADII: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_STEPS: Final = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))  # north, east, south, west


def square(shape: str | None, size: int, cells: bool, diagonals: str | None = None, pyramidal: bool = False) -> Graph:
    """`(square [shape] size)`."""
    check_size(size)
    if shape in (None, "Square"):
        return rectangle(size, size, cells, diagonals, pyramidal)
    if shape == "Limping":
        return rectangle(size, size + 1, cells, diagonals)
    if shape == "Diamond":
        return diamond(size, diagonals)
    raise unknown_shape("square", str(shape))


def rectangle(rows: int, columns: int, cells: bool, diagonals: str | None = None, pyramidal: bool = False) -> Graph:
    """Sizes count cells on a cell board, else vertices."""
    check_size(rows, columns)
    extra = 1 if cells else 0
    r, k = rows + extra, columns + extra
    check_size(r * k)
    graph = Graph(_BASIS, "Square" if r == k else "Rectangle")
    for row in range(r):
        for column in range(k):
            graph.add_vertex(float(column), float(row), 0.0, _BASIS)
    _grid_edges(graph, r, k)
    if pyramidal:
        _pyramid(graph, r, k)
    return _finish(graph, range(r + 1), range(k + 1), diagonals)


def _grid_edges(graph: Graph, rows: int, columns: int) -> None:
    vertices = graph.vertices
    for n, v in enumerate(vertices):
        row, column = divmod(n, columns)
        if row + 1 < rows:
            graph.add_edge(v, vertices[n + columns])
        if column + 1 < columns:
            graph.add_edge(v, vertices[n + 1])


def _pyramid(graph: Graph, rows: int, columns: int) -> None:
    for layer in range(1, rows):
        for row in range(rows - layer):
            for column in range(columns - layer):
                graph.find_or_add_vertex(layer * 0.5 + column, layer * 0.5 + row, layer / ROOT2, _BASIS)
    graph.make_edges()


def diamond(size: int, diagonals: str | None = None) -> Graph:
    """A square standing on its corner, of whole lattice points."""
    check_size(size)
    n = size
    points = lattice(
        range(2 * n),
        range(2 * n),
        lambda r, c: not (r + c < n - 1 or c - r > n or r - c > n or r + c >= 3 * n),
    )
    graph = unit_graph([(float(c), float(r)) for r, c in points], _BASIS, "Diamond")
    return _finish(graph, range(2 * n + 1), range(2 * n + 1), diagonals)


def custom_square(outline: Polygon | Sequence[int], diagonals: str | None = None) -> Graph:
    """The lattice points inside an outline, or inside the path of a list of sides."""
    polygon = outline if isinstance(outline, Polygon) else square_outline(outline, _STEPS)
    polygon.inflate()
    rows, columns = polygon.index_ranges(2)
    points = inside(polygon, rows, columns, lambda r, c: (float(c), float(r)))
    return _finish(unit_graph(points, _BASIS, "Custom"), rows, columns, diagonals)


def _finish(graph: Graph, rows: range, columns: range, diagonals: str | None) -> Graph:
    """Add the diagonals of the unit squares in these ranges, make the faces and number."""
    for v in graph.vertices:
        v.stamp = _BASIS
    for e in graph.edges:
        e.stamp = _BASIS
    if diagonals == "Radiating":
        _radiating(graph, rows, columns)
    elif diagonals not in (None, "Implied"):
        for r in rows:
            for c in columns:
                corners = _corners(graph, r, c)
                if corners:
                    _diagonal(graph, corners, str(diagonals), _falling(str(diagonals), r, c, rows, columns))
    make_faces(graph)
    graph.reorder()
    return graph


def _corners(graph: Graph, r: int, c: int) -> list[Vertex] | None:
    vertices = [graph.find_vertex(c, r), graph.find_vertex(c, r + 1)]
    vertices += [graph.find_vertex(c + 1, r + 1), graph.find_vertex(c + 1, r)]
    corners = [v for v in vertices if v]
    return corners if len(corners) == 4 else None


def _falling(diagonals: str, r: int, c: int, rows: range, columns: range) -> bool:
    """Whether the one diagonal of a square runs from its upper left to its lower right."""
    if diagonals == "Alternating":
        return (r + c) % 2 != 0
    low_row, low_column = r < _middle(rows), c < _middle(columns)
    return low_row == low_column


def _diagonal(graph: Graph, corners: list[Vertex], diagonals: str, falling: bool) -> None:
    a, b, c, d = corners
    if diagonals == "Solid":
        x = graph.find_or_add_vertex(a.x + 0.5, a.y + 0.5, 0.0, _BASIS)
        for corner in corners:
            graph.find_or_add_edge(corner, x)
    elif diagonals == "SolidNoSplit":
        graph.find_or_add_edge(a, c)
        graph.find_or_add_edge(b, d)
    elif falling:
        graph.find_or_add_edge(b, d)
    else:
        graph.find_or_add_edge(a, c)


def _middle(indices: range) -> int:
    return int((indices[0] + indices[-1]) / 2)


def _radiating(graph: Graph, rows: range, columns: range) -> None:
    mr, mc = _middle(rows), _middle(columns)
    steps = max((rows[-1] - rows[0]) // 2, (columns[-1] - columns[0]) // 2) + 1
    for n in range(steps):
        for p, q in _RADII:
            # Row and column are swapped, as the reference has it.
            a = graph.find_vertex(mr + n * p, mc + n * q)
            b = graph.find_vertex(mr + (n + 1) * p, mc + (n + 1) * q)
            if a and b:
                graph.find_or_add_edge(a, b)
