"""What all items of the graphics share, and the clause that lists them."""

from __future__ import annotations

from typing import ClassVar

from ludens.language import LudError
from ludens.ludemes.sections import Section
from ludens.rules.base import Ludeme, named
from ludens.rules.enums import RoleType
from ludens.rules.naming import NameOfPiece

#: the bounds of numbers, by the names of their fields
_BOUNDS = {
    **dict.fromkeys(("scale", "scale_x", "scale_y", "thickness"), (0, 100)),
    **dict.fromkeys(("offset_x", "offset_y"), (-1, 1)),
    "rotation": (0, 360),
    "limit": (1, 10),
}


class GraphicsItem(Ludeme):
    """An item of the graphics."""

    reads: ClassVar[frozenset[str]] = frozenset()

    def check(self) -> None:
        for name in self.parameters:
            low, high = _BOUNDS.get(name, (None, None))
            value = getattr(self, name)
            if low is not None and high is not None and value is not None and not low <= value <= high:
                raise LudError(f"{name.replace('_', ' ')} goes from {low} to {high}", self.node.span)


class Flag(GraphicsItem):
    """An item that is on where it is written, but for `False`."""

    value: bool = True


class PieceItem(GraphicsItem):
    """An item for the pieces of an owner, of a name; for all where neither is given."""

    role: RoleType | None = None
    piece: NameOfPiece | None = None


class VariantItem(PieceItem):
    """An item for pieces, also by container, local state and value."""

    container: int | None = named(None)
    state: int | None = named(None)
    value: int | None = named(None)


class Graphics(Section):
    """How the game is drawn: for each question the first item that fits decides, in the order of the text."""

    spellings = ("graphics",)
    content: tuple[GraphicsItem, ...] | GraphicsItem

    @property
    def listed(self) -> tuple[GraphicsItem, ...]:
        return self.content if isinstance(self.content, tuple) else (self.content,)
