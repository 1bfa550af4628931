"""Semi-regular tilings, named by the polygons round a vertex."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from ludens.board.errors import BoardError
from ludens.board.faces import collect, unit_graph
from ludens.board.generators.common import (
    FLAT_CORNERS,
    HALF3,
    ROOT3,
    Keep,
    PointOf,
    check_size,
    from_centres,
    inside,
    lattice,
)
from ludens.board.graph import Graph
from ludens.board.numeric import Point
from ludens.board.operators import keep as keep_inside
from ludens.board.polygon import Polygon, hex_outline, square_outline

Offsets = Sequence[Point]
Outline = Polygon | Sequence[int]


def _ring(radius: float, first: float, step: float, count: int) -> tuple[Point, ...]:
    angles = [first + step * n for n in range(count)]
    return tuple((radius * math.cos(t), radius * math.sin(t)) for t in angles)


_R18: Final[Offsets] = (
    (-0.5, HALF3),
    (0.5, HALF3),
    (1.0, 0.0),
    (0.5, -HALF3),
    (-0.5, -HALF3),
    (-1.0, 0.0),
    *_ring((1 + HALF3) / math.cos(math.radians(15)), math.radians(15), math.radians(30), 12),
)
_R18_TURNED: Final[Offsets] = tuple((y, x) for x, y in _R18)
_D12: Final[Offsets] = tuple(
    (math.cos(math.pi / 12 + 2 * math.pi * n / 12) / math.sqrt(2 - ROOT3),
     math.sin(math.pi / 12 + 2 * math.pi * n / 12) / math.sqrt(2 - ROOT3))
    for n in range(12)
)  # fmt: skip
_V: Final = 1 + 2 / math.sqrt(2.0)
_OCTAGON: Final[Offsets] = (
    (0.5, _V / 2),
    (_V / 2, 0.5),
    (_V / 2, -0.5),
    (0.5, -_V / 2),
    (-0.5, -_V / 2),
    (-_V / 2, -0.5),
    (-_V / 2, 0.5),
    (-0.5, _V / 2),
)
_UNIT_SQUARE: Final[Offsets] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_SNUB: Final[Offsets] = tuple(
    (x * 0.5, y * HALF3)
    for x, y in (
        (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-2, 2), (0, 2), (2, 2),
        (3, 1), (4, 0), (3, -1), (2, -2), (0, -2), (-2, -2), (-3, -1), (-4, 0), (-3, 1),
    )
)  # fmt: skip
_P, _Q = 0.5, HALF3
_SNUB_SQUARE: Final[Offsets] = (
    (-_P, -_P - _Q),
    (_P, -_P - _Q),
    (-_P - _Q, -_Q),
    (_P + _Q, -_Q),
    (0.0, -_P),
    (-2 * _P - _Q, 0.0),
    (-_Q, 0.0),
    (_Q, 0.0),
    (2 * _P + _Q, 0.0),
    (0.0, _P),
    (-_P - _Q, _Q),
    (_P + _Q, _Q),
    (-_P, _P + _Q),
    (_P, _P + _Q),
)


def _t3636(r: int, c: int) -> Point:
    return 2 * (c - 0.5 * r), ROOT3 * r


def _t488(r: int, c: int) -> Point:
    return c * _V, r * _V


def _t33344(r: int, c: int) -> Point:
    return c + 0.5 * r, r * (1 + HALF3)


def _t3464(r: int, c: int) -> Point:
    return (3 + ROOT3) / 2 * (c - r), (1 + ROOT3) * (r + c) * 0.5


def _t3464_custom(r: int, c: int) -> Point:
    return (1 + ROOT3) * (c - 0.5 * r), (3 + ROOT3) / 2 * r


def _wide(dx: float) -> PointOf:
    return lambda r, c: (dx * (c - 0.5 * r), dx * HALF3 * r)


def _t33336(r: int, c: int) -> Point:
    return 2.5 * c - 2 * r, (2 * r + c) * HALF3


def _t33434(r: int, c: int) -> Point:
    g = (1 + ROOT3) / 2
    return g * (c - r), g * (r + c)


def _t333333_33434(r: int, c: int) -> Point:
    return (1.5 + ROOT3) * (c - r), (2 + ROOT3) * (r + c) * 0.5


def _hexagon(half: int) -> Keep:
    return lambda r, c: not (c > half + r or r - c > half)


_HEXAGONS: Final[dict[str, tuple[PointOf, Offsets]]] = {
    "T3636": (_t3636, FLAT_CORNERS),
    "T3464": (_t3464, _R18),
    "T4612": (_wide(4.7320508), _D12),
    "T31212": (_wide(3.7320508), _D12),
    "T33336": (_t33336, _SNUB),
    "T333333_33434": (_t333333_33434, _R18),
}
_RHOMBS: Final[dict[str, tuple[PointOf, Offsets]]] = {
    "T3636": (_t3636, FLAT_CORNERS),
    "T488": (_t488, _OCTAGON),
    "T33344": (_t33344, _UNIT_SQUARE),
    "T3464": (_t3464, _R18),
    "T33434": (_t33434, _SNUB_SQUARE),
}


def tiling(name: str, a: int, b: int | None = None) -> Graph:
    """`(tiling name a [b])`; sizes count the major cells."""
    check_size(a, b or 0)
    if name == "T488":
        points = lattice(range(a), range(a if b is None else b), lambda r, c: True)
        return unit_graph(collect([_t488(r, c) for r, c in points], _OCTAGON), name)
    if name in _HEXAGONS and (b is None or name not in _RHOMBS):
        place, offsets = _HEXAGONS[name]
        n = 2 * a - 1
        points = lattice(range(n), range(n), _hexagon(n // 2))
        return from_centres([place(r, c) for r, c in points], offsets, name)
    if name not in _RHOMBS:
        raise BoardError(f"no tiling {name}")
    return _rhomb(name, a, b)


def _rhomb(name: str, a: int, b: int | None) -> Graph:
    place, offsets = _RHOMBS[name]
    rows, columns = a, a if b is None else b
    if name == "T3636":
        rows, columns = 2 * rows - 1, 2 * columns - 1
    if name == "T33434":
        columns = rows
    points = lattice(range(rows), range(columns), lambda r, c: True)
    return from_centres([place(r, c) for r, c in points], offsets, name)


_FIXED: Final = {"T333333_33434": 2, "T4612": 3, "T31212": 3, "T33336": 3, "T33434": 3}


def custom_tiling(name: str, outline: Outline) -> Graph:
    """`(tiling name {sides})` and `(tiling name (poly ...))`; some tilings have one fixed size here."""
    if name == "T33434" and isinstance(outline, Polygon):
        return keep_inside(tiling(name, 5), outline)
    if name in _FIXED:
        return tiling(name, _FIXED[name])
    if name not in _CUSTOM:
        raise BoardError(f"no tiling {name}")
    polygon, place, offsets = _CUSTOM[name](outline)
    polygon.inflate()
    rows, columns = polygon.index_ranges(2)
    # The three-colour tiling of triangles and hexagons keeps the basis of the hexagons here.
    return from_centres(inside(polygon, rows, columns, place), offsets, "Hexagonal" if name == "T3636" else name)


Custom = Callable[[Outline], tuple[Polygon, PointOf, Offsets]]


def _by_hex_path(place: PointOf, offsets: Offsets) -> Custom:
    return lambda o: (o if isinstance(o, Polygon) else hex_outline(o, place, (0.0, 0.0)), place, offsets)


def _t488_outline(outline: Outline) -> tuple[Polygon, PointOf, Offsets]:
    steps = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    polygon = outline if isinstance(outline, Polygon) else square_outline(outline, steps)
    return polygon, _t488, _OCTAGON


_CUSTOM: Final[dict[str, Custom]] = {
    "T3636": _by_hex_path(_t3636, FLAT_CORNERS),
    "T33344": _by_hex_path(_t33344, _UNIT_SQUARE),
    "T3464": _by_hex_path(_t3464_custom, _R18_TURNED),
    "T488": _t488_outline,
}
