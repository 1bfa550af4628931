"""Drawing boards, in the style that the metadata ask for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from ludens.board.graph import Vertex
from ludens.board.measure import SiteType
from ludens.ludemes import enums
from ludens.ludemes.enums import RelationType
from ludens.ludemes.graphics.board import BoardBackground, NoBoard, NoCurves
from ludens.ludemes.graphics.kinds import BoardGraphicsType, EdgeType, HoleType, LineStyle
from ludens.ludemes.graphics.shown import RegionColour, ShowEdges, ShowHoles, ShowLine, ShowRegionOwner, ShowSymbol
from ludens.render.appearance import Appearance, axes
from ludens.render.canvas import Attributes, Canvas, Point, number, path_of
from ludens.render.characters import draw_characters
from ludens.render.colours import NONE, Colour, components, rgb, shaded, shown
from ludens.render.frame import Frame, has_bar
from ludens.render.shapes import Look, draw_backdrop, draw_named
from ludens.render.styles import Style, style_of
from ludens.render.view import Key, View, shown_sites

_THICK: Final = (LineStyle.Thick, LineStyle.ThickDotted, LineStyle.ThickDashed)
_DOTTED: Final = (LineStyle.ThinDotted, LineStyle.ThickDotted)
_DASHED: Final = (LineStyle.ThinDashed, LineStyle.ThickDashed)


@dataclass
class BoardPicture:
    """A board in the making."""

    canvas: Canvas
    view: View
    frame: Frame
    name: str

    @cached_property
    def style(self) -> Style:
        return style_of(self.name, self.appearance)

    @property
    def appearance(self) -> Appearance:
        return self.view.appearance

    @property
    def thin(self) -> float:
        """The width of thin lines."""
        return max(1.0, min(0.005 * max(self.frame.width, self.frame.height), self.frame.radius() * 0.12))

    @property
    def edge_width(self) -> float:
        """The width of an edge that is a piece."""
        return max(self.frame.radius("Edge") * 0.35, 0.009 * max(self.frame.width, self.frame.height))

    @cached_property
    def outer_edges(self) -> set[int]:
        return set(self.view.topology.region("Edge", "perimeter"))

    def ground(self, phase: int) -> str | None:
        """What marks a phase of the ground whose colour is not the description's, so that a page may choose it."""
        own = any(self.appearance.board_colour(BoardGraphicsType(f"Phase{n}")) for n in range(6))
        return None if own or self.style.phases[phase] == NONE else str(phase)

    @property
    def bare(self) -> bool:
        """Whether the page is seen between the board's lines."""
        if self.view.boardless:
            return False
        if self.appearance.flag(NoBoard):
            return True
        filled = self.view.default_site == "Cell" and self.style.phases[0] != NONE
        return not (filled or self.style.plate or self.name in _SPECIAL)

    def draw(self) -> None:
        """Everything that lies under the pieces."""
        if self.appearance.flag(NoBoard):
            return
        for ground in self.appearance.of(BoardBackground):
            _background(self, ground)
        draw: Painter = _SPECIAL.get(self.name, _plain)
        draw(self)
        for region in self.appearance.of(RegionColour):
            _region_colour(self, region)
        if self.appearance.flag(ShowRegionOwner) or self.name == "ConnectiveGoal":
            _region_owners(self)
        for line in self.appearance.of(ShowLine):
            _line_item(self, line)
        for symbol in self.appearance.of(ShowSymbol):
            _symbol(self, symbol)
        for kind, hints in self.view.hints.items():
            for sites, value in hints:
                _hint(self, kind, [s for s in sites if 0 <= s < self.view.topology.count(kind)], value)


Painter: TypeAlias = Callable[[BoardPicture], None]


# --- plates, cells, edges, vertices


def _plain(picture: BoardPicture) -> None:
    """Cells, their edges, and vertices, as far as the style has colours for them."""
    _plate(picture)
    _cells(picture)
    _edges(picture)
    _vertices(picture)
    if picture.name in _MARKS:
        _MARKS[picture.name](picture)


def _plate(picture: BoardPicture) -> None:
    """A filled rectangle behind a board whose sites are no cells."""
    frame, style = picture.frame, picture.style
    if style.plate and picture.view.default_site != "Cell":
        canvas = picture.canvas
        rx, marked = picture.frame.radius() * 0.3, picture.ground(0)
        canvas.rect(frame.left, frame.top, frame.width, frame.height, style.phases[0], rx=rx, data_ground=marked)


