"""Draw boards, in the style of the metadata."""

from __future__ import annotations

from collections.abc import Iterable

from ludens.ludemes.graphics.board import BoardBackground, NoBoard
from ludens.ludemes.graphics.shown import RegionColour, ShowLine, ShowRegionOwner, ShowSymbol
from ludens.render.colours import NONE, Colour
from ludens.render.ground import cell_path, cells, edge_path, edges, plate, vertices
from ludens.render.items import background, hint, line_item, region_colour, region_owners, symbol
from ludens.render.ornaments import MARKS
from ludens.render.picture import BoardPicture
from ludens.render.special import PAINTERS
from ludens.render.view import Key


def draw(picture: BoardPicture) -> None:
    """Everything that lies under the pieces."""
    if picture.appearance.flag(NoBoard):
        return
    for ground in picture.appearance.of(BoardBackground):
        background(picture, ground)
    PAINTERS.get(picture.name, _plain)(picture)
    for region in picture.appearance.of(RegionColour):
        region_colour(picture, region)
    if picture.appearance.flag(ShowRegionOwner) or picture.name == "ConnectiveGoal":
        region_owners(picture)
    for line in picture.appearance.of(ShowLine):
        line_item(picture, line)
    for item in picture.appearance.of(ShowSymbol):
        symbol(picture, item)
    for kind, hints in picture.view.hints.items():
        for sites, value in hints:
            hint(picture, kind, [s for s in sites if 0 <= s < picture.view.topology.count(kind)], value)


def _plain(picture: BoardPicture) -> None:
    """Cells, their edges, and vertices, as far as the style has colours for them."""
    plate(picture)
    cells(picture)
    edges(picture)
    vertices(picture)
    if picture.name in MARKS:
        MARKS[picture.name](picture)


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
