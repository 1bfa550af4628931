"""Measuring a finished graph: what lies outside, at corners and sides, in the centre, and the colours of the sites."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from ludens.board.graph import Edge, Graph, GraphElement, Vertex
from ludens.board.numeric import Point, Position, atan2, is_right, line_distance, sector
from ludens.board.perimeter import Perimeter, perimeters

SiteType = Literal["Vertex", "Edge", "Cell"]
SITE_TYPES: Final[tuple[SiteType, ...]] = ("Vertex", "Edge", "Cell")
SIDES: Final = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
_SIDE_OF_SECTOR: Final = ("E", "NE", "NE", "NE", "N", "NW", "NW", "NW", "W", "SW", "SW", "SW", "S", "SE", "SE", "SE")
_FEW: Final = 100  # from so many elements on, the perimeter no longer counts for the centre
_COLOURS: Final = 4

Convexity = Literal["convex", "concave"]


class Measures:
    """The named sets of elements of a graph; `sets[site_type][name]` are element numbers.

    Names: inner, outer, perimeter, corners, convex, concave, major, minor, centre, left, right, top, bottom, the kinds
    of edges (axial, horizontal, vertical, angled, slash, slosh) and "side:N" ...; `phases[site_type]` are the colours.
    """

    def __init__(self, graph: Graph) -> None:
        graph.settle()
        self.graph = graph
        self.sets: dict[SiteType, dict[str, set[int]]] = {t: {} for t in SITE_TYPES}
        self.perimeters = perimeters(graph)
        self._mark_perimeters()
        self._mark_outer()
        self._mark_extremes()
        self._mark_sizes()
        self._mark_corners()
        self._mark_sides()
        self._mark_edges()
        self.phases = {t: colours(graph, t) for t in SITE_TYPES}
        for t in SITE_TYPES:
            self.sets[t]["centre"] = self._centre(t)

    def elements(self, site_type: SiteType) -> Sequence[GraphElement]:
        """The graph's elements of a type."""
        return elements_of(self.graph, site_type)

    def named(self, site_type: SiteType, name: str) -> set[int]:
        """The numbers of the elements of a type with a property."""
        return self.sets[site_type].get(name, set())

    def _flag(self, name: str, element: GraphElement | None) -> None:
        if element is not None:
            self.sets[type_of(element)].setdefault(name, set()).add(element.id)

    def _has(self, name: str, element: GraphElement) -> bool:
        return element.id in self.named(type_of(element), name)

    def _mark_perimeters(self) -> None:
        for walk in self.perimeters:
            for n, a in enumerate(walk):
                b = walk[(n + 1) % len(walk)]
                self._flag("perimeter", a)
                edge = next((e for e in a.edges if e.other(a) is b), None)
                self._flag("perimeter", edge)
                if edge:
                    self._flag("perimeter", edge.left or edge.right)

    def _mark_outer(self) -> None:
        for f in self.graph.faces:
            if any(self._has("perimeter", v) for v in f.vertices):
                self._flag("perimeter", f)
        for e in self.graph.edges:
            if not (e.left and e.right) and self._has("perimeter", e.a) and self._has("perimeter", e.b):
                self._flag("perimeter", e)
        for t in SITE_TYPES:
            outer = set(self.named(t, "perimeter"))
            self.sets[t]["outer"] = outer
            self.sets[t]["inner"] = set(range(len(self.elements(t)))) - outer

    def _mark_extremes(self) -> None:
        for t in SITE_TYPES:
            p = positions(self.elements(t))
            for axis, (lower, upper) in enumerate((("left", "right"), ("bottom", "top")) if p else ()):
                values = [point[axis] for point in p]
                least, most = min(values), max(values)
                self.sets[t][lower] = {n for n, value in enumerate(values) if value - least < 0.01}
                self.sets[t][upper] = {n for n, value in enumerate(values) if most - value < 0.01}

    def _mark_sizes(self) -> None:
        most = max((len(f.vertices) for f in self.graph.faces), default=0)
        for f in self.graph.faces:
            self._flag("major" if len(f.vertices) == most else "minor", f)

    def _mark_corners(self) -> None:
        for walk in self.perimeters:
            convex, concave = _corner_positions(walk)
            for n in convex:
                self._flag_corner("convex", walk[n])
            for n in concave:
                self._flag_corner("concave", walk[n])
        for v in self.graph.vertices:
            if self._has("corners", v):
                self._spread_corner(v)

    def _flag_corner(self, kind: Convexity, element: GraphElement | None) -> None:
        self._flag("corners", element)
        self._flag(kind, element)

    def _spread_corner(self, v: Vertex) -> None:
        """Carry a corner over to edges and faces."""
        kind: Convexity = "concave" if self._has("concave", v) else "convex"
        between = [e for e in v.edges if self._has("corners", e.other(v))]
        for e in between:
            self._flag_corner(kind, e)
            self._flag_corner(kind, e.left or e.right)
        for e in v.edges if not between else ():
            if self._has("perimeter", e):
                self._flag_corner(kind, e)
                if kind == "convex":
                    self._flag_corner(kind, e.left or e.right)
                else:
                    self._spread_concave(v)

    def _spread_concave(self, v: Vertex) -> None:
        for f in v.faces:
            if sum(self._has("perimeter", w) for w in f.vertices) == 1:
                self._flag_corner("concave", f)

    def _mark_sides(self) -> None:
        middle = centroid(self.graph)
        for walk in self.perimeters:
            corners = [n for n, v in enumerate(walk) if self._has("corners", v)]
            for k, start in enumerate(corners):
                run = _run(walk, start, corners[(k + 1) % len(corners)])
                x = sum(v.x for v in run) / len(run) - middle[0]
                y = sum(v.y for v in run) / len(run) - middle[1]
                side = f"side:{_SIDE_OF_SECTOR[sector(atan2(y, x), 16)]}"
                for v in run:
                    self._flag(side, v)
        for side in [f"side:{name}" for name in SIDES]:
            for n in self.named("Vertex", side):
                v = self.graph.vertices[n]
                around: list[GraphElement] = [*v.edges, *v.faces]
                for element in around:
                    self._flag(side, element)

    def _mark_edges(self) -> None:
        for e in self.graph.edges:
            q = sector(atan2(e.b.y - e.a.y, e.b.x - e.a.x), 16)
            if q % 4 == 0:
                names = ("axial", "horizontal" if q % 8 == 0 else "vertical")
            else:
                names = ("angled", "slash" if q % 8 < 4 else "slosh")
            for name in names:
                self._flag(name, e)

    def _centre(self, t: SiteType) -> set[int]:
        p = positions(self.elements(t))
        names = ("perimeter", "corners") if len(p) < _FEW else ("corners",)
        outer = [p[n] for name in names for n in sorted(self.named(t, name))]
        total = [0.0] * len(p)
        for a, b, _ in outer:  # which `sum` would round in another way from Python 3.12 on
            total = [far + ((x - a) * (x - a) + (y - b) * (y - b)) for far, (x, y, _) in zip(total, p, strict=True)]
        least = min(total, default=0.0)
        return {n for n, far in enumerate(total) if least < 1_000_000 and abs(far - least) < 0.0001}


