"""Outlines: the points of a `poly`, and the paths described by lists of side lengths."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ludens.board.errors import BoardError
from ludens.board.numeric import EPS, Point, in_polygon, is_right

GROWTH: Final = 0.1

LatticeStep = tuple[int, int]
HEX_MOVES: Final[tuple[LatticeStep, ...]] = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))  # (row, column)


class Polygon:
    """A closed outline. Inflating changes it in place: a polygon used twice is inflated twice."""

    def __init__(self, points: Iterable[Point], rotations: int = 0) -> None:
        self.points = _with_rotations([(float(x), float(y)) for x, y in points], rotations)
        if not self.points:
            raise BoardError("a polygon needs points")

    def contains(self, point: Point) -> bool:
        """Even-odd test."""
        return in_polygon(point, self.points)

    def inflate(self) -> None:
        """Move every point 0.1 outwards, if the outline is listed clockwise, else inwards at convex corners."""
        old = self.points
        n = len(old)
        new = list(old)
        for i in range(n):
            at = (i + 1) % n
            a, b, c = old[i], old[at], old[(i + 2) % n]
            sign = 1.0 if is_right(a, b, c) else -1.0
            ix, iy = _unit(sign * (b[0] - a[0]), sign * (b[1] - a[1]))
            ox, oy = _unit(sign * (b[0] - c[0]), sign * (b[1] - c[1]))
            new[at] = (b[0] + (ix * GROWTH + ox * GROWTH) * 0.5, b[1] + (iy * GROWTH + oy * GROWTH) * 0.5)
        self.points = new

    def index_ranges(self, margin: int, column_margin: int | None = None) -> tuple[range, range]:
        """Rows and columns of whole numbers that cover the outline with a margin."""
        xs, ys = [p[0] for p in self.points], [p[1] for p in self.points]
        other = margin if column_margin is None else column_margin
        return (
            range(math.trunc(min(ys)) - margin, math.trunc(max(ys)) + margin + 1),
            range(math.trunc(min(xs)) - other, math.trunc(max(xs)) + other + 1),
        )


def _unit(x: float, y: float) -> Point:
    length = math.sqrt(x * x + y * y)
    return (x, y) if length < EPS else (x / length, y / length)


def _with_rotations(points: list[Point], rotations: int) -> list[Point]:
    if rotations == 0:
        return points
    original = points[::-1] if rotations < 0 else points
    result = list(original)
    step = 2 * math.pi / rotations
    for k in range(1, abs(rotations)):
        c, s = math.cos(k * step), math.sin(k * step)
        result += [(x * c - y * s, x * s + y * c) for x, y in original]
    return result


def square_outline(sides: Sequence[int], steps: Sequence[Point]) -> Polygon:
    """The path of sides at right angles; the four step vectors are those of directions 0 to 3."""
    _need_sides(sides)
    direction, x, y = 3, 0.0, 0.0
    points = [(x, y)]
    for s in sides:
        direction = (direction + (-1 if s < 0 else 1) + 4) % 4
        x += s * steps[direction][0]
        y += s * steps[direction][1]
        points.append((x, y))
    return Polygon(points)


def hex_outline(sides: Sequence[int], place: Callable[[int, int], Point], first: Point | None = None) -> Polygon:
    """The path of sides in six directions, clockwise from the upper left; `place` gives the xy of a row and column."""
    _need_sides(sides)
    direction, row, column = 1, 0, 0
    points = [place(0, 0) if first is None else first]
    for n in range(max(5, len(sides))):
        s = sides[n % len(sides)]
        s += 1 if s < 0 else -1
        direction = (direction + (-1 if s < 0 else 1)) % 6
        if s > 0:
            row += s * HEX_MOVES[direction][0]
            column += s * HEX_MOVES[direction][1]
            points.append(place(row, column))
    return Polygon(points)


def _need_sides(sides: Sequence[int]) -> None:
    if not sides:
        raise BoardError("a list of sides needs at least one number")
