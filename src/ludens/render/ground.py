"""The ground of a board: its plate, cells, edges and vertices, and the shapes by which a pointer finds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludens.board.graph import Vertex
from ludens.ludemes.graphics.board import NoCurves
from ludens.ludemes.graphics.kinds import BoardGraphicsType, EdgeType, LineStyle
from ludens.ludemes.graphics.shown import ShowEdges
from ludens.render.canvas import Attributes, Point, number, path_of
from ludens.render.colours import NONE, Colour, shown
from ludens.render.picture import BoardPicture
from ludens.render.view import shown_sites
from ludens.rules.enums import RelationType

THICK: Final = (LineStyle.Thick, LineStyle.ThickDotted, LineStyle.ThickDashed)
_DOTTED: Final = (LineStyle.ThinDotted, LineStyle.ThickDotted)
_DASHED: Final = (LineStyle.ThinDashed, LineStyle.ThickDashed)


def plate(picture: BoardPicture) -> None:
    """A filled rectangle behind a board whose sites are no cells."""
    frame, style = picture.frame, picture.style
    if style.plate and picture.view.default_site != "Cell":
        canvas = picture.canvas
        rx, marked = picture.frame.radius() * 0.3, picture.ground(0)
        canvas.rect(frame.left, frame.top, frame.width, frame.height, style.phases[0], rx=rx, data_ground=marked)


def cells(picture: BoardPicture) -> None:
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


def edges(picture: BoardPicture) -> None:
    """Inner edges, then outer ones."""
    topology = picture.view.topology
    if picture.view.boardless:
        return
    outer = picture.outer_edges
    inner = [e for e in range(topology.count("Edge")) if e not in outer]
    edge_class(picture, inner, EdgeType.Inner, picture.style.inner, 1.0)
    edge_class(picture, sorted(outer), EdgeType.Outer, picture.style.outer, 1.0 if picture.style.discs else 2.0)
    item = picture.appearance.edge_style(EdgeType.All, RelationType.Diagonal)
    if item is not None and picture.view.default_site == "Vertex":
        _diagonals(picture, item)


def edge_class(picture: BoardPicture, edges: Sequence[int], kind: EdgeType, colour: Colour, weight: float) -> None:
    item = picture.appearance.edge_style(kind, RelationType.Orthogonal) if picture.style.discs else None
    width = picture.thin * weight * picture.appearance.thickness(BoardGraphicsType(f"{kind.value}Edges"))
    more: Attributes = {}
    if item is not None:
        style = item.style or LineStyle.ThinDotted
        if style is LineStyle.Hidden and picture.view.default_site != "Edge":
            return
        if style is LineStyle.Hidden:  # edges that are played on must be visible
            style = LineStyle.ThinDotted
        colour = shown(item.colour) or ("#b4b4b4" if colour == NONE else colour)
        width, more = width * (2.0 if style in THICK else 1.0), dashes(style, width)
    if colour == NONE and item is None and "Edge" in picture.view.kinds:
        colour, more = "#b4b4b4", dashes(LineStyle.ThinDotted, width)
    if colour == NONE or not edges or width <= 0:
        return
    joined = "".join(edge_path(picture, e) for e in edges)
    part = BoardGraphicsType(f"{kind.value}Edges")
    marked = None if item is not None or picture.appearance.board_colour(part) else "lines"
    picture.canvas.path(joined, "none", colour, width, stroke_linecap="round", data_ground=marked, **more)


def dashes(style: LineStyle, width: float) -> Attributes:
    if style in _DOTTED:
        return {"stroke_dasharray": f"{number(width / 10)} {number(width * 3)}"}
    return {"stroke_dasharray": f"{number(width * 4)} {number(width * 3)}"} if style in _DASHED else {}


def _diagonals(picture: BoardPicture, item: ShowEdges) -> None:
    """Lines between vertices that lie diagonally across a cell."""
    style = item.style or LineStyle.ThinDotted
    if style is LineStyle.Hidden or item.connection:
        return
    topology, frame = picture.view.topology, picture.frame
    width = picture.thin * (2.0 if style in THICK else 1.0)
    colour = shown(item.colour) or picture.style.inner
    for a in range(topology.count("Vertex")):
        for b in topology.neighbours("Vertex", a, "Diagonal"):
            if a < b:
                ends = frame.site("Vertex", a), frame.site("Vertex", b)
                picture.canvas.line(*ends, colour, width, **dashes(style, width))


def vertices(picture: BoardPicture) -> None:
    """Discs at the vertices of boards that are graphs; elsewhere only invisible shapes for the pointer."""
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
