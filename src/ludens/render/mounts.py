"""The mounts of characters and figures: wooden shogi tiles, xiangqi discs, octagons of janggi, mahjong tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ludens.render.canvas import Canvas, Point
from ludens.render.characters import draw_characters
from ludens.render.colours import components, contrast, shaded
from ludens.render.scripts import Script, Tile
from ludens.render.shapes import Look, draw_named, framed

_WOOD: Final = "#f6d89c"
_GRAIN: Final = "#7c4f1d"
_RED, _BLACK = "#b3121d", "#1c1c1c"
#: the middle of what a shogi tile carries, by the number of characters, and how large each of them is
_ON_SHOGI: Final = {1: (59.0, 60.0), 2: (57.0, 38.0), 3: (57.0, 26.0)}
#: where the circles and the bamboos of a mahjong tile lie, in columns and rows of halves
_SUITS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((1, 2),),
    2: ((1, 1), (1, 3)),
    3: ((0, 0.6), (1, 2), (2, 3.4)),
    4: ((0.3, 1), (1.7, 1), (0.3, 3), (1.7, 3)),
    5: ((0.2, 0.8), (1.8, 0.8), (1, 2), (0.2, 3.2), (1.8, 3.2)),
    6: ((0.3, 0.6), (1.7, 0.6), (0.3, 2), (1.7, 2), (0.3, 3.4), (1.7, 3.4)),
    7: ((0, 0.4), (1, 0.7), (2, 1.0), (0.3, 2.3), (1.7, 2.3), (0.3, 3.5), (1.7, 3.5)),
    8: tuple((x, y) for x in (0.3, 1.7) for y in (0.3, 1.45, 2.55, 3.7)),
    9: tuple((x, y) for x in (0, 1, 2) for y in (0.6, 2, 3.4)),
}
_SUIT_COLOURS: Final = ("#1d5fa8", "#b3121d", "#0b6b34")


def is_coloured(colour: str) -> bool:
    """Whether a colour is more than a shade of grey.

    >>> is_coloured("#b3121d"), is_coloured("#323232"), is_coloured("none")
    (True, False, False)
    """
    return colour.startswith("#") and max(components(colour)) - min(components(colour)) > 60


def is_red(colour: str) -> bool:
    """Whether a colour is rather red than anything else."""
    if not is_coloured(colour):
        return False
    r, g, b = components(colour)
    return r > 1.6 * g and r > 1.3 * b


def ink_of(look: Look) -> str:
    """The colour of a side's characters: its own, if that is readable on wood, else black."""
    for colour in (look.edge, look.fill):
        if is_red(colour):
            return _RED
        if is_coloured(colour):
            return shaded(colour, 0.75) if contrast(colour) == "#000000" else colour
    return _BLACK


def draw_shogi(canvas: Canvas, at: Point, size: float, look: Look, drawn: Callable[[Point, float, str], None]) -> None:
    """A shogi tile, which points to where its owner plays; `drawn(at, size, ink)` draws what it carries in its box."""
    fill = look.fill if is_coloured(look.fill) else _WOOD
    ink = look.ink if is_coloured(look.fill) or is_coloured(look.edge) else _BLACK

    def tile() -> None:
        canvas.path("M50 3L78 17L90 95H10L22 17z", fill, shaded(fill, 0.5) if fill != _WOOD else _GRAIN, 2.2)
        canvas.path("M11.5 90H88.5L89.3 95H10.7z", shaded(fill, 0.72))
        drawn((50, 57), 58, ink)

    framed(canvas, at, size, size, look.turn, tile)


def characters_on_shogi(canvas: Canvas, written: str, *, red: bool) -> Callable[[Point, float, str], None]:
    """A function that writes characters on a shogi tile."""
    y, size = _ON_SHOGI.get(len(written), (57.0, 58.0 / max(len(written), 1)))

    def drawn(at: Point, _size: float, ink: str) -> None:
        draw_characters(canvas, written, (at[0], y), size, _RED if red and ink == _BLACK else ink)

    return drawn


