"""Drawing pieces: on the board, in hands, in stacks, with counts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from ludens.board.walks import covered_sites
from ludens.game.hidden import Hidden
from ludens.ludemes.equipment import Tile
from ludens.ludemes.graphics.kinds import ShowComponentDataType, ValueLocationType
from ludens.ludemes.graphics.pieces import (
    HiddenImage,
    PieceBackground,
    PieceForeground,
    PieceGround,
    PieceRotate,
    PieceScale,
)
from ludens.ludemes.graphics.players import PlayerColour
from ludens.ludemes.graphics.shown import ShowLocalStateHoles, ShowPiece
from ludens.ludemes.runtime.model import Component, Container
from ludens.render.appearance import PieceQuery, axes
from ludens.render.board import BoardPicture
from ludens.render.canvas import Attributes, Canvas, Point, number
from ludens.render.colours import contrast, shown
from ludens.render.shapes import (
    Look,
    draw_card,
    draw_die,
    draw_domino,
    draw_letter,
    draw_named,
    draw_pips,
    draw_tile,
    draw_token,
    is_figure,
    seed_places,
    shape_named,
)
from ludens.render.view import Key, Piece, View

_SEED: Final = "#ffffe6"
#: stacks of which the top is seen, from above
_TOP_ONLY: Final = ("None", "Count", "CountColoured")


@dataclass(frozen=True)
class PieceRow:
    """A hand, a deck or dice beside the board: the middle of each of its sites, and their radius."""

    container: Container
    places: tuple[Point, ...]
    radius: float


@dataclass(frozen=True)
class Placed:
    """Something that lies on a site, at a level, and where: its middle and half its size.

    `count` is the number of seeds or what a die shows; `number` what is written over it; `turn` the direction of an
    edge in degrees.
    """

    kind: Literal["piece", "seeds", "edge", "cell", "die", "large"]
    key: Key
    level: int
    piece: Piece
    at: Point
    radius: float
    container: int
    count: int = 1
    number: str | None = None
    turn: float = 0.0
    used: bool = False


def _count(piece: Piece) -> str | None:
    """The number written on several pieces alike."""
    return "?" if piece.hidden & Hidden.COUNT else str(piece.count) if piece.count > 1 else None


@dataclass
class PiecePainter:
    """Places the pieces of a view, and draws them on a canvas.

    `letters` write the names of pieces that there is no picture of.
    """

    picture: BoardPicture

    @property
    def canvas(self) -> Canvas:
        return self.picture.canvas

    @property
    def view(self) -> View:
        return self.picture.view

    @cached_property
    def letters(self) -> dict[int, str]:
        """What is written on the disc of a piece without a picture: nothing on the men beside one figure (a king)."""
        pieces = [c for c in self.view.components if not c.faces]
        found = {}
        for component in (c for c in pieces if shape_named(self._name(c)) is None):
            rivals = {self._name(c) for c in pieces if c.owner == component.owner}
            plain = {name for name in rivals if shape_named(name) is None}
            found[component.index] = _initials(self._name(component), rivals if len(rivals) > 2 else plain)
        return found

    def _name(self, component: Component) -> str:
        return self.view.appearance.piece_name(Piece(component, component.index, component.owner).query(0))

    # --- where pieces lie

    def on_board(self) -> list[Placed]:
        """The pieces on the board, those at the top of the picture first, as nearer ones may overlap them."""
        on_board = self.view.on_board()
        heights = {key: self._height(key) for key in on_board}
        frame = self.picture.frame
        order = sorted(on_board, key=lambda k: (heights[k], frame.key(k)[1]))
        return [placed for key in order for placed in self._on_site(key, on_board[key])]

    def in_row(self, row: PieceRow) -> list[Placed]:
        """The pieces of a hand, or the dice."""
        container, found = row.container, []
        for n, pieces in enumerate(self.view.in_container(container)):
            key: Key = ("Cell", container.first_site + n)
            if container.kind == "dice":
                value, used = self._die(container, n, pieces)
                piece = pieces[-1] if pieces else Piece(None, 0, 0)
                found.append(Placed("die", key, 0, piece, row.places[n], row.radius, container.index, value, used=used))
            elif pieces:
                found += self._stack(pieces, row.places[n], row.radius, key, container)
        return found

    def _die(self, container: Container, n: int, pieces: list[Piece]) -> tuple[int, bool]:
        """What a die shows, and whether it is used up."""
        dice = [c for c in self.view.others if c.kind == "dice"]
        values = self.view.dice[dice.index(container)] if self.view.dice else []
        if n < len(values) and values[n]:
            return values[n], False
        faces = pieces[-1].component.faces if pieces and pieces[-1].component else ()
        return (faces[pieces[-1].state] if faces and 0 <= pieces[-1].state < len(faces) else 0), True

    def _height(self, key: Key) -> float:
        return round(self.view.topology.elements(key[0])[key[1]].z, 2)

    def _on_site(self, key: Key, pieces: list[Piece]) -> list[Placed]:
        kind, site = key
        at, radius, top = self.picture.frame.key(key), self.picture.frame.radius(kind), pieces[-1]
        if kind == "Edge":
            a, b = self.picture.frame.edge(site)
            turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            return [Placed("edge", key, 0, top, middle, math.dist(a, b) / 2, 0, turn=turn)]
        if kind == "Cell" and top.component and top.component.walks and not top.hidden & Hidden.WHAT:
            return [Placed("large", key, 0, top, at, radius, 0)]
        if kind == "Cell" and self.view.appearance.fills_cells:
            return [Placed("cell", key, 0, top, at, radius, 0)]
        if self.picture.name == "Mancala" and kind == "Vertex":
            count = pieces[0].count if len(pieces) == 1 else len(pieces)
            number = "?" if pieces[0].hidden & Hidden.COUNT else str(count) if count > 5 else None
            return [Placed("seeds", key, 0, top, at, radius, 0, count, number)]
        return self._stack(pieces, at, radius, key, self.view.containers[0] if self.view.containers else None)

    def _stack(
        self, pieces: list[Piece], at: Point, radius: float, key: Key, container: Container | None
    ) -> list[Placed]:
        index, name, owner = (container.index, container.name, container.owner) if container else (0, "", 0)
        kind, scale, limit = self.view.appearance.stack(index, name, owner, key[1], pieces[-1].state)
        if len(pieces) == 1:
            kind = kind if kind in ("Backgammon", "TowardsCenter") else "Default"
        kind = "Column" if key[0] == "Cell" and index == 0 and self.picture.frame.storeys > 1 else kind
        top, found = len(pieces) - 1, list[Placed]()
        step = 0.4 * radius * scale
        if kind in ("Default", "Reverse", "DefaultAndCount"):  # a tall stack is pressed together
            step = min(step, 2 * radius / max(top, 1))
        offset = self._offsets(kind, at, step, limit, len(pieces), radius)
        seen = self._seen(pieces, index) if kind in _TOP_ONLY else range(top + 1)
        for level, piece in enumerate(pieces):
            if level in seen:
                dx, dy = offset(level)
                height = str(top + 1) if level == top > 0 and kind in ("Count", "DefaultAndCount") else None
                place = (at[0] + dx, at[1] + dy)
                found.append(Placed("piece", key, level, piece, place, radius, index, number=height or _count(piece)))
        return found

    def _seen(self, pieces: list[Piece], container: int) -> list[int]:
        """The levels that are seen of pieces that lie exactly over each other: those larger than all above."""
        widest, found = 0.0, list[int]()
        for level in range(len(pieces) - 1, -1, -1):
            width = max(self.view.appearance.piece_scale(pieces[level].query(container)))
            if width > widest:
                widest, found = width, [*found, level]
        return found

    def _offsets(
        self, kind: str, at: Point, step: float, limit: int, count: int, radius: float
    ) -> Callable[[int], Point]:
        """Where each level of a stack lies, from the site's point."""
        half, middle = radius / 2, self.picture.frame.centre
        if kind == "Column":
            return lambda level: (0.0, -2 * radius * level)
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
        if kind in _TOP_ONLY:
            return lambda level: (0.0, 0.0)
        return lambda level: (0.0, -level * step)

    # --- drawing

    def draw(self, placed: Placed) -> None:
        """What lies in a place, with its number, on the canvas."""
        self.canvas.open(class_="piece", pointer_events="none")
        self.picture_of(placed)
        self.canvas.close()
        self.number(placed)

    def picture_of(self, placed: Placed) -> None:
        """What lies in a place, without its number."""
        if placed.kind == "edge":
            self._edge(placed)
        elif placed.kind == "large":
            self._large(placed)
        elif placed.kind == "cell":
            corners = [self._about(placed, corner) for corner in self.picture.frame.cell(placed.key[1])]
            self.canvas.polygon(corners, self.view.appearance.player_colour(placed.piece.who))
        elif placed.kind == "seeds":
            self._seeds(placed)
        elif placed.kind == "die":
            draw_die(self.canvas, placed.count, placed.at, 1.7 * placed.radius, used=placed.used)
        else:
            self.piece(placed.piece, placed.at, placed.radius, placed.container)

    def number(self, placed: Placed) -> None:
        """The number that is written over a piece, a stack, or seeds."""
        if placed.number is None:
            return
        piece, query = placed.piece, placed.piece.query(placed.container)
        if placed.kind == "piece" and is_figure(self.view.appearance.piece_name(query)):
            self._bubble(placed)
        elif placed.kind == "piece" and placed.number == _count(piece):
            size = 2 * placed.radius * self.view.appearance.piece_scale(query)[0]
            self._label(placed.at, size * 0.42, placed.number, self._look(piece, query).label)
        else:
            self._label(placed.at, placed.radius * 0.8, placed.number, "#000000")

    def _bubble(self, placed: Placed) -> None:
        """The number of figures, which show too much to write on them."""
        (x, y), r, shown = placed.at, placed.radius, placed.number or ""
        at, half = (x + 0.6 * r, y + 0.6 * r), (0.38 if len(shown) < 2 else 0.52) * r
        self.canvas.rect(at[0] - half, at[1] - 0.38 * r, 2 * half, 0.76 * r, "#14171a", rx=0.38 * r)
        self.canvas.text(at, 0.58 * r, shown, "#ffffff", font_weight="bold")

    def _about(self, placed: Placed, point: Point) -> Point:
        """A point of the picture, moved with the place that a cell is drawn in."""
        x, y = self.picture.frame.key(placed.key)
        factor = placed.radius / self.picture.frame.radius("Cell")
        return placed.at[0] + (point[0] - x) * factor, placed.at[1] + (point[1] - y) * factor

    def _edge(self, placed: Placed) -> None:
        """A piece on an edge is the edge itself, in its owner's colour; one without an owner is crossed out."""
        (x, y), half, piece = placed.at, placed.radius, placed.piece
        angle = math.radians(placed.turn)
        dx, dy = half * math.cos(angle), half * math.sin(angle)
        ends = self.picture.frame.edge(placed.key[1])
        width = self.picture.edge_width * 2 * half / max(math.dist(*ends), 1e-6)
        if not piece.what and not piece.who:
            draw_named(self.canvas, "thinCross", placed.at, width * 2, width * 2, Look("#505050"))
            return
        fill = self.view.appearance.piece_colours(piece.query(0))[0]
        self.canvas.line((x - dx, y - dy), (x + dx, y + dy), "#000000", width * 1.3)
        self.canvas.line((x - dx, y - dy), (x + dx, y + dy), fill, width)

    def _large(self, placed: Placed) -> None:
        """A piece that covers several cells, as its state says; a domino's pips lie on its two halves."""
        piece, frame = placed.piece, self.picture.frame
        walks = piece.component.walks if piece.component else ()
        sites = covered_sites(self.view.topology, walks, placed.key[1], max(piece.state, 0)) or [placed.key[1]]
        values = piece.component.values if piece.component else ()
        fill, edge, _ = self.view.appearance.piece_colours(piece.query(0))
        for site in sites:
            corners = [self._about(placed, corner) for corner in frame.cell(site)]
            self.canvas.polygon(corners, "#fafafa" if values else fill, "#fafafa" if values else edge, 1.0)
        if values:
            points = [self._about(placed, corner) for site in sites for corner in frame.cell(site)]
            xs, ys = [x for x, _ in points], [y for _, y in points]
            more: Attributes = {"stroke": "#303030", "stroke_width": placed.radius * 0.08, "rx": placed.radius * 0.3}
            self.canvas.rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), "none", **more)
        half = len(sites) // 2
        for value, part in zip(values, (sites[:half], sites[half:]), strict=False):
            middles = [self._about(placed, frame.site("Cell", site)) for site in part]
            middle = (
                tuple(sum(axis) / max(len(middles), 1) for axis in zip(*middles, strict=True)) if middles else (0, 0)
            )
            draw_pips(self.canvas, value, (middle[0], middle[1]), 3.2 * placed.radius)

    def _seeds(self, placed: Placed) -> None:
        appearance, at = self.view.appearance, placed.at
        named = appearance.of(PlayerColour)
        fill = appearance.player_colour(placed.piece.who) if named and placed.piece.who else _SEED
        scale = next((i.scale for i in appearance.of(PieceScale) if i.scale is not None), 1.0)
        r = placed.radius * 0.3 * min(max(scale, 0.5), 1.3)
        if appearance.flag(ShowLocalStateHoles) and 1 <= placed.piece.state <= self.view.num_players:
            ring = appearance.player_colour(placed.piece.state)
            self.canvas.circle(at, placed.radius * 0.94, "none", ring, placed.radius * 0.1)
        for x, y in seed_places(placed.count):
            draw_named(self.canvas, "ball", (at[0] + x * r, at[1] + y * r), 2 * r, 2 * r, Look(fill))

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
                draw_token(self.canvas, "?", at, size, look)
        else:
            self._extras(PieceBackground, query, at, radius)
            if not self._tile(piece, at, radius, look):
                self._picture(piece, query, at, (size, 2 * radius * sy), look)
            self._extras(PieceForeground, query, at, radius)
            self._printed(piece, query, at, size, look)

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
        found = self.view.topology.supported_directions(self.view.default_site, "Adjacent")
        return max(len(found), 1)

    def _picture(self, piece: Piece, query: PieceQuery, at: Point, size: tuple[float, float], look: Look) -> None:
        component, name = piece.component, self.view.appearance.piece_name(query)
        style = self.view.appearance.piece_style(query) or ""
        if component is None:
            self._value(piece, name, at, size, look)
        elif component.faces:
            faces = component.faces
            draw_die(self.canvas, faces[piece.state] if 0 <= piece.state < len(faces) else 0, at, size[0])
        elif component.card is not None:
            draw_card(self.canvas, component.card.rank, component.card.suit, at, size[1])
        elif component.values:
            draw_domino(self.canvas, component.values, at, size[0], look.turn)
        elif style.startswith("Extended"):
            turned = look if self.view.appearance.first(PieceRotate) else replace(look, turn=180.0 * (piece.who == 2))
            draw_tile(self.canvas, self._short(name), at, size[0], turned)
        elif style == "Text":
            draw_letter(self.canvas, name, at, size[1], look)
        elif self._mounted(name, at, size, look):
            return
        elif not draw_named(self.canvas, name, at, *size, look):
            letters = self.letters.get(component.index, name[:2])
            if letters and (look.turn == 180 or self.picture.name == "Shogi") and not self.view.rotating:
                draw_tile(self.canvas, letters, at, size[0], look)  # the direction tells its owner
            else:
                draw_token(self.canvas, letters, at, size[0], look, pointing=self.view.rotating)

    def _mounted(self, name: str, at: Point, size: tuple[float, float], look: Look) -> bool:
        """Draw a figure on what the style of the board has for pieces, a tile or a disc; whether it has such."""
        if not is_figure(name) or self.picture.name not in ("Shogi", "Xiangqi", "Janggi"):
            return False
        if self.picture.name == "Shogi":
            draw_tile(self.canvas, "", at, size[0], look)
            draw_named(self.canvas, name, at, size[0] * 0.56, size[1] * 0.56, replace(look, fill=look.ink))
            return True
        self.canvas.circle(at, size[0] * 0.46, "#fff3d6", "#4b3214", size[0] * 0.03)
        self.canvas.circle(at, size[0] * 0.39, "none", look.fill, size[0] * 0.025)
        draw_named(self.canvas, name, at, size[0] * 0.58, size[1] * 0.58, look)
        return True

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
        """A tile that fills its cell, with its paths as bands from side to side; whether the piece is such a tile."""
        item = piece.component.item if piece.component else None
        if not isinstance(item, Tile) or not item.paths or not self.view.topology.count("Cell"):
            return False
        frame = self.picture.frame
        (x, y), factor = frame.site("Cell", 0), radius / frame.radius("Cell")
        corners = [(at[0] + (cx - x) * factor, at[1] + (cy - y) * factor) for cx, cy in frame.cell(0)]
        self.canvas.polygon(corners, look.fill, look.edge, radius * 0.03)
        sides = _sides(corners, at)
        for path in item.paths:
            ends = [
                _slot(item, sides, side, slot, piece.rotation)
                for side, slot in ((path.from_, path.slots_from), (path.to, path.slots_to))
            ]
            colour = self.view.appearance.player_colour(path.colour)
            (ax, ay), (bx, by) = ends
            controls = [(end[0] + (at[0] - end[0]) * 0.75, end[1] + (at[1] - end[1]) * 0.75) for end in ends]
            d = f"M{_pair((ax, ay))}C{_pair(controls[0])} {_pair(controls[1])} {_pair((bx, by))}"
            self.canvas.path(d, "none", "#202020", radius * 0.36)
            self.canvas.path(d, "none", colour, radius * 0.28)
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
        """The local state or the value of a piece, where the metadata want it shown."""
        for item in self.view.appearance.of(ShowPiece):
            if self.view.appearance.owner(item.role) not in (None, query.owner):
                continue
            number = query.value if item.data is ShowComponentDataType.Value else query.state
            if number < 0 or item.piece not in (None, query.name, query.base):
                continue
            height = size * (0.5 if item.location is ValueLocationType.Middle else 0.28) * item.scale
            dx, dy = _CORNERS[item.location or ValueLocationType.CornerLeft]
            self._label((at[0] + dx * size, at[1] + dy * size), height, str(number), look.label)


