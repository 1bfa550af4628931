"""The items of the metadata on a board: backgrounds, symbols, colours of regions, lines, and the hints of puzzles."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from ludens.board.measure import SiteType
from ludens.ludemes.graphics.board import BoardBackground
from ludens.ludemes.graphics.kinds import LineStyle
from ludens.ludemes.graphics.shown import RegionColour, ShowLine, ShowSymbol
from ludens.render.appearance import axes
from ludens.render.canvas import path_of
from ludens.render.colours import NONE, Colour, shaded, shown
from ludens.render.ground import THICK, cell_path, dashes, edge_path
from ludens.render.picture import BoardPicture
from ludens.render.shapes import Look, draw_backdrop, draw_named
from ludens.render.view import Key
from ludens.rules import enums


def _type_of(kind: enums.SiteType | None, default: SiteType) -> SiteType:
    return default if kind is None else kind.value


def background(picture: BoardPicture, item: BoardBackground) -> None:
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


def symbol(picture: BoardPicture, item: ShowSymbol) -> None:
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


def region_colour(picture: BoardPicture, item: RegionColour) -> None:
    owner = picture.appearance.owner(item.role)
    colour = shown(item.colour) or (None if owner is None else picture.appearance.player_colour(owner))
    if colour is None or colour == NONE:
        return
    painted = _type_of(item.site_kind, picture.view.default_site)
    region_type = _type_of(item.region_site_type, picture.view.default_site)
    if painted == "Edge" and region_type == "Cell":
        _outline(picture, _sites_of(picture, item, region_type), colour, picture.thin * 2.5 * item.scale)
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


def region_owners(picture: BoardPicture) -> None:
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


def line_item(picture: BoardPicture, item: ShowLine) -> None:
    """Lines between pairs of sites."""
    kind = _type_of(item.site_kind, "Vertex")
    style = item.style or LineStyle.Thick
    if style is LineStyle.Hidden:
        return
    width = picture.thin * (2 if style in THICK else 1) * item.scale
    colour = shown(item.colour) or picture.style.outer
    for ends in item.lines:
        if len(ends) == 2 and min(ends) >= 0 and max(ends) < picture.view.topology.count(kind):
            a, b = (picture.frame.site(kind, end) for end in ends)
            picture.canvas.path(path_of([a, b], closed=False), "none", colour, width, **dashes(style, width))


def hint(picture: BoardPicture, kind: SiteType, sites: Sequence[int], value: int | None) -> None:
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