def figure_on_shogi(canvas: Canvas, figure: str, look: Look) -> Callable[[Point, float, str], None]:
    """A function that draws a figure on a shogi tile, or writes letters."""

    def drawn(at: Point, size: float, ink: str) -> None:
        plain = replace(look, turn=0.0, fill=ink, edge="#000000")
        if len(figure) > 2 and draw_named(canvas, figure, at, size, size, plain):
            return
        canvas.text(at, 40 if len(figure) < 2 else 30, figure, ink, font_weight="bold")

    return drawn


def draw_round(canvas: Canvas, script: Script, at: Point, size: float, look: Look, written: str, figure: str) -> None:
    """A xiangqi disc, or an octagon of janggi, with its characters or a figure; bare if it lies face down."""
    ink = ink_of(look)

    def mount() -> None:
        if script == "janggi":
            canvas.path("M31 4H69L96 31V69L69 96H31L4 69V31z", _WOOD, _GRAIN, 2.5)
            canvas.path("M34 12H66L88 34V66L66 88H34L12 66V34z", "none", ink, 1.8, opacity=0.55)
        else:
            canvas.circle((50, 51.5), 46, shaded(_WOOD, 0.62))
            canvas.circle((50, 49), 46, _WOOD, _GRAIN, 2)
            canvas.circle((50, 49), 38.5, "none", ink if written or figure else _GRAIN, 2.4)
        if written:
            draw_characters(canvas, written, (50, 49.5), 56, ink)
        elif figure:
            draw_named(canvas, figure, (50, 49), 56, 56, replace(look, turn=0.0, fill=ink, edge="#000000"))

    framed(canvas, at, size, size, look.turn, mount)


def draw_written(canvas: Canvas, written: str, at: Point, size: float, look: Look) -> None:
    """Characters alone, on the background of the metadata."""
    framed(canvas, at, size, size, look.turn, lambda: draw_characters(canvas, written, (50, 50), 84, ink_of(look)))


def draw_mahjong(canvas: Canvas, tile: Tile | None, at: Point, size: float) -> None:
    """A mahjong tile, or the back of one."""

    def drawn() -> None:
        canvas.rect(20, 6, 64, 92, "#2d7d55", rx=8, stroke="#173f2b", stroke_width=1.5)
        canvas.rect(16, 2, 64, 90, "#2d7d55" if tile is None else "#fdfaf0", rx=8, stroke="#6f6a5a", stroke_width=1.5)
        if tile is not None:
            _face(canvas, tile)

    framed(canvas, at, size, size, 0, drawn)


def _face(canvas: Canvas, tile: Tile) -> None:
    if tile.written:
        size = 58 if len(tile.written) == 1 else 40
        draw_characters(canvas, tile.written[-1], (48, 47 if len(tile.written) == 1 else 66), size, tile.colour)
        if len(tile.written) == 2:
            draw_characters(canvas, tile.written[0], (48, 26), 36, _BLACK)
        return
    if not tile.suit:  # the white dragon is an empty frame
        canvas.rect(24, 11, 48, 72, "none", rx=4, stroke="#1d5fa8", stroke_width=5)
        return
    for n, (x, y) in enumerate(_SUITS[tile.number]):
        at, colour = (28 + 20 * x, 14 + 16.5 * y), _SUIT_COLOURS[n % 3 if tile.suit == "circle" else 2]
        if tile.suit == "circle":
            radius = 22 if tile.number == 1 else 8.5
            canvas.circle(at, radius, "none", colour, radius * 0.35)
            canvas.circle(at, radius * 0.4, _SUIT_COLOURS[1])
        else:
            half = 26 if tile.number == 1 else 6.8
            canvas.line((at[0], at[1] - half), (at[0], at[1] + half), colour, 6 if tile.number > 1 else 12)
            canvas.circle(at, 1.8 if tile.number > 1 else 4, "#fdfaf0")
