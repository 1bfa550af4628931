"""A board in the making: its canvas, size and style."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ludens.board.measure import SiteType
from ludens.ludemes.graphics.board import NoBoard
from ludens.ludemes.graphics.kinds import BoardGraphicsType
from ludens.render.appearance import Appearance
from ludens.render.canvas import Canvas
from ludens.render.colours import NONE
from ludens.render.frame import Frame
from ludens.render.styles import Style, style_of
from ludens.render.view import View

#: styles that are drawn in their own way: see `ludens.render.special`
SPECIAL: Final = frozenset({"Mancala", "Backgammon", "Table", "Shibumi", "Lasca", "Connect4", "Xiangqi", "Pegs"})


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
        """The mark of a phase of the ground whose colour a page may choose, as the description does not."""
        own = any(self.appearance.board_colour(BoardGraphicsType(f"Phase{n}")) for n in range(6))
        return None if own or self.style.phases[phase] == NONE else str(phase)

    @property
    def bare(self) -> bool:
        """Whether the page is visible between the board's lines."""
        if self.view.boardless:
            return False
        if self.appearance.flag(NoBoard):
            return True
        filled = self.view.default_site == "Cell" and self.style.phases[0] != NONE
        return not (filled or self.style.plate or self.name in SPECIAL)


def grid_size(picture: BoardPicture, kind: SiteType) -> tuple[int, int] | None:
    """Columns and rows of the sites of a type, if they fill a rectangle."""
    rows, columns = picture.view.topology.rows(kind), picture.view.topology.columns(kind)
    full = len(rows) * len(columns) == picture.view.topology.count(kind) and rows and columns
    return (len(columns), len(rows)) if full else None
