"""Boards as SVG pictures."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ludens.board.measure import SiteType
from ludens.game import Move
from ludens.language import Clause
from ludens.ludemes.core.model import Container
from ludens.render.board import BoardPicture, finders, highlight
from ludens.render.canvas import Attributes, Canvas
from ludens.render.frame import Frame
from ludens.render.pieces import PiecePainter
from ludens.render.shapes import draw_die
from ludens.render.styles import style_name
from ludens.render.text import container_name
from ludens.render.view import Drawable, View, shown_sites, view_of

_MARGIN: Final = 16.0
_INK: Final = "#404040"


def svg(
    drawn: Drawable,
    *,
    coordinates: bool = False,
    indices: bool = False,
    viewer: int | None = None,
    last: Move | None = None,
    size: float = 640,
    background: str | None = "#ffffff",
    metadata: Clause | None = None,
) -> str:
    """A picture of a state, a game or a topology, as an SVG document; the board's longer side has `size` pixels.

    `coordinates` adds the sites' labels, `indices` their numbers. `viewer` hides what that player may not see; `last`
    is a move that is marked; `metadata` say how a topology alone is drawn. Sites carry the attributes `data-type` and
    `data-site`.
    """
    view = view_of(drawn, viewer, metadata)
    return _Sheet(view, size, coordinates, indices, last, background).draw()


def png(picture: str, *, width: int | None = None) -> bytes:
    """An SVG picture as PNG. Needs the package resvg_py (the extra `png`); raises ImportError without it."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width))


@dataclass
class _Sheet:
    """The page: hands of the other players, the board, the first player's hand, dice, scores."""

    view: View
    size: float
    coordinates: bool
    indices: bool
    last: Move | None
    background: str | None

    def draw(self) -> str:
        canvas, view = Canvas(), self.view
        style = style_name(view.graphics, view.default_site, view.boardless)
        frame = Frame(view, style, self.size)
        picture = BoardPicture(canvas, view, frame, style)
        painter = PiecePainter(picture)
        axes = _axes(view, frame) if self.coordinates else None
        left = _MARGIN + (22 if axes else 0)
        above, below = self._rows(painter)
        top = _MARGIN + sum(row.height for row in above)
        frame.place(left, top)
        width, height = frame.width + left + _MARGIN, top + frame.height + (22 if axes else 0)
        total = height + sum(row.height for row in below) + _MARGIN
        if self.background is not None:
            canvas.rect(0, 0, width, total, self.background)
        _stack_rows(above, left, _MARGIN, frame.width)
        picture.draw()
        highlight(picture, self._last_sites())
        painter.board()
        self._labels(picture, axes)
        finders(picture)
        _stack_rows(below, left, height, frame.width)
        return canvas.document(width, total, view.name or "board")

    def _last_sites(self) -> list[tuple[SiteType, int]]:
        """The sites of the last move that are on the board."""
        if self.last is None:
            return []
        kind = self.view.default_site
        return [(kind, s) for s in (self.last.from_site, self.last.to_site) if 0 <= s < self.view.topology.count(kind)]

    # --- what lies above and below the board

    def _rows(self, painter: PiecePainter) -> tuple[list[_Row], list[_Row]]:
        above: list[_Row] = []
        below: list[_Row] = []
        if not self.view.components:
            return above, below
        for container in self.view.others:
            row = _container_row(painter, container)
            (above if 1 < container.owner <= self.view.num_players else below).append(row)
        if self.view.scores is not None:
            below.append(_score_row(painter))
        return above, below

    # --- labels

    def _labels(self, picture: BoardPicture, axes: _Axes | None) -> None:
        view, frame, canvas = self.view, picture.frame, picture.canvas
        if axes is not None:
            for x, label in axes.columns.items():
                canvas.text((frame.at((x, 0))[0], frame.top + frame.height + 12), 13, label, _INK)
            for y, label in axes.rows.items():
                canvas.text((frame.left - 14, frame.at((0, y))[1]), 13, label, _INK)
        if self.indices or (self.coordinates and axes is None):
            for kind, site in shown_sites(view):
                if kind == view.default_site:
                    element = view.topology.elements(kind)[site]
                    self._site_label(picture, kind, site, str(site) if self.indices else element.label)

    def _site_label(self, picture: BoardPicture, kind: SiteType, site: int, shown: str) -> None:
        x, y = picture.frame.site(kind, site)
        radius = picture.frame.radius(kind)
        if picture.frame.two_rows:
            down = 0.7 * picture.frame.unit * (1 if y > picture.frame.centre[1] else -1)
            picture.canvas.text((x, y + down), 0.3 * picture.frame.unit, shown, "#ffffff")
            return
        size = max(5.0, min(radius * 0.55, 14.0))
        occupied = (kind, site) in self.view.pieces
        corner = occupied or kind == "Vertex"
        at = (x + radius * 0.45, y + radius * 0.55) if corner else (x, y)
        more: Attributes = {
            "stroke": "#ffffff",
            "stroke_width": size * 0.2,
            "paint_order": "stroke",
            "pointer_events": "none",
        }
        picture.canvas.text(at, size, shown, "#202020", **more)