_CORNERS: Final = {
    ValueLocationType.CornerLeft: (-0.3, -0.3),
    ValueLocationType.CornerRight: (0.3, -0.3),
    ValueLocationType.Top: (0.0, -0.35),
    ValueLocationType.Middle: (0.0, 0.0),
    ValueLocationType.None_: (0.0, 0.0),
}


def _sides(corners: list[Point], centre: Point) -> list[tuple[Point, Point]]:
    """The sides of a cell, clockwise from the first one at or after the top."""
    pairs = [(corners[n - 1], corners[n]) for n in range(len(corners))]

    def clockwise(side: tuple[Point, Point]) -> float:
        (ax, ay), (bx, by) = side
        angle = math.atan2((ax + bx) / 2 - centre[0], centre[1] - (ay + by) / 2)
        return (angle + 0.01) % (2 * math.pi)

    def turning(side: tuple[Point, Point]) -> tuple[Point, Point]:
        """The side's ends, clockwise."""
        (ax, ay), (bx, by) = side
        across = (ax - centre[0]) * (by - centre[1]) - (ay - centre[1]) * (bx - centre[0])
        return side if across > 0 else (side[1], side[0])

    return [turning(side) for side in sorted(pairs, key=clockwise)]


def _slot(tile: Tile, sides: list[tuple[Point, Point]], side: int, slot: int, rotation: int) -> Point:
    """Where a path of a tile ends: at one of the slots of a side, when the tile is turned."""
    slots = tile.slots_[side] if tile.slots_ and side < len(tile.slots_) else tile.slots_per_side or 1
    (ax, ay), (bx, by) = sides[(side + rotation) % len(sides)]
    part = (slot + 1) / (slots + 1)
    return ax + (bx - ax) * part, ay + (by - ay) * part


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _around(radius: float, part: float) -> Point:
    return radius * math.sin(2 * math.pi * part), -radius * math.cos(2 * math.pi * part)


def _initials(name: str, rivals: set[str]) -> str:
    """The shortest beginning of a name, of one or two letters, that others do not share; nothing without others."""
    if len(rivals) < 2:
        return ""
    short = name[:1].upper()
    return short if sum(r[:1].upper() == short for r in rivals) == 1 else name[:2].capitalize()
