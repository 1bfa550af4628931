"""The graph functions: what boards are made of.

A graph is built once, for the site type of its board, when the description is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cached_property
from typing import Any, cast

from ludens import board
from ludens.board import BoardError, Graph, Polygon, generators, operators
from ludens.board.operators import Items
from ludens.language import LudError
from ludens.ludemes.dims import number, truth, whole, wholes
from ludens.rules.base import NOTHING, Ludeme, named, positional
from ludens.rules.categories import BooleanLudeme, DimLudeme, FloatLudeme, GraphLudeme
from ludens.rules.enums import (
    BrickShapeType,
    ConcentricShapeType,
    DiagonalsType,
    HexShapeType,
    SiteType,
    SquareShapeType,
    TilingType,
    TriShapeType,
)

Positions = tuple[tuple[float, ...], ...]
Floats = tuple[tuple[FloatLudeme, ...], ...]
Dims = tuple[tuple[DimLudeme, ...], ...]


@contextmanager
def placed(ludeme: Ludeme) -> Iterator[None]:
    """Turns an error of the board's geometry into one that shows its place in the description."""
    try:
        yield
    except BoardError as error:
        raise LudError(f"({ludeme.spelling} ...): {error}", ludeme.node.span) from error


class GraphForm(GraphLudeme):
    """A graph function that can be built."""

    reads = NOTHING

    def make(self, site: SiteType) -> Graph:
        """The graph for a board of this site type; only cells differ from the other types."""
        raise NotImplementedError

    def build(self, site: SiteType = SiteType.Cell) -> Graph:
        """The graph; what it cannot be built for is a LudError at its place."""
        with placed(self):
            return self.make(site)


def build(graph: GraphLudeme, site: SiteType) -> Graph:
    """The graph of an operand."""
    return cast(GraphForm, graph).build(site)


def _whole(value: DimLudeme | None) -> int | None:
    return None if value is None else whole(value)


def _word(value: Any) -> str | None:
    return None if value is None else str(value.value)


class Poly(Ludeme):
    """A polygon, by its points in order; `rotns` repeats them, turned about the origin."""

    spellings = ("poly",)
    says = "a polygon"
    reads = NOTHING
    points: Positions | Dims
    rotns: int = named(0)

    @cached_property
    def polygon(self) -> Polygon:
        """One polygon for all uses: functions that inflate it change it."""
        with placed(self):
            return Polygon([_point(p) for p in self.points], self.rotns)


def _point(values: Sequence[float | DimLudeme]) -> tuple[float, float]:
    if len(values) < 2:
        raise BoardError("a point has two coordinates")
    x, y = (float(whole(v)) if isinstance(v, DimLudeme) else v for v in values[:2])
    return x, y


Outline = Poly | tuple[DimLudeme, ...]


def _outline(outline: Outline) -> Polygon | list[int]:
    return outline.polygon if isinstance(outline, Poly) else wholes(outline)


# --- generators


class Square(GraphForm):
    """A square grid of a shape; `diagonals` cuts its cells, `pyramidal` piles smaller grids on it."""

    spellings = ("square",)
    says = "a [{shape} ]grid of {size} by {size}[{diagonals?} with diagonals]"
    shape: SquareShapeType | None = None
    size: DimLudeme
    diagonals: DiagonalsType | None = named(None, group="extra")
    pyramidal: bool = named(False, group="extra")

    def make(self, site: SiteType) -> Graph:
        cells = site is SiteType.Cell
        return generators.square.square(
            _word(self.shape), whole(self.size), cells, _word(self.diagonals), self.pyramidal
        )


class CustomSquare(GraphForm):
    """A square grid inside a polygon, or inside the path of a list of sides."""

    spellings = ("square",)
    says = "a board of squares"
    outline: Outline
    diagonals: DiagonalsType | None = named(None)

    def make(self, site: SiteType) -> Graph:
        return generators.square.custom_square(_outline(self.outline), _word(self.diagonals))


