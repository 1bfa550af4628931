"""Pictures of pieces and symbols, drawn in a square of 100 by 100."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ludens.render.canvas import Canvas, Point
from ludens.render.colours import NONE, components, contrast, shaded
from ludens.render.figures import FIGURE_NAMES, FIGURES
from ludens.render.pictures import ALIASES as NAMES
from ludens.render.pictures import PATHS as PICTURES

PATHS: Final = PICTURES | FIGURES
ALIASES: Final = NAMES | FIGURE_NAMES

#: shapes that fill their box
_FULL: Final = {
    "square": "M0 0h100v100H0z",
    "rectangle": "M0 15h100v70H0z",
    "triangle": "M50 7L100 93H0z",
    "disc": "M50 0a50 50 0 1 1 0 100a50 50 0 1 1 0-100z",
    "dot": "M50 0a50 50 0 1 1 0 100a50 50 0 1 1 0-100z",
}
_PLAIN: Final = frozenset(
    {
        "square",
        "triangle",
        "rectangle",
        "paddle",
        "stick",
        "diamond",
        "hexagon",
        "octagon",
        "arrow",
        "minus",
        "cone",
    }
)
_DRAWN: Final = frozenset(
    {
        "disc",
        "ball",
        "ring",
        "dot",
        "cross",
        "thincross",
        "star",
        "doubledisc",
        "knot",
        "null",
        "circle",
        "counterstar",
        "urpiece",
        *PATHS,
    }
)


@dataclass(frozen=True)
class Look:
    """The colours of a picture, and how far it is turned clockwise."""

    fill: str
    edge: str = "#000000"
    second: str = ""
    turn: float = 0.0

    @property
    def label(self) -> str:
        """The colour of text on the picture."""
        return self.second or contrast(self.fill)

    @property
    def ink(self) -> str:
        """The colour of text in the picture itself: that of its edge, if it is readable there."""
        is_readable = self.edge not in ("#000000", NONE) and abs(_light(self.edge) - _light(self.fill)) > 60
        return self.edge if is_readable and not self.second else self.label


@lru_cache(maxsize=1024)
def shape_named(name: str) -> str | None:
    """The shape for a name: the shape of that name, else that of the last of its words that names one, else that with
    the longest name inside it; None if there is none.

    The part after an underscore names a variant, and does not count.

    >>> shape_named("Pawn"), shape_named("BigCat"), shape_named("Quux"), shape_named("Knight_noCross")
    ('pawn', 'cat', None, 'knight')
    """
    lowered = name.lower().removesuffix(".svg")
    plain = lowered.partition("_")[0]
    for candidate in (lowered, plain):
        if candidate in ALIASES or candidate in _DRAWN:
            return ALIASES.get(candidate, candidate)
    words: list[str] = re.findall(r"[A-Z][a-z]+|[a-z]+", name.removesuffix(".svg").partition("_")[0])
    for word in (word.lower() for word in reversed(words)):
        if len(word) > 2 and (word in ALIASES or word in _DRAWN):
            return ALIASES.get(word, word)
    # the shortest names are parts of too many words
    inside = [k for k in (*_DRAWN, *ALIASES) if k in plain and (len(k) > 3 or (len(k) > 2 and plain.endswith(k)))]
    best = max(inside, key=len, default=None)
    return None if best is None else ALIASES.get(best, best)


def is_figure(name: str) -> bool:
    """Whether the picture of a name is that of a being or a thing, and no plain shape."""
    shape = shape_named(name)
    return shape in PATHS and shape not in _PLAIN


def draw_named(canvas: Canvas, name: str, at: Point, width: float, height: float, look: Look) -> bool:
    """Draw the picture of a name, centred; whether there is one. Single letters and digits are drawn as such."""
    shape = shape_named(name)
    if shape is None:
        if len(name) != 1 and not name.isdigit():
            return False
        draw_letter(canvas, name, at, height if len(name) < 2 else height * 0.72, look)
        return True
    if shape != "null":
        framed(canvas, at, width, height, look.turn, lambda: _draw(canvas, shape, look))
    return True


def draw_backdrop(canvas: Canvas, name: str, at: Point, width: float, height: float, look: Look) -> None:
    """Draw the picture of a name so that plain shapes fill their box, as boards are composed of them."""
    path = _FULL.get(shape_named(name) or "")
    if path is None:
        draw_named(canvas, name, at, width, height, look)
        return
    stroke = 100 / max(width, height, 1.0)
    if look.fill == "#ffffff":  # white hides parts of other shapes, and needs no room
        canvas.open(transform="translate(0 0)")
    framed(canvas, at, width, height, look.turn, lambda: canvas.path(path, look.fill, look.edge, stroke))
    if look.fill == "#ffffff":
        canvas.close()


def draw_letter(canvas: Canvas, letter: str, at: Point, size: float, look: Look) -> None:
    canvas.text(at, size * 0.9, letter, look.fill, stroke=look.edge, stroke_width=size * 0.02, font_weight="bold")


def draw_token(canvas: Canvas, letters: str, at: Point, size: float, look: Look, pointing: bool = False) -> None:
    """A disc with letters on it, for pieces that there is no picture of; a `pointing` one shows how it is turned."""

    def token() -> None:
        _disc(canvas, look)
        if pointing:
            canvas.path("M50 2L62 20H38z", look.label, look.fill, 2)

    framed(canvas, at, size, size, look.turn if pointing else 0, token)
    if letters:
        canvas.text(at, size * (0.5 if len(letters) == 1 else 0.38), letters, look.ink, font_weight="bold")


def draw_pointing(canvas: Canvas, rays: Sequence[int], at: Point, size: float, look: Look) -> None:
    """A disc with lines in the directions, in eighths of a turn, that a piece goes in, and a notch where it faces."""

    def token() -> None:
        canvas.path("M50 1L60 14H40z", look.fill, edge_of(look), 3)
        canvas.circle((50, 50), 42, look.fill, edge_of(look), 3)
        for eighth in rays:
            canvas.line((50, 50), _polar(50, 35, 45 * eighth), look.label, 9)
        canvas.circle((50, 50), 9, look.label)

    framed(canvas, at, size, size, look.turn, token)


def framed(canvas: Canvas, at: Point, width: float, height: float, turn: float, draw: Callable[[], None]) -> None:
    """Draw in a square of 100 by 100 that is put to its place and size."""
    if canvas.measured:
        canvas.cover(*_corners(at, width, height, turn))
    moved = f"translate({at[0]:.2f} {at[1]:.2f})" + (f" rotate({turn:g})" if turn else "")
    canvas.open(transform=f"{moved} scale({width / 100:.4f} {height / 100:.4f}) translate(-50 -50)")
    draw()
    canvas.close()


def _corners(at: Point, width: float, height: float, turn: float) -> list[Point]:
    """The corners of a box turned around its middle."""
    angle = math.radians(turn)
    cos, sin = math.cos(angle) / 2, math.sin(angle) / 2
    ends = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return [(at[0] + x * width * cos - y * height * sin, at[1] + x * width * sin + y * height * cos) for x, y in ends]


def _draw(canvas: Canvas, shape: str, look: Look) -> None:
    if shape in PATHS:
        canvas.open(
            fill=look.fill, stroke=edge_of(look), stroke_width=3.5, stroke_linejoin="round", stroke_linecap="round"
        )
        for d in PATHS[shape]:
            canvas.element("path", None, d=d, fill=None if d.endswith("z") else "none")
        canvas.close()
    else:
        _SPECIAL[shape](canvas, look)


def edge_of(look: Look) -> str:
    """Outlines must show: on a dark piece, a dark edge gives way to a light one."""
    return "#c8c8c8" if look.edge == "#000000" and contrast(look.fill) == "#ffffff" and _dark(look.fill) else look.edge


def _light(colour: str) -> float:
    """How light a colour is, from 0 to 255."""
    if not colour.startswith("#"):
        return 255.0
    r, g, b = components(colour)
    return 0.299 * r + 0.587 * g + 0.114 * b


def _dark(colour: str) -> bool:
    return colour.startswith("#") and sum(int(colour[n : n + 2], 16) for n in (1, 3, 5)) < 210


def _disc(canvas: Canvas, look: Look) -> None:
    canvas.circle((50, 50), 46, look.fill, edge_of(look), 3)
    canvas.circle((50, 50), 36, "none", shaded(look.fill, 0.8 if not _dark(look.fill) else 1.25), 3)


def _ball(canvas: Canvas, look: Look) -> None:
    canvas.circle((50, 50), 46, look.fill, edge_of(look), 3)
    canvas.circle((37, 35), 13, "#ffffff", opacity=0.75 if not _dark(look.fill) else 0.35)


def _ring(canvas: Canvas, look: Look) -> None:
    canvas.circle((50, 50), 36, "none", look.edge, 21)
    canvas.circle((50, 50), 36, "none", look.fill, 16)


def _star(canvas: Canvas, look: Look) -> None:
    points = [_polar(50, 46 if n % 2 == 0 else 19, n * 36) for n in range(10)]
    canvas.polygon(points, look.fill, edge_of(look), 3)


def _polar(centre: float, r: float, degrees: float) -> Point:
    return centre + r * math.sin(math.radians(degrees)), centre - r * math.cos(math.radians(degrees))


def _cross(canvas: Canvas, look: Look) -> None:
    canvas.path("M32 14L50 32L68 14L86 32L68 50L86 68L68 86L50 68L32 86L14 68L32 50L14 32z", look.fill, look.edge, 3)


def _thin_cross(canvas: Canvas, look: Look) -> None:
    colour = look.fill if look.fill != "none" else look.edge
    canvas.path("M16 16L84 84M84 16L16 84", "none", colour, 7, stroke_linecap="round")


def _starred_disc(canvas: Canvas, look: Look) -> None:
    canvas.circle((50, 50), 46, look.fill, edge_of(look), 3)
    points = [_polar(50, 32 if n % 2 == 0 else 14, n * 36) for n in range(10)]
    canvas.polygon(points, look.second or ("#e8b93c" if _light(look.fill) < 200 else "#b8860b"), edge_of(look), 2)


def _spotted_disc(canvas: Canvas, look: Look) -> None:
    canvas.circle((50, 50), 46, look.fill, edge_of(look), 3)
    for spot in ((50, 50), (50, 25), (50, 75), (25, 50), (75, 50)):
        canvas.circle(spot, 7, contrast(look.fill))


def _double_disc(canvas: Canvas, look: Look) -> None:
    canvas.circle((50, 58), 40, look.fill, edge_of(look), 3)
    canvas.circle((50, 44), 40, look.fill, edge_of(look), 3)
    canvas.circle((50, 44), 30, "none", shaded(look.fill, 0.8 if not _dark(look.fill) else 1.25), 3)


def _knot(canvas: Canvas, look: Look) -> None:
    canvas.path("M24 24h52v52H24zM50 13L87 50L50 87L13 50z", "none", look.edge, 4)


_SPECIAL: Final[dict[str, Callable[[Canvas, Look], None]]] = {
    "disc": _disc, "ball": _ball, "ring": _ring, "star": _star, "cross": _cross, "thincross": _thin_cross,
    "doubledisc": _double_disc, "knot": _knot, "counterstar": _starred_disc, "urpiece": _spotted_disc,
    "dot": lambda canvas, look: canvas.circle((50, 50), 46, look.fill, edge_of(look), 3),
    "circle": lambda canvas, look: canvas.circle((50, 50), 44, "none", look.edge, 4),
}  # fmt: skip

_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    0: (),
    1: ((50, 50),),
    2: ((28, 28), (72, 72)),
    3: ((28, 28), (50, 50), (72, 72)),
    4: ((28, 28), (28, 72), (72, 28), (72, 72)),
    5: ((28, 28), (28, 72), (72, 28), (72, 72), (50, 50)),
    6: ((28, 24), (28, 50), (28, 76), (72, 24), (72, 50), (72, 76)),
}


def draw_die(canvas: Canvas, value: int, faces: Sequence[int], at: Point, size: float, used: bool = False) -> None:
    """A die: pips up to six, a number beyond; pale once it is used. What has two faces is a stick that is thrown."""

    def stick() -> None:
        flat = value == max(faces)
        fill = "#f6e7c8" if flat else "#7a5230"
        canvas.rect(34, 3, 32, 94, fill, rx=16, stroke="#000000", stroke_width=3)
        if flat:
            canvas.path("M41 32H59M41 50H59M41 68H59", "none", "#7a5230", 4)

    def die() -> None:
        canvas.rect(6, 6, 88, 88, "#fafafa", rx=16, stroke="#000000", stroke_width=3)
        for pip in _PIPS.get(value, ()):
            canvas.circle(pip, 9, "#000000")
        if value not in _PIPS:
            canvas.text((50, 50), 50, str(value), "#000000")

    canvas.open(opacity=0.35 if used else None)
    framed(canvas, at, size, size, 0, stick if len(faces) == 2 else die)
    canvas.close()


def draw_domino(canvas: Canvas, values: Sequence[int], at: Point, size: float, turn: float = 0.0) -> None:
    """A domino, its first value above."""

    def domino() -> None:
        canvas.rect(28, 6, 44, 88, "#fafafa", rx=6, stroke="#000000", stroke_width=2)
        canvas.path("M33 50H67", "none", "#000000", 2)
        for value, top in zip(values, (8, 52), strict=False):
            _half(canvas, value, (30, top), 40)

    framed(canvas, at, size, size, turn, domino)


def _half(canvas: Canvas, value: int, corner: Point, size: float) -> None:
    """One end of a domino: pips up to six, a number beyond."""
    for x, y in _PIPS.get(value, ()):
        canvas.circle((corner[0] + x * size / 100, corner[1] + y * size / 100), size * 0.09, "#000000")
    if value not in _PIPS:
        canvas.text((corner[0] + size / 2, corner[1] + size / 2), size * 0.6, str(value), "#000000")


def draw_pips(canvas: Canvas, value: int, at: Point, size: float) -> None:
    """The pips of a value, in a square around a point."""
    _half(canvas, value, (at[0] - size / 2, at[1] - size / 2), size)


_SUITS: Final = {1: ("♣", "#000000"), 2: ("♦", "#c00000"), 3: ("♥", "#c00000"), 4: ("♠", "#000000")}
_RANKS: Final = {1: "A", 11: "J", 12: "Q", 13: "K"}


def draw_card(canvas: Canvas, rank: int, suit: int, at: Point, size: float, hidden: bool = False) -> None:
    """A playing card, or its back."""

    def card() -> None:
        canvas.rect(18, 4, 64, 92, "#3a5fa8" if hidden else "#ffffff", rx=7, stroke="#000000", stroke_width=2)
        if not hidden:
            sign, colour = _SUITS.get(suit, ("?", "#000000"))
            canvas.text((50, 32), 36, _RANKS.get(rank, str(rank)), colour, font_weight="bold")
            canvas.text((50, 68), 40, sign, colour)

    framed(canvas, at, size, size, 0, card)


def seed_places(count: int) -> tuple[Point, ...]:
    """Where up to five seeds lie in a hole, in units of a seed's radius from its centre."""
    patterns: dict[int, tuple[Point, ...]] = {
        1: ((0, 0),),
        2: ((-1, 0), (1, 0)),
        3: ((-1, 0.6), (1, 0.6), (0, -1.1)),
        4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    }
    return () if count <= 0 else patterns.get(count, (*((x * 1.35, y * 1.35) for x, y in patterns[4]), (0.0, 0.0)))
