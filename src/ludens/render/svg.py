"""Boards as SVG pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ludens.board.measure import SiteType
from ludens.game import Move
from ludens.ludemes.metadata import Metadata
from ludens.render.board import draw, highlight
from ludens.render.canvas import Attributes, Canvas
from ludens.render.ground import finders
from ludens.render.names import names_of
from ludens.render.picture import BoardPicture
from ludens.render.sheet import Sheet, draw_places
from ludens.render.text import container_name
from ludens.render.view import Drawable, View, Viewer, move_kinds, shown_sites, view_of

_MARGIN: Final = 16.0
_INK: Final = "#404040"
_SCORES: Final = 28.0


def svg(
    drawn: Drawable,
    *,
    coordinates: bool = False,
    indices: bool = False,
    viewer: Viewer = "mover",
    last: Move | Sequence[Move] | None = None,
    size: float = 640,
    background: str | None = "#ffffff",
    captions: bool = True,
    metadata: Metadata | None = None,
) -> str:
    """A picture of a state, a game or a topology, as an SVG document; the board's longer side has `size` pixels.

    `coordinates` adds the sites' labels, `indices` their numbers. What the `viewer` may not see is left out: a player,
    the one to move unless told, or None for all there is. `last` is a move that is marked, or those of a turn;
    `captions` name hands and tell scores; `metadata` say how a topology alone is drawn. Sites carry the attributes
    `data-type` and `data-site`.
    """
    view = view_of(drawn, viewer, metadata)
    footer = _SCORES if captions and view.scores is not None and view.components else 0.0
    sheet = Sheet.of(view, size, _MARGIN, axes=coordinates, captions=captions, footer=footer)
    turn = (last,) if isinstance(last, Move) else tuple(last or ())
    document = _Document(sheet, coordinates, indices, turn, background)
    if footer:
        sheet.footer = _SCORES * document.score_lines
    return document.draw()


def board_of(view: View, size: float) -> tuple[str, Sheet]:
    """The board of a view with its labels, and the sheet that says where everything lies."""
    sheet = Sheet.of(view, size, _MARGIN, axes=True, captions=False)
    return _Document(sheet, True, False, (), "#ffffff").draw(), sheet


def png(picture: str, *, width: int | None = None) -> bytes:
    """An SVG picture as PNG. Needs the package resvg_py (the extra `png`); raises ImportError without it."""
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise ImportError('PNG pictures need resvg_py: pip install "ludens[png]"', name="resvg_py") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width))


@dataclass
class _Document:
    """A sheet with all that lies on it."""

    sheet: Sheet
    coordinates: bool
    indices: bool
    last: tuple[Move, ...]
    background: str | None

    @property
    def view(self) -> View:
        return self.sheet.view

    def draw(self) -> str:
        canvas, sheet = Canvas(), self.sheet
        painter = sheet.painter(canvas)
        picture = painter.picture
        if self.background is not None:
            canvas.rect(0, 0, sheet.width, sheet.height, self.background)
        draw(picture)
        highlight(picture, self._last_sites())
        for placed in painter.on_board():
            painter.draw(placed)
        self._labels(picture)
        finders(picture)
        for row in sheet.rows:
            if sheet.captions and row.places:
                name = container_name(self.view, row.container.kind, row.container.owner)
                canvas.text((sheet.left, row.places[0][1]), 12, name, _INK, text_anchor="start")
            draw_places(canvas, row)
            for placed in painter.in_row(row):
                painter.draw(placed)
        if sheet.footer:
            self._scores(canvas)
        return canvas.document(sheet.width, sheet.height, self.view.name or "board")

    def _last_sites(self) -> list[tuple[SiteType, int]]:
        """The sites of the last turn that are on the board."""
        view, sites = self.view, list[tuple[SiteType, int]]()
        for move in self.last:
            named = move_kinds(move) if len(view.kinds) > 1 else (None, None)
            for kind, site in zip(named, (move.from_site, move.to_site), strict=True):
                of = kind or view.default_site
                if 0 <= site < view.topology.count(of):
                    sites.append((of, site))
        return list(dict.fromkeys(sites))

    @cached_property
    def _score_texts(self) -> list[str]:
        """Each player's score, in words."""
        view = self.view
        names = names_of(view.appearance, view.num_players, view.components)
        return [f"{name}: {score}" for name, score in zip(names, self.view.scores or [], strict=False)]

    @property
    def _across(self) -> int:
        """How many scores a line has."""
        return (
            min(
                len(self._score_texts),
                max(1, int(self.sheet.span / (34 + 8 * max(map(len, self._score_texts), default=1)))),
            )
            or 1
        )

    @property
    def score_lines(self) -> int:
        """How many lines the scores take."""
        return -(-len(self._score_texts) // self._across)

    def _scores(self, canvas: Canvas) -> None:
        sheet, across = self.sheet, self._across
        for n, shown in enumerate(self._score_texts):
            left, middle = sheet.left + n % across * sheet.span / across, sheet.footer_top + 14 + n // across * _SCORES
            canvas.circle((left + 8, middle), 7, self.view.appearance.player_colour(n + 1), "#000000", 1)
            canvas.text((left + 22, middle), 13, shown, _INK, text_anchor="start")

    # --- labels

    def _labels(self, picture: BoardPicture) -> None:
        view = self.view
        for at, label in self.sheet.labels:
            picture.canvas.text(at, 13, label, _INK)
        # edges are called after their ends
        named: SiteType = "Vertex" if view.default_site == "Edge" and not self.indices else view.default_site
        if self.indices or (self.coordinates and not self.sheet.labels):
            for kind, site in shown_sites(view):
                if kind == named:
                    self._site_label(picture, kind, site, str(site) if self.indices else view.label(kind, site))

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