class Rectangle(GraphForm):
    """A square grid of rows and columns."""

    spellings = ("rectangle",)
    says = "a grid of {rows} rows and [{columns}|{rows}] columns[{diagonals?} with diagonals]"
    rows: DimLudeme
    columns: DimLudeme | None = None
    diagonals: DiagonalsType | None = named(None)

    def make(self, site: SiteType) -> Graph:
        rows = whole(self.rows)
        columns = rows if self.columns is None else whole(self.columns)
        return generators.square.rectangle(rows, columns, site is SiteType.Cell, _word(self.diagonals))


class Hex(GraphForm):
    """A hexagonal tiling of a shape; sizes count cells."""

    spellings = ("hex",)
    says = "a [{shape}|hexagon] of hexagonal cells, {size}[ by {other}] a side"
    shape: HexShapeType | None = None
    size: DimLudeme
    other: DimLudeme | None = None

    def make(self, site: SiteType) -> Graph:
        return generators.hexagonal.hexagonal(_word(self.shape), whole(self.size), _whole(self.other))


class CustomHex(GraphForm):
    """A hexagonal tiling inside a polygon, or inside the path of a list of sides."""

    spellings = ("hex",)
    says = "a board of hexagonal cells"
    outline: Outline

    def make(self, site: SiteType) -> Graph:
        return generators.hexagonal.custom_hex(_outline(self.outline))


class Tri(GraphForm):
    """A triangular tiling of a shape."""

    spellings = ("tri",)
    says = "a [{shape}|triangle] of triangular cells, {size}[ by {other}] a side"
    shape: TriShapeType | None = None
    size: DimLudeme
    other: DimLudeme | None = None

    def make(self, site: SiteType) -> Graph:
        cells = site is SiteType.Cell
        return generators.triangular.triangular(_word(self.shape), whole(self.size), _whole(self.other), cells)


class CustomTri(GraphForm):
    """A triangular tiling inside a polygon, or inside the path of a list of sides."""

    spellings = ("tri",)
    says = "a board of triangular cells"
    outline: Outline

    def make(self, site: SiteType) -> Graph:
        return generators.triangular.custom_tri(_outline(self.outline))


class Brick(GraphForm):
    """A brick wall of a shape; `trim` halves the bricks that stick out."""

    spellings = ("brick",)
    says = "a grid of bricks[ in the shape of a {shape}], {size} a side"
    shape: BrickShapeType | None = None
    size: DimLudeme
    other: DimLudeme | None = None
    trim: bool = named(False)

    def make(self, site: SiteType) -> Graph:
        return generators.brick.brick(_word(self.shape), whole(self.size), _whole(self.other), self.trim)


class Tiling(GraphForm):
    """A semi-regular tiling; sizes count its major cells."""

    spellings = ("tiling",)
    says = "a {tiling} tiling, {size}[ by {other}] a side"
    tiling: TilingType
    size: DimLudeme
    other: DimLudeme | None = None

    def make(self, site: SiteType) -> Graph:
        return generators.tilings.tiling(self.tiling.value, whole(self.size), _whole(self.other))


class CustomTiling(GraphForm):
    """A semi-regular tiling inside a polygon, or inside the path of a list of sides."""

    spellings = ("tiling",)
    says = "a {tiling} tiling"
    tiling: TilingType
    outline: Outline

    def make(self, site: SiteType) -> Graph:
        return generators.tilings.custom_tiling(self.tiling.value, _outline(self.outline))


class Celtic(GraphForm):
    """A celtic knot of rows and columns."""

    spellings = ("celtic",)
    says = "a Celtic knot of {rows} by [{columns}|{rows}]"
    rows: DimLudeme
    columns: DimLudeme | None = None

    def make(self, site: SiteType) -> Graph:
        rows = whole(self.rows)
        return generators.celtic.celtic(rows, rows if self.columns is None else whole(self.columns))


