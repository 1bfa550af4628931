"""Write SVG: elements one after the other, in pixels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

from ludens.language import printed

Point: TypeAlias = tuple[float, float]
Attribute: TypeAlias = str | float | None
Attributes: TypeAlias = dict[str, Attribute]


def number(value: float) -> str:
    """A number with at most two decimals.

    >>> number(3.0), number(1.256)
    ('3', '1.26')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Canvas:
    """A picture under construction. Attributes are given with `_` for `-`; those that are None are left out.

    A `measured` one keeps account of the room that the drawing takes.
    """

    def __init__(self, measured: bool = False) -> None:
        self.parts: list[str] = []
        self.measured = measured
        self._moved: list[bool] = []
        self._covered: list[Point] = []

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """The left, top, right and bottom ends of a measured canvas's drawing, without texts and widths of lines."""
        if not self._covered:
            return None
        xs, ys = zip(*self._covered, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def cover(self, *points: Point) -> None:
        """Count points as drawn, except in groups that are moved: there the drawer of the group covers its area."""
        if self.measured and not any(self._moved):
            self._covered += points

    def element(self, tag: str, content: str | None = None, **attributes: Attribute) -> None:
        written = _attributes(attributes)
        self.parts.append(f"<{tag}{written}/>" if content is None else f"<{tag}{written}>{_text(content)}</{tag}>")

    def open(self, **attributes: Attribute) -> None:
        """Begin a group."""
        self._moved.append("transform" in attributes)
        self.parts.append(f"<g{_attributes(attributes)}>")

    def close(self) -> None:
        self._moved.pop()
        self.parts.append("</g>")

    def line(self, a: Point, b: Point, stroke: str, width: float, /, **more: Attribute) -> None:
        self.cover(a, b)
        ends = {"x1": a[0], "y1": a[1], "x2": b[0], "y2": b[1]}
        self.element("line", None, **ends, stroke=stroke, stroke_width=width, stroke_linecap="round", **more)

    def circle(
        self,
        at: Point,
        r: float,
        fill: str,
        stroke: str | None = None,
        width: float | None = None,
        /,
        **more: Attribute,
    ) -> None:
        self.cover((at[0] - r, at[1] - r), (at[0] + r, at[1] + r))
        self.element("circle", None, cx=at[0], cy=at[1], r=r, fill=fill, stroke=stroke, stroke_width=width, **more)

    def rect(self, left: float, top: float, width: float, height: float, fill: str, /, **more: Attribute) -> None:
        self.cover((left, top), (left + width, top + height))
        self.element("rect", None, x=left, y=top, width=width, height=height, fill=fill, **more)

    def polygon(
        self,
        points: Iterable[Point],
        fill: str,
        stroke: str | None = None,
        width: float | None = None,
        /,
        **more: Attribute,
    ) -> None:
        corners = list(points)
        self.cover(*corners)
        text = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
        self.element(
            "polygon",
            None,
            points=text,
            fill=fill,
            stroke=stroke,
            stroke_width=width,
            stroke_linejoin="round",
            **more,
        )

    def path(
        self, d: str, fill: str, stroke: str | None = None, width: float | None = None, /, **more: Attribute
    ) -> None:
        if self.measured:
            self.cover(*_ends(d))
        self.element("path", None, d=d, fill=fill, stroke=stroke, stroke_width=width, stroke_linejoin="round", **more)

    def text(self, at: Point, size: float, shown: str, fill: str, /, **more: Attribute) -> None:
        """Text centred on a point."""
        placed: dict[str, Attribute] = {"x": at[0], "y": at[1] + size * 0.35, "font_size": size, "fill": fill}
        self.element("text", shown, **(placed | {"text_anchor": "middle"} | more))

    def document(self, width: float, height: float, title: str) -> str:
        """The whole picture as an SVG document."""
        size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="DejaVu Sans, Helvetica, Arial, sans-serif">'
        )
        return "\n".join([head, f"<title>{_text(title)}</title>", *self.parts, "</svg>", ""])


def _ends(d: str) -> list[Point]:
    """The ends of the lines and curves of a path with absolute commands; of curves also their middles."""
    points_on: list[Point] = []
    for command, numerals in re.findall(r"([MLC])([^A-Za-z]*)", d):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", numerals)]
        points = list(zip(numbers[::2], numbers[1::2], strict=False))
        if command == "C" and len(points) == 3 and points_on:
            a, b, c, e = points_on[-1], *points
            points_on.append(((a[0] + 3 * b[0] + 3 * c[0] + e[0]) / 8, (a[1] + 3 * b[1] + 3 * c[1] + e[1]) / 8))
            points = [e]
        points_on += points
    return points_on


def path_of(points: Sequence[Point], closed: bool = True) -> str:
    """The path along some points."""
    steps = " L".join(f"{number(x)},{number(y)}" for x, y in points)
    return f"M{steps}" + ("Z" if closed else "")


def _attributes(attributes: dict[str, Attribute]) -> str:
    written = ((k.rstrip("_").replace("_", "-"), v) for k, v in attributes.items() if v is not None)
    return "".join(f" {k}={quoteattr(printed(v) if isinstance(v, str) else number(v))}" for k, v in written)


def _text(content: str) -> str:
    """Text for XML, without control characters."""
    return escape(printed(content))