def _cells(picture: BoardPicture) -> None:
    view, style = picture.view, picture.style
    if view.default_site != "Cell" and (style.plate or style.discs):
        return
    sites = [s for k, s in shown_sites(view) if k == "Cell"] if view.boardless else range(view.topology.count("Cell"))
    stroke = style.inner if view.boardless else None
    for site in sites:
        phase = view.topology.phase_of("Cell", site) % 6 if style.checkered else 0
        fill, marked = style.phases[phase], picture.ground(phase)
        more: Attributes = {"data_ground": marked}
        if view.default_site == "Cell":
            more |= {"class_": "site", "data_type": "Cell", "data_site": str(site)}
        edge = fill if stroke is None and fill != NONE else stroke  # hides hairlines between cells
        picture.canvas.path(cell_path(picture, site), fill, edge, picture.thin / 2, **more)


def cell_path(picture: BoardPicture, site: int) -> str:
    """The outline of a cell, its sides bent where the board's edges are."""
    topology, frame = picture.view.topology, picture.frame
    if frame.storeys > 1:
        return path_of(frame.cell(site))
    vertices, edges = topology.cell_vertices[site], topology.cell_edges[site]
    path = "M{} {}".format(*map(number, frame.site("Vertex", vertices[0])))
    for n, edge in enumerate(edges):
        start, end = vertices[n], vertices[(n + 1) % len(vertices)]
        path += _side(picture, edge, start, frame.site("Vertex", end))
    return path + "Z"


def _side(picture: BoardPicture, edge: int, start: int, end: Point) -> str:
    """The rest of a path along an edge, from one of its vertices to the point of the other."""
    tangents = picture.view.topology.graph.edges[edge].tangents
    shown = " ".join(map(number, end))
    if tangents is None or picture.appearance.flag(NoCurves):
        return f"L{shown}"
    graph_edge = picture.view.topology.graph.edges[edge]
    order = [(graph_edge.a, tangents.a), (graph_edge.b, tangents.b)]
    if graph_edge.a.id != start:
        order.reverse()
    reach = graph_edge.length * 0.36
    controls = (picture.frame.at(_control(v, graph_edge.other(v), t, reach)) for v, t in order)
    return "C" + " ".join(" ".join(map(number, c)) for c in controls) + " " + shown


def _control(end: Vertex, other: Vertex, tangent: Point, reach: float) -> Point:
    """The control point of a curve at one of its ends; a tangent that leads away from the other end is turned round."""
    along = (other.x - end.x) * tangent[0] + (other.y - end.y) * tangent[1]
    reach = -reach if along < 0 else reach
    return end.x + tangent[0] * reach, end.y + tangent[1] * reach


def edge_path(picture: BoardPicture, edge: int) -> str:
    a, b = picture.view.topology.edge_vertices[edge]
    first = " ".join(map(number, picture.frame.site("Vertex", a)))
    return f"M{first}" + _side(picture, edge, a, picture.frame.site("Vertex", b))


def _edges(picture: BoardPicture) -> None:
    """Inner edges, then outer ones."""
    topology = picture.view.topology
    if picture.view.boardless:
        return
    outer = picture.outer_edges
    inner = [e for e in range(topology.count("Edge")) if e not in outer]
    _edge_class(picture, inner, EdgeType.Inner, picture.style.inner, 1.0)
    _edge_class(picture, sorted(outer), EdgeType.Outer, picture.style.outer, 1.0 if picture.style.discs else 2.0)
    item = picture.appearance.edge_style(EdgeType.All, RelationType.Diagonal)
    if item is not None and picture.view.default_site == "Vertex":
        _diagonals(picture, item)


def _edge_class(picture: BoardPicture, edges: Sequence[int], kind: EdgeType, colour: Colour, weight: float) -> None:
    item = picture.appearance.edge_style(kind, RelationType.Orthogonal) if picture.style.discs else None
    width = picture.thin * weight * picture.appearance.thickness(BoardGraphicsType(f"{kind.value}Edges"))
    more: Attributes = {}
    if item is not None:
        style = item.style or LineStyle.ThinDotted
        if style is LineStyle.Hidden and picture.view.default_site != "Edge":
            return
        if style is LineStyle.Hidden:  # where play goes on edges they must be seen
            style = LineStyle.ThinDotted
        colour = shown(item.colour) or ("#b4b4b4" if colour == NONE else colour)
        width, more = width * (2.0 if style in _THICK else 1.0), _dashes(style, width)
    if colour == NONE and item is None and "Edge" in picture.view.kinds:
        colour, more = "#b4b4b4", _dashes(LineStyle.ThinDotted, width)
    if colour == NONE or not edges or width <= 0:
        return
    joined = "".join(edge_path(picture, e) for e in edges)
    part = BoardGraphicsType(f"{kind.value}Edges")
    marked = None if item is not None or picture.appearance.board_colour(part) else "lines"
    picture.canvas.path(joined, "none", colour, width, stroke_linecap="round", data_ground=marked, **more)


