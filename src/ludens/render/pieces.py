"""Drawing pieces: on the board, in hands, in stacks, with counts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from ludens.board.walks import covered_sites
from ludens.game.hidden import Hidden
from ludens.ludemes.graphics.pieces import (
    PieceScale,
)
from ludens.ludemes.graphics.players import PlayerColour
from ludens.ludemes.graphics.shown import ShowLocalStateHoles
from ludens.render.canvas import Attributes, Point
from ludens.render.portraits import Portraitist
from ludens.render.shapes import (
    Look,
    draw_die,
    draw_named,
    draw_pips,
    is_figure,
    seed_places,
)
from ludens.render.view import Key, Piece
from ludens.rules.state.model import Container

_SEED: Final = "#ffffe6"
#: stacks of which only the top is visible, from above
_TOP_ONLY: Final = ("None", "Count", "CountColoured")
#: stacks that rise upwards in the picture
_UPWARD: Final = ("Default", "Reverse", "DefaultAndCount")
#: how many pieces of a stack one sees at a glance; the height of a taller one is written on it
_COUNTED: Final = 4


@dataclass(frozen=True)
class PieceRow:
    """A hand, a deck or dice beside the board: the middle of each of its sites, and their radius."""

    container: Container
    places: tuple[Point, ...]
    radius: float


@dataclass(frozen=True)
class PlacedPiece:
    """Something that lies on a site, at a level, and where: its middle and half its size.

    `count` is the number of seeds or what a die shows; `number` what is written over it; `turn` the direction of an
    edge in degrees; `faces` are the values of a die's.
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
    faces: tuple[int, ...] = ()


def _count(piece: Piece) -> str | None:
    """The number written on several pieces alike."""
    return "?" if piece.hidden & Hidden.COUNT else str(piece.count) if piece.count > 1 else None


