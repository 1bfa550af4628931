"""The topology of a board: its sites of the three types, and everything that depends on the board alone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ludens.board.directions import DIRECTIONS, NUMBER, is_facing, ordinal
from ludens.board.errors import BoardError
from ludens.board.faces import crosses
from ludens.board.graph import LIMIT, Edge, Face, Graph, Vertex
from ludens.board.labels import Labels, label_elements
from ludens.board.measure import SIDES, Measures, SiteType, elements_of, positions
from ludens.board.numeric import NEAR, Floats, Ints, Position
from ludens.board.radials import Radial, RadialFinder
from ludens.board.steps import Steps, build_steps

RELATIONS: Final = ("All", "Orthogonal", "Diagonal", "Adjacent", "OffDiagonal")
_REGULAR: Final = ("Square", "Triangular", "Hexagonal")


@dataclass(frozen=True, slots=True)
class Element:
    """A site: its label, centre, row, column and layer, and the numbers of its vertices."""

    label: str
    x: float
    y: float
    z: float
    row: int
    column: int
    layer: int
    vertices: tuple[int, ...]


class Topology:
    """The board made of a finished graph; everything is worked out at its first use, and cached.

    `three_d` says that the game uses layers, which changes row and column numbers. A `boardless` topology has no
    layers and keeps labels that repeat.
    """

    def __init__(
        self, graph: Graph, default_site: SiteType = "Cell", *, three_d: bool = False, boardless: bool = False
    ) -> None:
        _check(graph)
        graph.settle()
        self.graph = graph
        self.default_site: SiteType = default_site
        self.three_d, self.boardless = three_d, boardless
        self._elements: dict[SiteType, tuple[Element, ...]] = {}
        self._steps: dict[SiteType, Steps] = {}
        self._finders: dict[SiteType, RadialFinder] = {}
        self._neighbours: dict[tuple[SiteType, str], list[list[int]]] = {}
        self._supported: dict[tuple[SiteType, str], tuple[str, ...]] = {}
        self._regions: dict[SiteType, dict[str, list[int]]] = {}
        self._distances: dict[tuple[SiteType, str], list[list[int]]] = {}
        self._numbers: dict[SiteType, _Numbering] = {}

    # --- sites

    def count(self, site_type: SiteType) -> int:
        """Number of sites of a type."""
        return len(elements_of(self.graph, site_type))

    @property
    def num_sites(self) -> int:
        """Numbers the board takes up in the numbering of all containers."""
        return max(self.count("Cell"), self.count(self.default_site))

    def elements(self, site_type: SiteType) -> Sequence[Element]:
        """The sites of a type in index order."""
        if site_type not in self._elements:
            numbering = self._numbering(site_type)
            elements = enumerate(elements_of(self.graph, site_type))
            self._elements[site_type] = tuple(_element(e, n, numbering) for n, e in elements)
        return self._elements[site_type]

    def positions(self, site_type: SiteType) -> Floats:
        """An array of the centres, x, y, z."""
        import numpy as np  # which a game can be loaded without

        return np.array(self.points(site_type), np.float64).reshape(-1, 3)

    def points(self, site_type: SiteType) -> list[Position]:
        """The centres, x, y, z."""
        return positions(elements_of(self.graph, site_type))

    def site_of_label(self, label: str, site_type: SiteType | None = None) -> int | None:
        """The first site with a label; edges have none to be found by."""
        kind = site_type or self.default_site
        if kind == "Edge":
            return None
        labels = self._numbering(kind).labels
        return labels.index(label) if label in labels else None

    # --- incidence

    @cached_property
    def vertex_edges(self) -> list[list[int]]:
        """The edges of each vertex, ascending."""
        return [sorted(e.id for e in v.edges) for v in self.graph.vertices]

    @cached_property
    def vertex_cells(self) -> list[list[int]]:
        """The cells of each vertex, ascending."""
        return [sorted(f.id for f in v.faces) for v in self.graph.vertices]

    @cached_property
    def edge_vertices(self) -> list[list[int]]:
        """The two ends of each edge."""
        return [[e.a.id, e.b.id] for e in self.graph.edges]

    @cached_property
    def edge_cells(self) -> list[list[int]]:
        """The cells on the two sides of each edge, ascending."""
        return [sorted(f.id for f in (e.left, e.right) if f) for e in self.graph.edges]

    @cached_property
    def cell_vertices(self) -> list[list[int]]:
        """The vertices of each cell in cycle order."""
        return [[v.id for v in f.vertices] for f in self.graph.faces]

    @cached_property
    def cell_edges(self) -> list[list[int]]:
        """The edges of each cell in cycle order."""
        return [[e.id for e in f.edges] for f in self.graph.faces]

    # --- steps, directions, radials

    def all_steps(self, site_type: SiteType) -> Steps:
        """The steps of a type's sites to sites of all types."""
        if site_type not in self._steps:
            self._steps[site_type] = build_steps(self.graph, site_type)
        return self._steps[site_type]

    def finder(self, site_type: SiteType) -> RadialFinder:
        """The radials of a type."""
        if site_type not in self._finders:
            self._finders[site_type] = RadialFinder(self.all_steps(site_type), self.points(site_type))
        return self._finders[site_type]

    def steps(self, site_type: SiteType, site: int, direction: str) -> list[int]:
        """The sites one step away in a direction, clockwise from north."""
        return self.finder(site_type).table(direction).targets_of(site)

    def neighbours(self, site_type: SiteType, site: int, relation: str) -> list[int]:
        """The sites related to a site, clockwise from north; for edges all relations but the diagonals are All."""
        key = site_type, relation
        if key not in self._neighbours:
            self._neighbours[key] = self._all_neighbours(site_type, relation)
        return self._neighbours[key][site]

    def _all_neighbours(self, site_type: SiteType, relation: str) -> list[list[int]]:
        n = self.count(site_type)
        if site_type == "Edge":
            if relation in ("Diagonal", "OffDiagonal"):
                return [[] for _ in range(n)]
            relation = "All"
        table = self.finder(site_type).table(relation)
        return [table.targets_of(site) for site in range(n)]

    def radials(self, site_type: SiteType, direction: str) -> list[tuple[int, ...]]:
        """Every radial of two sites or more in a direction, from its origin on, by origin."""
        finder = self.finder(site_type)
        return [run for site in range(self.count(site_type)) for run in finder.sites(site, direction)]

    def radials_from(self, site_type: SiteType, site: int, direction: str) -> list[Radial]:
        """The radials of a site in a direction, clockwise from north."""
        return self.finder(site_type).radials(site, direction)

    def distinct_radials_from(self, site_type: SiteType, site: int, direction: str) -> list[Radial]:
        """The radials of a site, each line once."""
        return self.finder(site_type).distinct(site, direction)

    def directions_at(self, site_type: SiteType, site: int, relation: str) -> tuple[str, ...]:
        """The directions a site's steps of a relation have, in order of occurrence."""
        finder = self.finder(site_type)
        low, high = bisect_left(finder.source, site), bisect_left(finder.source, site + 1)
        return _occurring(finder, range(low, high), relation)

    def supported_directions(self, site_type: SiteType, relation: str) -> tuple[str, ...]:
        """The directions that occur on the board for a relation, sorted by their place in their family."""
        key = site_type, relation
        if key not in self._supported:
            finder = self.finder(site_type)
            names = _occurring(finder, range(len(finder.source)), relation)
            self._supported[key] = tuple(sorted(names, key=ordinal))
        return self._supported[key]

    # --- regions

    @cached_property
    def measures(self) -> Measures:
        """Perimeters, corners, sides, colours."""
        return Measures(self.graph)

    @cached_property
    def _labels(self) -> dict[SiteType, Labels]:
        return label_elements(self.measures)

    def _numbering(self, site_type: SiteType) -> _Numbering:
        if site_type not in self._numbers:
            labels = self._labels[site_type]
            p = self.points(site_type)
            numbers = _recomputed(labels, p) if labels.duplicate or self.three_d else _as_labelled(labels)
            if labels.duplicate and not self.boardless:
                numbers.labels = [_short_label(c, r) for r, c in zip(numbers.row, numbers.column, strict=True)]
            if site_type == "Edge":
                numbers.labels = [str(n) for n in range(len(p))]
            self._numbers[site_type] = numbers
        return self._numbers[site_type]

    def rows(self, site_type: SiteType) -> list[list[int]]:
        """The sites of each row; gaps are empty lists."""
        return self._numbering(site_type).rows

    def columns(self, site_type: SiteType) -> list[list[int]]:
        """The sites of each column."""
        return self._numbering(site_type).columns

    def layers(self, site_type: SiteType) -> list[list[int]]:
        """The sites of each layer; none without a board."""
        return [] if self.boardless else _grouped(self._numbering(site_type).layer)

    def phase_of(self, site_type: SiteType, site: int) -> int:
        """The colour of a site."""
        return self.measures.phases[site_type][site]

    def sides(self, site_type: SiteType) -> dict[str, list[int]]:
        """The sites of the sides N, NE, ..."""
        return {side: sorted(self.measures.named(site_type, f"side:{side}")) for side in SIDES}

    def region(self, site_type: SiteType, name: str) -> list[int]:
        """The sites of a named region, ascending; empty where the board has none."""
        return self.regions(site_type).get(name, [])

    def regions(self, site_type: SiteType) -> dict[str, list[int]]:
        """All named regions: inner, corners, "side:N", "phase:0", "row:0", "column:0", "layer:0" and so on."""
        if site_type not in self._regions:
            regions = {name: sorted(own) for name, own in self.measures.sets[site_type].items() if own}
            groups = (
                ("phase", _grouped(self.measures.phases[site_type])),
                ("row", self.rows(site_type)),
                ("column", self.columns(site_type)),
                ("layer", self.layers(site_type)),
            )
            for name, lists in groups:
                regions |= {f"{name}:{n}": sites for n, sites in enumerate(lists) if sites}
            self._regions[site_type] = regions
        return self._regions[site_type]

    # --- distances

    def distance(self, site_type: SiteType, relation: str) -> Ints:
        """Steps of a relation between every two sites, as an array; 0 also where there is no way."""
        import numpy as np

        return np.array(self.distances(site_type, relation), np.int64)

    def distances(self, site_type: SiteType, relation: str) -> list[list[int]]:
        """The same, of each site a list."""
        key = site_type, relation
        if key not in self._distances:
            n = self.count(site_type)
            near = [self.neighbours(site_type, site, relation) for site in range(n)]
            self._distances[key] = [_steps_from(site, near) for site in range(n)]
        return self._distances[key]

    def at_distance(self, site_type: SiteType, relation: str, site: int, distance: int) -> list[int]:
        """The sites at a distance from a site, ascending; none beyond what the reference counts as the farthest."""
        if distance == 0:
            return [site]
        row = self.distances(site_type, relation)[site]
        # The reference raises its bound by one for each value above it, in index order: it can fall short.
        farthest = 0
        for value in row:
            farthest += value > farthest
        if not 0 < distance <= farthest:
            return []
        return [n for n, value in enumerate(row) if value == distance]

    def distances_to(self, site_type: SiteType, sources: Sequence[int]) -> list[int]:
        """Adjacent steps from each site to the nearest source; unreachable ones get one more than the largest."""
        near = [self.neighbours(site_type, site, "Adjacent") for site in range(self.count(site_type))]
        if not sources:
            return [0] * len(near)
        return _nearest(sources, near)

    # --- the whole

    @cached_property
    def num_sides(self) -> int:
        """The number of sides of the cells of a regular board, else -1."""
        if not self.graph.faces or not self.is_regular:
            return -1
        return len(self.graph.faces[0].edges)

    @property
    def is_regular(self) -> bool:
        """Whether all elements belong to one tiling."""
        graph = self.graph
        if graph.basis in _REGULAR:
            return True
        first = graph.vertices[0].stamp
        lists: tuple[Sequence[Vertex | Edge | Face], ...] = (graph.vertices, graph.edges, graph.faces)
        return first is not None and all(e.stamp == first for elements in lists for e in elements)

    def crossing_edges(self, edge: int) -> list[int]:
        """The edges that cross an edge without sharing an end with it."""
        own = self.graph.edges[edge]
        return [other.id for other in self.graph.edges if other is not own and crosses(other, own)]


