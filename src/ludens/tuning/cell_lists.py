"""The lists of cells whose pieces patterns tell: each cell, rows, and blocks around the middle of two neighbours.

A cell is a site of the board, or where pieces are stacked a level of one: its number is that of the site, to which the
number of sites is added once more than the level has below it (`ludens.ludemes.metadata.heuristics.patterns`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from ludens.agents.fitting import Values
from ludens.game import State
from ludens.game.single import SingleGame

CellList = tuple[int, ...]
#: the most arrangements of one list, and of all lists
_MOST, _MOST_IN_ALL = 1024, 200_000
#: of coordinates, those that count
_DIGITS: Final = 3
#: levels that are told from each other, at most, and the random games and plies that tell how many there are
_LEVELS, _GAMES, _PLIES = 8, 12, 200
#: how far what stands on top lies from all levels, in distances of neighbours
_APART: Final = 100.0


class Cells:
    """The cells of a game's board, with so many levels of each site; 0 where nothing is stacked."""

    def __init__(self, game: SingleGame, levels: int) -> None:
        self.game, self.levels, self.sites = game, levels, game.model.board_sites
        topology, kind = game.model.topology, game.model.default_site
        flat = np.asarray(topology.positions(kind), np.float64).reshape(-1, 3)[: self.sites]
        self._pairs = [
            (site, other)
            for site in range(self.sites)
            for other in topology.neighbours(kind, site, "Adjacent")
            if site < other < self.sites
        ]
        step = min((float(np.linalg.norm(flat[a] - flat[b])) for a, b in self._pairs), default=1.0)
        heights = [-_APART if levels else 0.0, *range(levels)]
        #: where each cell lies, of shape (cells, 3); levels are as far apart as neighbours
        self.points: Values = np.concatenate([flat + np.array([0.0, 0.0, height * step]) for height in heights])

    def places(self, base: int) -> list[CellList]:
        """Each cell, and as long lists as have few enough arrangements of so many digits in all."""
        cells: list[CellList] = [(cell,) for cell in range(len(self.points))]
        longest = next(size for size in range(64) if base ** (size + 1) > _MOST)
        for size in range(longest, 1, -1):
            lists = _largest([*self._blocks(size), *self._rows(size)])
            if sum(base ** len(place) for place in lists) <= _MOST_IN_ALL:
                return [*cells, *lists]
        return cells

    def shape(self, place: CellList) -> tuple[float, ...]:
        """How the cells of a list lie to its first one."""
        return tuple(np.round(self.points[list(place)] - self.points[place[0]], _DIGITS).ravel().tolist())

    def _neighbours(self) -> Iterator[tuple[int, int]]:
        for layer in range(self.levels + 1):
            for site, other in self._pairs:
                yield site + self.sites * layer, other + self.sites * layer
        for layer in range(1, self.levels):
            for site in range(self.sites):
                yield site + self.sites * layer, site + self.sites * (layer + 1)

    def _blocks(self, size: int) -> Iterator[CellList]:
        """For each two neighbours the cells that lie nearest to the middle between them, as many as there is room for
        without a choice among those that are equally near."""
        points = self.points
        for cell, other in self._neighbours():
            middle = (points[cell] + points[other]) / 2
            distances = np.round(np.linalg.norm(points - middle, axis=1), _DIGITS)
            beyond = np.sort(distances)[size] if size < len(distances) else math.inf
            yield tuple(np.flatnonzero(distances < beyond).tolist())

    def _rows(self, size: int) -> Iterator[CellList]:
        """The rows of so many cells, and those that end sooner."""
        for line in self._lines():
            for start in range(max(len(line) - size, 0) + 1):
                row = line[start : start + size]
                if len(set(row)) == len(row) > 1:
                    yield min(row, row[::-1])

    def _lines(self) -> Iterator[CellList]:
        """The lines of the board, on top, level, and rising or falling a level with each site, and those upwards."""
        for flat in self._flat():
            yield flat
            for layer in range(1, self.levels + 1):
                for slope in (-1, 0, 1):
                    risen = [(site, layer + slope * number) for number, site in enumerate(flat)]
                    yield tuple(site + self.sites * now for site, now in risen if 1 <= now <= self.levels)
        for site in range(self.sites):
            yield tuple(site + self.sites * layer for layer in range(1, self.levels + 1))

    def _flat(self) -> Iterator[CellList]:
        topology, kind = self.game.model.topology, self.game.model.default_site
        for site in range(self.sites):
            for radial in topology.distinct_radials_from(kind, site, "Adjacent"):
                for behind in [one.steps[1:] for one in radial.opposites] or [()]:
                    line = (*reversed(behind), *radial.steps)
                    if max(line) < self.sites:
                        yield line


def cells(game: SingleGame) -> Cells:
    """The cells of a game, with as many levels as stacks have in some random games."""
    return Cells(game, max((_highest(game, seed) for seed in range(_GAMES)), default=0) if game.model.stacking else 0)


def _highest(game: SingleGame, seed: int) -> int:
    state, rng = game.start(seed=seed), np.random.default_rng(seed)
    highest = _height(state)
    for _ in range(_PLIES):
        if state.is_over or highest >= _LEVELS:
            break
        moves = state.legal_moves()
        state.play(moves[int(rng.integers(len(moves)))])
        highest = max(highest, _height(state))
    return min(highest, _LEVELS)


def _height(state: State) -> int:
    return int(np.max(state.field("size")))


def _largest(places: Sequence[CellList]) -> list[CellList]:
    """Those that are not parts of others, each once."""
    sets = {frozenset(place): place for place in reversed(places)}
    return [place for one, place in sets.items() if not any(one < other for other in sets)]
