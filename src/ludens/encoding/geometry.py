"""Where a site lies in an array: rows and columns where the sites are points of a lattice, else a list of nodes.

Squares, hexagons, triangles and most mancala boards are lattices: two steps from site to site are found whose multiples
reach every site, so that what is a translation on the board is one in the array, and convolutions see it. Hexagons come
out in axial coordinates. Elsewhere (circles, maps, layers) the array has one place a site, and the edges tell the rest.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ludens.board import SiteType
from ludens.rules.state.fields.sites import num_slots
from ludens.rules.state.model import Model

Points = npt.NDArray[np.float64]
#: how many places for each site an array may have
_SPARSE = 6
#: how far points may be from those of the lattice, in steps
_NEAR = 1e-3
_NEIGHBOURS = 8


@dataclass(frozen=True)
class Geometry:
    """The shape of a plane, and the place of each slot of the board in it (see `Game.slots`), flattened.

    `places` is -1 for the slots of other containers.
    """

    shape: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def is_grid(self) -> bool:
        """Whether a plane has rows and columns."""
        return len(self.shape) == 2

    @property
    def size(self) -> int:
        """The number of places of a plane."""
        return int(np.prod(self.shape))

    @cached_property
    def slots(self) -> list[int]:
        """The slots of the board."""
        return [slot for slot, place in enumerate(self.places) if place >= 0]


def geometry_of(model: Model) -> Geometry:
    """The geometry of a game's board."""
    slots, points = _points(model)
    grid = _lattice(points)
    shape, own = grid if grid else ((len(slots),), np.arange(len(slots)))
    places = np.full(num_slots(model), -1)
    places[slots] = own
    return Geometry(shape, tuple(places.tolist()))


def edges_of(model: Model) -> npt.NDArray[np.int64]:
    """The pairs of adjacent sites of the board as slots, both ways, of shape (2, pairs); sites of each type apart."""
    pairs: list[tuple[int, int]] = []
    for site_type, first in first_slots(model):
        for site in range(model.count(site_type)):
            near = model.topology.neighbours(site_type, site, "Adjacent")
            pairs += [(first + site, first + other) for other in near]
    return np.array(pairs, np.int64).reshape(-1, 2).T


def first_slots(model: Model) -> list[tuple[SiteType, int]]:
    """The site types of a game, each with the slot of its first site."""
    firsts: list[tuple[SiteType, int]] = [(model.default_site, 0)]
    first = model.total_sites
    for site_type in model.site_types[1:]:
        firsts.append((site_type, first))
        first += model.count(site_type)
    return firsts


def _points(model: Model) -> tuple[list[int], Points]:
    """The slots of the board and where they lie."""
    slots: list[int] = []
    points: list[Points] = []
    for site_type, first in first_slots(model):
        count = model.count(site_type)
        slots += range(first, first + count)
        points.append(np.asarray(model.topology.positions(site_type), np.float64).reshape(count, 3))
    return slots, np.concatenate(points)


def _lattice(points: Points) -> tuple[tuple[int, int], npt.NDArray[np.int64]] | None:
    """Rows and columns of the smallest array that holds the points; None where they are no lattice."""
    if len(points) < 2 or np.ptp(points[:, 2]) > _NEAR:
        return None
    flat = points[:, :2] - points[0, :2]
    best: tuple[tuple[int, int], npt.NDArray[np.int64]] | None = None
    for across, up in _bases(flat):
        multiples = _coordinates(flat, across, up)
        if multiples is None:
            continue
        columns, rows = multiples[:, 0], multiples[:, 1]
        shape = (int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1)
        if best is None or shape[0] * shape[1] < best[0][0] * best[0][1]:
            places = (rows - rows.min()) * shape[1] + columns - columns.min()
            if len(np.unique(places)) == len(places):
                best = shape, places
    if best is None or best[0][0] * best[0][1] > _SPARSE * len(points):
        return None
    return best


def _bases(flat: Points) -> list[tuple[Points, Points]]:
    """Pairs of steps that might span the lattice, those along the axes first; columns grow to the right, rows up."""
    steps = _steps(flat)
    pairs = [(a, b) for a, b in itertools.permutations(steps, 2) if a[0] * b[1] - a[1] * b[0] > _NEAR]
    pairs.sort(key=lambda pair: (abs(pair[0][1]) > _NEAR, abs(pair[1][0]) > _NEAR))
    if len(np.unique(np.round(flat[:, 1], 3))) == 1:  # one row
        return [(a, np.array([0.0, 1.0])) for a in steps if a[0] > _NEAR]
    return pairs


def _steps(flat: Points) -> list[Points]:
    """The differences between points and those nearest to them, the shortest ones, up to sign."""
    by_value: dict[tuple[float, float], Points] = {}
    middle = np.argsort(np.abs(flat - flat.mean(axis=0)).sum(axis=1))[:4]
    for index in {*middle.tolist(), 0, len(flat) - 1}:
        apart = flat - flat[index]
        order = np.argsort((apart**2).sum(axis=1), kind="stable")[1 : 1 + _NEIGHBOURS]
        for step in apart[order]:
            right = step if (step[0] > _NEAR or (abs(step[0]) <= _NEAR and step[1] > 0)) else -step
            by_value.setdefault((round(float(right[0]), 3), round(float(right[1]), 3)), right)
    steps = sorted(by_value.values(), key=lambda s: (round(float((s**2).sum()), 4), s[1] < 0, round(float(-s[0]), 4)))
    return [*steps[:6], *(-step for step in steps[:6])]


def _coordinates(flat: Points, across: Points, up: Points) -> npt.NDArray[np.int64] | None:
    """The points as multiples of two steps; None where they are no whole ones."""
    multiples = np.linalg.solve(np.stack([across, up], axis=1), flat.T).T
    whole = np.round(multiples)
    return whole.astype(np.int64) if np.abs(multiples - whole).max() < _NEAR else None
