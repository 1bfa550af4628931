"""The page that a board is drawn on: hands of the other players, the board, the first player's hand, dice, scores."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ludens.ludemes.core.model import Container
from ludens.render.board import BoardPicture
from ludens.render.canvas import Canvas, Point
from ludens.render.frame import Frame
from ludens.render.pieces import PiecePainter, Row
from ludens.render.styles import style_name
from ludens.render.view import View

#: what the labels along a side of the board take
AXIS: Final = 22.0
_CAPTION: Final = 130.0
_DIE: Final = 22.0


@dataclass
class Axes:
    """Labels of the columns by x, and of the rows by y, in units of the board."""

    columns: dict[float, str]
    rows: dict[float, str]


@dataclass
class Sheet:
    """Where everything lies, in pixels; the board's longer side has `size` of them.

    `axes` leaves room for the labels of columns and rows, where the board has such; `captions` for the names of what
    lies beside the board; `footer` is the height left at the bottom, `rim` what is left free around the board.
    """

    view: View
    size: float
    margin: float
    axes: Axes | None
    captions: bool
    footer: float = 0.0
    rim: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    @classmethod
    def of(cls, view: View, size: float, margin: float, *, axes: bool, captions: bool, footer: float = 0.0) -> Sheet:
        sheet = cls(view, size, margin, None, captions, footer)
        sheet.axes = axes_of(view, sheet.frame) if axes else None
        sheet.place()
        return sheet

    def place(self) -> None:
        """Put the board in its place on the page."""
        top = self.margin + self.rim[1] + len(self.above) * self.row_height
        self.frame.place(self.margin + self.axis + self.rim[0], top)

    def widen(self, points: Sequence[Point], reach: float) -> None:
        """Leave room for labels around the board at these points, which reach so far."""
        frame = self.frame
        xs, ys = [x - frame.left for x, _ in points], [y - frame.top for _, y in points]
        left, top = max(0.0, reach - min(xs)), max(0.0, reach - min(ys))
        self.rim = (left, top, max(0.0, max(xs) + reach - frame.width), max(0.0, max(ys) + reach - frame.height))
        self.place()

    @cached_property
    def style(self) -> str:
        return style_name(self.view.graphics, self.view.default_site, self.view.boardless)

    @cached_property
    def frame(self) -> Frame:
        return Frame(self.view, self.style, self.size)

    @property
    def axis(self) -> float:
        """The room that labels take, at the left and below the board."""
        return AXIS if self.axes else 0.0

    @property
    def left(self) -> float:
        return self.frame.left

    @property
    def width(self) -> float:
        return self.frame.left + self.frame.width + self.rim[2] + self.margin

    @property
    def height(self) -> float:
        return self.footer_top + self.footer + self.margin

    @property
    def below_top(self) -> float:
        """Where the rows below the board begin."""
        return self.frame.top + self.frame.height + self.axis + self.rim[3]

    @property
    def footer_top(self) -> float:
        return self.below_top + len(self.below) * self.row_height

    # --- what lies above and below the board

    @cached_property
    def above(self) -> list[Container]:
        """The hands of the other players."""
        return [c for c in self._others if 1 < c.owner <= self.view.num_players]

    @cached_property
    def below(self) -> list[Container]:
        return [c for c in self._others if not 1 < c.owner <= self.view.num_players]

    @property
    def _others(self) -> list[Container]:
        return list(self.view.others) if self.view.components else []

    @cached_property
    def row_radius(self) -> float:
        return max(
            _DIE if self.view.dice or any(c.kind == "dice" for c in self._others) else 12.0,
            min(self.frame.radius(), 30.0),
        )

    @property
    def row_height(self) -> float:
        return 2 * self.row_radius + 10

    @cached_property
    def rows(self) -> list[Row]:
        """The sites of every container beside the board."""
        tops = {c.index: self.margin + n * self.row_height for n, c in enumerate(self.above)}
        tops |= {c.index: self.below_top + n * self.row_height for n, c in enumerate(self.below)}
        return [self._row(c, tops[c.index]) for c in [*self.above, *self.below]]

    def _row(self, container: Container, top: float) -> Row:
        """A row whose sites begin behind their caption, or lie in the middle of the page."""
        count, radius = max(container.num_sites, 1), self.row_radius
        radius = max(radius, _DIE) if container.kind == "dice" else radius
        caption = _CAPTION if self.captions else 0.0
        room = max(self.frame.width - caption, 40)
        step = min(2 * radius * 1.1, room / count)
        start = self.left + (caption if caption else (self.frame.width - step * count) / 2)
        places = tuple((start + (n + 0.5) * step, top + radius + 5) for n in range(count))
        return Row(container, places, min(radius, step / 2))

    # --- drawing

    def painter(self, canvas: Canvas) -> PiecePainter:
        """What draws the board (as its `picture`) and the pieces on a canvas."""
        return PiecePainter(BoardPicture(canvas, self.view, self.frame, self.style))


def draw_places(canvas: Canvas, row: Row) -> None:
    """The empty sites of a hand; dice need none."""
    if row.container.kind == "dice":
        return
    r = row.radius
    for site, (x, y) in zip(row.container.sites, row.places, strict=True):
        more = {"class_": "site hand-place", "data_type": "Cell", "data_site": str(site)}
        canvas.rect(x - r, y - r, 2 * r, 2 * r, "#f4f4f4", stroke="#d8d8d8", rx=r * 0.15, **more)


def axes_of(view: View, frame: Frame) -> Axes | None:
    """The axes of a board on which all sites of a column, and of a row, share that part of their label."""
    axes = Axes({}, {})
    kind = view.default_site
    if view.boardless or kind == "Edge" or frame.two_rows:
        return None
    for n, element in enumerate(view.topology.elements(kind)):
        x, y = (round(float(v), 3) for v in frame.points(kind)[n])
        letters, digits = _split(element.label)
        if not letters or not digits:
            return None
        if axes.columns.setdefault(x, letters) != letters or axes.rows.setdefault(y, digits) != digits:
            return None
    return axes if all(_readable(labels, frame.unit) for labels in (axes.columns, axes.rows)) else None


def rim_labels(view: View, frame: Frame) -> list[tuple[Point, str]]:
    """Labels at the ends of slanting rows and columns, as on boards of hexagons; none where they would not fit."""
    kind = view.default_site
    if view.boardless or kind != "Cell":
        return []
    named = [_split(element.label) for element in view.topology.elements(kind)]
    places = [frame.site(kind, n) for n in range(len(named))]
    if not all(letters and digits for letters, digits in named):
        return []
    found = []
    for part in (0, 1):
        lines: dict[str, list[int]] = {}
        for n in sorted(range(len(named)), key=lambda n: (len(named[n][1 - part]), named[n][1 - part])):
            lines.setdefault(named[n][part], []).append(n)
        if len(lines) < 2:
            return []
        ends = [_beyond(places, line, frame.radius(kind)) for line in lines.values()]
        found += [(end, text) for end, text in zip(ends, lines, strict=True) if end is not None]
        if len(found) < len(lines) or _crowded([at for at, _ in found]):
            return []
    return found


def _crowded(points: list[Point]) -> bool:
    """Whether some of the points are too near each other for labels."""
    return any(math.dist(a, b) < 14 for a, b in itertools.combinations(points, 2))


def _split(label: str) -> tuple[str, str]:
    """The letters and the digits of a label."""
    letters = label.rstrip("0123456789")
    return letters, label[len(letters) :]


def _beyond(places: list[Point], line: list[int], radius: float) -> Point | None:
    """A free point just beyond the first, or else the last, of some sites in a line."""
    for first, second in ((line[0], line[1]), (line[-1], line[-2])) if len(line) > 1 else ():
        (x, y), (nx, ny) = places[first], places[second]
        length = math.dist((x, y), (nx, ny)) or 1.0
        end = x + (x - nx) / length * 1.9 * radius, y + (y - ny) / length * 1.9 * radius
        if min(math.dist(end, place) for place in places) > 1.4 * radius:
            return end
    return None


def _readable(labels: dict[float, str], unit: float) -> bool:
    """Whether the labels along an axis are all different and far enough apart."""
    places = sorted(labels)
    gaps = sorted(b - a for a, b in itertools.pairwise(places)) or [1.0]
    even = gaps[0] > 0.6 * gaps[len(gaps) // 2]
    return len(set(labels.values())) == len(labels) and even and gaps[0] * unit >= 10