class CustomCeltic(GraphForm):
    """A celtic knot inside a polygon, or inside the path of a list of sides."""

    spellings = ("celtic",)
    says = "a Celtic knot"
    outline: Outline

    def make(self, site: SiteType) -> Graph:
        return generators.celtic.custom_celtic(_outline(self.outline))


class QuadHex(GraphForm):
    """A hexagon of quadrilaterals; with `thirds` it has three sectors instead of six."""

    spellings = ("quadhex",)
    says = "a hexagon of quadrilateral cells, {size} a side"
    size: DimLudeme
    thirds: bool = named(False)

    def make(self, site: SiteType) -> Graph:
        return generators.quadhex.quadhex(whole(self.size), self.thirds)


class Concentric(GraphForm):
    """Rings: polygons one inside the other, or circles with a number of sites each."""

    spellings = ("concentric",)
    says = (
        "[concentric {shape} rings, {rings} of them|{rings} concentric rings[ of {sides} sides]|concentric rings "
        "of {cells:and} cells]"
    )
    shape: ConcentricShapeType | None = positional(None, group="what")
    sides: DimLudeme | None = named(None, group="what")
    cells: tuple[DimLudeme, ...] | None = positional(None, group="what")
    rings: DimLudeme | None = named(None)
    steps: DimLudeme | None = named(None)
    midpoints: BooleanLudeme | None = named(None)
    join_midpoints: BooleanLudeme | None = named(None)
    join_corners: BooleanLudeme | None = named(None)
    stagger: BooleanLudeme | None = named(None)

    def make(self, site: SiteType) -> Graph:
        cells = site is SiteType.Cell
        style = generators.concentric.Rings(
            truth(self.midpoints, True), truth(self.join_midpoints, True), truth(self.join_corners, False)
        )
        if self.cells is not None:
            return generators.concentric.circles(wholes(self.cells), truth(self.stagger, False), cells)
        if self.sides is not None:
            return generators.concentric.polygon_rings(whole(self.sides), _whole(self.rings), cells, style)
        if self.shape is None:
            raise BoardError("a shape, sides: or a list of cells is missing")
        return generators.concentric.concentric_shape(
            self.shape.value, _whole(self.rings), _whole(self.steps), cells, style
        )


class Spiral(GraphForm):
    """A spiral of sites from the centre outwards."""

    spellings = ("spiral",)
    says = "a spiral of {turns} turns and {sites} sites"
    turns: DimLudeme = named()
    sites: DimLudeme = named()
    clockwise: bool = named(True)

    def make(self, site: SiteType) -> Graph:
        return generators.regular.spiral(whole(self.turns), whole(self.sites), self.clockwise)


class Wedge(GraphForm):
    """A triangle of rows of points below an apex."""

    spellings = ("wedge",)
    says = "a wedge of {rows} rows[ and {columns} columns]"
    rows: DimLudeme
    columns: DimLudeme | None = None

    def make(self, site: SiteType) -> Graph:
        return generators.regular.wedge(whole(self.rows), 3 if self.columns is None else whole(self.columns))


class Repeat(GraphForm):
    """Polygons repeated over rows and columns; `step` is the way to the next column and to the next row."""

    spellings = ("repeat",)
    says = "a pattern of polygons, repeated {rows} by {columns} times"
    rows: DimLudeme
    columns: DimLudeme
    step: Positions = named()
    polygons: Poly | tuple[Poly, ...]

    def make(self, site: SiteType) -> Graph:
        polygons = (self.polygons,) if isinstance(self.polygons, Poly) else self.polygons
        return generators.regular.repeat(
            whole(self.rows), whole(self.columns), self.step, [poly.polygon for poly in polygons]
        )


class StarWord(Enum):
    """The word that makes a star of a polygon."""

    Star = "Star"


