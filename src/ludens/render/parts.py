"""The parts of a game one by one, for a printer: the board in millimetres, and each piece alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ludens.game import Game
from ludens.render.canvas import Canvas
from ludens.render.pieces import Placed
from ludens.render.sheet import Sheet
from ludens.render.svg import board_of
from ludens.render.view import Piece, game_view
from ludens.rules.state.model import Component

#: pixels of the drawing, whose lines are as thick as those of a picture of this size
_BOARD: Final = 1000.0
_MARGIN: Final = 16.0
#: half the size of a piece in pixels, and how much of its place it leaves free
_RADIUS, _FREE = 100.0, 1.12


@dataclass(frozen=True)
class Part:
    """A drawing with its size in millimetres."""

    svg: str
    width: float
    height: float

    @property
    def sized(self) -> str:
        """The drawing in its size: what a print shop opens measures as much as the part."""
        size = f'width="{self.width:.2f}mm" height="{self.height:.2f}mm"'
        return re.sub(r'width="[^"]*" height="[^"]*"', size, self.svg, count=1)


def board_part(game: Game, site: float) -> Part:
    """The empty board with its labels; neighbouring sites are `site` millimetres apart."""
    view = game_view(game)
    view.containers = view.containers[:1]  # hands are on the table
    drawing, sheet = board_of(view, _BOARD)
    scale = site / (2 * sheet.frame.radius())
    return Part(drawing, sheet.width * scale, sheet.height * scale)


def piece_part(game: Game, component: Component, size: float) -> Part:
    """A piece alone, `size` millimetres wide; a wall or another piece of edges as long as that."""
    sheet = Sheet.of(game_view(game), _BOARD, _MARGIN, axes=False, captions=False)
    canvas, half, on_edges = Canvas(), _RADIUS * _FREE, game.model.default_site == "Edge"
    piece = Piece(component, component.index, component.owner, value=max(component.values, default=0))
    placed = Placed("edge" if on_edges else "piece", ("Cell", 0), 0, piece, (half, half), _RADIUS, 0)
    sheet.painter(canvas).picture_of(placed)
    return Part(canvas.document(2 * half, 2 * half, component.name), size, size)