def _check(graph: Graph) -> None:
    if not graph.vertices:
        raise BoardError("the board has no sites at all")
    for name, elements in (("vertices", graph.vertices), ("edges", graph.edges), ("cells", graph.faces)):
        if len(elements) > LIMIT * (1 if name == "vertices" else 4):
            raise BoardError(f"a board of {len(elements)} {name} is too large")


def _element(e: Vertex | Edge | Face, n: int, numbering: _Numbering) -> Element:
    row, column, layer = numbering.row[n], numbering.column[n], numbering.layer[n]
    return Element(numbering.labels[n], e.x, e.y, e.z, row, column, layer, _vertices(e))


def _vertices(element: Vertex | Edge | Face) -> tuple[int, ...]:
    if isinstance(element, Edge):
        return element.a.id, element.b.id
    return tuple(v.id for v in element.vertices) if isinstance(element, Face) else ()


def _occurring(finder: RadialFinder, steps: Iterable[int], relation: str) -> tuple[str, ...]:
    """The facings of the steps that are of a relation, in order of first occurrence."""
    facings, bit = dict[str, None](), 1 << NUMBER[relation]
    for b in dict.fromkeys(finder.carried[n] for n in steps if finder.listed[n] & bit):
        for n, name in enumerate(DIRECTIONS):
            if b >> n & 1 and is_facing(name):
                facings[name] = None
    return tuple(facings)


