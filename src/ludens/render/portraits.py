"""Draw one piece: its picture, the pictures under and over it, the text on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from ludens.game.hidden import Hidden
from ludens.ludemes.equipment import Tile
from ludens.ludemes.graphics.kinds import ShowComponentDataType, ValueLocationType
from ludens.ludemes.graphics.pieces import (
    HiddenImage,
    PieceBackground,
    PieceForeground,
    PieceGround,
    PieceRotate,
    PieceStyle,
)
from ludens.ludemes.graphics.shown import ShowPiece
from ludens.render.appearance import PieceQuery, axes
from ludens.render.canvas import Attributes, Canvas, Point
from ludens.render.colours import contrast, shown
from ludens.render.mounts import (
    characters_on_shogi,
    draw_mahjong,
    draw_round,
    draw_shogi,
    draw_written,
    figure_on_shogi,
    ink_of,
    is_red,
)
from ludens.render.picture import BoardPicture
from ludens.render.rays import rays_of
from ludens.render.scripts import FIGURES, WESTERN, Script, characters, is_promoted, script_of, tile_of
from ludens.render.shapes import (
    Look,
    draw_card,
    draw_die,
    draw_domino,
    draw_letter,
    draw_named,
    draw_pointing,
    draw_token,
    is_figure,
    shape_named,
)
from ludens.render.view import Piece, View
from ludens.render.ways import draw_ways
from ludens.rules.state.model import Component

#: a picture by the name of a piece and its state
_DOMINO: Final = re.compile(r"[Dd]omino(\d?)(\d)")


@dataclass
class Portraitist:
    """Draws the pieces of a view.

    `western` draws figures in the place of characters. `letters` write the names of pieces that there is no picture of.
    """

    picture: BoardPicture
    western: bool = False

    @property
    def canvas(self) -> Canvas:
        return self.picture.canvas

    @property
    def view(self) -> View:
        return self.picture.view

    @cached_property
    def letters(self) -> dict[int, str]:
        """The letters on the disc of a piece without a picture: none on the men beside one figure (a king)."""
        pieces = [c for c in self.view.components if not c.faces]
        by_component = {}
        for component in (c for c in pieces if shape_named(self._name(c)) is None):
            rivals = {self._name(c) for c in pieces if c.owner == component.owner}
            plain = {name for name in rivals if shape_named(name) is None}
            by_component[component.index] = _initials(self._name(component), rivals if len(rivals) > 2 else plain)
        return by_component

    def _name(self, component: Component) -> str:
        return self.view.appearance.piece_name(Piece(component, component.index, component.owner).query(0))

    def _label(self, at: Point, size: float, shown: str, colour: str) -> None:
        """A number over pieces, readable on everything."""
        rim = "#ffffff" if contrast(colour) == "#ffffff" or colour == "#000000" else "#000000"
        more: Attributes = {"font_weight": "bold", "stroke": rim, "stroke_width": size * 0.12, "paint_order": "stroke"}
        self.canvas.text(at, size, shown, colour, **more)

    def piece(self, piece: Piece, at: Point, radius: float, container: int) -> None:
        """A piece on a site of a radius."""
        query = piece.query(container)
        sx, sy = self.view.appearance.piece_scale(query)
        size = 2 * radius * sx
        look = self._look(piece, query)
        if piece.hidden & Hidden.WHAT:
            hidden = self.view.appearance.first(HiddenImage)
            if not hidden or not draw_named(self.canvas, hidden.image, at, size, 2 * radius * sy, look):
                self._face_down(at, size, look)
        else:
            self._extras(PieceBackground, query, at, radius)
            if not self._tile(piece, at, radius, look):
                self._picture(piece, query, at, (size, 2 * radius * sy), look)
            self._extras(PieceForeground, query, at, radius)
            self._printed(piece, query, at, size, look)

    def _face_down(self, at: Point, size: float, look: Look) -> None:
        """A piece whose kind is hidden."""
        if self.script == "mahjong":
            draw_mahjong(self.canvas, None, at, size)
        elif self.script in ("xiangqi", "janggi"):
            draw_round(self.canvas, self.script, at, size, look, "", "")
        else:
            draw_token(self.canvas, "?", at, size, look)

    def _look(self, piece: Piece, query: PieceQuery) -> Look:
        if piece.hidden & Hidden.WHO:
            return Look("#808080", "#808080")
        fill, edge, second = self.view.appearance.piece_colours(query)
        turn = self.view.appearance.rotation(query)
        if not piece.hidden & Hidden.ROTATION and piece.rotation:
            turn += piece.rotation * 360 / self._rotations
        return Look(fill, edge, second, turn)

    @cached_property
    def _rotations(self) -> int:
        """How many ways a piece can be turned: as many as the board has directions."""
        directions = self.view.topology.supported_directions(self.view.default_site, "Adjacent")
        return max(len(directions), 1)

    def _picture(self, piece: Piece, query: PieceQuery, at: Point, size: tuple[float, float], look: Look) -> None:
        component, name = piece.component, self.view.appearance.piece_name(query)
        style = self.view.appearance.piece_style(query) or ""
        if component is None:
            self._value(piece, name, at, size, look)
        elif component.faces:
            faces = component.faces
            draw_die(self.canvas, faces[piece.state] if 0 <= piece.state < len(faces) else 0, faces, at, size[0])
        elif component.card is not None:
            draw_card(self.canvas, component.card.rank, component.card.suit, at, size[1])
        elif component.values:
            draw_domino(self.canvas, component.values, at, size[0], look.turn)
        elif pips := pips_of(component, name):  # its two numbers are its state, the first one on the left
            draw_domino(self.canvas, pips, at, size[0], look.turn - 90)
        elif self._mounted(piece, query, at, size, look):
            return
        elif style == "Text":
            draw_letter(self.canvas, name, at, size[1], look)
        elif self.view.rotating and (rays := rays_of(component)):
            draw_pointing(self.canvas, rays, at, size[0], look)
        elif not draw_named(self.canvas, name, at, *size, look):
            letters = self.letters.get(component.index, name[:2])
            draw_token(self.canvas, letters, at, size[0], look, pointing=self.view.rotating)

    # --- pieces that carry characters

    @cached_property
    def script(self) -> Script | None:
        """The script that the pieces of the game carry, if they carry one."""
        names = {_base(c) for c in self.view.components if not c.faces}
        styles = [item.style.value for item in self.view.appearance.of(PieceStyle)]
        return script_of(names, self.picture.name, styles)

    def _mounted(self, piece: Piece, query: PieceQuery, at: Point, size: tuple[float, float], look: Look) -> bool:
        """Draw a piece on its tile or disc; whether it has one."""
        script, component = self.script, piece.component
        if script is None or component is None:
            return False
        base, name = _base(component), self.view.appearance.piece_name(query)
        if script == "mahjong":
            draw_mahjong(self.canvas, tile_of(base), at, size[1])
            return True
        if self._extended and not self.view.appearance.of(PieceRotate):
            look = replace(look, turn=180.0 * (piece.who == 2))
        second = name.endswith("1") if name != base else piece.who == 2
        written = (
            ""
            if self.western or not self._literate
            else characters(script, base, red=is_red(ink_of(look)), second=second)
        )
        figure = "" if written else self._western(base, name)
        if script == "shogi":
            rivals = {_base(c) for c in self.view.components}
            red = is_promoted(base, rivals)
            carried = (
                characters_on_shogi(self.canvas, written, red=red)
                if written
                else figure_on_shogi(self.canvas, figure, look)
            )
            draw_shogi(self.canvas, at, size[0], look, carried)
        elif written and any(self.view.appearance.piece_items(PieceBackground, query)):
            draw_written(self.canvas, written, at, size[0], look)
        elif written or shape_named(figure) is not None:
            draw_round(self.canvas, script, at, size[0], look, written, figure)
        else:
            return False
        return True

    def _western(self, base: str, name: str) -> str:
        """The figure of a piece whose name may be a word of the game's own language, or else letters."""
        plain = base.lower()
        if name != base and is_figure(name):
            return name
        return FIGURES.get(plain) or WESTERN.get(plain) or (base if is_figure(base) else self._short(base))

    @cached_property
    def _literate(self) -> bool:
        """Whether characters are known for most of the pieces: else figures distinguish them better."""
        names = {_base(c) for c in self.view.components if not c.faces}
        return 2 * sum(bool(characters(self.script, name, red=True)) for name in names) >= len(names)

    @cached_property
    def _extended(self) -> bool:
        """Whether the pieces' style says that they carry characters, and so show their owners by their direction."""
        return any(item.style.value.startswith("Extended") for item in self.view.appearance.of(PieceStyle))

    def _value(self, piece: Piece, name: str, at: Point, size: tuple[float, float], look: Look) -> None:
        """A value of a puzzle: a number, or the picture that the metadata have for it."""
        if name != str(piece.value) and shape_named(name) is not None:
            fill = "#fafafa" if piece.value == 0 else "#303030"
            draw_named(self.canvas, name, at, *size, replace(look, fill=fill))
            return
        ink = "#202020" if piece.given else "#8b0000"
        if self.view.default_site == "Vertex":
            self.canvas.circle(at, size[1] * 0.5, "#fafafa", "#909090", 1.0)
        draw_letter(self.canvas, str(piece.value), at, size[1] * 0.85, replace(look, fill=ink, edge=ink))

    def _tile(self, piece: Piece, at: Point, radius: float, look: Look) -> bool:
        """A tile that fills its cell; whether the piece is such a tile."""
        item = piece.component.item if piece.component else None
        if not isinstance(item, Tile) or not item.paths or not self.view.topology.count("Cell"):
            return False
        frame = self.picture.frame
        (x, y), factor = frame.site("Cell", 0), radius / frame.radius("Cell")
        corners = [(at[0] + (cx - x) * factor, at[1] + (cy - y) * factor) for cx, cy in frame.cell(0)]
        draw_ways(self.canvas, item, corners, at, radius, look, piece.rotation, self.view.appearance.player_colour)
        return True

    def _short(self, name: str) -> str:
        """One or two letters for a piece among all of the game."""
        return _initials(name, {self._name(c) for c in self.view.components if not c.faces}) or name[:1]

    def _extras(self, kind: type[PieceGround], query: PieceQuery, at: Point, radius: float) -> None:
        """Pictures and texts under or over a piece."""
        for item in self.view.appearance.piece_items(kind, query):
            sx, sy = axes(item)
            point = (at[0] + item.offset_x * 2 * radius, at[1] - item.offset_y * 2 * radius)
            fill = shown(item.fill_colour) or self.view.appearance.player_colour(query.owner)
            if item.text is not None:
                self.canvas.text(point, 2 * radius * sy, item.text, fill, font_weight="bold")
            elif item.image is not None:
                look = Look(fill, shown(item.edge_colour) or "#000000", turn=item.rotation)
                draw_named(self.canvas, item.image, point, 2 * radius * sx, 2 * radius * sy, look)

    def _printed(self, piece: Piece, query: PieceQuery, at: Point, size: float, look: Look) -> None:
        """The local state or the value of a piece, if the metadata show it."""
        for item, number in printed_on(self.view, query):
            height = size * (0.5 if item.location is ValueLocationType.Middle else 0.28) * item.scale
            dx, dy = _CORNERS[item.location or ValueLocationType.CornerLeft]
            self._label((at[0] + dx * size, at[1] + dy * size), height, str(number), look.label)