def elements_of(graph: Graph, site_type: SiteType) -> Sequence[GraphElement]:
    """The list of a graph that holds the sites of a type."""
    if site_type == "Cell":
        return graph.faces
    return graph.vertices if site_type == "Vertex" else graph.edges


def type_of(element: GraphElement) -> SiteType:
    """The site type of an element."""
    return "Vertex" if isinstance(element, Vertex) else "Edge" if isinstance(element, Edge) else "Cell"


def positions(elements: Iterable[GraphElement]) -> list[Position]:
    """Of each element x, y, z."""
    return [(e.x, e.y, e.z) for e in elements]


def centroid(graph: Graph) -> Point:
    """Mean of the vertices."""
    n = max(1, len(graph.vertices))
    return sum(v.x for v in graph.vertices) / n, sum(v.y for v in graph.vertices) / n


def _run(walk: Perimeter, start: int, end: int) -> list[Vertex]:
    """The vertices from one place of a walk to another, both included."""
    run, n = [walk[start]], start
    while n != end:
        n = (n + 1) % len(walk)
        run.append(walk[n])
    return run


def _corner_positions(walk: Perimeter) -> tuple[list[int], list[int]]:
    """The places of a walk that are convex corners, and those that are concave ones."""
    m = len(walk)
    if m < 6:
        return list(range(m)), []
    raw = _scores([v.point for v in walk])
    s = [(4 * raw[n] + raw[(n + 1) % m] + raw[n - 1]) / 6 for n in range(m)]
    convex = [not (s[n] < 0.32 or s[n] < s[n - 1] - 0.001 or s[n] < s[(n + 1) % m] - 0.001) for n in range(m)]
    for n in range(m):
        if convex[n]:
            for near in ((n - 1) % m, (n + 1) % m):
                convex[near] = convex[near] or s[near] >= 0.95 * s[n]
    concave = [n for n in range(m) if not (s[n] > -0.25 or s[n] > s[n - 1] + 0.001 or s[n] > s[(n + 1) % m] + 0.001)]
    return [n for n in range(m) if convex[n]], concave


def _scores(points: list[Point]) -> list[float]:
    m = len(points)
    scores = []
    for n, p in enumerate(points):
        score = 0.0
        for k in (1, 2, 3):
            a, b = points[(n - k) % m], points[(n + k) % m]
            far = line_distance(p, a, b)
            score += (-far if is_right(a, p, b) else far) / k
        scores.append(score)
    return scores


def neighbours_for_colours(graph: Graph, site_type: SiteType) -> list[list[int]]:
    """Which elements must not have the same colour, in the order the colouring meets them."""
    if site_type == "Vertex":
        return [[e.other(v).id for e in v.edges] for v in graph.vertices]
    if site_type == "Edge":
        return [[o.id for end in (e.a, e.b) for o in end.edges if o is not e] for e in graph.edges]
    return [[g.id for e in f.edges if (g := f.across(e))] for f in graph.faces]


def colours(graph: Graph, site_type: SiteType) -> list[int]:
    """A colour for each element, 0 to 3 (4 where none of these is free)."""
    near = neighbours_for_colours(graph, site_type)
    phase = [-1] * len(near)
    for start in range(len(near)):
        if phase[start] < 0:
            phase[start] = 0
            _colour_from(start, near, phase)
    return phase


def _colour_from(start: int, near: list[list[int]], phase: list[int]) -> None:
    queue, visited = deque([start]), set[int]()
    while queue:
        n = queue.popleft()
        if n in visited:
            continue
        visited.add(n)
        if n != start:
            used = {phase[m] for m in near[n]}
            phase[n] = next((c for c in range(_COLOURS) if c not in used), _COLOURS)
        for m in near[n]:
            if m not in visited:
                seen = {phase[k] for k in near[m] if phase[k] >= 0}
                if len(seen) > 1:
                    queue.appendleft(m)
                else:
                    queue.append(m)
