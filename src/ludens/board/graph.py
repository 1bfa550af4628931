"""A graph under construction: vertices, edges and faces, and the primitive operations every board is made with."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from ludens.board.errors import BoardError
from ludens.board.numeric import NEAR, Point, atan2, neighbourhoods

#: the most vertices of a board
LIMIT: Final = 20_000
_BIN: Final = 20.0  # bins of the vertex index per unit length


class Tangents(NamedTuple):
    """Directions of a curved edge at its two ends."""

    a: Point
    b: Point


class Vertex:
    """A point of the graph, with its edges and faces in their order around it."""

    __slots__ = ("edges", "faces", "id", "pivot", "stamp", "x", "y", "z")

    def __init__(self, number: int, x: float, y: float, z: float, stamp: str | None = None) -> None:
        self.id = number
        self.x, self.y, self.z = x, y, z
        self.pivot: Vertex | None = None
        self.stamp = stamp
        self.edges: list[Edge] = []
        self.faces: list[Face] = []

    @property
    def point(self) -> Point:
        return self.x, self.y


class Edge:
    """A line from vertex a to vertex b, with the faces on its two sides."""

    __slots__ = ("a", "b", "id", "left", "right", "stamp", "tangents")

    def __init__(self, number: int, a: Vertex, b: Vertex, tangents: Tangents | None = None) -> None:
        self.id = number
        self.a, self.b = a, b
        self.tangents = tangents
        self.left: Face | None = None
        self.right: Face | None = None
        self.stamp = a.stamp if a.stamp == b.stamp else None

    def other(self, vertex: Vertex) -> Vertex:
        """The end that is not the given one."""
        return self.b if vertex is self.a else self.a

    @property
    def x(self) -> float:
        return (self.a.x + self.b.x) * 0.5

    @property
    def y(self) -> float:
        return (self.a.y + self.b.y) * 0.5

    @property
    def z(self) -> float:
        return (self.a.z + self.b.z) * 0.5

    @property
    def length(self) -> float:
        dx, dy, dz = self.b.x - self.a.x, self.b.y - self.a.y, self.b.z - self.a.z
        return math.sqrt(dx * dx + dy * dy + dz * dz)


class Face:
    """A polygon: its vertices in cycle order and, edge n joining vertices n and n+1, its edges."""

    __slots__ = ("edges", "id", "stamp", "vertices", "x", "y", "z")

    def __init__(self, number: int, vertices: list[Vertex], edges: list[Edge]) -> None:
        self.id = number
        self.vertices, self.edges = vertices, edges
        first = vertices[0].stamp
        self.stamp = first if all(v.stamp == first for v in vertices) else None
        self.x = self.y = self.z = 0.0
        self.place()

    def place(self) -> None:
        """Move the face's position to the mean of its vertices."""
        x = y = z = 0.0
        for v in self.vertices:
            x += v.x
            y += v.y
            z += v.z
        n = len(self.vertices)
        self.x, self.y, self.z = x / n, y / n, z / n

    def across(self, edge: Edge) -> Face | None:
        """The face on the other side of one of the face's edges."""
        if edge.left is self:
            return edge.right
        return edge.left if edge.right is self else None

    @property
    def point(self) -> Point:
        return self.x, self.y


GraphElement = Vertex | Edge | Face
Kind = TypeVar("Kind", Vertex, Edge, Face)


