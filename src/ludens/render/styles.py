"""The styles of boards: their colours, and how their cells are filled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ludens.ludemes.graphics.board import BoardCheckered
from ludens.ludemes.graphics.kinds import BoardGraphicsType
from ludens.render.appearance import Appearance
from ludens.render.colours import NONE, Colour, rgb, shaded


@dataclass(frozen=True)
class Style:
    """Colours of a board style: inner and outer edges, phases of cells, symbols; "none" draws nothing.

    `checkered` styles colour cells by phase; `plate` ones fill the whole board first; `discs` ones mark the vertices.
    """

    inner: Colour = NONE
    outer: Colour = NONE
    phases: tuple[Colour, ...] = (NONE,)
    symbols: Colour = "#000000"
    checkered: bool = False
    plate: bool = False
    discs: bool = False


_BLUE, _PALE = rgb(120, 190, 240), rgb(210, 230, 255)
_ICE = rgb(210, 240, 255)
_CHESS = (rgb(200, 150, 75), rgb(250, 221, 144), rgb(223, 178, 110), rgb(255, 240, 200))
_BOARD = Style(_BLUE, rgb(90, 160, 215), (_PALE, rgb(210, 0, 0), rgb(0, 230, 0), rgb(0, 0, 255)))
_GRAPH = Style(rgb(160, 160, 160), rgb(160, 160, 160), (NONE,), rgb(160, 160, 160), discs=True)
_WOOD = Style(rgb(100, 75, 50), rgb(100, 75, 50), (rgb(255, 230, 130),), plate=True)

_STYLES: Final[dict[str, Style]] = {
    "Board": _BOARD,
    "ConnectiveGoal": _BOARD,
    "UltimateTicTacToe": Style(rgb(200, 220, 255), rgb(20, 100, 200), (rgb(245, 250, 255),)),
    "Chess": Style(NONE, rgb(150, 75, 0), _CHESS, checkered=True),
    "Graph": _GRAPH,
    "Go": Style(rgb(160, 140, 100), "#000000", (rgb(255, 230, 150),), rgb(130, 120, 90), plate=True),
    "Shogi": _WOOD,
    "Xiangqi": _WOOD,
    "Janggi": Style(rgb(100, 75, 50), rgb(100, 75, 50), (rgb(255, 165, 0),), plate=True),
    "Tafl": Style(rgb(220, 170, 70), rgb(175, 125, 75), (rgb(250, 200, 100),)),
    "Mancala": Style(NONE, rgb(125, 75, 0), (rgb(255, 220, 100),), rgb(127, 100, 50)),
    "Sudoku": Style(_BLUE, _BLUE, (_PALE,), rgb(200, 50, 200)),
    "Puzzle": Style(_BLUE, _BLUE, (_PALE,)),
    "Kakuro": Style(_BLUE, _BLUE, (_PALE,)),
    "Futoshiki": Style(_BLUE, _BLUE, (_PALE,)),
    "Shibumi": Style(NONE, NONE, (rgb(80, 170, 255),), rgb(60, 120, 200)),
    "Spiral": Style(rgb(150, 75, 0), rgb(150, 75, 0), (rgb(200, 150, 75),), discs=True),
    "PenAndPaper": Style(NONE, NONE, (NONE,), rgb(100, 100, 100), discs=True),
    "Surakarta": Style(rgb(50, 150, 255), rgb(50, 150, 255), (rgb(180, 230, 255),), plate=True),
    "HoundsAndJackals": Style(rgb(200, 200, 200), rgb(200, 200, 200), (rgb(255, 240, 220),), plate=True, discs=True),
    "SnakesAndLadders": Style(rgb(150, 200, 235), rgb(90, 160, 215), (_ICE, rgb(190, 220, 255)), checkered=True),
    "Connect4": Style(rgb(0, 90, 180), rgb(0, 70, 150), (rgb(0, 100, 200),)),
    "Lasca": Style(NONE, NONE, (rgb(200, 200, 200),), plate=True),
    "Backgammon": Style(NONE, rgb(140, 75, 45), (rgb(185, 130, 85), rgb(225, 182, 130), rgb(116, 58, 41))),
    "Table": Style(NONE, rgb(153, 76, 0), (rgb(223, 178, 110), rgb(240, 205, 150), rgb(153, 76, 0))),
    "Pegs": Style(NONE, rgb(120, 72, 30), (rgb(205, 150, 88),)),
    "Boardless": Style(rgb(200, 200, 200), rgb(200, 200, 200), (NONE,)),
}  # fmt: skip


def style_name(appearance: Appearance, default_site: str, *, boardless: bool, pegs: bool) -> str:
    """The name of the board's style: the metadata's, or what suits the board and whether pegs are put into it."""
    if boardless:
        return "Boardless"
    if appearance.style is None and default_site == "Vertex" and pegs:
        return "Pegs"
    return appearance.style or ("Board" if default_site == "Cell" else "Graph")


def style_of(name: str, appearance: Appearance) -> Style:
    """A style with the colours of the metadata in the place of its own."""
    style = _STYLES.get(name, _BOARD if name in ("Isometric", "Hashi") else _GRAPH)
    checkered = style.checkered if appearance.first(BoardCheckered) is None else appearance.flag(BoardCheckered)
    if style.checkered and not checkered:  # lines tell its cells apart
        style = replace(style, inner=style.outer, phases=style.phases[1:2])
    return Style(
        appearance.board_colour(BoardGraphicsType.InnerEdges) or style.inner,
        appearance.board_colour(BoardGraphicsType.OuterEdges) or style.outer,
        _phases(style, appearance),
        appearance.board_colour(BoardGraphicsType.Symbols) or style.symbols,
        checkered,
        style.plate,
        style.discs,
    )


def _phases(style: Style, appearance: Appearance) -> tuple[Colour, ...]:
    """Six phases; one that nobody gives a colour is a darker shade of the one before."""
    phases: list[Colour] = []
    for n in range(6):
        own = style.phases[n] if n < len(style.phases) else shaded(phases[-1], 0.8)
        phases.append(appearance.board_colour(BoardGraphicsType(f"Phase{n}")) or own)
    return tuple(phases)
