"""The page that a board is drawn on: hands of the other players, the board, the first player's hand, dice, scores."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from ludens.render.board import draw
from ludens.render.canvas import Canvas, Point
from ludens.render.frame import Frame
from ludens.render.picture import BoardPicture
from ludens.render.pieces import PiecePainter, PieceRow
from ludens.render.shapes import shape_named
from ludens.render.styles import style_name
from ludens.render.view import Piece, View, split_label
from ludens.rules.state.model import Container

#: the room of the labels along a side of the board
AXIS: Final = 22.0
#: how far a label at the end of a slanting row reaches
LABEL: Final = 10.0
_CAPTION: Final = 130.0
_DIE: Final = 22.0
#: the least radius of sites in a long row, which rather has more lines
_SMALL: Final = 14.0
_NOTHING: Final = (0.0, 0.0, 0.0, 0.0)
Sides: TypeAlias = tuple[float, float, float, float]


@dataclass
class Axes:
    """Labels of the columns by x, and of the rows by y, in units of the board."""

    columns: dict[float, str]
    rows: dict[float, str]


@dataclass
class Sheet:
    """Where everything lies, in pixels; the board's longer side has `size` of them.

    `axes` are labels of columns and rows, `ends` those at the ends of slanting ones, or `inside` the cells; `captions`
    name what lies beside the board; `footer` is the height left at the bottom. `bleed` is what the drawing of the board
    needs around its frame (left, above, right, below), and `rim` that with the labels.
    """

    view: View
    size: float
    margin: float
    captions: bool
    footer: float = 0.0
    axes: Axes | None = None
    ends: list[tuple[Point, str]] = field(default_factory=list)
    inside: bool = False
    bleed: Sides = _NOTHING
    rim: Sides = _NOTHING

    @classmethod
    def of(cls, view: View, size: float, margin: float, *, axes: bool, captions: bool, footer: float = 0.0) -> Sheet:
        """The sheet of a view; `axes` asks for labels along the board."""
        sheet = cls(view, size, margin, captions, footer)
        sheet.bleed = sheet.rim = sheet._measure_bleed()
        sheet.axes = axes_of(view, sheet.frame) if axes else None
        sheet.place()
        beyond = point_labels if sheet.frame.two_rows else rim_labels
        if axes and sheet.axes is None and (labels := beyond(view, sheet.frame)):
            sheet._widen([at for at, _ in labels])
            sheet.ends = beyond(view, sheet.frame)
        elif axes and sheet.axes is None:
            sheet.ends, sheet.inside = inner_labels(view, sheet.frame), True
        return sheet

    def place(self) -> None:
        """Put the board in its place on the page."""
        top = self.margin + self.rim[1] + self.rows_above
        self.frame.place(self.margin + self.axis + self.rim[0] + self._slack, top)

    def _measure_bleed(self) -> Sides:
        """How far the board's drawing goes beyond its frame, and stacks at its upper side."""
        if self.view.boardless:
            return _NOTHING
        canvas, frame = Canvas(measured=True), self.frame
        draw(self.painter(canvas).picture)
        left, top, right, bottom = canvas.box or (0.0, 0.0, 0.0, 0.0)
        beyond = (
            frame.left - left,
            frame.top - top,
            right - frame.left - frame.width,
            bottom - frame.top - frame.height,
        )
        sides = [min(max(side + 2.0, 0.0), 0.3 * self.size) if side > 1 else 0.0 for side in beyond]
        upward = self.view.appearance.stack(0, "", 0, 0, 0)[0] in ("Default", "Reverse", "DefaultAndCount")
        if self.view.stacking and upward and self.style not in ("Shibumi", "Connect4", "Backgammon", "Table"):
            sides[1] = max(sides[1], 0.8 * min(frame.radius(), 40.0))
        return sides[0], sides[1], sides[2], sides[3]

    def _widen(self, points: Sequence[Point]) -> None:
        """Leave room for labels around the board at these points."""
        frame, reach = self.frame, LABEL
        xs, ys = [x - frame.left for x, _ in points], [y - frame.top for _, y in points]
        needed = (reach - min(xs), reach - min(ys), max(xs) + reach - frame.width, max(ys) + reach - frame.height)
        left, top, right, bottom = map(max, self.bleed, needed)
        self.rim = (left, top, right, bottom)
        self.place()

    @cached_property
    def style(self) -> str:
        view = self.view
        return style_name(view.appearance, view.default_site, boardless=view.boardless, pegs=self._has_pegs)

    @property
    def _has_pegs(self) -> bool:
        """Whether all pieces look like pegs."""
        queries = [Piece(c, c.index, c.owner).query(0) for c in self.view.components if not c.faces]
        return {shape_named(self.view.appearance.piece_name(query)) for query in queries} == {"peg"}

    @cached_property
    def frame(self) -> Frame:
        return Frame(self.view, self.style, self.size)

    @property
    def axis(self) -> float:
        """The room that labels take, at the left and below the board."""
        return AXIS if self.axes else 0.0

    @property
    def labels(self) -> list[tuple[Point, str]]:
        """The labels along the board, and where they are centred."""
        if self.axes is None:
            return self.ends
        frame = self.frame
        bottom, left = self.below_top - self.axis / 2, frame.left - self.rim[0] - self.axis / 2
        columns, rows = _thin_out(self.axes.columns, frame.unit, 8.5), _thin_out(self.axes.rows, frame.unit, 0.0)
        along = [((frame.at((x, 0))[0], bottom), text) for x, text in columns.items()]
        return along + [((left, frame.at((0, y))[1]), text) for y, text in rows.items()]

    @property
    def label_room(self) -> Sides:
        """What the labels take around the board: left, above, right, below."""
        left, top, right, bottom = (rim - bleed for rim, bleed in zip(self.rim, self.bleed, strict=True))
        return left + self.axis, top, right, bottom + self.axis

    @property
    def _slack(self) -> float:
        """What is free on either side of a board that is narrower than what lies beside it needs."""
        needed = self.size * (0.55 if self.captions else 0.35) if self._others or self.footer else 0.0
        return max(0.0, needed - self.frame.width - self.axis - self.rim[0] - self.rim[2]) / 2

    @property
    def left(self) -> float:
        """Where what lies beside the board begins."""
        return self.frame.left - self._slack

    @property
    def span(self) -> float:
        """How wide what lies beside the board may be."""
        return self.frame.width + 2 * self._slack

    @property
    def width(self) -> float:
        return self.left + self.span + self.rim[2] + self.margin

    @property
    def height(self) -> float:
        return self.footer_top + self.footer + self.margin

    @property
    def below_top(self) -> float:
        """Where the rows below the board begin."""
        return self.frame.top + self.frame.height + self.axis + self.rim[3]

    @property
    def footer_top(self) -> float:
        return self.below_top + self.rows_below

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

    @property
    def rows_above(self) -> float:
        """The height of the rows above the board."""
        return sum(map(self._height, self.above))

    @property
    def rows_below(self) -> float:
        return sum(map(self._height, self.below))

    @cached_property
    def row_radius(self) -> float:
        return max(
            _DIE if self.view.dice or any(c.kind == "dice" for c in self._others) else 12.0,
            min(self.frame.radius(), 30.0),
        )

    def _layout(self, container: Container) -> tuple[int, float, float]:
        """How many lines a row has, how far its sites are apart, and their radius: as large as fits in few lines."""
        count, radius = max(container.num_sites, 1), self.row_radius
        radius = max(radius, _DIE) if container.kind == "dice" else radius
        room = max(self.span - (_CAPTION if self.captions else 0.0), 40.0)
        smallest = 2.2 * min(radius, _SMALL)
        lines = -(-count // max(1, int(room / smallest)))
        step = min(2.2 * radius, room / -(-count // lines))
        return lines, step, min(radius, step / 2.0)

    def _height(self, container: Container) -> float:
        lines, step, radius = self._layout(container)
        return (lines - 1) * max(step, 2 * radius) + 2 * radius + 10

    @cached_property
    def rows(self) -> list[PieceRow]:
        """The sites of every container beside the board."""
        placed = []
        for containers, top in ((self.above, self.margin), (self.below, self.below_top)):
            for container in containers:
                placed.append(self._row(container, top))
                top += self._height(container)
        return placed

    def _row(self, container: Container, top: float) -> PieceRow:
        """A row whose sites begin behind their caption, or lie in the middle of the page."""
        count = max(container.num_sites, 1)
        lines, step, radius = self._layout(container)
        across = -(-count // lines)
        start = self.left + (_CAPTION if self.captions else (self.span - step * across) / 2)
        down = max(step, 2 * radius)
        places = tuple((start + (n % across + 0.5) * step, top + radius + 5 + n // across * down) for n in range(count))
        return PieceRow(container, places, radius)

    # --- drawing

    def painter(self, canvas: Canvas) -> PiecePainter:
        """The painter of the board (as its `picture`) and the pieces on a canvas."""
        return PiecePainter(BoardPicture(canvas, self.view, self.frame, self.style))


def draw_places(canvas: Canvas, row: PieceRow) -> None:
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
    for n in range(view.topology.count(kind)):
        x, y = (round(float(v), 3) for v in frame.points(kind)[n])
        letters, digits = split_label(view.label(kind, n))
        if not letters or not digits:
            return None
        if axes.columns.setdefault(x, letters) != letters or axes.rows.setdefault(y, digits) != digits:
            return None
    return axes if all(_readable(labels, frame.unit) for labels in (axes.columns, axes.rows)) else None


def _thin_out(labels: dict[float, str], unit: float, letter: float) -> dict[float, str]:
    """The labels, or every second or third where they would touch: a letter is `letter` pixels wide, and 12 high."""
    places = sorted(labels)
    gap = min((b - a for a, b in itertools.pairwise(places)), default=1.0) * unit
    needed = max(12.0, max(map(len, labels.values()), default=1) * letter + 2)
    return {place: labels[place] for place in places[:: max(1, math.ceil(needed / gap))]}


def rim_labels(view: View, frame: Frame) -> list[tuple[Point, str]]:
    """Labels at the ends of slanting rows and columns, as on boards of hexagons; none where they would not fit."""
    kind = view.default_site
    if view.boardless or kind != "Cell":
        return []
    parts = [split_label(view.label(kind, n)) for n in range(view.topology.count(kind))]
    places = [frame.site(kind, n) for n in range(len(parts))]
    if not all(letters and digits for letters, digits in parts):
        return []
    labels = []
    for part in (0, 1):
        lines: dict[str, list[int]] = {}
        for n in sorted(range(len(parts)), key=lambda n: (len(parts[n][1 - part]), parts[n][1 - part])):
            lines.setdefault(parts[n][part], []).append(n)
        if len(lines) < 2:
            return []
        ends = _ends(places, list(lines.values()), frame.radius(kind))
        labels += [(end, text) for end, text in zip(ends, lines, strict=True) if end is not None]
        if len(labels) < len(lines) or _crowded([at for at, _ in labels]):
            return []
    return labels


def point_labels(view: View, frame: Frame) -> list[tuple[Point, str]]:
    """The players' names for the points of a board in two rows, beyond the rim."""
    kind = view.default_site
    labels = []
    for n in range(view.topology.count(kind)):
        (x, y), name = frame.site(kind, n), view.label(kind, n)
        rim = frame.top - LABEL if y < frame.centre[1] else frame.top + frame.height + LABEL
        labels += [((x, rim), name)] if name else []
    return labels if all(len(name) < 3 for _, name in labels) else []


def inner_labels(view: View, frame: Frame) -> list[tuple[Point, str]]:
    """Labels in the corners of cells, if players' names for them do not follow columns and rows, as in draughts."""
    kind = view.default_site
    if view.boardless or kind != "Cell" or view.point is None:
        return []
    names = [view.label(kind, n) for n in range(view.topology.count(kind))]
    if all(name == element.label for name, element in zip(names, view.topology.elements(kind), strict=True)):
        return []
    places = [frame.site(kind, n) for n in range(len(names))]
    aside = frame.unit / 2 - 11
    return [((x - aside, y - aside), name) for (x, y), name in zip(places, names, strict=True) if name]


def _crowded(points: list[Point]) -> bool:
    """Whether some of the points are too near each other for labels."""
    return any(math.dist(a, b) < 14 for a, b in itertools.combinations(points, 2))


def _ends(places: list[Point], lines: list[list[int]], radius: float) -> list[Point | None]:
    """The points for the labels of some lines; a single site's label lies where its neighbours have theirs."""
    ends = [_beyond(places, line, radius) for line in lines]
    for n, line in enumerate(lines):
        near = [m for m in (n - 1, n + 1) if 0 <= m < len(lines) and len(lines[m]) > 1 and ends[m] is not None]
        if len(line) == 1 and near and (end := ends[near[0]]) is not None:
            x, y = min((places[k] for k in (lines[near[0]][0], lines[near[0]][-1])), key=lambda p: math.dist(p, end))
            own = places[line[0]]
            ends[n] = own[0] + end[0] - x, own[1] + end[1] - y
    return ends


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
