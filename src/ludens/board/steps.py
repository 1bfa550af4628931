"""Steps from each element to the elements next to it, with the directions they have."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final, NamedTuple

from ludens.board.directions import NUMBER, SECTORS_8, SECTORS_16
from ludens.board.graph import Edge, Face, Graph, GraphElement, Vertex
from ludens.board.measure import SITE_TYPES, SiteType, elements_of, type_of
from ludens.board.numeric import EPS, atan2, line_distance, side_of

_TYPE_NUMBER: Final = {t: n for n, t in enumerate(SITE_TYPES)}


def _bits(*names: str) -> int:
    return sum(1 << NUMBER[n] for n in names)


_PLAIN: Final = _bits("Orthogonal", "Adjacent", "All")
_DISTANT: Final = _bits("Diagonal", "All")
_DIAGONAL: Final = _bits("Diagonal", "Adjacent", "All")
_OFF: Final = _bits("OffDiagonal", "Adjacent", "All")
_SPECIFIC_16: Final = [1 << NUMBER[n] for n in SECTORS_16]
_SPECIFIC_8: Final = [1 << NUMBER[n] for n in SECTORS_8]
_UP: Final = [1 << NUMBER["U" + n] for n in SECTORS_8]
_DOWN: Final = [1 << NUMBER["D" + n] for n in SECTORS_8]
# The sixteen sectors with the secondary ones merged into the diagonal between them.
_MERGED: Final = (0, 1, 1, 1, 2, 3, 3, 3, 4, 5, 5, 5, 6, 7, 7, 7)
# Where a sector ends, written as the reference sums it: directions on a boundary are decided by the last bit.
_BOUNDS_8: Final = [n * (2 * math.pi / 8) + math.pi / 8 for n in range(8)]
_BOUNDS_16: Final = [n * (2 * math.pi / 16) + math.pi / 16 for n in range(16)]


@dataclass
class Steps:
    """The steps of all elements of a type, sorted by element and then clockwise from north.

    `directions` holds all directions of a step, `listed` those in whose lists it stands, as bit sets over
    `DIRECTIONS`. `start[e]:start[e + 1]` are the steps of element e.
    """

    site_type: SiteType
    start: list[int]
    source: list[int]
    target: list[int]
    target_type: list[int]
    directions: list[int]
    listed: list[int]

    def same_type(self) -> list[int]:
        """The steps that lead to an element of the same type."""
        own = _TYPE_NUMBER[self.site_type]
        return [step for step, other in enumerate(self.target_type) if other == own]

    def extend(self, source: int, rows: Sequence[tuple[object, GraphElement, int, int]]) -> None:
        """Add the steps of the next element: of each its target, all its directions, and those that list it."""
        for _, target, directions, listed in rows:
            self.source.append(source)
            self.target.append(target.id)
            self.target_type.append(_TYPE_NUMBER[type_of(target)])
            self.directions.append(directions)
            self.listed.append(listed)
        self.start.append(len(self.source))


class _Collector:
    """The steps of one element: a second step to an element adds directions, but enters no list."""

    def __init__(self) -> None:
        self.steps: dict[GraphElement, list[int]] = {}

    def add(self, target: GraphElement, bits: int) -> None:
        entry = self.steps.get(target)
        if entry is None:
            self.steps[target] = [bits, bits]
        else:
            entry[0] |= bits

    def add_all(self, targets: Iterable[GraphElement | None], bits: int) -> None:
        for target in targets:
            if target is not None:
                self.add(target, bits)


def _from_vertex(v: Vertex) -> _Collector:
    steps = _Collector()
    steps.add_all((e.other(v) for e in v.edges), _PLAIN)
    for f in v.faces:
        if len(f.vertices) >= 4:
            others = [w for w in f.vertices if w is not v]
            steps.add(min(others, key=lambda w: line_distance(f.point, v.point, w.point)), _DISTANT)
    steps.add_all(v.edges, _PLAIN)
    steps.add_all(v.faces, _PLAIN)
    return steps


def _from_edge(e: Edge) -> _Collector:
    steps = _Collector()
    for end in (e.a, e.b):
        steps.add_all((o for o in end.edges if o is not e), _PLAIN)
    steps.add_all((e.a, e.b, e.left, e.right), _PLAIN)
    for end in (e.a, e.b):
        steps.add_all((f for f in end.faces if f is not e.left and f is not e.right), _PLAIN)
    return steps


def _from_face(f: Face) -> _Collector:
    steps = _Collector()
    reached: set[Face] = {f}
    for e in f.edges:
        g = f.across(e)
        if g is not None:
            steps.add(g, _PLAIN)
            reached.add(g)
    _face_corners(f, steps, reached)
    for v in f.vertices:
        for g in v.faces:
            if g not in reached:
                steps.add(g, _OFF)
                reached.add(g)
    for v in f.vertices:
        if len(v.edges) == 3:
            _beyond_corner(f, v, steps, reached)
    steps.add_all(f.vertices, _PLAIN)
    steps.add_all(f.edges, _PLAIN)
    return steps


def _face_corners(f: Face, steps: _Collector, reached: set[Face]) -> None:
    for v in f.vertices:
        others = [g for g in v.faces if g not in reached]
        if others:
            best = min(others, key=lambda g: line_distance(v.point, f.point, g.point))
            steps.add(best, _DIAGONAL)
            reached.add(best)


def _beyond_corner(f: Face, v: Vertex, steps: _Collector, reached: set[Face]) -> None:
    """Faces behind the edge that leads away from a corner where three edges meet: the diagonals of hexagons."""
    away = next((e for e in v.edges if e not in f.edges), None)
    if away is None:
        return
    w = away.other(v)
    for g in w.faces:
        if g not in reached and _in_line(f, g, v, w):
            steps.add(g, _DISTANT)
            reached.add(g)


def _in_line(f: Face, g: Face, v: Vertex, w: Vertex) -> bool:
    off = line_distance(v.point, f.point, g.point) + line_distance(w.point, f.point, g.point)
    gap = math.hypot(g.x - f.x, g.y - f.y)
    return off / gap <= 0.1 if gap else off == 0


def build_steps(graph: Graph, site_type: SiteType) -> Steps:
    """All steps of the elements of a type."""
    steps = Steps(site_type, [0], [], [], [], [], [])
    compass, circular = _Compass(graph.average_edge_length()), _circular(graph)
    for element, collector in zip(elements_of(graph, site_type), _collect(graph, site_type), strict=True):
        x, y, z = element.x, element.y, element.z
        bearings = [compass.bearing(t.x - x, t.y - y, t.z - z) for t in collector.steps]
        # two steps in one of eight directions: sixteen directions distinguish them
        fine = len({bearing.coarse for bearing in bearings}) < len(bearings)
        rows = []
        for bearing, (target, (bits, listed)) in zip(bearings, collector.steps.items(), strict=True):
            own = bearing.tilt | (bearing.fine if fine else bearing.coarse) | circular(element, target, bits)
            rows.append((bearing.key, target, bits | own, listed | own))
        rows.sort(key=itemgetter(0))  # those that point the same way stay as they were found
        steps.extend(element.id, rows)
    return steps


def _collect(graph: Graph, site_type: SiteType) -> list[_Collector]:
    if site_type == "Vertex":
        return [_from_vertex(v) for v in graph.vertices]
    if site_type == "Edge":
        return [_from_edge(e) for e in graph.edges]
    return [_from_face(f) for f in graph.faces]


class _Bearing(NamedTuple):
    """The compass or spatial direction of a step, one of eight and one of sixteen, and what it is besides.

    Steps are sorted by the `key`: clockwise from north.
    """

    key: float
    coarse: int
    fine: int
    tilt: int


class _Compass:
    """Tells directions; what is less than a tenth of a `unit` up or down lies on the level."""

    def __init__(self, unit: float) -> None:
        self._some = 0.1 * unit
        self._bearings: dict[tuple[float, int, bool], _Bearing] = {}

    def bearing(self, dx: float, dy: float, dz: float) -> _Bearing:
        """That of a step."""
        theta = atan2(dy, dx)
        rise = 0 if abs(dz) <= self._some else 1 if dz > self._some else -1
        vertical = rise != 0 and math.sqrt(dx * dx + dy * dy) < self._some
        key = theta, rise, vertical
        if key not in self._bearings:
            self._bearings[key] = _bearing(theta, rise, vertical)
        return self._bearings[key]


def _bearing(theta: float, rise: int, vertical: bool) -> _Bearing:
    angle = theta + 2 * math.pi if theta < 0 else theta
    eighth, sixteenth = bisect_right(_BOUNDS_8, angle) % 8, bisect_right(_BOUNDS_16, angle) % 16
    if rise:
        slope, tilt = (_UP, _bits("Upward")) if rise > 0 else (_DOWN, _bits("Downward"))
        coarse, fine = slope[eighth], slope[_MERGED[sixteenth]]
        if vertical:
            coarse = fine = _bits("U" if rise > 0 else "D")
    else:
        coarse, fine, tilt = _SPECIFIC_8[eighth], _SPECIFIC_16[sixteenth], _bits("SameLayer")
    key = math.pi / 2 - theta + 0.0001
    return _Bearing(key + 2 * math.pi if key < 0 else key, coarse, fine, tilt)


def _pivot_of(element: GraphElement) -> Vertex | None:
    if isinstance(element, Vertex):
        return element.pivot
    if isinstance(element, Edge):
        return element.a.pivot or element.b.pivot
    return next((v.pivot for v in element.vertices if v.pivot), None)


def _circular(graph: Graph) -> Callable[[GraphElement, GraphElement, int], int]:
    """In, Out, CW and CCW of a step between two elements that has some directions, on boards with pivots."""
    pivots: set[GraphElement] = {v.pivot for v in graph.vertices if v.pivot}
    if not pivots:
        return lambda element, target, bits: 0
    diagonal, outwards = _bits("Diagonal"), _bits("Out", "Rotational")

    def directions(element: GraphElement, target: GraphElement, bits: int) -> int:
        if element in pivots:
            return outwards
        return 0 if bits & diagonal else _circular_step(graph, element, target)

    return directions


def _circular_step(graph: Graph, element: GraphElement, target: GraphElement) -> int:
    pivot = _pivot_of(element)
    if pivot is None:
        return 0
    along = _unit(element, target)
    inwards = _unit(element, pivot)
    cosine = sum(a * b for a, b in zip(along, inwards, strict=True))
    if cosine > 0.9:
        return _bits("In", "Rotational")
    if cosine < -0.9:
        return _bits("Out", "Rotational")
    # The reference looks for a curved edge between the vertices that have the numbers of the two elements.
    n = len(graph.vertices)
    if element.id >= n or target.id >= n:
        return 0
    if not graph.find_edge(graph.vertices[element.id], graph.vertices[target.id], curved=True):
        return 0
    side = side_of((element.x, element.y), pivot.point, (target.x, target.y))
    return _bits("CW" if side > 0 else "CCW", "Rotational")


def _unit(a: GraphElement, b: GraphElement) -> tuple[float, float, float]:
    x, y, z = b.x - a.x, b.y - a.y, b.z - a.z
    length = math.sqrt(x * x + y * y + z * z)
    return (x, y, z) if length < EPS else (x / length, y / length, z / length)
