"""The ornaments that styles add to the ground of a board: dots, knots, loops, numbers, ladders and snakes, palaces."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

from ludens.board.measure import SiteType
from ludens.render.canvas import Canvas, Point, number, path_of
from ludens.render.colours import NONE
from ludens.render.picture import BoardPicture, grid_size
from ludens.render.shapes import Look, draw_named
from ludens.render.view import View


def _dots(picture: BoardPicture, kind: SiteType, columns: Iterable[int], rows: Iterable[int]) -> None:
    topology = picture.view.topology
    places = {(c, r) for c in columns for r in rows}
    for n, e in enumerate(topology.elements(kind)):
        if (e.column, e.row) in places:
            radius = max(2.0, picture.thin * 2.2)
            picture.canvas.circle(picture.frame.site(kind, n), radius, picture.style.symbols)


def _go_dots(picture: BoardPicture) -> None:
    kind: SiteType = picture.view.default_site
    size = grid_size(picture, kind)
    if size is None or size[0] != size[1] or size[0] < 7:
        return
    n = size[0]
    inset = 3 if n > 9 else 2
    if n > 13 and n % 2:
        _dots(picture, kind, (inset, n // 2, n - 1 - inset), (inset, n // 2, n - 1 - inset))
        return
    _dots(picture, kind, (inset, n - 1 - inset), (inset, n - 1 - inset))
    if n % 2:
        _dots(picture, kind, (n // 2,), (n // 2,))


def _shogi_dots(picture: BoardPicture) -> None:
    size = grid_size(picture, "Vertex")
    if size is not None and picture.view.default_site == "Cell":
        columns, rows = ((n - 1) // 3 for n in size)
        _dots(picture, "Vertex", (columns, size[0] - 1 - columns), (rows, size[1] - 1 - rows))


def _tafl_knots(picture: BoardPicture) -> None:
    kind = picture.view.default_site
    size = picture.frame.radius(kind) * 1.5
    for site in picture.view.topology.region(kind, "centre"):
        look = Look("none", picture.style.symbols)
        picture.canvas.open(opacity=0.45)
        draw_named(picture.canvas, "knot", picture.frame.site(kind, site), size, size, look)
        picture.canvas.close()


def _subgrids(picture: BoardPicture) -> None:
    """Thick lines between the square parts of a square board."""
    frame, n = picture.frame, len(picture.view.topology.columns("Cell"))
    step = math.isqrt(n)
    if step < 2 or step * step != n or n != len(picture.view.topology.rows("Cell")):
        return
    low, high = frame.points("Vertex").min(axis=0), frame.points("Vertex").max(axis=0)
    for k in range(0, n + 1, step):
        x, y = (low + (high - low) * k / n).tolist()
        for a, b in (((x, low[1]), (x, high[1])), ((low[0], y), (high[0], y))):
            picture.canvas.line(frame.at(a), frame.at(b), picture.style.outer, picture.thin * 3)


def _surakarta_loops(picture: BoardPicture) -> None:
    """Three-quarter circles at the corners, which join the lines that pieces capture along."""
    size = grid_size(picture, "Vertex")
    if size is None:
        return
    frame = picture.frame
    low, high = frame.points("Vertex").min(axis=0), frame.points("Vertex").max(axis=0)
    step = (high - low) / (max(size) - 1)
    colours = ("#00af00", "#e63214", "#0064c8")
    for loop in range(1, max(2, (min(size) - 2) // 2 + 1)):
        r = float(step[0]) * loop * frame.unit
        for sx, sy, corner in ((-1, -1, low), (1, -1, (high[0], low[1])), (-1, 1, (low[0], high[1])), (1, 1, high)):
            start = frame.at((corner[0], corner[1] - sy * step[1] * loop))
            end = frame.at((corner[0] - sx * step[0] * loop, corner[1]))
            sweep = 1 if sx * sy < 0 else 0
            first, last = (" ".join(map(number, p)) for p in (start, end))
            d = f"M{first}A{number(r)} {number(r)} 0 1 {sweep} {last}"
            picture.canvas.path(d, "none", colours[(loop - 1) % 3], picture.thin * 1.5)


def _numbers_and_ways(picture: BoardPicture) -> None:
    """The number of every cell along the way, and a ladder or a snake for each entry of the game's maps."""
    view, frame = picture.view, picture.frame
    size = frame.radius() * 0.5
    numbers = _numbers_along_the_way(view)
    for site, place in numbers.items():
        x, y = frame.site("Cell", site)
        corner = (x - frame.radius() * 0.6, y - frame.radius() * 0.65)
        picture.canvas.text(corner, size, str(place), "#5a82aa")
    for _, entries in view.maps:
        for start, end in entries.items():
            if 0 <= max(start, end) < view.topology.count("Cell") and min(start, end) >= 0:
                ends = frame.site("Cell", start), frame.site("Cell", end)
                draw = _ladder if numbers.get(end, end) > numbers.get(start, start) else _snake
                draw(picture.canvas, *ends, frame.radius())


