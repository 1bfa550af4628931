"""Steps from each element to the elements next to it, with the directions they have."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import numpy as np

from ludens.board.directions import NUMBER, SECTORS_8, SECTORS_16
from ludens.board.graph import Edge, Face, Graph, GraphElement, Vertex
from ludens.board.measure import SITE_TYPES, SiteType, elements_of, positions, type_of
from ludens.board.numeric import EPS, Floats, Ints, atan2_array, line_distance, side_of
from ludens.records import record

_TYPE_NUMBER: Final = {t: n for n, t in enumerate(SITE_TYPES)}


def _bits(*names: str) -> int:
    return sum(1 << NUMBER[n] for n in names)


_PLAIN: Final = _bits("Orthogonal", "Adjacent", "All")
_DISTANT: Final = _bits("Diagonal", "All")
_DIAGONAL: Final = _bits("Diagonal", "Adjacent", "All")
_OFF: Final = _bits("OffDiagonal", "Adjacent", "All")
_SPECIFIC_16: Final = np.array([1 << NUMBER[n] for n in SECTORS_16], dtype=np.int64)
_SPECIFIC_8: Final = np.array([1 << NUMBER[n] for n in SECTORS_8], dtype=np.int64)
_UP: Final = np.array([1 << NUMBER["U" + n] for n in SECTORS_8], dtype=np.int64)
_DOWN: Final = np.array([1 << NUMBER["D" + n] for n in SECTORS_8], dtype=np.int64)
# The sixteen sectors with the secondary ones merged into the diagonal between them.
_MERGED: Final = np.array([0, 1, 1, 1, 2, 3, 3, 3, 4, 5, 5, 5, 6, 7, 7, 7])


@record
class Steps:
    """The steps of all elements of a type, sorted by element and then clockwise from north.

    `directions` holds all directions of a step, `listed` those in whose lists it stands, as bit sets over
    `DIRECTIONS`. `start[e]:start[e + 1]` are the steps of element e.
    """

    site_type: SiteType
    start: Ints
    source: Ints
    target: Ints
    target_type: Ints
    directions: Ints
    listed: Ints

    def same_type(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which steps lead to an element of the same type."""
        result: np.ndarray[tuple[int], np.dtype[np.bool_]] = self.target_type == _TYPE_NUMBER[self.site_type]
        return result


class _Collector:
    """The steps of one element: a second step to an element adds directions, but enters no list."""

    def __init__(self) -> None:
        self.found: dict[GraphElement, list[int]] = {}

    def add(self, target: GraphElement, bits: int) -> None:
        known = self.found.get(target)
        if known is None:
            self.found[target] = [bits, bits]
        else:
            known[0] |= bits

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
    collectors = _collect(graph, site_type)
    counts = np.array([len(c.found) for c in collectors], dtype=np.int64)
    start = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
    source = np.repeat(np.arange(len(collectors)), counts)
    own = elements_of(graph, site_type)
    sources = [own[n] for n in source.tolist()]
    targets = [t for c in collectors for t in c.found]
    bits = np.array([b for c in collectors for b in c.found.values()], dtype=np.int64).reshape(-1, 2)
    d = positions(targets) - positions(sources)
    theta = atan2_array(d[:, 1], d[:, 0])
    specific = _specific(d, theta, source, start, graph.average_edge_length())
    specific |= _circular(graph, sources, targets, bits[:, 0])
    order = _clockwise(source, theta)
    return Steps(
        site_type,
        start,
        source,
        np.array([t.id for t in targets], dtype=np.int64)[order],
        np.array([_TYPE_NUMBER[type_of(t)] for t in targets], dtype=np.int64)[order],
        (bits[:, 0] | specific)[order],
        (bits[:, 1] | specific)[order],
    )


def _collect(graph: Graph, site_type: SiteType) -> list[_Collector]:
    if site_type == "Vertex":
        return [_from_vertex(v) for v in graph.vertices]
    if site_type == "Edge":
        return [_from_edge(e) for e in graph.edges]
    return [_from_face(f) for f in graph.faces]


def _clockwise(source: Ints, theta: Floats) -> Ints:
    """The order by element, then clockwise from north, then of insertion."""
    key = math.pi / 2 - theta + 0.0001
    key = np.where(key < 0, key + 2 * math.pi, key)
    order: Ints = np.lexsort((key, source))
    return order


def _specific(d: Floats, theta: Floats, source: Ints, start: Ints, unit: float) -> Ints:
    """The compass or spatial direction of each step, and the categories that follow from it."""
    angle = np.where(theta < 0, theta + 2 * math.pi, theta)
    flat = np.sqrt(d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1])
    level = np.abs(d[:, 2]) <= 0.1 * unit
    up = d[:, 2] > 0.1 * unit
    vertical = ~level & (flat < 0.1 * unit)
    eighth, sixteenth = _sectors(angle, 8), _sectors(angle, 16)
    coarse = np.where(level, _SPECIFIC_8[eighth], np.where(up, _UP[eighth], _DOWN[eighth]))
    fine_slope = np.where(up, _UP[_MERGED[sixteenth]], _DOWN[_MERGED[sixteenth]])
    fine = np.where(level, _SPECIFIC_16[sixteenth], fine_slope)
    straight = np.where(up, _bits("U"), _bits("D"))
    coarse, fine = np.where(vertical, straight, coarse), np.where(vertical, straight, fine)
    result = np.where(_has_repeat(coarse, source, len(start) - 1)[source], fine, coarse)
    tilt = np.where(up, _bits("Upward"), _bits("Downward"))
    return np.asarray(result | np.where(level, _bits("SameLayer"), tilt), dtype=np.int64)


def _sectors(angle: Floats, count: int) -> Ints:
    # Written as the reference sums it: directions on a boundary are decided by the last bit.
    bounds = np.arange(count) * (2 * math.pi / count) + math.pi / count
    sectors: Ints = np.searchsorted(bounds, angle, side="right") % count
    return sectors


def _has_repeat(direction: Ints, source: Ints, elements: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """For each element, whether two of its steps have one direction."""
    repeated = np.zeros(max(elements, 1), dtype=np.bool_)
    order = np.lexsort((direction, source))
    s, d = source[order], direction[order]
    same = (s[1:] == s[:-1]) & (d[1:] == d[:-1])
    repeated[s[1:][same]] = True
    return repeated


def _pivot_of(element: GraphElement) -> Vertex | None:
    if isinstance(element, Vertex):
        return element.pivot
    if isinstance(element, Edge):
        return element.a.pivot or element.b.pivot
    return next((v.pivot for v in element.vertices if v.pivot), None)


def _circular(graph: Graph, sources: list[GraphElement], targets: list[GraphElement], bits: Ints) -> Ints:
    """In, Out, CW and CCW of the steps on boards with pivots."""
    result = np.zeros(len(targets), dtype=np.int64)
    pivots: set[GraphElement] = {v.pivot for v in graph.vertices if v.pivot}
    if not pivots:
        return result
    diagonal = _bits("Diagonal")
    for n, (element, target) in enumerate(zip(sources, targets, strict=True)):
        if element in pivots:
            result[n] = _bits("Out", "Rotational")
        elif not bits[n] & diagonal:
            result[n] = _circular_step(graph, element, target)
    return result


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
