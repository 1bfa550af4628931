"""Tiles with ways from side to side, which fill their cells."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ludens.ludemes.equipment import Tile
from ludens.render.canvas import Canvas, Point, number
from ludens.render.shapes import Look


def draw_ways(
    canvas: Canvas,
    item: Tile,
    corners: Sequence[Point],
    at: Point,
    radius: float,
    look: Look,
    rotation: int,
    colour_of: Callable[[int], str],
) -> None:
    """A tile in a cell of some corners, with its ways as bands, each in the colour of its number."""
    canvas.polygon(corners, look.fill, look.edge, radius * 0.03)
    sides = _sides(list(corners), at)
    for path in item.paths or ():
        (ax, ay), (bx, by) = (
            _slot(item, sides, side, slot, rotation)
            for side, slot in ((path.from_, path.slots_from), (path.to, path.slots_to))
        )
        controls = [(x + (at[0] - x) * 0.75, y + (at[1] - y) * 0.75) for x, y in ((ax, ay), (bx, by))]
        d = f"M{_pair((ax, ay))}C{_pair(controls[0])} {_pair(controls[1])} {_pair((bx, by))}"
        canvas.path(d, "none", "#202020", radius * 0.36)
        canvas.path(d, "none", colour_of(path.colour), radius * 0.28)


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
