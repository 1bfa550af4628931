"""The graph operators. Unless it says otherwise one changes its operand and returns it, numbers and faces untouched."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from ludens.board.errors import BoardError
from ludens.board.faces import make_faces, rebuild
from ludens.board.graph import Edge, Face, Graph, Tangents, Vertex
from ludens.board.numeric import Point, neighbourhoods
from ludens.board.polygon import Polygon

E = TypeVar("E")

Coordinates = Sequence[float]
_COINCIDENT: Final = 0.01


# --- moving points


def shift(graph: Graph, dx: float, dy: float, dz: float = 0.0) -> Graph:
    """Move every vertex."""
    graph.settle()
    for v in graph.vertices:
        v.x, v.y, v.z = v.x + dx, v.y + dy, v.z + dz
    graph.moved()
    return graph


def scale(graph: Graph, sx: float, sy: float | None = None, sz: float = 1.0) -> Graph:
    """Multiply the coordinates."""
    graph.settle()
    fy = sx if sy is None else sy
    for v in graph.vertices:
        v.x, v.y, v.z = v.x * sx, v.y * fy, v.z * sz
    graph.moved()
    return graph


def rotate(graph: Graph, degrees: float) -> Graph:
    """Turn about the centre of the bounding box, counter-clockwise."""
    graph.settle()
    left, low, right, high = graph.bounds()
    px, py = (left + right) * 0.5, (low + high) * 0.5
    angle = math.radians(degrees)
    c, s = math.cos(angle), math.sin(angle)
    for v in graph.vertices:
        dx, dy = v.x - px, v.y - py
        v.x, v.y = px + dx * c - dy * s, py + dy * c + dx * s
    for e in graph.edges:
        if e.tangents:
            e.tangents = Tangents(*((x * c - y * s, y * c + x * s) for x, y in e.tangents))
    graph.moved()
    return graph


def skew(graph: Graph, amount: float) -> Graph:
    """Move each vertex to the right by its height above the lowest, times the amount."""
    graph.settle()
    low = graph.bounds()[1]
    for v in graph.vertices:
        v.x += (v.y - low) * amount
    graph.moved()
    return graph


# --- numbering, faces


def renumber(graph: Graph, vertices: bool = True, edges: bool = True, faces: bool = True) -> Graph:
    """Number the elements from the lower left."""
    graph.reorder(vertices, edges, faces)
    return graph


def remake_faces(graph: Graph) -> Graph:
    """Trace the faces anew, those with crossed edges left out."""
    make_faces(graph, check_crossings=True)
    return graph


def trim(graph: Graph) -> Graph:
    """Remove dead-end edges and the vertices left alone."""
    graph.trim()
    return graph


def complete(graph: Graph, each_cell: bool = False) -> Graph:
    """Join all vertices, or all vertices of each cell."""
    if each_cell:
        for face in graph.faces:
            corners = face.vertices
            for n, v in enumerate(corners):
                for w in corners[n + 1 :]:
                    graph.find_or_add_edge(v, w)
        return graph
    graph.clear_edges()
    graph.basis = None
    for n, v in enumerate(graph.vertices):
        for w in graph.vertices[n + 1 :]:
            graph.add_edge(v, w)
    return remake_faces(graph)


def dual(graph: Graph) -> Graph:
    """A vertex in each face, an edge across each edge between two faces."""
    if not (graph.vertices and graph.edges and graph.faces):
        return graph
    result = Graph("Dual")
    for f in graph.faces:
        result.add_vertex(f.x, f.y, f.z, "Dual")
    for e in graph.edges:
        if e.left and e.right:
            result.add_edge(result.vertices[e.left.id], result.vertices[e.right.id])
    make_faces(result)
    result.reorder()
    return result


def subdivide(graph: Graph, least: int, cells: bool, vertices: bool) -> Graph:
    """Cut each face with at least that many corners into triangles about its centre."""
    if vertices:
        make_faces(graph, check_crossings=True)
    graph.basis = None
    for face in reversed(graph.faces[:]):
        if len(face.vertices) >= least:
            centre = graph.add_vertex(face.x, face.y, face.z)
            for v in face.vertices:
                graph.add_edge(centre, v)
    if cells:
        return remake_faces(graph)
    graph.clear_faces()
    return graph


# --- cutting


def hole(graph: Graph, polygon: Polygon) -> Graph:
    """Remove the faces with their centre in the polygon and the edges that belonged to them alone."""
    polygon.inflate()
    for face in reversed(graph.faces[:]):
        # where faces lie over each other, an edge that goes takes all of its faces with it
        if face in graph.faces and polygon.contains(face.point):
            graph.remove_face(face, orphans=True)
    return graph


def keep(graph: Graph, polygon: Polygon) -> Graph:
    """Keep what lies inside the polygon."""
    result = _cut(graph, polygon, inside=True)
    result.basis = graph.basis
    return result


def clip(graph: Graph, polygon: Polygon) -> Graph:
    """Remove what lies inside the polygon."""
    return _cut(graph, polygon, inside=False)


def _cut(graph: Graph, polygon: Polygon, inside: bool) -> Graph:
    polygon.inflate()
    if len(polygon.points) < 3:
        return graph
    vertices = {v: None for v in graph.vertices if polygon.contains(v.point) == inside}
    if not vertices:
        raise BoardError("nothing is left of the board")
    return rebuild(list(vertices), [e for e in graph.edges if e.a in vertices and e.b in vertices])


def remove_inside(graph: Graph, polygon: Polygon) -> Graph:
    """Remove the vertices inside the polygon, with their edges and faces."""
    for v in reversed(graph.vertices[:]):
        if polygon.contains(v.point):
            graph.remove_vertex(v)
    return _checked(graph)


@dataclass
class Items:
    """Elements named by positions or by numbers, as `add` and `remove` take them."""

    vertices: Sequence[Coordinates] = ()
    vertex_ids: Sequence[int] = ()
    edges: Sequence[Sequence[Coordinates]] = ()
    edge_ids: Sequence[Sequence[int]] = ()
    curved: Sequence[Sequence[Coordinates]] = ()
    cells: Sequence[Sequence[Coordinates]] = ()
    cell_ids: Sequence[int] = ()
    cell_corners: Sequence[Sequence[int]] = field(default=())


def remove(graph: Graph, items: Items, trim_edges: bool = True) -> Graph:
    """Remove cells, then edges, then vertices; removing cells never removes vertices."""
    for positions in items.cells:
        corners = _vertices_at(graph, positions)
        face = graph.find_face(corners) if corners else None
        if face:
            graph.remove_face(face, trim_edges)
    _by_number(graph.faces, items.cell_ids, lambda face: graph.remove_face(face, trim_edges))
    for positions in items.edges:
        ends = _vertices_at(graph, positions)
        if len(ends) >= 2:
            _remove_edge(graph, ends[0], ends[1])
    for pair in items.edge_ids:
        if len(pair) >= 2 and all(0 <= v < len(graph.vertices) for v in pair[:2]):
            _remove_edge(graph, graph.vertices[pair[0]], graph.vertices[pair[1]])
    for position in items.vertices:
        for v in _vertices_at(graph, [position]):
            graph.remove_vertex(v)
    _by_number(graph.vertices, items.vertex_ids, graph.remove_vertex)
    return _checked(graph)


def _checked(graph: Graph) -> Graph:
    if not graph.vertices:
        raise BoardError("nothing is left of the board")
    return graph


def _by_number(elements: Sequence[E], numbers: Sequence[int], action: Callable[[E], object]) -> None:
    """Act on the elements with these numbers, highest first."""
    for n in sorted(numbers, reverse=True):
        if 0 <= n < len(elements):
            action(elements[n])


def _remove_edge(graph: Graph, a: Vertex, b: Vertex) -> None:
    edge = graph.find_edge(a, b)
    if edge:
        graph.remove_edge(edge)


def _xyz(position: Coordinates) -> tuple[float, float, float]:
    if len(position) < 2:
        raise BoardError("a position needs two or three coordinates")
    return position[0], position[1], position[2] if len(position) > 2 else 0.0


def _vertices_at(graph: Graph, positions: Iterable[Coordinates]) -> list[Vertex]:
    """The vertices at these positions, or none of them where one is missing."""
    candidates = [graph.find_vertex(*_xyz(p)) for p in positions]
    vertices = [v for v in candidates if v]
    return vertices if len(vertices) == len(candidates) else []


# --- adding


def add(graph: Graph, items: Items, connect: bool = False) -> Graph:
    """Add curved edges, vertices, edges and cells; faces are never traced anew."""
    graph.basis = None
    for curve in items.curved:
        _add_curve(graph, curve)
    fresh = [graph.add_vertex(*_xyz(p)) for p in items.vertices if not graph.find_vertex(*_xyz(p))]
    for positions in items.edges:
        if len(positions) >= 2:
            a, b = (graph.find_or_add_vertex(*_xyz(p)) for p in positions[:2])
            graph.find_or_add_edge(a, b)
    for positions in items.cells:
        _add_cell(graph, positions)
    for pair in items.edge_ids:
        if len(pair) >= 2:
            graph.edge_by_ids(pair[0], pair[1])
    for corners in items.cell_corners:
        if all(0 <= n < len(graph.vertices) for n in corners):
            graph.add_face([graph.vertices[n] for n in corners])
    if connect:
        reach = 1.1 * graph.average_edge_length()
        for v in fresh:
            _connect_vertex(graph, v, reach)
    return graph


def _add_curve(graph: Graph, curve: Sequence[Coordinates]) -> None:
    if len(curve) < 4:
        raise BoardError("a curved edge needs two ends and two tangents")
    a, b = (graph.find_or_add_vertex(*_xyz(p)) for p in curve[:2])
    graph.add_edge(a, b, Tangents((curve[2][0], curve[2][1]), (curve[3][0], curve[3][1])))


def _add_cell(graph: Graph, positions: Sequence[Coordinates]) -> None:
    corners = [graph.find_or_add_vertex(*_xyz(p)) for p in positions]
    for n, v in enumerate(corners):
        graph.find_or_add_edge(v, corners[(n + 1) % len(corners)])
    graph.add_face(corners)


def _connect_vertex(graph: Graph, v: Vertex, reach: float) -> None:
    for w in graph.vertices:
        if w is not v and math.hypot(w.x - v.x, w.y - v.y) < reach:
            graph.find_or_add_edge(v, w)


# --- putting together


def union(graphs: Sequence[Graph], connect: bool = False) -> Graph:
    """Put graphs side by side in one; coincident points stay distinct."""
    result = _first(graphs)
    for other in graphs[1:]:
        other.settle()
        result.vertices += other.vertices
        result.edges += other.edges
        result.faces += other.faces
    result.settle()
    result.relink()
    result.basis = None
    return _connected(result) if connect else result


def _first(graphs: Sequence[Graph]) -> Graph:
    if not graphs:
        raise BoardError("an operator on graphs needs at least one graph")
    return graphs[0]


def _connected(graph: Graph) -> Graph:
    """Join every two vertices nearer than 1.1 average edge lengths, and trace the faces."""
    reach = 1.1 * graph.average_edge_length()
    points = [v.point for v in graph.vertices]
    for v, near in zip(graph.vertices, neighbourhoods(points, 1.01 * reach) if reach else (), strict=bool(reach)):
        for w in (graph.vertices[n] for n in near if n != v.id):
            dx, dy = w.x - v.x, w.y - v.y
            if math.sqrt(dx * dx + dy * dy) < reach:
                graph.find_or_add_edge(v, w)
    return remake_faces(graph)


def merge(graphs: Sequence[Graph], connect: bool = False) -> Graph:
    """Put graphs into one, coincident points becoming one vertex with the lowest number; faces are traced anew."""
    _first(graphs)
    work = _concatenated(graphs)
    survivor = _survivors(work)
    edges: dict[frozenset[Vertex], Edge] = {}
    for e in work.edges:
        e.a, e.b = survivor[e.a], survivor[e.b]
        edges.setdefault(frozenset((e.a, e.b)), e)
    result = rebuild([v for v in work.vertices if survivor[v] is v], edges.values())
    return _connected(result) if connect else result


def _concatenated(graphs: Sequence[Graph]) -> Graph:
    """Copies of all vertices and edges; each copy's pivot is still the vertex of its own graph."""
    work = Graph()
    for graph in graphs:
        copies = {}
        for v in graph.vertices:
            copies[v] = copy = work.add_vertex(v.x, v.y, v.z)
            copy.pivot = v.pivot
        for e in graph.edges:
            work.add_edge(copies[e.a], copies[e.b], e.tangents)
    return work


