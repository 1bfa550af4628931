"""Graphics of pieces and stacks."""

from __future__ import annotations

from ludens.ludemes.graphics.colours import Colour
from ludens.ludemes.graphics.items import Flag, GraphicsItem, PieceItem, VariantItem
from ludens.ludemes.graphics.kinds import ComponentStyleType, PieceStackType
from ludens.rules.base import Number, named
from ludens.rules.enums import RoleType, SiteType
from ludens.rules.naming import NameOfPiece


class PieceColour(VariantItem):
    """The colours of pieces; what is left out is the owner's colour, black, and what is seen best on the fill."""

    spellings = ("piece Colour",)
    fill_colour: Colour | None = named(None)
    stroke_colour: Colour | None = named(None)
    secondary_colour: Colour | None = named(None)


class PieceRotate(VariantItem):
    """By how many degrees pieces are turned, clockwise."""

    spellings = ("piece Rotate",)
    degrees: int = named()


class PieceScale(VariantItem):
    """The size of pieces, where 1 fills a cell; without this item it is 0.9."""

    spellings = ("piece Scale",)
    scale: Number | None = None
    scale_x: Number | None = named(None)
    scale_y: Number | None = named(None)


class PieceStyle(PieceItem):
    """How pieces are drawn."""

    spellings = ("piece Style",)
    style: ComponentStyleType


class PieceName(VariantItem):
    """A change of the name that a picture is looked up by."""

    piece: NameOfPiece | None = named(None)
    name: str | None = None


class PieceRename(PieceName):
    """The name of the picture, in the place of the piece's; nothing is drawn for an empty one."""

    spellings = ("piece Rename",)


class PieceExtendName(PieceName):
    """What is put behind the piece's name to find the picture."""

    spellings = ("piece ExtendName",)


class PieceAddStateToName(PieceName):
    """The local state is put behind the name to find the picture."""

    spellings = ("piece AddStateToName",)


class PieceHiddenName(PieceName):
    """The name of a hidden piece's picture."""

    spellings = ("piece Hidden",)
    precedence = 1  # without a picture


class PieceFamilies(GraphicsItem):
    """The families of pictures to choose from."""

    spellings = ("piece Families",)
    families: tuple[str, ...]


class PieceGround(VariantItem):
    """A further picture, or a text, of pieces."""

    image: str | None = named(None)
    text: str | None = named(None)
    fill_colour: Colour | None = named(None)
    edge_colour: Colour | None = named(None)
    scale: Number = named(1.0)
    scale_x: Number = named(1.0)
    scale_y: Number = named(1.0)
    rotation: int = named(0)
    offset_x: Number = named(0.0)
    offset_y: Number = named(0.0)


class PieceBackground(PieceGround):
    """A picture, or a text, under pieces."""

    spellings = ("piece Background",)


class PieceForeground(PieceGround):
    """A picture, or a text, over pieces."""

    spellings = ("piece Foreground",)


class PieceHiddenGround(PieceGround):
    """The picture of pieces that are hidden."""

    spellings = ("piece Hidden",)


class HiddenImage(GraphicsItem):
    """The picture of pieces whose kind is hidden."""

    spellings = ("hiddenImage",)
    image: str


class StackStyle(GraphicsItem):
    """How stacks are drawn, by the owner, the name or the number of their container, by site, state and value."""

    spellings = ("stackType",)
    role: RoleType | None = None
    name: str | None = None
    index: int | None = None
    site_kind: SiteType | None = None
    sites: tuple[int, ...] | None = named(None, group="where")
    site: int | None = named(None, group="where")
    state: int | None = named(None)
    value: int | None = named(None)
    kind: PieceStackType
    scale: Number = Number(1.0)
    limit: int = named(5)


class NoMaskedColour(Flag):
    """Hidden pieces do not show their owner's colour."""

    spellings = ("no MaskedColour",)


class NoDicePips(Flag):
    """Dice show numbers in the place of pips."""

    spellings = ("no DicePips",)