class Regular(GraphForm):
    """A regular polygon, or a star."""

    spellings = ("regular",)
    says = "a regular [{star?}star|polygon] of {size} corners"
    star: StarWord | None = None
    size: DimLudeme

    def make(self, site: SiteType) -> Graph:
        return generators.regular.regular(whole(self.size), self.star is not None, site is SiteType.Cell)


class LiteralGraph(GraphForm):
    """A graph given by its vertices and edges, numbered as listed."""

    spellings = ("graph",)
    says = "a board drawn point by point"
    vertices: Positions = named()
    edges: tuple[tuple[int, ...], ...] = named(())

    def make(self, site: SiteType) -> Graph:
        return generators.regular.literal(self.vertices, self.edges)


# --- operators


class Add(GraphForm):
    """A graph with further vertices, edges and cells; `connect` joins the new vertices to those nearby."""

    spellings = ("add",)
    says = "{graph} with more sites"
    graph: GraphLudeme | None = None
    vertices: Floats = named(())
    edges: tuple[Floats, ...] | Dims = named(())
    edges_curved: tuple[Floats, ...] = named(())
    cells: tuple[Floats, ...] | Dims = named(())
    connect: bool = named(False)

    def make(self, site: SiteType) -> Graph:
        graph = Graph() if self.graph is None else build(self.graph, site)
        edges, edge_ids = _split(self.edges)
        cells, cell_corners = _split(self.cells)
        items = Items(
            vertices=_values(self.vertices),
            edges=edges,
            edge_ids=edge_ids,
            curved=[_values(curve) for curve in self.edges_curved],
            cells=cells,
            cell_corners=cell_corners,
        )
        return operators.add(graph, items, self.connect)


def _values(positions: Sequence[Sequence[FloatLudeme]]) -> list[list[float]]:
    return [[number(x) for x in position] for position in positions]


def _split(values: tuple[Floats, ...] | Dims) -> tuple[list[list[list[float]]], list[list[int]]]:
    """Lists of positions, or lists of numbers of vertices: whichever they are."""
    if any(isinstance(one, DimLudeme) for item in values for one in item):
        return [], [wholes(cast(Any, item)) for item in values]
    return [_values(cast(Any, item)) for item in values], []


class Remove(GraphForm):
    """A graph without some cells, edges and vertices; `trimEdges` takes the edges that belong to removed cells only."""

    spellings = ("remove",)
    says = "{graph}, with some sites left out"
    graph: GraphLudeme
    cells: tuple[Positions, ...] | tuple[DimLudeme, ...] = named(())
    edges: tuple[Positions, ...] | Dims = named(())
    vertices: Positions | tuple[DimLudeme, ...] = named(())
    trim_edges: bool = named(True)

    def make(self, site: SiteType) -> Graph:
        cells, cell_ids = _positions_or_dims(self.cells)
        vertices, vertex_ids = _positions_or_dims(self.vertices)
        by_number = any(isinstance(one, DimLudeme) for edge in self.edges for one in edge)
        items = Items(
            cells=cells,
            cell_ids=cell_ids,
            edges=[] if by_number else cast(Any, self.edges),
            edge_ids=[wholes(cast(Any, pair)) for pair in self.edges] if by_number else [],
            vertices=vertices,
            vertex_ids=vertex_ids,
        )
        return operators.remove(build(self.graph, site), items, self.trim_edges)


def _positions_or_dims(values: tuple[Any, ...]) -> tuple[Any, list[int]]:
    if values and isinstance(values[0], DimLudeme):
        return (), wholes(values)
    return values, []


class RemoveInside(GraphForm):
    """A graph without what lies inside a polygon."""

    spellings = ("remove",)
    says = "{graph}, with some sites left out"
    graph: GraphLudeme
    polygon: Poly
    trim_edges: bool = named(True)

    def make(self, site: SiteType) -> Graph:
        return operators.remove_inside(build(self.graph, site), self.polygon.polygon)


