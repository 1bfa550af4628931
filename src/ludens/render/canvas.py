"""Writing SVG: elements one after the other, in pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

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
    """A picture under construction. Attributes are given with `_` for `-`; those that are None are left out."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def element(self, tag: str, content: str | None = None, **attributes: Attribute) -> None:
        written = _attributes(attributes)
        self.parts.append(f"<{tag}{written}/>" if content is None else f"<{tag}{written}>{escape(content)}</{tag}>")

    def open(self, **attributes: Attribute) -> None:
        """Begin a group."""
        self.parts.append(f"<g{_attributes(attributes)}>")

    def close(self) -> None:
        self.parts.append("</g>")

    def line(self, a: Point, b: Point, stroke: str, width: float, /, **more: Attribute) -> None:
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
        self.element("circle", None, cx=at[0], cy=at[1], r=r, fill=fill, stroke=stroke, stroke_width=width, **more)

    def rect(self, left: float, top: float, width: float, height: float, fill: str, /, **more: Attribute) -> None:
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
        listed = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.element(
            "polygon",
            None,
            points=listed,
            fill=fill,
            stroke=stroke,
            stroke_width=width,
            stroke_linejoin="round",
            **more,
        )

    def path(
        self, d: str, fill: str, stroke: str | None = None, width: float | None = None, /, **more: Attribute
    ) -> None:
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
        return "\n".join([head, f"<title>{escape(title)}</title>", *self.parts, "</svg>", ""])


def path_of(points: Sequence[Point], closed: bool = True) -> str:
    """The path along some points."""
    steps = " L".join(f"{number(x)},{number(y)}" for x, y in points)
    return f"M{steps}" + ("Z" if closed else "")


def _attributes(attributes: dict[str, Attribute]) -> str:
    written = ((k.rstrip("_").replace("_", "-"), v) for k, v in attributes.items() if v is not None)
    return "".join(f" {k}={quoteattr(v if isinstance(v, str) else number(v))}" for k, v in written)