def _numbers_along_the_way(view: View) -> dict[int, int]:
    """The places of cells on the first track, from 1; where there is no track, in the order of the board."""
    count = view.topology.count("Cell")
    way = view.tracks[0].sites if view.tracks else range(count)
    numbers: dict[int, int] = {}
    for place, site in enumerate(way, 1):
        if 0 <= site < count:
            numbers.setdefault(site, place)
    return numbers


def _ladder(canvas: Canvas, foot: Point, top: Point, radius: float) -> None:
    """Two rails with rungs between them."""
    length = math.dist(foot, top) or 1.0
    along = (top[0] - foot[0]) / length, (top[1] - foot[1]) / length
    half, width = 0.24 * radius, 0.11 * radius
    aside = -along[1] * half, along[0] * half
    canvas.open(opacity=0.75)
    for side in (-1, 1):
        a, b = ((x + side * aside[0], y + side * aside[1]) for x, y in (foot, top))
        canvas.line(a, b, "#c86400", width)
    rungs = max(2, round(length / (0.55 * radius)))
    for n in range(1, rungs):
        x, y = foot[0] + along[0] * length * n / rungs, foot[1] + along[1] * length * n / rungs
        canvas.line((x - aside[0], y - aside[1]), (x + aside[0], y + aside[1]), "#ff9a33", width)
    canvas.close()


def _snake(canvas: Canvas, head: Point, tail: Point, radius: float) -> None:
    """A winding line that gets thinner from its head to its tail."""
    length = math.dist(head, tail) or 1.0
    along = (tail[0] - head[0]) / length, (tail[1] - head[1]) / length
    turns = max(1, round(length / (2.4 * radius)))
    steps = 12 * turns
    points = []
    for n in range(steps + 1):
        part = n / steps
        aside = 0.4 * radius * math.sin(2 * math.pi * turns * part) * min(1.0, 4 * part, 4 * (1 - part))
        x, y = head[0] + along[0] * length * part, head[1] + along[1] * length * part
        points.append((x - along[1] * aside, y + along[0] * aside))
    canvas.open(opacity=0.8)
    quarter = steps // 4
    for n, width in enumerate((0.3, 0.25, 0.19, 0.12)):
        part_of = points[n * quarter : (n + 1) * quarter + 1]
        canvas.path(path_of(part_of, closed=False), NONE, "#8c2f6b", width * radius, stroke_linecap="round")
    canvas.circle(head, 0.25 * radius, "#8c2f6b")
    for side in (-1, 1):
        eye = (head[0] + side * -along[1] * 0.1 * radius, head[1] + side * along[0] * 0.1 * radius)
        canvas.circle(eye, 0.06 * radius, "#ffffff")
    canvas.close()


def palaces(picture: BoardPicture) -> None:
    """The diagonals of the two palaces of a board of nine by ten points."""
    if grid_size(picture, "Vertex") != (9, 10):
        return
    at = {(e.column, e.row): n for n, e in enumerate(picture.view.topology.elements("Vertex"))}
    for row in (0, 7):
        for a, b in (((3, row), (5, row + 2)), ((5, row), (3, row + 2))):
            ends = picture.frame.site("Vertex", at[a]), picture.frame.site("Vertex", at[b])
            picture.canvas.line(*ends, picture.style.inner, picture.thin)


MARKS: Final[dict[str, Callable[[BoardPicture], None]]] = {
    "Go": _go_dots, "Shogi": _shogi_dots, "Tafl": _tafl_knots, "Sudoku": _subgrids, "UltimateTicTacToe": _subgrids,
    "Surakarta": _surakarta_loops, "SnakesAndLadders": _numbers_and_ways, "Janggi": palaces,
}  # fmt: skip