class _Cut(GraphForm):
    """An operator on a graph and a polygon."""

    graph: GraphLudeme
    polygon: Poly


class Keep(_Cut):
    """The part of a graph inside a polygon."""

    spellings = ("keep",)
    says = "a part of {graph}"

    def make(self, site: SiteType) -> Graph:
        return operators.keep(build(self.graph, site), self.polygon.polygon)


class Clip(_Cut):
    """The part of a graph outside a polygon."""

    spellings = ("clip",)
    says = "{graph}, clipped"

    def make(self, site: SiteType) -> Graph:
        return operators.clip(build(self.graph, site), self.polygon.polygon)


class Hole(_Cut):
    """A graph without the cells inside a polygon."""

    spellings = ("hole",)
    says = "{graph} with a hole"

    def make(self, site: SiteType) -> Graph:
        return operators.hole(build(self.graph, site), self.polygon.polygon)


class _Unary(GraphForm):
    """An operator on one graph."""

    graph: GraphLudeme


class Dual(_Unary):
    """A vertex for each cell, an edge for each edge between two cells."""

    spellings = ("dual",)
    says = "the dual of {graph}"

    def make(self, site: SiteType) -> Graph:
        return operators.dual(build(self.graph, site))


class MakeFaces(_Unary):
    """A graph with its cells traced anew."""

    spellings = ("makeFaces",)
    says = "{graph}"

    def make(self, site: SiteType) -> Graph:
        return operators.remake_faces(build(self.graph, site))


class SplitCrossings(_Unary):
    """A graph with a vertex wherever two edges cross."""

    spellings = ("splitCrossings",)
    says = "{graph}"

    def make(self, site: SiteType) -> Graph:
        return board.crossings.split_crossings(build(self.graph, site))


class Trim(_Unary):
    """A graph without dead-end edges and lone vertices."""

    spellings = ("trim",)
    says = "{graph}, trimmed"

    def make(self, site: SiteType) -> Graph:
        return operators.trim(build(self.graph, site))


class Complete(_Unary):
    """A graph with an edge between every two vertices, or every two vertices of each cell."""

    spellings = ("complete",)
    says = "{graph} with every point joined to every other"
    each_cell: bool = named(False)

    def make(self, site: SiteType) -> Graph:
        return operators.complete(build(self.graph, site), self.each_cell)


class Subdivide(_Unary):
    """A graph with its larger cells cut into triangles about their centres."""

    spellings = ("subdivide",)
    says = "{graph}, subdivided"
    min: DimLudeme | None = named(None)

    def make(self, site: SiteType) -> Graph:
        least = 1 if self.min is None else whole(self.min)
        cells, vertices = site is SiteType.Cell, site is SiteType.Vertex
        return operators.subdivide(build(self.graph, site), least, cells, vertices)


class Layers(GraphForm):
    """So many copies of a graph one above the other, joined vertically."""

    spellings = ("layers",)
    says = "{count} layers of {graph}"
    count: DimLudeme
    graph: GraphLudeme

    def make(self, site: SiteType) -> Graph:
        return operators.layers(whole(self.count), lambda: build(self.graph, site))


class Shift(GraphForm):
    """A graph moved by a vector."""

    spellings = ("shift",)
    says = "{graph}"
    dx: FloatLudeme
    dy: FloatLudeme
    dz: FloatLudeme | None = None
    graph: GraphLudeme

    def make(self, site: SiteType) -> Graph:
        dz = 0.0 if self.dz is None else number(self.dz)
        return operators.shift(build(self.graph, site), number(self.dx), number(self.dy), dz)


class Scale(GraphForm):
    """A graph stretched by factors."""

    spellings = ("scale",)
    says = "{graph}"
    sx: FloatLudeme
    sy: FloatLudeme | None = None
    sz: FloatLudeme | None = None
    graph: GraphLudeme

    def make(self, site: SiteType) -> Graph:
        sy = None if self.sy is None else number(self.sy)
        sz = 1.0 if self.sz is None else number(self.sz)
        return operators.scale(build(self.graph, site), number(self.sx), sy, sz)