class Graph:
    """Three ordered lists; the number of an element is its position in its list.

    `basis` is the tiling the graph was made with, as long as the operators keep it; `shape` the outline's name.
    """

    def __init__(self, basis: str | None = None, shape: str | None = None) -> None:
        self.basis, self.shape = basis, shape
        self.vertices: list[Vertex] = []
        self.edges: list[Edge] = []
        self.faces: list[Face] = []
        self._bins: dict[tuple[int, int], list[Vertex]] | None = {}
        self._unsorted: dict[Vertex, None] = {}

    # --- vertices

    def add_vertex(self, x: float, y: float, z: float = 0.0, stamp: str | None = None) -> Vertex:
        """Append a vertex, whether or not there is one at this place."""
        if len(self.vertices) >= LIMIT:
            raise BoardError(f"a board of more than {LIMIT} vertices")
        vertex = Vertex(len(self.vertices), x, y, z, stamp)
        self.vertices.append(vertex)
        if self._bins is not None:
            self._bins.setdefault(_bin(x, y), []).append(vertex)
        return vertex

    def find_vertex(self, x: float, y: float, z: float = 0.0) -> Vertex | None:
        """The first vertex nearer than 0.001 (sum of the coordinate differences)."""
        best: Vertex | None = None
        for v in self._near(x, y):
            if abs(v.x - x) + abs(v.y - y) + abs(v.z - z) < NEAR and (best is None or v.id < best.id):
                best = v
        return best

    def find_or_add_vertex(self, x: float, y: float, z: float = 0.0, stamp: str | None = None) -> Vertex:
        return self.find_vertex(x, y, z) or self.add_vertex(x, y, z, stamp)

    def remove_vertex(self, vertex: Vertex) -> None:
        """Remove a vertex with its faces and edges; later numbers shift down."""
        for face in sorted(set(vertex.faces), key=lambda f: -f.id):
            self.remove_face(face, orphans=False)
        for edge in sorted(set(vertex.edges), key=lambda e: -e.id):
            self.remove_edge(edge)
        _drop(self.vertices, vertex)
        self._bins = None

    def _near(self, x: float, y: float) -> Iterable[Vertex]:
        bins = self._index()
        (x0, y0), (x1, y1) = _bin(x - NEAR, y - NEAR), _bin(x + NEAR, y + NEAR)
        if x0 == x1 and y0 == y1:
            return bins.get((x0, y0), ())
        return [v for i in range(x0, x1 + 1) for j in range(y0, y1 + 1) for v in bins.get((i, j), ())]

    def _index(self) -> dict[tuple[int, int], list[Vertex]]:
        if self._bins is None:
            self._bins = {}
            for v in self.vertices:
                self._bins.setdefault(_bin(v.x, v.y), []).append(v)
        return self._bins

    # --- edges

    def add_edge(self, a: Vertex, b: Vertex, tangents: Tangents | None = None) -> Edge:
        """Append an edge, whether or not its ends are joined already."""
        if len(self.edges) >= 4 * LIMIT:
            raise BoardError(f"a board of more than {4 * LIMIT} edges")
        edge = Edge(len(self.edges), a, b, tangents)
        self.edges.append(edge)
        a.edges.append(edge)
        b.edges.append(edge)
        self._unsorted[a] = self._unsorted[b] = None
        return edge

    def find_edge(self, a: Vertex, b: Vertex, curved: bool = False) -> Edge | None:
        """The first edge between two vertices, in either orientation; with `curved`, only curved ones count."""
        shorter, far = (a, b) if len(a.edges) <= len(b.edges) else (b, a)
        best: Edge | None = None
        for e in shorter.edges:
            if e.other(shorter) is far and (best is None or e.id < best.id) and (e.tangents or not curved):
                best = e
        return best

    def find_or_add_edge(self, a: Vertex, b: Vertex, tangents: Tangents | None = None) -> Edge:
        return self.find_edge(a, b) or self.add_edge(a, b, tangents)

    def edge_by_ids(self, a: int, b: int) -> Edge | None:
        """Find or add an edge between two vertex numbers; nothing for numbers out of range."""
        n = len(self.vertices)
        if not (0 <= a < n and 0 <= b < n):
            return None
        return self.find_or_add_edge(self.vertices[a], self.vertices[b])

    def remove_edge(self, edge: Edge) -> None:
        """Remove an edge and the faces it bounds."""
        for face in sorted({f for f in edge.a.faces if edge in f.edges}, key=lambda f: -f.id):
            self.remove_face(face, orphans=False)
        self._unlink(edge)
        _drop(self.edges, edge)

    def _unlink(self, edge: Edge) -> None:
        for end in {edge.a, edge.b}:
            end.edges = [e for e in end.edges if e is not edge]

    def make_edges(self) -> None:
        """Join every ordered pair of vertices at a distance within 0.05 of 1 that is not joined."""
        for v, near in zip(self.vertices, neighbourhoods([v.point for v in self.vertices], 1.1), strict=True):
            for w in (self.vertices[n] for n in near if n != v.id):
                dx, dy, dz = w.x - v.x, w.y - v.y, w.z - v.z
                if abs(math.sqrt(dx * dx + dy * dy + dz * dz) - 1) < 0.05:
                    self.find_or_add_edge(v, w)

    def settle(self) -> None:
        """Bring the edge lists that changed into order: by angle from just above west, counter-clockwise."""
        for v in self._unsorted:
            if len(v.edges) > 1:
                angles = [angle_to(v, e.other(v)) for e in v.edges]
                v.edges = [v.edges[n] for n in sorted(range(len(angles)), key=angles.__getitem__)]
        self._unsorted.clear()

    def average_edge_length(self) -> float:
        """Mean length of the edges, 0 without edges."""
        total = 0.0
        for e in self.edges:
            total += e.length
        return total / len(self.edges) if self.edges else 0.0

    # --- faces

    def add_face(self, vertices: Sequence[Vertex]) -> Face | None:
        """Append a face with this cycle; None where it has under three, neighbours not joined, or is there already."""
        edges = [self.find_edge(v, vertices[(n + 1) % len(vertices)]) for n, v in enumerate(vertices)]
        if len(vertices) < 3 or None in edges or self.find_face(vertices):
            return None
        return self.put_face(list(vertices), [e for e in edges if e])

    def put_face(self, vertices: list[Vertex], edges: list[Edge]) -> Face:
        """Append a face known to be new, and link it to its edges and vertices."""
        face = Face(len(self.faces), vertices, edges)
        for v, e in zip(vertices, edges, strict=True):
            if e.a is v:
                e.right = face
            else:
                e.left = face
            v.faces.append(face)
        self.faces.append(face)
        return face

    def find_face(self, vertices: Sequence[Vertex]) -> Face | None:
        """The face with this cycle of vertices, from any start, forwards or backwards."""
        key = _cycle(vertices)
        return next((f for f in vertices[0].faces if _cycle(f.vertices) == key), None)

    def remove_face(self, face: Face, orphans: bool) -> None:
        """Remove a face; with `orphans`, also those of its edges that are left without a face."""
        self._unlink_face(face)
        _drop(self.faces, face)
        if orphans:
            for edge in sorted(set(face.edges), key=lambda e: -e.id):
                if edge.left is None and edge.right is None:
                    self.remove_edge(edge)

    def _unlink_face(self, face: Face) -> None:
        for e in face.edges:
            if e.left is face:
                e.left = None
            if e.right is face:
                e.right = None
        for v in face.vertices:
            v.faces = [f for f in v.faces if f is not face]

    def clear_faces(self) -> None:
        """Drop all faces."""
        self.faces = []
        for e in self.edges:
            e.left = e.right = None
        for v in self.vertices:
            v.faces = []

    def clear_edges(self) -> None:
        """Drop all edges and faces."""
        self.clear_faces()
        self.edges = []
        for v in self.vertices:
            v.edges = []

    # --- the whole

    def moved(self) -> None:
        """Declare that vertices have moved: face positions follow."""
        self._bins = None
        for f in self.faces:
            f.place()

    def bounds(self) -> tuple[float, float, float, float]:
        """Smallest box of the vertices: least x, least y, greatest x, greatest y."""
        if not self.vertices:
            return 0.0, 0.0, 0.0, 0.0
        xs, ys = [v.x for v in self.vertices], [v.y for v in self.vertices]
        return min(xs), min(ys), max(xs), max(ys)

    def trim(self) -> None:
        """Remove dead-end edges in one pass, then the vertices left alone (pivots stay)."""
        for edge in reversed(self.edges[:]):
            if len(edge.a.edges) == 1 or len(edge.b.edges) == 1:
                self.remove_edge(edge)
        pivots = {v.pivot for v in self.vertices}
        for vertex in reversed(self.vertices[:]):
            if not vertex.edges and vertex not in pivots:
                self.remove_vertex(vertex)

    def reorder(self, vertices: bool = True, edges: bool = True, faces: bool = True) -> None:
        """Renumber from the lower left to the right and upwards: by 100 y + x, which is not quite row by row."""
        if vertices:
            _reorder(self.vertices)
        if edges:
            _reorder(self.edges)
        if faces:
            _reorder(self.faces)

    def relink(self) -> None:
        """Renumber the three lists after they were put together by hand."""
        _number(self.vertices)
        _number(self.edges)
        _number(self.faces)
        self._bins = None


def angle_to(v: Vertex, element: GraphElement) -> float:
    """The angle at which an element lies, seen from a vertex."""
    return atan2(element.y - v.y, element.x - v.x)


def _reorder(elements: list[Kind]) -> None:
    elements.sort(key=_score)
    _number(elements)


def _number(elements: Sequence[GraphElement], start: int = 0) -> None:
    for n in range(start, len(elements)):
        elements[n].id = n


def _score(element: GraphElement) -> float:
    return element.y * 100 + element.x


def _bin(x: float, y: float) -> tuple[int, int]:
    return math.floor(x * _BIN), math.floor(y * _BIN)


def _drop(elements: list[Kind], element: Kind) -> None:
    at = element.id
    del elements[at]
    _number(elements, at)


def _cycle(vertices: Sequence[Vertex]) -> tuple[int, ...]:
    """A name of a cycle that does not depend on its start and direction."""
    ids = [v.id for v in vertices]
    at = ids.index(min(ids))
    forwards = ids[at:] + ids[:at]
    backwards = [forwards[0], *reversed(forwards[1:])]
    return tuple(min(forwards, backwards))