@dataclass
class _Axes:
    """Labels of the columns by x, and of the rows by y, in units of the board."""

    columns: dict[float, str]
    rows: dict[float, str]


def _axes(view: View, frame: Frame) -> _Axes | None:
    """The axes of a board on which all sites of a column, and of a row, share that part of their label."""
    axes = _Axes({}, {})
    kind = view.default_site
    if view.boardless or kind == "Edge" or frame.two_rows:
        return None
    for n, element in enumerate(view.topology.elements(kind)):
        x, y = (round(float(v), 3) for v in frame.points(kind)[n])
        letters = element.label.rstrip("0123456789")
        digits = element.label[len(letters) :]
        if not letters or not digits:
            return None
        if axes.columns.setdefault(x, letters) != letters or axes.rows.setdefault(y, digits) != digits:
            return None
    return axes if all(_readable(labels, frame.unit) for labels in (axes.columns, axes.rows)) else None


def _readable(labels: dict[float, str], unit: float) -> bool:
    """Whether the labels along an axis are all different and far enough apart."""
    places = sorted(labels)
    apart = min((b - a for a, b in itertools.pairwise(places)), default=1.0) * unit
    return len(set(labels.values())) == len(labels) and apart >= 10


@dataclass
class _Row:
    """Something beside the board: its height, and how it is drawn at a place, in a width."""

    height: float
    draw: Callable[[float, float, float], None]


def _stack_rows(rows: list[_Row], left: float, top: float, width: float) -> None:
    for row in rows:
        row.draw(left, top, width)
        top += row.height


def _container_row(painter: PiecePainter, container: Container) -> _Row:
    """A hand, a deck or dice, with what people call it."""
    view, canvas = painter.view, painter.canvas
    radius = max(12.0, min(painter.picture.frame.radius(), 30.0))
    count = max(container.num_sites, 1)

    def draw(left: float, top: float, width: float) -> None:
        name = container_name(view, container.kind, container.owner)
        canvas.text((left, top + radius), 12, name, _INK, text_anchor="start")
        start = left + 130
        step = min(2 * radius * 1.1, max(width - 130, 40) / count)
        r = min(radius, step / 2)
        for n, pieces in enumerate(view.in_container(container)):
            at = (start + (n + 0.5) * step, top + radius)
            site = str(container.first_site + n)
            more = {"class_": "site", "data_type": "Cell", "data_site": site}
            if container.kind == "dice":
                _die(painter, container, n, (at[0], at[1]), 1.7 * r)
                continue
            canvas.rect(at[0] - r, at[1] - r, 2 * r, 2 * r, "#f4f4f4", stroke="#d8d8d8", rx=r * 0.15, **more)
            if pieces:
                painter._stack(pieces, at, r, container.first_site + n, container)

    return _Row(2 * radius + 10, draw)


def _die(painter: PiecePainter, container: Container, n: int, at: tuple[float, float], size: float) -> None:
    dice = [c for c in painter.view.others if c.kind == "dice"]
    values = painter.view.dice[dice.index(container)] if painter.view.dice else []
    value = values[n] if n < len(values) else 0
    draw_die(painter.canvas, value, at, size, used=not value)


def _score_row(painter: PiecePainter) -> _Row:
    view = painter.view

    def draw(left: float, top: float, width: float) -> None:
        step = width / max(view.num_players, 1)
        for n, score in enumerate(view.scores or []):
            name = view.graphics.player_name(n + 1) or f"player {n + 1}"
            colour = view.graphics.player_colour(n + 1)
            painter.canvas.circle((left + n * step + 8, top + 14), 7, colour, "#000000", 1)
            painter.canvas.text((left + n * step + 22, top + 14), 13, f"{name}: {score}", _INK, text_anchor="start")

    return _Row(28, draw)
