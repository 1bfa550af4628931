"""Colours: by name, in hexadecimal digits, or by their components."""

from __future__ import annotations

from enum import Enum

from ludens.language import LudError
from ludens.rules.base import Ludeme


class ColourName(Enum):
    """A colour that has a name."""

    White = "White"
    Black = "Black"
    Grey = "Grey"
    LightGrey = "LightGrey"
    VeryLightGrey = "VeryLightGrey"
    DarkGrey = "DarkGrey"
    VeryDarkGrey = "VeryDarkGrey"
    Dark = "Dark"
    Red = "Red"
    Green = "Green"
    Blue = "Blue"
    Yellow = "Yellow"
    Pink = "Pink"
    Cyan = "Cyan"
    Brown = "Brown"
    DarkBrown = "DarkBrown"
    VeryDarkBrown = "VeryDarkBrown"
    Purple = "Purple"
    Magenta = "Magenta"
    Turquoise = "Turquoise"
    Orange = "Orange"
    LightOrange = "LightOrange"
    LightRed = "LightRed"
    DarkRed = "DarkRed"
    Burgundy = "Burgundy"
    LightGreen = "LightGreen"
    DarkGreen = "DarkGreen"
    LightBlue = "LightBlue"
    VeryLightBlue = "VeryLightBlue"
    DarkBlue = "DarkBlue"
    IceBlue = "IceBlue"
    Gold = "Gold"
    Silver = "Silver"
    Bronze = "Bronze"
    GunMetal = "GunMetal"
    HumanLight = "HumanLight"
    HumanDark = "HumanDark"
    Cream = "Cream"
    DeepPurple = "DeepPurple"
    PinkFloyd = "PinkFloyd"
    BlackSabbath = "BlackSabbath"
    KingCrimson = "KingCrimson"
    TangerineDream = "TangerineDream"
    BabyBlue = "BabyBlue"
    LightTan = "LightTan"
    Hidden = "Hidden"


RGBA: dict[str, tuple[int, ...]] = {
    "White": (255, 255, 255, 255),
    "Black": (0, 0, 0, 255),
    "Grey": (150, 150, 150, 255),
    "LightGrey": (200, 200, 200, 255),
    "VeryLightGrey": (230, 230, 230, 255),
    "DarkGrey": (100, 100, 100, 255),
    "VeryDarkGrey": (50, 50, 50, 255),
    "Dark": (30, 30, 30, 255),
    "Red": (255, 0, 0, 255),
    "Green": (0, 200, 0, 255),
    "Blue": (0, 127, 255, 255),
    "Yellow": (255, 245, 0, 255),
    "Pink": (255, 0, 255, 255),
    "Cyan": (0, 255, 255, 255),
    "Brown": (139, 69, 19, 255),
    "DarkBrown": (101, 67, 33, 255),
    "VeryDarkBrown": (50, 33, 16, 255),
    "Purple": (127, 0, 127, 255),
    "Magenta": (255, 0, 255, 255),
    "Turquoise": (0, 127, 127, 255),
    "Orange": (255, 127, 0, 255),
    "LightOrange": (255, 191, 0, 255),
    "LightRed": (255, 127, 127, 255),
    "DarkRed": (127, 0, 0, 255),
    "Burgundy": (63, 0, 0, 255),
    "LightGreen": (127, 255, 127, 255),
    "DarkGreen": (0, 127, 0, 255),
    "LightBlue": (127, 191, 255, 255),
    "VeryLightBlue": (205, 234, 237, 255),
    "DarkBlue": (0, 0, 127, 255),
    "IceBlue": (183, 226, 228, 255),
    "Gold": (212, 175, 55, 255),
    "Silver": (192, 192, 192, 255),
    "Bronze": (205, 127, 50, 255),
    "GunMetal": (44, 53, 57, 255),
    "HumanLight": (204, 182, 140, 255),
    "HumanDark": (108, 86, 60, 255),
    "Cream": (255, 255, 230, 255),
    "DeepPurple": (127, 0, 127, 255),
    "PinkFloyd": (255, 75, 150, 255),
    "BlackSabbath": (0, 0, 32, 255),
    "KingCrimson": (220, 20, 60, 255),
    "TangerineDream": (242, 133, 0, 255),
    "BabyBlue": (127, 191, 255, 255),
    "LightTan": (250, 200, 100, 255),
    "Hidden": (0, 0, 0, 0),
}
"""Red, green, blue and opacity of each named colour."""


class Colour(Ludeme):
    """A colour."""

    @property
    def rgba(self) -> tuple[int, ...]:
        """Red, green, blue and opacity, each from 0 to 255."""
        raise NotImplementedError(type(self).__name__)


class NamedColour(Colour):
    """A colour that has a name."""

    spellings = ("colour",)
    name: ColourName

    @property
    def rgba(self) -> tuple[int, ...]:
        return RGBA[self.name.value]


class HexColour(Colour):
    """A colour as `"#rrggbb"`; two digits more are its opacity."""

    spellings = ("colour",)
    code: str

    def check(self) -> None:
        digits = self.code.removeprefix("#").lower()
        if len(digits) not in (6, 8) or set(digits) - set("0123456789abcdef"):
            raise LudError(f'"{self.code}" is no colour', self.node.span, 'a colour in digits is written "#rrggbb"')

    @property
    def rgba(self) -> tuple[int, ...]:
        digits = self.code.removeprefix("#").ljust(8, "f")
        return tuple(int(digits[i : i + 2], 16) for i in (0, 2, 4, 6))


class RgbColour(Colour):
    """A colour by its red, green and blue, each from 0 to 255, and its opacity."""

    spellings = ("colour",)
    red: int
    green: int
    blue: int
    opacity: int = 255

    def check(self) -> None:
        if not all(0 <= part <= 255 for part in self.rgba):
            raise LudError("the parts of a colour go from 0 to 255", self.node.span)

    @property
    def rgba(self) -> tuple[int, ...]:
        return self.red, self.green, self.blue, self.opacity
