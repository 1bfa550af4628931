"""Boards that are drawn in their own way: pits, points of backgammon, hollows, walls with holes, a river."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from ludens.ludemes.graphics.kinds import EdgeType, HoleType
from ludens.ludemes.graphics.shown import ShowHoles
from ludens.render.canvas import Point, path_of
from ludens.render.characters import draw_characters
from ludens.render.colours import NONE, Colour, components, rgb, shaded
from ludens.render.frame import has_bar
from ludens.render.ground import cells, edge_class, plate
from ludens.render.ornaments import palaces
from ludens.render.picture import BoardPicture, grid_size


def _river(picture: BoardPicture) -> None:
    """A board of nine by ten points: no lines cross the middle."""
    plate(picture)
    outer, topology = picture.outer_edges, picture.view.topology
    elements = topology.elements("Vertex")
    crossing = [
        e for e, (a, b) in enumerate(topology.edge_vertices)
        if e not in outer and {elements[a].row, elements[b].row} == {4, 5}
    ]  # fmt: skip
    inner = [e for e in range(topology.count("Edge")) if e not in outer and e not in crossing]
    edge_class(picture, inner, EdgeType.Inner, picture.style.inner, 1.0)
    edge_class(picture, sorted(outer), EdgeType.Outer, picture.style.outer, 2.0)
    palaces(picture)
    if grid_size(picture, "Vertex") == (9, 10):
        _river_banks(picture)


def _river_banks(picture: BoardPicture) -> None:
    """The characters in the river, and the marks at the first places of soldiers and cannons."""
    frame, canvas, ink = picture.frame, picture.canvas, picture.style.inner
    at = {(e.column, e.row): frame.site("Vertex", n) for n, e in enumerate(picture.view.topology.elements("Vertex"))}
    unit = frame.unit
    for column, written, turn in ((1.5, "楚河", 0), (6.5, "漢界", 180)):
        x, y = at[0, 4][0] + column * unit, (at[0, 4][1] + at[0, 5][1]) / 2
        canvas.open(opacity=0.55, transform=f"translate({x:.1f} {y:.1f}) rotate({turn})")
        for n, character in enumerate(written):
            draw_characters(canvas, character, ((n - 0.5) * 1.1 * unit, 0), 0.62 * unit, ink)
        canvas.close()
    points = [(c, r) for r in (3, 6) for c in range(0, 9, 2)] + [(c, r) for r in (2, 7) for c in (1, 7)]
    near, far = 0.1 * unit, 0.28 * unit
    for column, row in points:
        x, y = at[column, row]
        for sx in [s for s in (-1, 1) if 0 <= column + s <= 8]:
            for sy in (-1, 1):
                corner = [(x + sx * far, y + sy * near), (x + sx * near, y + sy * near), (x + sx * near, y + sy * far)]
                canvas.path(path_of(corner, closed=False), NONE, ink, picture.thin)


def _hollowed(wood: Colour, factor: float) -> Colour:
    """The colour of wood in shadow, which is redder."""
    r, g, b = components(wood)
    return rgb(round(r * factor), round(g * factor * 0.86), round(b * factor * 0.72))


def _mancala(picture: BoardPicture) -> None:
    canvas, frame, style = picture.canvas, picture.frame, picture.style
    canvas.rect(
        frame.left, frame.top, frame.width, frame.height, style.phases[0], rx=min(frame.width, frame.height) * 0.3,
        stroke=style.outer, stroke_width=picture.thin * 2, data_ground=picture.ground(0),
    )  # fmt: skip
    square = {s for item in picture.appearance.of(ShowHoles) if item.hole is HoleType.Square for s in item.indices}
    radius = frame.radius("Vertex") * 0.88
    for v in range(picture.view.topology.count("Vertex")):
        x, y = frame.site("Vertex", v)
        dark, darker = _hollowed(style.phases[0], 0.8), _hollowed(style.phases[0], 0.55)
        if v in square:
            canvas.rect(
                x - radius, y - radius, 2 * radius, 2 * radius, dark, rx=radius * 0.2, stroke=darker, stroke_width=2
            )
        else:
            marked = "pit" if picture.ground(0) else None
            canvas.circle((x, y), radius, dark, darker, max(1.5, radius * 0.06), data_ground=marked)


def _two_rows(picture: BoardPicture) -> None:
    """Backgammon: triangles for points, the bar in the middle."""
    canvas, frame, style = picture.canvas, picture.frame, picture.style
    canvas.rect(frame.left, frame.top, frame.width, frame.height, style.outer, rx=6)
    count = picture.view.topology.count("Vertex")
    half, bar = count // 2, has_bar(count)
    base_y, top_y = frame.points("Vertex")[0][1] - 0.5, frame.points("Vertex")[-1][1] + 0.5
    for first, last in ((0, 6), (7, half)) if bar else ((0, half // 2), (half // 2, half)):
        a, b = frame.at((first - 0.5, top_y)), frame.at((last - 0.5, base_y))
        canvas.rect(a[0], a[1], b[0] - a[0], b[1] - a[1], style.phases[0])
    for n in range(count):
        column = n % half
        if bar and column == 6:
            continue
        start, tip = (base_y, base_y + 4.6) if n < half else (top_y, top_y - 4.6)
        colour = style.phases[1 + (column + (n < half)) % 2]
        corners = ((column - 0.5, start), (column + 0.5, start), (column, tip))
        canvas.polygon([frame.at(c) for c in corners], colour)


def _holes(picture: BoardPicture) -> None:
    """A plate with a hollow for each vertex on the ground: its upper rim lies in shadow, so that it is no man."""
    canvas, frame, ground = picture.canvas, picture.frame, picture.style.phases[0]
    marked = picture.ground(0)
    canvas.rect(frame.left, frame.top, frame.width, frame.height, ground, rx=frame.radius() * 0.6, data_ground=marked)
    radius = frame.radius("Vertex") * (0.66 if picture.name == "Lasca" else 0.8)
    for v, e in enumerate(picture.view.topology.elements("Vertex")):
        if abs(e.z) < 0.01:
            x, y = frame.site("Vertex", v)
            canvas.circle((x, y), radius, shaded(ground, 0.62), data_ground="rim" if marked else None)
            canvas.circle(
                (x, y + 0.07 * radius), 0.9 * radius, shaded(ground, 0.82), data_ground="pit" if marked else None
            )


def _pegs(picture: BoardPicture) -> None:
    """A board of wood about all points, with a drilled hole for each."""
    canvas, frame, style = picture.canvas, picture.frame, picture.style
    points = frame.points("Vertex")
    outline = path_of([frame.at(point) for point in _hull([(float(x), float(y)) for x, y in points])])
    for colour, reach in ((style.outer, 2.3), (style.phases[0], 2.1)):
        marked = picture.ground(0) if colour == style.phases[0] else None
        canvas.path(outline, colour, colour, reach * frame.radius("Vertex"), data_ground=marked)
    radius = 0.42 * frame.radius("Vertex")
    for v in range(len(points)):
        x, y = frame.site("Vertex", v)
        canvas.circle((x, y), radius, shaded(style.phases[0], 0.62), data_ground="rim" if picture.ground(0) else None)
        canvas.circle((x, y + 0.12 * radius), 0.84 * radius, shaded(style.phases[0], 0.3))


def _hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the smallest convex outline round points, counterclockwise."""
    ordered, hull = sorted(set(points)), list[Point]()
    for way in (ordered, ordered[::-1]):
        half = list[Point]()
        for x, y in way:
            while len(half) > 1 and _turn(half[-2], half[-1], (x, y)) <= 0:
                half.pop()
            half.append((x, y))
        hull += half[:-1]
    return hull or ordered


def _turn(a: Point, b: Point, c: Point) -> float:
    """Above 0 where the way from `a` over `b` to `c` turns to the left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _connect4(picture: BoardPicture) -> None:
    """A wall with a hole for each piece that a column holds."""
    cells(picture)
    frame, style = picture.frame, picture.style
    for site in range(picture.view.topology.count("Cell")):
        x, y = frame.site("Cell", site)
        for level in range(frame.storeys):
            radius = frame.radius("Cell")
            at = (x, y - 2 * radius * level)
            picture.canvas.circle(at, radius * 0.84, "#ffffff", shaded(style.phases[0], 0.7), picture.thin)


PAINTERS: Final[dict[str, Callable[[BoardPicture], None]]] = {
    "Mancala": _mancala, "Backgammon": _two_rows, "Table": _two_rows, "Shibumi": _holes, "Lasca": _holes,
    "Connect4": _connect4, "Xiangqi": _river, "Pegs": _pegs,
}  # fmt: skip
