"""Graphics of what is drawn besides the board and the pieces: symbols, lines, regions, numbers."""

from __future__ import annotations

from ludens.ludemes.graphics.colours import Colour
from ludens.ludemes.graphics.items import Flag, GraphicsItem
from ludens.ludemes.graphics.kinds import (
    BoardGraphicsType,
    CurveType,
    EdgeType,
    HoleType,
    LineStyle,
    ShowComponentDataType,
    ValueLocationType,
    WhenScoreType,
)
from ludens.rules.base import Number, named
from ludens.rules.categories import IntLudeme, SitesLudeme
from ludens.rules.enums import RelationType, RoleType, SiteType
from ludens.rules.naming import NameOfPiece, NameOfRegion


class RegionColour(GraphicsItem):
    """The colour of sites: by number, by a region of the equipment, its owner, or a region function."""

    spellings = ("region Colour",)
    region: NameOfRegion | None = None
    role: RoleType | None = None
    site_kind: SiteType | None = None
    indices: tuple[int, ...] | int | None = None
    sites: SitesLudeme | None = None
    region_site_type: SiteType | None = named(None)
    colour: Colour | None = None
    scale: Number = named(1.0)


class ShowSymbol(GraphicsItem):
    """Draws a picture or a text on sites, chosen as for `region Colour`."""

    spellings = ("show Symbol",)
    image: str | None = None
    text: str | None = named(None)
    region: NameOfRegion | None = None
    role: RoleType | None = None
    site_kind: SiteType | None = None
    indices: tuple[int, ...] | int | None = None
    sites: SitesLudeme | None = None
    part: BoardGraphicsType | None = None
    fill_colour: Colour | None = named(None)
    edge_colour: Colour | None = named(None)
    scale: Number = named(1.0)
    scale_x: Number = named(1.0)
    scale_y: Number = named(1.0)
    rotation: int = named(0)
    offset_x: Number = named(0.0)
    offset_y: Number = named(0.0)


class ShowLine(GraphicsItem):
    """Draws lines between pairs of sites."""

    spellings = ("show Line",)
    lines: tuple[tuple[int, ...], ...]
    site_kind: SiteType | None = None
    style: LineStyle | None = None
    colour: Colour | None = None
    scale: Number = named(1.0)
    curve: tuple[Number, ...] | None = named(None)
    curve_type: CurveType | None = None


class ShowEdges(GraphicsItem):
    """How edges are drawn; with `connection`, lines between the centres of neighbouring cells."""

    spellings = ("show Edges",)
    kind: EdgeType | None = None
    relation: RelationType | None = None
    connection: bool = named(False)
    style: LineStyle | None = None
    colour: Colour | None = None


class ShowPiece(GraphicsItem):
    """Writes the local state or the value on pieces."""

    spellings = ("show Piece",)
    data: ShowComponentDataType
    role: RoleType | None = None
    piece: NameOfPiece | None = None
    location: ValueLocationType | None = None
    offset_image: bool = named(False)
    value_outline: bool = named(False)
    scale: Number = named(1.0)
    offset_x: Number = named(0.0)
    offset_y: Number = named(0.0)


class ShowCheck(GraphicsItem):
    """Shows that a piece of the mover is in check."""

    spellings = ("show Check",)
    role: RoleType | None = None
    piece: NameOfPiece | None = None


class ShowScore(GraphicsItem):
    """When the score is shown, and what is shown in its place."""

    spellings = ("show Score",)
    when: WhenScoreType | None = None
    role: RoleType | None = None
    score: IntLudeme | None = None
    suffix: str | None = None


class ShowHoles(GraphicsItem):
    """Draws sites of a mancala board as square or oval holes."""

    spellings = ("show AsHoles",)
    indices: tuple[int, ...]
    hole: HoleType


class ShowSiteIndex(GraphicsItem):
    """Writes the numbers of sites on them, each with a number added."""

    spellings = ("show SiteIndex",)
    site_kind: SiteType | None = None
    additional: int = 0


class ShowPits(Flag):
    """A ring around the vertex that the first map gives for a player."""

    spellings = ("show Pits",)


class ShowPlayerHoles(Flag):
    """A ring around the vertex that is a player's value."""

    spellings = ("show PlayerHoles",)


class ShowLocalStateHoles(Flag):
    """A ring in a player's colour around each vertex that has the player's number as its local state."""

    spellings = ("show LocalStateHoles",)


class ShowRegionOwner(Flag):
    """The regions of the equipment in their owners' colours."""

    spellings = ("show RegionOwner",)


class ShowCost(Flag):
    """The costs of sites."""

    spellings = ("show Cost",)


class ShowHints(Flag):
    """The hints of a puzzle."""

    spellings = ("show Hints",)


class ShowEdgeDirections(Flag):
    """Heads of arrows on edges."""

    spellings = ("show EdgeDirections",)


class ShowPossibleMoves(Flag):
    """Where the mover may move."""

    spellings = ("show PossibleMoves",)


class ShowCurvedEdges(Flag):
    """Edges that are curved."""

    spellings = ("show CurvedEdges",)


class ShowStraightEdges(Flag):
    """Edges that are straight."""

    spellings = ("show StraightEdges",)
