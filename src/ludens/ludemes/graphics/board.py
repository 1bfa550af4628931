"""Graphics of the board."""

from __future__ import annotations

from ludens.ludemes.graphics.colours import Colour
from ludens.ludemes.graphics.items import Flag, GraphicsItem
from ludens.ludemes.graphics.kinds import BoardGraphicsType, ContainerStyleType
from ludens.rules.base import Number, named


class BoardColour(GraphicsItem):
    """The colour of a part of the board."""

    spellings = ("board Colour",)
    part: BoardGraphicsType
    colour: Colour


class BoardPlacement(GraphicsItem):
    """Size and place of the board."""

    spellings = ("board Placement",)
    scale: Number = named(1.0)
    offset_x: Number = named(0.0)
    offset_y: Number = named(0.0)


class BoardCurvature(GraphicsItem):
    """How far curved edges bend."""

    spellings = ("board Curvature",)
    curvature: Number


class BoardStyle(GraphicsItem):
    """How the board is drawn; with filled cells, a piece is a cell in its owner's colour."""

    spellings = ("board Style",)
    style: ContainerStyleType
    replace_components_with_filled_cells: bool = named(False)


class BoardStyleThickness(GraphicsItem):
    """By what the width of a part's lines, or the size of its discs, is multiplied."""

    spellings = ("board StyleThickness",)
    part: BoardGraphicsType
    thickness: Number


class BoardCheckered(Flag):
    """The cells have the colours of their phases."""

    spellings = ("board Checkered",)


class BoardGround(GraphicsItem):
    """A picture, or the board's rectangle, in another place than the board itself."""

    image: str | None = named(None)
    fill_colour: Colour | None = named(None)
    edge_colour: Colour | None = named(None)
    scale: Number = named(1.0)
    scale_x: Number = named(1.0)
    scale_y: Number = named(1.0)
    rotation: int = named(0)
    offset_x: Number = named(0.0)
    offset_y: Number = named(0.0)


class BoardBackground(BoardGround):
    """A picture, or a rectangle without one, under the board."""

    spellings = ("board Background",)


class BoardForeground(BoardGround):
    """A picture, or a rectangle without one, over the board."""

    spellings = ("board Foreground",)


class BoardHidden(BoardGround):
    """A picture that is not drawn."""

    spellings = ("board Hidden",)


class NoBoard(Flag):
    """The board is not drawn, only what lies on it."""

    spellings = ("no Board",)


class NoSunken(Flag):
    """The board is drawn flat."""

    spellings = ("no Sunken",)


class NoCurves(Flag):
    """Curved edges are drawn straight."""

    spellings = ("no Curves",)
