"""Colours: the players' defaults, and arithmetic on `#rrggbb`."""

from __future__ import annotations

from typing import Final, overload

from ludens.ludemes.graphics.colours import Colour as ColourLudeme

Colour = str  # "#rrggbb", or "none"

PLAYERS: Final = (
    (250, 250, 250), (250, 250, 250), (50, 50, 50), (190, 0, 0), (0, 190, 0), (0, 0, 190), (190, 0, 190), (0, 190, 190),
    (255, 153, 0), (255, 255, 153), (153, 204, 255), (255, 153, 204), (204, 153, 255), (255, 204, 153), (153, 204, 0),
    (255, 204, 0), (255, 102, 0),
)  # fmt: skip

NONE: Final = "none"


def rgb(r: int, g: int, b: int) -> Colour:
    """The colour of three components from 0 to 255; values outside are cut.

    >>> rgb(255, 0, 300)
    '#ff00ff'
    """
    return "#" + "".join(f"{max(0, min(255, c)):02x}" for c in (r, g, b))


def player_default(index: int, num_players: int) -> Colour:
    """The default colour of an owner: a player, 0 for nobody, one more than the players for everybody."""
    if index < 0 or index > num_players or index >= len(PLAYERS):
        index = 0
    return rgb(*PLAYERS[index])


def shaded(colour: Colour, factor: float) -> Colour:
    """The colour made darker (below 1) or lighter (above 1)."""
    if not colour.startswith("#"):
        return colour
    parts = components(colour)
    if factor <= 1:
        return rgb(*(round(c * factor) for c in parts))
    return rgb(*(round(c + (255 - c) * (factor - 1)) for c in parts))


def components(colour: Colour) -> tuple[int, int, int]:
    """Red, green and blue of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(colour: Colour) -> Colour:
    """Black or white, whichever is read better on the colour."""
    if not colour.startswith("#"):
        return "#000000"
    r, g, b = components(colour)
    return "#000000" if 0.299 * r + 0.587 * g + 0.114 * b > 110 else "#ffffff"


@overload
def shown(colour: ColourLudeme) -> Colour: ...
@overload
def shown(colour: ColourLudeme | None) -> Colour | None: ...
def shown(colour: ColourLudeme | None) -> Colour | None:
    """The drawn colour of one of the metadata; None if it is fully transparent."""
    if colour is None:
        return None
    red, green, blue, opacity = colour.rgba
    return rgb(red, green, blue) if opacity else NONE