@dataclass
class PiecePainter(Portraitist):
    """Places the pieces of a view, and draws them on a canvas."""

    # --- where pieces lie

    def on_board(self) -> list[PlacedPiece]:
        """The pieces on the board, those at the top of the picture first, as nearer ones may overlap them."""
        on_board = self.view.on_board()
        heights = {key: self._height(key) for key in on_board}
        frame = self.picture.frame
        order = sorted(on_board, key=lambda k: (heights[k], frame.key(k)[1]))
        return [placed for key in order for placed in self._on_site(key, on_board[key])]

    def in_row(self, row: PieceRow) -> list[PlacedPiece]:
        """The pieces of a hand, or the dice."""
        container, placed = row.container, []
        for n, pieces in enumerate(self.view.in_container(container)):
            key: Key = ("Cell", container.first_site + n)
            if container.kind == "dice":
                value, used = self._die(container, n, pieces)
                piece = pieces[-1] if pieces else Piece(None, 0, 0)
                faces = container.faces[n]
                die = PlacedPiece("die", key, 0, piece, row.places[n], row.radius, container.index, value)
                placed.append(replace(die, used=used, faces=faces))
            elif pieces:
                placed += self._stack(pieces, row.places[n], row.radius, key, container)
        return placed

    def _die(self, container: Container, n: int, pieces: list[Piece]) -> tuple[int, bool]:
        """What a die shows, and whether it is used up."""
        dice, faces = [c for c in self.view.others if c.kind == "dice"], container.faces[n]
        values = self.view.dice[dice.index(container)] if self.view.dice else []
        # a face of no value is no sign of use: such dice are thrown and counted together
        if n < len(values) and (values[n] or 0 in faces):
            return values[n], False
        return (faces[pieces[-1].state] if pieces and 0 <= pieces[-1].state < len(faces) else 0), True

    def _height(self, key: Key) -> float:
        return round(self.view.topology.elements(key[0])[key[1]].z, 2)

    def _on_site(self, key: Key, pieces: list[Piece]) -> list[PlacedPiece]:
        kind, site = key
        at, radius, top = self.picture.frame.key(key), self.picture.frame.radius(kind), pieces[-1]
        if kind == "Edge":
            a, b = self.picture.frame.edge(site)
            turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            return [PlacedPiece("edge", key, 0, top, middle, math.dist(a, b) / 2, 0, turn=turn)]
        if kind == "Cell" and top.component and top.component.walks and not top.hidden & Hidden.WHAT:
            return [PlacedPiece("large", key, 0, top, at, radius, 0)]
        if kind == "Cell" and self.view.appearance.fills_cells:
            return [PlacedPiece("cell", key, 0, top, at, radius, 0)]
        if self.picture.name == "Mancala" and kind == "Vertex":
            count = pieces[0].count if len(pieces) == 1 else len(pieces)
            number = "?" if pieces[0].hidden & Hidden.COUNT else str(count) if count > 5 else None
            return [PlacedPiece("seeds", key, 0, top, at, radius, 0, count, number)]
        if self.picture.name == "Pegs":  # its foot is in the hole
            at = at[0], at[1] - 0.55 * radius
        return self._stack(pieces, at, radius, key, self.view.containers[0] if self.view.containers else None)

    def _stack(
        self, pieces: list[Piece], at: Point, radius: float, key: Key, container: Container | None
    ) -> list[PlacedPiece]:
        index, name, owner = (container.index, container.name, container.owner) if container else (0, "", 0)
        kind, scale, limit = self.view.appearance.stack(index, name, owner, key[1], pieces[-1].state)
        if len(pieces) == 1:
            kind = kind if kind in ("Backgammon", "TowardsCenter") else "Default"
        kind = "Column" if key[0] == "Cell" and index == 0 and self.picture.frame.storeys > 1 else kind
        top, placed = len(pieces) - 1, list[PlacedPiece]()
        step = 0.4 * radius * scale
        if kind in _UPWARD:  # a tall stack is pressed together
            step = min(step, 1.5 * radius / max(top, 1))
        elif kind == "None":  # seen from above, but a little from the side, so that one can count the storeys
            step = min(0.16 * radius, 0.9 * radius / max(top, 1))
        offset = self._offsets(kind, at, step, limit, len(pieces), radius)
        visible = self._visible(pieces, index) if kind in _TOP_ONLY else range(top + 1)
        tall = top >= _COUNTED if kind in _UPWARD else kind == "None" and len(visible) <= top
        for level, piece in enumerate(pieces):
            if level in visible:
                dx, dy = offset(level)
                shows_height = tall or kind in ("Count", "DefaultAndCount")
                height = str(top + 1) if level == top > 0 and shows_height else None
                place = (at[0] + dx, at[1] + dy)
                placed.append(
                    PlacedPiece("piece", key, level, piece, place, radius, index, number=height or _count(piece))
                )
        return placed

    def _visible(self, pieces: list[Piece], container: int) -> list[int]:
        """The visible levels of pieces that lie over each other: those not smaller than all above."""
        widest, levels = 0.0, list[int]()
        for level in range(len(pieces) - 1, -1, -1):
            width = max(self.view.appearance.piece_scale(pieces[level].query(container)))
            if width >= widest:
                widest, levels = width, [*levels, level]
        return levels

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
        if kind in ("Count", "CountColoured"):
            return lambda level: (0.0, 0.0)
        return lambda level: (0.0, -level * step)

    # --- drawing

    def draw(self, placed: PlacedPiece) -> None:
        """Draw the content of a place, with its number."""
        self.canvas.open(class_="piece", pointer_events="none")
        self.picture_of(placed)
        self.canvas.close()
        self.number(placed)

    def picture_of(self, placed: PlacedPiece) -> None:
        """Draw the content of a place, without its number."""
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
            draw_die(self.canvas, placed.count, placed.faces, placed.at, 1.7 * placed.radius, used=placed.used)
        else:
            self.piece(placed.piece, placed.at, placed.radius, placed.container)

    def number(self, placed: PlacedPiece) -> None:
        """The number that is written over a piece, a stack, or seeds."""
        if placed.number is None:
            return
        piece, query = placed.piece, placed.piece.query(placed.container)
        figure = self.script is not None or is_figure(self.view.appearance.piece_name(query))
        if placed.kind == "piece" and (figure or placed.number != _count(piece)):
            self._bubble(placed)
        elif placed.kind == "piece" and placed.number == _count(piece):
            size = 2 * placed.radius * self.view.appearance.piece_scale(query)[0]
            self._label(placed.at, size * 0.42, placed.number, self._look(piece, query).label)
        else:
            self._label(placed.at, placed.radius * 0.8, placed.number, "#000000")

    def _bubble(self, placed: PlacedPiece) -> None:
        """The number of figures, which show too much to write on them."""
        (x, y), r, shown = placed.at, placed.radius, placed.number or ""
        at, half = (x + 0.6 * r, y + 0.6 * r), (0.38 if len(shown) < 2 else 0.52) * r
        self.canvas.rect(at[0] - half, at[1] - 0.38 * r, 2 * half, 0.76 * r, "#14171a", rx=0.38 * r)
        self.canvas.text(at, 0.58 * r, shown, "#ffffff", font_weight="bold")

    def _about(self, placed: PlacedPiece, point: Point) -> Point:
        """A point of the picture, moved with the place that a cell is drawn in."""
        x, y = self.picture.frame.key(placed.key)
        factor = placed.radius / self.picture.frame.radius("Cell")
        return placed.at[0] + (point[0] - x) * factor, placed.at[1] + (point[1] - y) * factor

    def _edge(self, placed: PlacedPiece) -> None:
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

    def _large(self, placed: PlacedPiece) -> None:
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

    def _seeds(self, placed: PlacedPiece) -> None:
        appearance, at = self.view.appearance, placed.at
        colours = appearance.of(PlayerColour)
        fill = appearance.player_colour(placed.piece.who) if colours and placed.piece.who else _SEED
        scale = next((i.scale for i in appearance.of(PieceScale) if i.scale is not None), 1.0)
        r = placed.radius * 0.3 * min(max(scale, 0.5), 1.3)
        if appearance.flag(ShowLocalStateHoles) and 1 <= placed.piece.state <= self.view.num_players:
            ring = appearance.player_colour(placed.piece.state)
            self.canvas.circle(at, placed.radius * 0.94, "none", ring, placed.radius * 0.1)
        for x, y in seed_places(placed.count):
            draw_named(self.canvas, "ball", (at[0] + x * r, at[1] + y * r), 2 * r, 2 * r, Look(fill))


def _around(radius: float, part: float) -> Point:
    return radius * math.sin(2 * math.pi * part), -radius * math.cos(2 * math.pi * part)
