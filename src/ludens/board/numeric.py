"""Numeric primitives of board geometry, bit for bit where ties decide the order of sites and directions."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float64]"
Ints: TypeAlias = "NDArray[np.int64]"
Point = tuple[float, float]
Position = tuple[float, float, float]
_SINGLE: Final = struct.Struct("<f")

EPS: Final = 1e-7
NEAR: Final = 0.001  # vertices closer than this (sum of coordinate differences) are one

# The polynomial and the split constants of atan in fdlibm (freely published by Sun Microsystems, 1993). The last bit
# of an angle decides the order of steps that point the same way, so the platform's own atan2 will not do.
_ATAN: Final = (
    3.33333333333329318027e-01,
    -1.99999999998764832476e-01,
    1.42857142725034663711e-01,
    -1.11111104054623557880e-01,
    9.09088713343650656196e-02,
    -7.69187620504482999495e-02,
    6.66107313738753120669e-02,
    -5.83357013379057348645e-02,
    4.97687799461593236017e-02,
    -3.65315727442169155270e-02,
    1.62858201153657823623e-02,
)
_HIGH: Final = (
    4.63647609000806093515e-01,
    7.85398163397448278999e-01,
    9.82793723247329054082e-01,
    1.57079632679489655800e00,
)
_LOW: Final = (
    2.26987774529616870924e-17,
    3.06161699786838301793e-17,
    1.39033110312309984516e-17,
    6.12323399573676603587e-17,
)
_PI: Final = 3.1415926535897931160e00
_PI_LOW: Final = 1.2246467991473531772e-16


def single(value: float) -> float:
    """The nearest single-precision number, as a double."""
    try:
        nearest: float = _SINGLE.unpack(_SINGLE.pack(value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)
    return nearest


def atan2(y: float, x: float) -> float:
    """fdlibm's atan2 of one vector."""
    if y == 0:
        return (math.copysign(_PI, y)) if math.copysign(1.0, x) < 0 else y
    if x == 0:
        return math.copysign(math.pi / 2, y)
    return _slanting(y, x)


@lru_cache(4096)
def _slanting(y: float, x: float) -> float:
    """That of a vector along neither axis: a board has few different ones."""
    angle = _atan(abs(y / x))
    if x > 0:
        return angle if y > 0 else -angle
    return _PI - (angle - _PI_LOW) if y > 0 else (angle - _PI_LOW) - _PI


def _atan(x: float) -> float:
    if x >= 2.0**66:
        return _HIGH[3] + _LOW[3]
    if x < 2.0**-29:
        return x
    case, x = _reduce(x)
    z = x * x
    w = z * z
    c = _ATAN
    odd = z * (c[0] + w * (c[2] + w * (c[4] + w * (c[6] + w * (c[8] + w * c[10])))))
    even = w * (c[1] + w * (c[3] + w * (c[5] + w * (c[7] + w * c[9]))))
    if case < 0:
        return x - x * (odd + even)
    return _HIGH[case] - ((x * (odd + even) - _LOW[case]) - x)


def _reduce(x: float) -> tuple[int, float]:
    if x < 0.4375:
        return -1, x
    if x < 0.6875:
        return 0, (2.0 * x - 1.0) / (2.0 + x)
    if x < 1.1875:
        return 1, (x - 1.0) / (x + 1.0)
    if x < 2.4375:
        return 2, (x - 1.5) / (1.0 + 1.5 * x)
    return 3, -1.0 / x


def distance(a: Point, b: Point) -> float:
    """Euclidean distance in the plane."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return math.sqrt(dx * dx + dy * dy)


def neighbourhoods(points: Sequence[Sequence[float]], reach: float) -> Iterator[list[int]]:
    """For each point the numbers of all within `reach` of it in the plane, ascending, and of some farther away."""
    bins: dict[tuple[int, int], list[int]] = {}
    places = [(math.floor(p[0] / reach), math.floor(p[1] / reach)) for p in points]
    for number, place in enumerate(places):
        bins.setdefault(place, []).append(number)
    around: dict[tuple[int, int], list[int]] = {}
    for x, y in places:
        if (x, y) not in around:
            near = [n for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1) for n in bins.get((i, j), ())]
            around[x, y] = sorted(near)
        yield around[x, y]


def line_distance(p: Point, a: Point, b: Point) -> float:
    """Distance from p to the infinite line through a and b (to a, where they coincide)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) + abs(dy) < EPS:
        return distance(p, a)
    c = (p[1] - a[1]) * dx - (p[0] - a[0]) * dy
    return math.sqrt(c * c / (dx * dx + dy * dy))


def bend(a: Point, b: Point, c: Point) -> float:
    """Absolute tangent of the turn at b on the way a, b, c; infinite for a turn of a right angle or more."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    ux, uy = c[0] - b[0], c[1] - b[1]
    k = ux * vx + uy * vy
    return math.inf if k <= 0 else abs((uy * vx - ux * vy) / k)


def turn(a: Point, b: Point, c: Point) -> float:
    """Signed turn at b in radians, positive to the left."""
    vx, vy = b[0] - a[0], b[1] - a[1]
    ux, uy = c[0] - b[0], c[1] - b[1]
    return atan2(uy * vx - ux * vy, ux * vx + uy * vy)


def is_right(a: Point, b: Point, c: Point) -> bool:
    """Whether a, b, c turns right or runs straight on."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]) < EPS


def side_of(p: Point, a: Point, b: Point) -> int:
    """1 when p lies left of a to b, -1 right of it, 0 on it."""
    s = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return (s > EPS) - (s < -EPS)


def area(points: Sequence[Point]) -> float:
    """Signed area of a polygon, negative when it is listed clockwise."""
    total = 0.0
    for n, (x, y) in enumerate(points):
        following = points[(n + 1) % len(points)]
        total += x * following[1] - following[0] * y
    return total / 2


def in_polygon(p: Point, points: Sequence[Point]) -> bool:
    """Even-odd test, points on the left and lower outline counting as inside."""
    x, y = p
    odd = False
    previous = len(points) - 1
    for i, (xi, yi) in enumerate(points):
        xj, yj = points[previous]
        if ((yi < y <= yj) or (yj < y <= yi)) and (xi <= x or xj <= x):
            odd ^= xi + (y - yi) / (yj - yi) * (xj - xi) < x
        previous = i
    return odd


def crossing(a0: Point, a1: Point, b0: Point, b1: Point) -> tuple[float, float] | None:
    """Where the lines through two segments meet, as fractions of each; None when they are parallel."""
    lx, ly = a1[0] - a0[0], a1[1] - a0[1]
    nx, ny = b1[0] - b0[0], b1[1] - b0[1]
    mx, my = b0[0] - a0[0], b0[1] - a0[1]
    det = nx * ly - ny * lx
    if abs(det) < EPS:
        return None
    return (nx * my - ny * mx) / det, (lx * my - ly * mx) / det


def sector(angle: float, count: int) -> int:
    """Number of the sector an angle falls into, sector 0 being centred on east."""
    while angle < 0:
        angle += 2 * math.pi
    while angle > 2 * math.pi:
        angle -= 2 * math.pi
    arc = 2 * math.pi / count
    return int((angle + arc / 2) / arc) % count


def lerp(a: Point, b: Point, t: float) -> Point:
    """The point at fraction t of the way from a to b."""
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def rotated(p: Point, angle: float) -> Point:
    """The point turned about the origin, counter-clockwise."""
    c, s = math.cos(angle), math.sin(angle)
    return p[0] * c - p[1] * s, p[0] * s + p[1] * c