def _survivors(work: Graph) -> dict[Vertex, Vertex]:
    """For each vertex, the lowest vertex it coincides with, found as the reference finds it: v up, w down."""
    survivor = {v: v for v in work.vertices}
    near = list(neighbourhoods([v.point for v in work.vertices], 2 * _COINCIDENT))
    alive = list(work.vertices)
    for v in work.vertices:
        if survivor[v] is v:
            later = (work.vertices[n] for n in reversed(near[v.id]) if n > v.id)
            for w in [w for w in later if survivor[w] is w and _coincide(v, w)]:
                survivor[w], number = v, alive.index(w)
                _repoint(alive, number, v)
                del alive[number]
    return survivor


def _repoint(alive: list[Vertex], number: int, v: Vertex) -> None:
    """Pivots are compared by number, be it a number of another graph."""
    for w in alive:
        if w.pivot and w.pivot.id == number:
            w.pivot = v


def intersect(graphs: Sequence[Graph]) -> Graph:
    """Keep of the first graph what every other has too."""
    first = _first(graphs)
    vertices = [v for v in first.vertices if all(_has_vertex(g, v) for g in graphs[1:])]
    common = set(vertices)
    edges = [e for e in first.edges if {e.a, e.b} <= common and all(_has_edge(g, e) for g in graphs[1:])]
    if not vertices:
        raise BoardError("the graphs have no vertex in common")
    return rebuild(vertices, edges)


