"""Drawing pieces: on the board, in hands, in stacks, with counts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from ludens.ludemes.core.model import Component, Container
from ludens.render.board import BoardPicture
from ludens.render.canvas import Attributes, Canvas, Point
from ludens.render.colours import contrast
from ludens.render.metadata import PieceQuery
from ludens.render.shapes import (
    Look,
    draw_card,
    draw_die,
    draw_letter,
    draw_named,
    draw_tile,
    draw_token,
    seed_places,
    shape_named,
)
from ludens.render.view import HIDDEN_COUNT, HIDDEN_ROTATION, HIDDEN_WHAT, HIDDEN_WHO, Key, Piece, View

_SEED: Final = "#ffffe6"


@dataclass
class PiecePainter:
    """Draws the pieces of a view on a canvas; `letters` write the names of pieces that there is no picture of."""

    picture: BoardPicture

    @property
    def canvas(self) -> Canvas:
        return self.picture.canvas

    @property
    def view(self) -> View:
        return self.picture.view

    @cached_property
    def letters(self) -> dict[int, str]:
        """What is written on the disc of a piece without a picture: nothing where its owner has no other such piece."""
        plain = [c for c in self.view.components if not c.faces and shape_named(self._name(c)) is None]
        found = {}
        for component in plain:
            rivals = {self._name(c) for c in plain if c.owner == component.owner}
            found[component.index] = _initials(self._name(component), rivals)
        return found

    def _name(self, component: Component) -> str:
        return self.view.graphics.piece_name(Piece(component, component.index, component.owner).query(0))

    # --- sites

    def board(self) -> None:
        """The pieces on the board, those at the top of the picture first, as nearer ones may overlap them."""
        on_board = self.view.on_board()
        heights = {key: self._height(key) for key in on_board}
        frame = self.picture.frame
        for key in sorted(on_board, key=lambda k: (heights[k], frame.key(k)[1])):
            self._site(key, on_board[key])

    def _height(self, key: Key) -> float:
        return round(self.view.topology.elements(key[0])[key[1]].z, 2)

    def _site(self, key: Key, pieces: list[Piece]) -> None:
        kind, site = key
        at, radius = self.picture.frame.key(key), self.picture.frame.radius(kind)
        if kind == "Edge":
            self._edge(site, pieces[-1])
        elif kind == "Cell" and self.view.graphics.fills_cells:
            fill = self.view.graphics.player_colour(pieces[-1].who)
            self.canvas.polygon(self.picture.frame.cell(site), fill, pointer_events="none")
        elif self.picture.name == "Mancala" and kind == "Vertex":
            self._seeds(pieces, at, radius)
        else:
            self._stack(pieces, at, radius, site, self.view.containers[0] if self.view.containers else None)

    def _edge(self, site: int, piece: Piece) -> None:
        """A piece on an edge is the edge itself, in its owner's colour; one without an owner is crossed out."""
        a, b = self.picture.frame.edge(site)
        width = self.picture.frame.radius("Edge") * 0.35
        if not piece.what and not piece.who:
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            draw_named(self.canvas, "thinCross", middle, width * 2, width * 2, Look("#505050"))
            return
        fill = self.view.graphics.piece_colours(piece.query(0))[0]
        self.canvas.line(a, b, "#000000", width * 1.3)
        self.canvas.line(a, b, fill, width)

    def _seeds(self, pieces: list[Piece], at: Point, radius: float) -> None:
        count = pieces[0].count if len(pieces) == 1 else len(pieces)
        named = self.view.graphics.of("player Colour")
        fill = self.view.graphics.player_colour(pieces[-1].who) if named and pieces[-1].who else _SEED
        scale = next((i.numbers()[0] for i in self.view.graphics.of("piece Scale") if i.numbers()), 1.0)
        r = radius * 0.3 * min(max(scale, 0.5), 1.3)
        for x, y in seed_places(count):
            draw_named(self.canvas, "ball", (at[0] + x * r, at[1] + y * r), 2 * r, 2 * r, Look(fill))
        if pieces[0].hidden & HIDDEN_COUNT:
            self._label(at, radius * 0.8, "?", "#000000")
        elif count > 5:
            self._label(at, radius * 0.8, str(count), "#000000")

    def _label(self, at: Point, size: float, shown: str, colour: str) -> None:
        """A number over pieces, readable on everything."""
        rim = "#ffffff" if contrast(colour) == "#ffffff" or colour == "#000000" else "#000000"
        more: Attributes = {"font_weight": "bold", "stroke": rim, "stroke_width": size * 0.12, "paint_order": "stroke"}
        self.canvas.text(at, size, shown, colour, **more)

    # --- stacks

    def _stack(self, pieces: list[Piece], at: Point, radius: float, site: int, container: Container | None) -> None:
        index, name, owner = (container.index, container.name, container.owner) if container else (0, "", 0)
        kind, scale, limit = self.view.graphics.stack(index, name, owner, site, pieces[-1].state)
        if len(pieces) == 1:
            kind = kind if kind in ("Backgammon", "TowardsCenter") else "Default"
        step = 0.4 * radius * scale
        offset = self._offsets(kind, site, at, step, limit, len(pieces), radius)
        only_top = kind in ("None", "Count", "CountColoured")
        for level, piece in enumerate(pieces):
            if not only_top or level == len(pieces) - 1:
                dx, dy = offset(level)
                self.piece(piece, (at[0] + dx, at[1] + dy), radius, index)
        if kind in ("Count", "DefaultAndCount") and len(pieces) > 1:
            dx, dy = offset(len(pieces) - 1)
            self._label((at[0] + dx, at[1] + dy), radius * 0.8, str(len(pieces)), "#000000")

    def _offsets(
        self, kind: str, site: int, at: Point, step: float, limit: int, count: int, radius: float
    ) -> Callable[[int], Point]:
        """Where each level of a stack lies, from the site's point."""
        half, middle = radius / 2, self.picture.frame.centre
        if kind in ("Ground", "GroundDynamic"):
            places = ((half, half), (-half, half), (half, -half), (-half, -half))
            pair = ((-half, 0.0), (half, 0.0))
            spread = pair if kind == "GroundDynamic" and count == 2 else places
            return lambda level: spread[level] if level < len(spread) else (0.0, 0.0)
        if kind == "Fan":
            return lambda level: (level * step, 0.0)
        if kind == "FanAlternating":
            return lambda level: ((-1) ** level * ((level + 1) // 2) * step, 0.0)
        if kind == "Ring":
            return lambda level: _around(0.7 * radius, level / max(count, 1))
        if kind == "Backgammon":
            up = -1 if at[1] > middle[1] else 1
            apart = min(step * 4.8, 1.9 * radius)
            return lambda level: ((level // limit) * step, up * ((level % limit) * apart + (level // limit) * step))
        if kind == "TowardsCenter":
            dx, dy = middle[0] - at[0], middle[1] - at[1]
            length = math.hypot(dx, dy) or 1.0
            return lambda level: (dx / length * level * step * 4.8, dy / length * level * step * 4.8)
        if kind in ("None", "Count", "CountColoured"):
            return lambda level: (0.0, 0.0)
        return lambda level: (0.0, -level * step)

    # --- one piece

    def piece(self, piece: Piece, at: Point, radius: float, container: int) -> None:
        """A piece, or several alike with their number, on a site of a radius."""
        query = piece.query(container)
        sx, sy = self.view.graphics.piece_scale(query)
        size = 2 * radius * sx
        look = self._look(piece, query)
        self.canvas.open(class_="piece", pointer_events="none")
        if piece.hidden & HIDDEN_WHAT:
            image = next((i.strings() for i in self.view.graphics.of("hiddenImage")), [])
            if not image or not draw_named(self.canvas, image[0], at, size, 2 * radius * sy, look):
                draw_token(self.canvas, "?", at, size, look)
        else:
            self._extras("piece Background", query, at, radius)
            self._picture(piece, query, at, (size, 2 * radius * sy), look)
            self._extras("piece Foreground", query, at, radius)
            self._printed(piece, query, at, size, look)
        self.canvas.close()
        if piece.count > 1 or piece.hidden & HIDDEN_COUNT:
            shown = "?" if piece.hidden & HIDDEN_COUNT else str(piece.count)
            self._label(at, size * 0.42, shown, look.label)

    def _look(self, piece: Piece, query: PieceQuery) -> Look:
        if piece.hidden & HIDDEN_WHO:
            return Look("#808080", "#808080")
        fill, edge, second = self.view.graphics.piece_colours(query)
        turn = self.view.graphics.rotation(query)
        if not piece.hidden & HIDDEN_ROTATION and piece.rotation:
            turn += piece.rotation * 360 / self._rotations
        return Look(fill, edge, second, turn)

    @cached_property
    def _rotations(self) -> int:
        """How many ways a piece can be turned: as many as the board has directions."""
        found = self.view.topology.supported_directions(self.view.default_site, "Adjacent")
        return max(len(found), 1)

    def _picture(self, piece: Piece, query: PieceQuery, at: Point, size: tuple[float, float], look: Look) -> None:
        component, name = piece.component, self.view.graphics.piece_name(query)
        style = self.view.graphics.piece_style(query) or ""
        if component is None:
            draw_letter(self.canvas, str(piece.value), at, size[1], replace(look, fill="#8b0000"))
        elif component.faces:
            faces = component.faces
            draw_die(self.canvas, faces[piece.state] if 0 <= piece.state < len(faces) else 0, at, size[0])
        elif "suit" in component.extra:
            draw_card(self.canvas, component.extra["rank"], component.extra["suit"], at, size[1])
        elif component.values:
            draw_tile(self.canvas, "|".join(map(str, component.values)), at, size[0], look)
        elif style.startswith("Extended"):
            turned = look if self.view.graphics.first("piece Rotate") else replace(look, turn=180.0 * (piece.who == 2))
            draw_tile(self.canvas, self._short(name), at, size[0], turned)
        elif style == "Text":
            draw_letter(self.canvas, name, at, size[1], look)
        elif not draw_named(self.canvas, name, at, *size, look):
            draw_token(self.canvas, self.letters.get(component.index, name[:2]), at, size[0], look)

    def _short(self, name: str) -> str:
        """One or two letters for a piece among all of the game."""
        return _initials(name, {self._name(c) for c in self.view.components if not c.faces}) or name[:1]

    def _extras(self, kind: str, query: PieceQuery, at: Point, radius: float) -> None:
        """Pictures and texts under or over a piece."""
        for item in self.view.graphics.piece_items(kind, query):
            sx, sy = item.scales
            point = (at[0] + item.number("offsetX", 0) * 2 * radius, at[1] - item.number("offsetY", 0) * 2 * radius)
            fill = item.colour("fillColour") or self.view.graphics.player_colour(query.owner)
            look = Look(fill, item.colour("edgeColour") or "#000000", turn=item.number("rotation", 0))
            if (text := item.text("text")) is not None:
                self.canvas.text(point, 2 * radius * sy, text, fill, font_weight="bold")
            elif (image := item.text("image")) is not None:
                draw_named(self.canvas, image, point, 2 * radius * sx, 2 * radius * sy, look)

    def _printed(self, piece: Piece, query: PieceQuery, at: Point, size: float, look: Look) -> None:
        """The local state or the value of a piece, where the metadata want it shown."""
        for item in self.view.graphics.of("show Piece"):
            words = item.names()
            roles = [r for w in words if (r := self.view.graphics.role(w)) is not None]
            names = item.strings()
            if (roles and query.owner not in roles) or (names and not {query.name, query.base} & set(names)):
                continue
            number = query.value if "Value" in words else query.state
            if number < 0:
                continue
            middle = "Middle" in words
            height = size * (0.5 if middle else 0.28) * item.number("scale", 1)
            dx, dy = _CORNERS.get(next((w for w in words if w in _CORNERS), "CornerLeft"), (0.0, 0.0))
            self._label((at[0] + dx * size, at[1] + dy * size), height, str(number), look.label)


_CORNERS: Final = {
    "CornerLeft": (-0.3, -0.3),
    "CornerRight": (0.3, -0.3),
    "Top": (0.0, -0.35),
    "Middle": (0.0, 0.0),
    "None": (0.0, 0.0),
}


def _around(radius: float, part: float) -> Point:
    return radius * math.sin(2 * math.pi * part), -radius * math.cos(2 * math.pi * part)


def _initials(name: str, rivals: set[str]) -> str:
    """The shortest beginning of a name, of one or two letters, that others do not share; nothing without others."""
    if len(rivals) < 2:
        return ""
    short = name[:1].upper()
    return short if sum(r[:1].upper() == short for r in rivals) == 1 else name[:2].capitalize()
