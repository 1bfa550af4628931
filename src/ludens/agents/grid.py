"""A board on a line: positions such that one step in a direction is one distance, wherever it is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ludens.board import SiteType, Topology

#: a longer line than that of bits would not be fast
MAX_WIDTH = 512


@dataclass(frozen=True)
class Grid:
    """Where each site lies on the line; for each direction its distance and the positions that have a step that way.

    `longest` is the number of steps of the longest straight line, `width` the length of the line, a multiple of 64.
    """

    positions: tuple[int, ...]
    steps: tuple[tuple[int, int], ...]
    longest: int
    width: int

    @property
    def is_plain(self) -> bool:
        """Whether a site's position is its number."""
        return self.positions == tuple(range(len(self.positions)))

    def set_of(self, sites: Sequence[int]) -> int:
        """Sites as a set of positions."""
        return sum(1 << self.positions[site] for site in sites)


def grid_of(topology: Topology, site_type: SiteType, direction: str) -> Grid | None:
    """The board's grid for lines in the directions of that name; None where the board has none, as on circles."""
    lines = [
        r.steps for site in range(topology.count(site_type)) for r in topology.radials_from(site_type, site, direction)
    ]
    return _laid(tuple(range(topology.count(site_type))), lines) or _laid(_lattice(topology, site_type), lines)


def _lattice(topology: Topology, site_type: SiteType) -> tuple[int, ...]:
    """Positions row by row, on the finest grid that has all sites."""
    points = np.asarray(topology.positions(site_type))[:, :2]
    xs, ys = (_ranks(points[:, axis]) for axis in (0, 1))
    return tuple((xs + (xs.max() + 1) * ys).tolist())


def _ranks(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The number of each value among the different ones, from the least."""
    return np.unique(np.round(values, 3), return_inverse=True)[1].astype(np.int64)


def _laid(positions: tuple[int, ...], lines: Sequence[tuple[int, ...]]) -> Grid | None:
    """A grid of these positions; None where lines would bend, break off or go on too far."""
    width = -(-(max(positions) + 1) // 64) * 64
    placed = [tuple(positions[site] for site in line) for line in lines if len(line) > 1]
    steps: dict[int, int] = {}
    for line in placed:
        by = line[1] - line[0]
        steps[by] = steps.get(by, 0) | 1 << line[0]
    straight = all(_followed(line, steps) for line in placed)
    if not placed or not straight or width > MAX_WIDTH or len(set(positions)) < len(positions):
        return None
    return Grid(positions, tuple(steps.items()), max(map(len, placed)) - 1, width)


def _followed(line: tuple[int, ...], steps: dict[int, int]) -> bool:
    """Whether steps of one distance from its origin on give the line, and no more."""
    by = line[1] - line[0]
    straight = all(b - a == by for a, b in pairwise(line))
    return straight and all(steps[by] >> a & 1 for a in line[:-1]) and not steps[by] >> line[-1] & 1