class Rotate(GraphForm):
    """A graph turned by degrees, counter-clockwise."""

    spellings = ("rotate",)
    says = "{graph}, turned"
    degrees: FloatLudeme
    graph: GraphLudeme

    def make(self, site: SiteType) -> Graph:
        return operators.rotate(build(self.graph, site), number(self.degrees))


class Skew(GraphForm):
    """A graph slanted to the right by an amount for each unit of height."""

    spellings = ("skew",)
    says = "{graph}, skewed"
    amount: float
    graph: GraphLudeme

    def make(self, site: SiteType) -> Graph:
        return operators.skew(build(self.graph, site), self.amount)


class _Numbering(GraphForm):
    """An operator on the numbers of some site types."""

    first: SiteType | None = None
    second: SiteType | None = None
    third: SiteType | None = None
    graph: GraphLudeme


class Renumber(_Numbering):
    """A graph numbered anew from the lower left: all of it, or the elements of some types."""

    spellings = ("renumber",)
    says = "{graph}"

    def make(self, site: SiteType) -> Graph:
        site_types = {t for t in (self.first, self.second, self.third) if t is not None} or set(SiteType)
        graph = build(self.graph, site)
        return operators.renumber(
            graph, *(kind in site_types for kind in (SiteType.Vertex, SiteType.Edge, SiteType.Cell))
        )


class Recoordinate(_Numbering):
    """The graph as it is."""

    spellings = ("recoordinate",)
    says = "{graph}"

    def make(self, site: SiteType) -> Graph:
        return build(self.graph, site)


Combine = Callable[[Sequence[Graph]], Graph]


class _PairForm(GraphForm):
    """An operator on two graphs."""

    a: GraphLudeme
    b: GraphLudeme

    def graphs(self, site: SiteType) -> list[Graph]:
        return [build(self.a, site), build(self.b, site)]


class _ListForm(GraphForm):
    """An operator on a list of graphs."""

    parts: tuple[GraphLudeme, ...]

    def graphs(self, site: SiteType) -> list[Graph]:
        return [build(part, site) for part in self.parts]


class MergePair(_PairForm):
    """Two graphs in one, points at one place made one."""

    spellings = ("merge",)
    says = "{a} merged with {b}"
    connect: bool = named(False)

    def make(self, site: SiteType) -> Graph:
        return operators.merge(self.graphs(site), self.connect)


class Merge(_ListForm):
    """Graphs in one, points at one place made one; `connect` joins those that are near."""

    spellings = ("merge",)
    says = "{parts:and}, merged"
    connect: bool = named(False)

    def make(self, site: SiteType) -> Graph:
        return operators.merge(self.graphs(site), self.connect)


class UnionPair(_PairForm):
    """Two graphs side by side."""

    spellings = ("union",)
    says = "{a} beside {b}"
    connect: bool = named(False)

    def make(self, site: SiteType) -> Graph:
        return operators.union(self.graphs(site), self.connect)


class Union(_ListForm):
    """Graphs side by side; `connect` joins vertices that are near."""

    spellings = ("union",)
    says = "{parts:and}, side by side"
    connect: bool = named(False)

    def make(self, site: SiteType) -> Graph:
        return operators.union(self.graphs(site), self.connect)


class IntersectPair(_PairForm):
    """What two graphs have in common."""

    spellings = ("intersect",)
    says = "what {a} and {b} share"

    def make(self, site: SiteType) -> Graph:
        return operators.intersect(self.graphs(site))


class Intersect(_ListForm):
    """What all graphs have in common."""

    spellings = ("intersect",)
    says = "what {parts:and} share"

    def make(self, site: SiteType) -> Graph:
        return operators.intersect(self.graphs(site))