def printed_on(view: View, query: PieceQuery) -> Iterator[tuple[ShowPiece, int]]:
    """The local state or the value of a piece, if the metadata show it, with the item that does."""
    for item in view.appearance.of(ShowPiece):
        number = query.value if item.data is ShowComponentDataType.Value else query.state
        theirs = view.appearance.owner(item.role) in (None, query.owner)
        if theirs and number >= 0 and item.piece in (None, query.name, query.base):
            yield item, number


def pips_of(component: Component, name: str) -> tuple[int, ...]:
    """The two numbers of a domino, which are its values, or stand in what it is called; none of other pieces."""
    if component.values:
        return component.values
    match = _DOMINO.fullmatch(name)
    return (int(match[1] or 0), int(match[2])) if match else ()


_CORNERS: Final = {
    ValueLocationType.CornerLeft: (-0.3, -0.3),
    ValueLocationType.CornerRight: (0.3, -0.3),
    ValueLocationType.Top: (0.0, -0.35),
    ValueLocationType.Middle: (0.0, 0.0),
    ValueLocationType.None_: (0.0, 0.0),
}


def _base(component: Component) -> str:
    """A component's name without its owner's number."""
    return (component.base_name or component.name).rstrip("0123456789") or component.name


def _initials(name: str, rivals: set[str]) -> str:
    """The shortest beginning of a name, of one or two letters, that others do not share; nothing without others."""
    if len(rivals) < 2:
        return ""
    short = name[:1].upper()
    return short if sum(r[:1].upper() == short for r in rivals) == 1 else name[:2].capitalize()