def _coincide(a: Vertex, b: Vertex) -> bool:
    return abs(a.x - b.x) + abs(a.y - b.y) + abs(a.z - b.z) < _COINCIDENT


def _has_vertex(graph: Graph, v: Vertex) -> bool:
    return any(_coincide(v, w) for w in graph.vertices)


def _has_edge(graph: Graph, e: Edge) -> bool:
    return any(
        (_coincide(e.a, o.a) and _coincide(e.b, o.b)) or (_coincide(e.a, o.b) and _coincide(e.b, o.a))
        for o in graph.edges
    )


def layers(count: int, build: Callable[[], Graph]) -> Graph:
    """So many copies of a graph one above the other, joined vertically; the graph is built anew for each."""
    if count < 1:
        raise BoardError("a board needs at least one layer")
    copies = [build() for _ in range(count)]
    base = copies[0]
    below = base.vertices[:]
    if any(len(copy.vertices) != len(below) for copy in copies):
        raise BoardError("the layers differ: an outline grows each time that it is used")
    for level, copy in enumerate(copies[1:], 1):
        shift(copy, 0.0, 0.0, float(level))
        base.vertices += copy.vertices
        base.edges += copy.edges
        base.relink()
        for v, w in zip(below, copy.vertices, strict=True):
            base.add_edge(v, w)
        base.faces += copy.faces
        below = copy.vertices[:]
    base.relink()
    base.reorder()
    return base


__all__ = [
    "Face", "Items", "Point", "add", "clip", "complete", "dual", "hole", "intersect", "keep", "layers", "merge",
    "remake_faces", "remove", "remove_inside", "renumber", "rotate", "scale", "shift", "skew", "subdivide",
    "trim", "union",
]  # fmt: skip
