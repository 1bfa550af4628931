"""Colours: the language's names, the players' defaults, and arithmetic on `#rrggbb`."""

from __future__ import annotations

from typing import Final

from ludens.language import Clause, String, Word

Colour = str  # "#rrggbb", or "none"

NAMES: Final[dict[str, tuple[int, int, int]]] = {
    "White": (255, 255, 255), "Black": (0, 0, 0), "Grey": (150, 150, 150), "LightGrey": (200, 200, 200),
    "VeryLightGrey": (230, 230, 230), "DarkGrey": (100, 100, 100), "VeryDarkGrey": (50, 50, 50), "Dark": (30, 30, 30),
    "Red": (255, 0, 0), "Green": (0, 200, 0), "Blue": (0, 127, 255), "Yellow": (255, 245, 0), "Pink": (255, 0, 255),
    "Cyan": (0, 255, 255), "Brown": (139, 69, 19), "DarkBrown": (101, 67, 33), "VeryDarkBrown": (50, 33, 16),
    "Purple": (127, 0, 127), "Magenta": (255, 0, 255), "Turquoise": (0, 127, 127), "Orange": (255, 127, 0),
    "LightOrange": (255, 191, 0), "LightRed": (255, 127, 127), "DarkRed": (127, 0, 0), "Burgundy": (63, 0, 0),
    "LightGreen": (127, 255, 127), "DarkGreen": (0, 127, 0), "LightBlue": (127, 191, 255),
    "VeryLightBlue": (205, 234, 237), "DarkBlue": (0, 0, 127), "IceBlue": (183, 226, 228), "Gold": (212, 175, 55),
    "Silver": (192, 192, 192), "Bronze": (205, 127, 50), "GunMetal": (44, 53, 57), "HumanLight": (204, 182, 140),
    "HumanDark": (108, 86, 60), "Cream": (255, 255, 230), "DeepPurple": (127, 0, 127), "PinkFloyd": (255, 75, 150),
    "BlackSabbath": (0, 0, 32), "KingCrimson": (220, 20, 60), "TangerineDream": (242, 133, 0),
    "BabyBlue": (127, 191, 255), "LightTan": (250, 200, 100),
}  # fmt: skip

PLAYERS: Final = (
    (250, 250, 250), (250, 250, 250), (50, 50, 50), (190, 0, 0), (0, 190, 0), (0, 0, 190), (190, 0, 190), (0, 190, 190),
    (255, 153, 0), (255, 255, 153), (153, 204, 255), (255, 153, 204), (204, 153, 255), (255, 204, 153), (153, 204, 0),
    (255, 204, 0), (255, 102, 0),
)  # fmt: skip

NONE: Final = "none"


def rgb(r: int, g: int, b: int) -> Colour:
    """The colour of three components from 0 to 255; what lies outside is cut.

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


def read_colour(clause: Clause) -> Colour | None:
    """The colour that a `(colour ...)` clause names; None if it names none."""
    values = clause.arguments
    if len(values) == 1 and isinstance(values[0], String):
        return _hexadecimal(values[0].text)
    words = [v.text for v in values if isinstance(v, Word)]
    if len(words) == 1:
        return NONE if words[0] == "Hidden" else rgb(*NAMES[words[0]]) if words[0] in NAMES else None
    if len(words) < 3 or not all(w.isdigit() for w in words):
        return None
    numbers = [int(w) for w in words]
    return NONE if len(numbers) > 3 and numbers[3] == 0 else rgb(numbers[0], numbers[1], numbers[2])


def _hexadecimal(text: str) -> Colour | None:
    digits = text.removeprefix("#").lower()
    if len(digits) not in (6, 8) or set(digits) - set("0123456789abcdef"):
        return None
    return NONE if digits[6:] == "00" else "#" + digits[:6]