def _dashes(style: LineStyle, width: float) -> Attributes:
    if style in _DOTTED:
        return {"stroke_dasharray": f"{number(width / 10)} {number(width * 3)}"}
    return {"stroke_dasharray": f"{number(width * 4)} {number(width * 3)}"} if style in _DASHED else {}


def _diagonals(picture: BoardPicture, item: ShowEdges) -> None:
    """Lines between vertices that lie diagonally across a cell."""
    style = item.style or LineStyle.ThinDotted
    if style is LineStyle.Hidden or item.connection:
        return
    topology, frame = picture.view.topology, picture.frame
    width = picture.thin * (2.0 if style in _THICK else 1.0)
    colour = shown(item.colour) or picture.style.inner
    for a in range(topology.count("Vertex")):
        for b in topology.neighbours("Vertex", a, "Diagonal"):
            if a < b:
                ends = frame.site("Vertex", a), frame.site("Vertex", b)
                picture.canvas.line(*ends, colour, width, **_dashes(style, width))


def _vertices(picture: BoardPicture) -> None:
    """Discs at the vertices of boards that are graphs; elsewhere only what a pointer finds them by."""
    view, frame = picture.view, picture.frame
    if view.default_site == "Cell" and not picture.style.discs:
        return
    colour = picture.appearance.board_colour(BoardGraphicsType.InnerVertices) or picture.style.inner
    colour = picture.style.symbols if colour == NONE else colour
    outer = picture.appearance.board_colour(BoardGraphicsType.OuterVertices) or colour
    perimeter = set(view.topology.region("Vertex", "perimeter"))
    radius = max(2.5, min(0.3 * frame.radius(), 8)) * picture.appearance.thickness(BoardGraphicsType.InnerVertices)
    shown = picture.style.discs and (view.default_site != "Cell" or picture.name == "PenAndPaper")
    for v in range(view.topology.count("Vertex")):
        if shown:
            picture.canvas.circle(frame.site("Vertex", v), radius, outer if v in perimeter else colour)


def finders(picture: BoardPicture) -> None:
    """Invisible discs over everything else, by which programs and pointers find the sites that are no cells."""
    view, frame = picture.view, picture.frame
    kind = view.default_site
    if kind == "Cell":
        return
    for site in range(view.topology.count(kind)):
        more: Attributes = {"class_": "site", "data_type": kind, "data_site": str(site)}
        picture.canvas.circle(frame.site(kind, site), frame.radius(kind), "transparent", **more)


# --- marks that styles add


def _grid_size(picture: BoardPicture, kind: SiteType) -> tuple[int, int] | None:
    """Columns and rows of the sites of a type, if they fill a rectangle."""
    rows, columns = picture.view.topology.rows(kind), picture.view.topology.columns(kind)
    full = len(rows) * len(columns) == picture.view.topology.count(kind) and rows and columns
    return (len(columns), len(rows)) if full else None


def _dots(picture: BoardPicture, kind: SiteType, columns: Iterable[int], rows: Iterable[int]) -> None:
    topology = picture.view.topology
    wanted = {(c, r) for c in columns for r in rows}
    for n, e in enumerate(topology.elements(kind)):
        if (e.column, e.row) in wanted:
            radius = max(2.0, picture.thin * 2.2)
            picture.canvas.circle(picture.frame.site(kind, n), radius, picture.style.symbols)