@dataclass
class _Numbering:
    row: list[int]
    column: list[int]
    layer: list[int]
    labels: list[str]
    rows: list[list[int]]
    columns: list[list[int]]


def _grouped(numbers: Sequence[int]) -> list[list[int]]:
    groups: list[list[int]] = [[] for _ in range(max(numbers, default=-1) + 1)]
    for n, number in enumerate(numbers):
        groups[number].append(n)
    return groups


def _as_labelled(labels: Labels) -> _Numbering:
    rows, columns = _grouped(labels.rows), _grouped(labels.columns)
    return _Numbering(labels.rows, labels.columns, labels.layers, labels.labels, rows, columns)


def _recomputed(labels: Labels, p: Sequence[Position]) -> _Numbering:
    row, rows = _by_value([y for _, y, _ in p], p, labels.rows)
    column, columns = _by_value([x for x, _, _ in p], p, labels.columns)
    return _Numbering(row, column, labels.layers, labels.labels, rows, columns)


def _by_value(values: list[float], p: Sequence[Position], old: list[int]) -> tuple[list[int], list[list[int]]]:
    """Rows (or columns) from the distinct values of the elements at z = 0."""
    distinct: list[float] = []
    for value in dict.fromkeys(value for value, (_, _, z) in zip(values, p, strict=True) if z == 0):
        if not any(abs(value - d) < NEAR for d in distinct):
            distinct.append(value)
    distinct.sort()
    groups = [[n for n, value in enumerate(values) if abs(value - d) < NEAR] for d in distinct]
    number = list(old)
    for n, group in enumerate(groups):
        for site in group:
            number[site] = n
    return number, groups


def _short_label(column: int, row: int) -> str:
    letters = chr(65 + column) if column < 26 else chr(65 + column // 26 - 1) + chr(65 + column % 26)
    return f"{letters}{row + 1}"


def _steps_from(site: int, near: list[list[int]]) -> list[int]:
    distance = [0] * len(near)
    seen, frontier, steps = {site}, [site], 0
    while frontier:
        steps += 1
        frontier = [m for m in dict.fromkeys(m for n in frontier for m in near[n]) if m not in seen]
        seen.update(frontier)
        for m in frontier:
            distance[m] = steps
    return distance


def _nearest(sources: Sequence[int], near: list[list[int]]) -> list[int]:
    best = [-1] * len(near)
    largest = 0
    for source in sorted(sources):
        best[source] = 0
        for m, d in enumerate(_steps_from(source, near)):
            if d and (best[m] < 0 or d < best[m]):
                best[m] = d
                largest = max(largest, d)
    return [largest + 1 if d < 0 else d for d in best]