def _go_dots(picture: BoardPicture) -> None:
    kind: SiteType = picture.view.default_site
    size = _grid_size(picture, kind)
    if size is None or size[0] != size[1] or size[0] < 7:
        return
    n = size[0]
    inset = 3 if n > 9 else 2
    if n > 13 and n % 2:
        _dots(picture, kind, (inset, n // 2, n - 1 - inset), (inset, n // 2, n - 1 - inset))
        return
    _dots(picture, kind, (inset, n - 1 - inset), (inset, n - 1 - inset))
    if n % 2:
        _dots(picture, kind, (n // 2,), (n // 2,))


def _shogi_dots(picture: BoardPicture) -> None:
    size = _grid_size(picture, "Vertex")
    if size is not None and picture.view.default_site == "Cell":
        columns, rows = ((n - 1) // 3 for n in size)
        _dots(picture, "Vertex", (columns, size[0] - 1 - columns), (rows, size[1] - 1 - rows))


def _tafl_knots(picture: BoardPicture) -> None:
    kind = picture.view.default_site
    size = picture.frame.radius(kind) * 1.5
    for site in picture.view.topology.region(kind, "centre"):
        look = Look("none", picture.style.symbols)
        picture.canvas.open(opacity=0.45)
        draw_named(picture.canvas, "knot", picture.frame.site(kind, site), size, size, look)
        picture.canvas.close()


def _subgrids(picture: BoardPicture) -> None:
    """Thick lines between the square parts of a square board."""
    frame, n = picture.frame, len(picture.view.topology.columns("Cell"))
    step = math.isqrt(n)
    if step < 2 or step * step != n or n != len(picture.view.topology.rows("Cell")):
        return
    low, high = frame.points("Vertex").min(axis=0), frame.points("Vertex").max(axis=0)
    for k in range(0, n + 1, step):
        x, y = (low + (high - low) * k / n).tolist()
        for a, b in (((x, low[1]), (x, high[1])), ((low[0], y), (high[0], y))):
            picture.canvas.line(frame.at(a), frame.at(b), picture.style.outer, picture.thin * 3)


def _surakarta_loops(picture: BoardPicture) -> None:
    """Three-quarter circles at the corners, which join the lines that pieces capture along."""
    size = _grid_size(picture, "Vertex")
    if size is None:
        return
    frame = picture.frame
    low, high = frame.points("Vertex").min(axis=0), frame.points("Vertex").max(axis=0)
    step = (high - low) / (max(size) - 1)
    colours = ("#00af00", "#e63214", "#0064c8")
    for loop in range(1, max(2, (min(size) - 2) // 2 + 1)):
        r = float(step[0]) * loop * frame.unit
        for sx, sy, corner in ((-1, -1, low), (1, -1, (high[0], low[1])), (-1, 1, (low[0], high[1])), (1, 1, high)):
            start = frame.at((corner[0], corner[1] - sy * step[1] * loop))
            end = frame.at((corner[0] - sx * step[0] * loop, corner[1]))
            sweep = 1 if sx * sy < 0 else 0
            first, last = (" ".join(map(number, p)) for p in (start, end))
            d = f"M{first}A{number(r)} {number(r)} 0 1 {sweep} {last}"
            picture.canvas.path(d, "none", colours[(loop - 1) % 3], picture.thin * 1.5)


def _numbers_and_ways(picture: BoardPicture) -> None:
    """The number of every cell, and a ladder or a snake for each entry of the game's maps."""
    view, frame = picture.view, picture.frame
    size = frame.radius() * 0.5
    for site in range(view.topology.count("Cell")):
        x, y = frame.site("Cell", site)
        corner = (x - frame.radius() * 0.6, y - frame.radius() * 0.65)
        picture.canvas.text(corner, size, str(site + 1), "#5a82aa")
    for _, entries in view.maps:
        for start, end in entries.items():
            if 0 <= max(start, end) < view.topology.count("Cell") and min(start, end) >= 0:
                ends = frame.site("Cell", start), frame.site("Cell", end)
                draw = _ladder if end > start else _snake
                draw(picture.canvas, *ends, frame.radius())


def _ladder(canvas: Canvas, foot: Point, top: Point, radius: float) -> None:
    """Two rails with rungs between them."""
    length = math.dist(foot, top) or 1.0
    along = (top[0] - foot[0]) / length, (top[1] - foot[1]) / length
    half, width = 0.24 * radius, 0.11 * radius
    aside = -along[1] * half, along[0] * half
    canvas.open(opacity=0.75)
    for side in (-1, 1):
        a, b = ((x + side * aside[0], y + side * aside[1]) for x, y in (foot, top))
        canvas.line(a, b, "#c86400", width)
    rungs = max(2, round(length / (0.55 * radius)))
    for n in range(1, rungs):
        x, y = foot[0] + along[0] * length * n / rungs, foot[1] + along[1] * length * n / rungs
        canvas.line((x - aside[0], y - aside[1]), (x + aside[0], y + aside[1]), "#ff9a33", width)
    canvas.close()


def _snake(canvas: Canvas, head: Point, tail: Point, radius: float) -> None:
    """A winding line that gets thinner from its head to its tail."""
    length = math.dist(head, tail) or 1.0
    along = (tail[0] - head[0]) / length, (tail[1] - head[1]) / length
    turns = max(1, round(length / (2.4 * radius)))
    steps = 12 * turns
    points = []
    for n in range(steps + 1):
        part = n / steps
        aside = 0.4 * radius * math.sin(2 * math.pi * turns * part) * min(1.0, 4 * part, 4 * (1 - part))
        x, y = head[0] + along[0] * length * part, head[1] + along[1] * length * part
        points.append((x - along[1] * aside, y + along[0] * aside))
    canvas.open(opacity=0.8)
    quarter = steps // 4
    for n, width in enumerate((0.3, 0.25, 0.19, 0.12)):
        part_of = points[n * quarter : (n + 1) * quarter + 1]
        canvas.path(path_of(part_of, closed=False), NONE, "#8c2f6b", width * radius, stroke_linecap="round")
    canvas.circle(head, 0.25 * radius, "#8c2f6b")
    for side in (-1, 1):
        eye = (head[0] + side * -along[1] * 0.1 * radius, head[1] + side * along[0] * 0.1 * radius)
        canvas.circle(eye, 0.06 * radius, "#ffffff")
    canvas.close()


def _palaces(picture: BoardPicture) -> None:
    """The diagonals of the two palaces of a board of nine by ten points."""
    if _grid_size(picture, "Vertex") != (9, 10):
        return
    at = {(e.column, e.row): n for n, e in enumerate(picture.view.topology.elements("Vertex"))}
    for row in (0, 7):
        for a, b in (((3, row), (5, row + 2)), ((5, row), (3, row + 2))):
            ends = picture.frame.site("Vertex", at[a]), picture.frame.site("Vertex", at[b])
            picture.canvas.line(*ends, picture.style.inner, picture.thin)


def _river(picture: BoardPicture) -> None:
    """A board of nine by ten points: no lines cross the middle."""
    _plate(picture)
    outer, topology = picture.outer_edges, picture.view.topology
    elements = topology.elements("Vertex")
    crossing = [
        e for e, (a, b) in enumerate(topology.edge_vertices)
        if e not in outer and {elements[a].row, elements[b].row} == {4, 5}
    ]  # fmt: skip
    inner = [e for e in range(topology.count("Edge")) if e not in outer and e not in crossing]
    _edge_class(picture, inner, EdgeType.Inner, picture.style.inner, 1.0)
    _edge_class(picture, sorted(outer), EdgeType.Outer, picture.style.outer, 2.0)
    _palaces(picture)
    if _grid_size(picture, "Vertex") == (9, 10):
        _river_banks(picture)


def _river_banks(picture: BoardPicture) -> None:
    """What is written in the river, and the marks at the first places of soldiers and cannons."""
    frame, canvas, ink = picture.frame, picture.canvas, picture.style.inner
    at = {(e.column, e.row): frame.site("Vertex", n) for n, e in enumerate(picture.view.topology.elements("Vertex"))}
    unit = frame.unit
    for column, written, turn in ((1.5, "楚河", 0), (6.5, "漢界", 180)):
        x, y = at[0, 4][0] + column * unit, (at[0, 4][1] + at[0, 5][1]) / 2
        canvas.open(opacity=0.55, transform=f"translate({x:.1f} {y:.1f}) rotate({turn})")
        for n, character in enumerate(written):
            draw_characters(canvas, character, ((n - 0.5) * 1.1 * unit, 0), 0.62 * unit, ink)
        canvas.close()
    points = [(c, r) for r in (3, 6) for c in range(0, 9, 2)] + [(c, r) for r in (2, 7) for c in (1, 7)]
    near, far = 0.1 * unit, 0.28 * unit
    for column, row in points:
        x, y = at[column, row]
        for sx in [s for s in (-1, 1) if 0 <= column + s <= 8]:
            for sy in (-1, 1):
                corner = [(x + sx * far, y + sy * near), (x + sx * near, y + sy * near), (x + sx * near, y + sy * far)]
                canvas.path(path_of(corner, closed=False), NONE, ink, picture.thin)


# --- styles that are drawn in their own way


def _hollowed(wood: Colour, factor: float) -> Colour:
    """The colour of wood in shadow, which is redder."""
    r, g, b = components(wood)
    return rgb(round(r * factor), round(g * factor * 0.86), round(b * factor * 0.72))


def _mancala(picture: BoardPicture) -> None:
    canvas, frame, style = picture.canvas, picture.frame, picture.style
    canvas.rect(
        frame.left, frame.top, frame.width, frame.height, style.phases[0], rx=min(frame.width, frame.height) * 0.3,
        stroke=style.outer, stroke_width=picture.thin * 2, data_ground=picture.ground(0),
    )  # fmt: skip
    square = {s for item in picture.appearance.of(ShowHoles) if item.hole is HoleType.Square for s in item.indices}
    radius = frame.radius("Vertex") * 0.88
    for v in range(picture.view.topology.count("Vertex")):
        x, y = frame.site("Vertex", v)
        dark, darker = _hollowed(style.phases[0], 0.8), _hollowed(style.phases[0], 0.55)
        if v in square:
            canvas.rect(
                x - radius, y - radius, 2 * radius, 2 * radius, dark, rx=radius * 0.2, stroke=darker, stroke_width=2
            )
        else:
            marked = "pit" if picture.ground(0) else None
            canvas.circle((x, y), radius, dark, darker, max(1.5, radius * 0.06), data_ground=marked)


def _two_rows(picture: BoardPicture) -> None:
    """Backgammon: triangles for points, the bar in the middle."""
    canvas, frame, style = picture.canvas, picture.frame, picture.style
    canvas.rect(frame.left, frame.top, frame.width, frame.height, style.outer, rx=6)
    count = picture.view.topology.count("Vertex")
    half, bar = count // 2, has_bar(count)
    base_y, top_y = frame.points("Vertex")[0][1] - 0.5, frame.points("Vertex")[-1][1] + 0.5
    for first, last in ((0, 6), (7, half)) if bar else ((0, half // 2), (half // 2, half)):
        a, b = frame.at((first - 0.5, top_y)), frame.at((last - 0.5, base_y))
        canvas.rect(a[0], a[1], b[0] - a[0], b[1] - a[1], style.phases[0])
    for n in range(count):
        column = n % half
        if bar and column == 6:
            continue
        start, tip = (base_y, base_y + 4.6) if n < half else (top_y, top_y - 4.6)
        colour = style.phases[1 + (column + (n < half)) % 2]
        corners = ((column - 0.5, start), (column + 0.5, start), (column, tip))
        canvas.polygon([frame.at(c) for c in corners], colour)


def _holes(picture: BoardPicture) -> None:
    """A plate with a hollow for each vertex on the ground: its upper rim lies in shadow, so that it is no man."""
    canvas, frame, ground = picture.canvas, picture.frame, picture.style.phases[0]
    marked = picture.ground(0)
    canvas.rect(frame.left, frame.top, frame.width, frame.height, ground, rx=frame.radius() * 0.6, data_ground=marked)
    radius = frame.radius("Vertex") * (0.66 if picture.name == "Lasca" else 0.8)
    for v, e in enumerate(picture.view.topology.elements("Vertex")):
        if abs(e.z) < 0.01:
            x, y = frame.site("Vertex", v)
            canvas.circle((x, y), radius, shaded(ground, 0.62), data_ground="rim" if marked else None)
            canvas.circle(
                (x, y + 0.07 * radius), 0.9 * radius, shaded(ground, 0.82), data_ground="pit" if marked else None
            )


def _connect4(picture: BoardPicture) -> None:
    """A wall with a hole for each piece that a column holds."""
    _cells(picture)
    frame, style = picture.frame, picture.style
    for site in range(picture.view.topology.count("Cell")):
        x, y = frame.site("Cell", site)
        for level in range(frame.storeys):
            radius = frame.radius("Cell")
            at = (x, y - 2 * radius * level)
            picture.canvas.circle(at, radius * 0.84, "#ffffff", shaded(style.phases[0], 0.7), picture.thin)


_MARKS: Final[dict[str, Painter]] = {
    "Go": _go_dots, "Shogi": _shogi_dots, "Tafl": _tafl_knots, "Sudoku": _subgrids, "UltimateTicTacToe": _subgrids,
    "Surakarta": _surakarta_loops, "SnakesAndLadders": _numbers_and_ways, "Janggi": _palaces,
}  # fmt: skip
_SPECIAL: Final[dict[str, Painter]] = {
    "Mancala": _mancala, "Backgammon": _two_rows, "Table": _two_rows, "Shibumi": _holes, "Lasca": _holes,
    "Connect4": _connect4, "Xiangqi": _river,
}  # fmt: skip


# --- items of the metadata


def _type_of(kind: enums.SiteType | None, default: SiteType) -> SiteType:
    return default if kind is None else kind.value


def _background(picture: BoardPicture, item: BoardBackground) -> None:
    """A picture, or the board's rectangle, behind the board."""
    frame, canvas = picture.frame, picture.canvas
    sx, sy = axes(item)
    fill, edge = shown(item.fill_colour), shown(item.edge_colour)
    width, height = frame.extent
    x = frame.centre[0] + item.offset_x * width
    y = frame.centre[1] - item.offset_y * height
    if item.image is not None:
        look = Look(fill or NONE, edge or picture.style.symbols, turn=item.rotation)
        draw_backdrop(canvas, item.image, (x, y), width * sx, height * sy, look)
        return
    grown = 2 * frame.radius() * (sx if sx != 1 else 1)
    width, height = frame.width + grown - 2 * frame.radius(), frame.height + grown - 2 * frame.radius()
    canvas.rect(x - width / 2, y - height / 2, width, height, fill or picture.style.phases[0], stroke=edge)


def _sites_of(picture: BoardPicture, item: RegionColour | ShowSymbol, kind: SiteType) -> list[Key]:
    """The sites of a type that an item names: by number, by a region of the equipment, or by a region function."""
    view = picture.view
    listed = list(item.indices) if isinstance(item.indices, tuple) else [] if item.indices is None else [item.indices]
    if not listed:
        names = {item.region, item.image} if isinstance(item, ShowSymbol) else {item.region}
        role = picture.appearance.owner(item.role)
        fitting = (sites for name, owner, sites in view.regions if name in names and role in (None, owner))
        listed = [s for sites in fitting for s in sites]
    if not listed and item.sites is not None:
        listed = view.region(item.sites)
    return [(kind, s) for s in listed if 0 <= s < view.topology.count(kind)]


def _symbol(picture: BoardPicture, item: ShowSymbol) -> None:
    sx, sy = axes(item)
    fill, edge = shown(item.fill_colour), shown(item.edge_colour) or picture.style.symbols
    regions = {name for name, _, _ in picture.view.regions}
    image = next((name for name in (item.image, item.region) if name is not None and name not in regions), None)
    for kind, site in _sites_of(picture, item, _type_of(item.site_kind, picture.view.default_site)):
        size = 2 * picture.frame.radius()
        x, y = picture.frame.site(kind, site)
        at = (x + item.offset_x * size, y - item.offset_y * size)
        if item.text is not None:
            picture.canvas.text(at, size * 0.43 * sx, item.text, fill or edge)
        elif image is not None:
            draw_named(picture.canvas, image, at, size * sx, size * sy, Look(fill or NONE, edge, turn=item.rotation))


def _region_colour(picture: BoardPicture, item: RegionColour) -> None:
    owner = picture.appearance.owner(item.role)
    colour = shown(item.colour) or (None if owner is None else picture.appearance.player_colour(owner))
    if colour is None or colour == NONE:
        return
    painted = _type_of(item.site_kind, picture.view.default_site)
    named = _type_of(item.region_site_type, picture.view.default_site)
    if painted == "Edge" and named == "Cell":
        _outline(picture, _sites_of(picture, item, named), colour, picture.thin * 2.5 * item.scale)
        return
    for kind, site in _sites_of(picture, item, painted):
        if kind == "Cell":
            width = picture.thin / 2
            picture.canvas.path(cell_path(picture, site), colour, picture.style.inner, width, pointer_events="none")
        elif kind == "Vertex":
            picture.canvas.circle(picture.frame.site(kind, site), 0.35 * picture.frame.radius("Vertex"), colour)
        else:
            picture.canvas.path(edge_path(picture, site), "none", colour, picture.thin * 2 * item.scale)


def _outline(picture: BoardPicture, cells: Sequence[Key], colour: Colour, width: float) -> None:
    """A line around some cells."""
    inside = Counter(edge for site in {s for _, s in cells} for edge in picture.view.topology.cell_edges[site])
    joined = "".join(edge_path(picture, edge) for edge, times in sorted(inside.items()) if times == 1)
    if joined:
        picture.canvas.path(joined, NONE, colour, width, stroke_linecap="round")


def _region_owners(picture: BoardPicture) -> None:
    """The goals of the players: outer edges, or larger vertices, in their colours."""
    view = picture.view
    owned = [(owner, sites) for _, owner, sites in view.regions if 1 <= owner <= view.num_players]
    if view.default_site == "Cell":
        _goal_edges(picture, owned)
    for owner, sites in owned if view.default_site == "Vertex" else ():
        for site in (s for s in sites if s < view.topology.count("Vertex")):
            at, radius = picture.frame.site("Vertex", site), picture.frame.radius("Vertex") * 0.4
            picture.canvas.circle(at, radius, view.appearance.player_colour(owner), "#000000", picture.thin / 2)


def _goal_edges(picture: BoardPicture, owned: Sequence[tuple[int, Sequence[int]]]) -> None:
    """The outer edges of regions of cells; an edge of a cell in two regions is the one's that lies nearer."""
    view, frame = picture.view, picture.frame
    nearest: dict[int, tuple[float, int]] = {}
    for owner, sites in owned:
        cells = [s for s in sites if s < view.topology.count("Cell")]
        places = [frame.site("Cell", s) for s in cells]
        for edge in {e for s in cells for e in view.topology.cell_edges[s]} & picture.outer_edges:
            middle = frame.site("Edge", edge)
            away = sum(math.dist(middle, place) for place in places) / len(places)
            nearest[edge] = min(nearest.get(edge, (math.inf, 0)), (away, owner))
    for owner in dict.fromkeys(owner for owner, _ in owned):
        joined = "".join(edge_path(picture, e) for e, (_, whose) in sorted(nearest.items()) if whose == owner)
        colour, width = view.appearance.player_colour(owner), picture.thin * 5
        for stroke, wide in ((shaded(colour, 0.5), width + picture.thin), (colour, width)) if joined else ():
            picture.canvas.path(joined, NONE, stroke, wide, stroke_linecap="round")


def _line_item(picture: BoardPicture, item: ShowLine) -> None:
    """Lines between pairs of sites."""
    kind = _type_of(item.site_kind, "Vertex")
    style = item.style or LineStyle.Thick
    if style is LineStyle.Hidden:
        return
    width = picture.thin * (2 if style in _THICK else 1) * item.scale
    colour = shown(item.colour) or picture.style.outer
    for ends in item.lines:
        if len(ends) == 2 and min(ends) >= 0 and max(ends) < picture.view.topology.count(kind):
            a, b = (picture.frame.site(kind, end) for end in ends)
            picture.canvas.path(path_of([a, b], closed=False), "none", colour, width, **_dashes(style, width))


def _hint(picture: BoardPicture, kind: SiteType, sites: Sequence[int], value: int | None) -> None:
    """A puzzle's hint: a number on a site that is not played on, else in the upper left of its group of sites."""
    if not sites:
        return
    if kind == "Cell" and len(sites) > 1:
        _cage(picture, sites)
    if value is None:
        return
    frame, radius = picture.frame, picture.frame.radius(kind)
    x, y = min((frame.site(kind, site) for site in sites), key=lambda at: (round(at[1]), at[0]))
    if len(sites) == 1 and kind != picture.view.default_site:
        picture.canvas.text((x, y), radius * 0.9, str(value), "#202020")
    else:
        picture.canvas.text((x - radius * 0.62, y - radius * 0.66), radius * 0.45, str(value), "#303030")


def _cage(picture: BoardPicture, sites: Sequence[int]) -> None:
    """A dashed line around some cells, a little inside them."""
    topology, frame, canvas = picture.view.topology, picture.frame, picture.canvas
    inside = Counter(edge for site in sites for edge in topology.cell_edges[site])
    for site in sites:
        x, y = frame.site("Cell", site)
        for edge in topology.cell_edges[site]:
            if inside[edge] == 1:
                ends = (frame.site("Vertex", v) for v in topology.edge_vertices[edge])
                a, b = ((px + (x - px) * 0.12, py + (y - py) * 0.12) for px, py in ends)
                canvas.line(a, b, "#7a7a7a", picture.thin * 0.8, stroke_dasharray="4 4")


def highlight(picture: BoardPicture, keys: Iterable[Key], colour: Colour = "#ffd200") -> None:
    """Mark sites, under the pieces."""
    for kind, site in dict.fromkeys(keys):
        if kind == "Cell":
            picture.canvas.path(cell_path(picture, site), colour, opacity=0.45, pointer_events="none")
        elif kind == "Edge":
            width = picture.edge_width * 2.6
            picture.canvas.path(edge_path(picture, site), NONE, colour, width, opacity=0.45, stroke_linecap="round")
        else:
            radius = picture.frame.radius(kind) * (0.86 if picture.name == "Mancala" else 1.1)
            picture.canvas.circle(picture.frame.site(kind, site), radius, colour, opacity=0.5)
