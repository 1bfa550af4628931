"""The longest sequence of moves of one side's amazons in a region of their own, exactly or as a bound."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.founding.amazons import native
from ludens.founding.amazons.geometry import bits, border, flood, neighbours, rays
from ludens.founding.amazons.turn import Turn
from ludens.native import Words

#: the seconds between two reports of progress
TELL_EVERY = 0.05
_SMALLEST_TABLE, _LARGEST_TABLE = 8, 21  # powers of two, in buckets
_SHORTLY, _PATIENCE = 20_000, 8  # nodes for a question, and how many times more for the next round
_WITHOUT_END = 1 << 62


@dataclass(frozen=True, slots=True)
class Search:
    """How far a search is: `lower` moves were found, more than `upper` are impossible, `nodes` positions were seen.

    `tried` of the `choices` first moves are done in the search for `upper` moves.
    """

    lower: int
    upper: int
    nodes: int
    tried: int
    choices: int


@dataclass(frozen=True, slots=True)
class Filling:
    """How many moves there are: from `lower`, which `line` shows, to `upper`; equal where the search came to an end."""

    lower: int
    upper: int
    line: tuple[Turn, ...]
    nodes: int = 0

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper


@dataclass(frozen=True, slots=True)
class Region:
    """A region to fill: its empty squares and the amazons in it, as bitboards of a board with `size` columns.

    An amazon on a `guarded` square keeps an enemy out: who leaves it has to shoot there.
    """

    size: int
    empty: int
    amazons: int
    guarded: int = 0

    @property
    def upper(self) -> int:
        """At most one move for each empty square that the amazons can get to."""
        return flood(self.size, self.amazons, self.empty).bit_count()


def fill(region: Region, seconds: float = 10.0, progress: Callable[[Search], object] | None = None) -> Filling:
    """Solve a region, for `seconds` at most; `progress` receives how far it is, about twenty times a second.

    An exception of `progress`, or KeyboardInterrupt, ends the search and is passed on. Regions of more squares than the
    search takes get a bound: of moves in their part nearest to the amazons, and of squares.
    """
    if not flood(region.size, region.amazons, region.empty):
        return Filling(0, 0, ())
    whole = _nearest(region, native.SQUARES)
    filling = _Filler(whole).run(seconds, progress)
    upper = filling.upper if whole == region else region.upper
    return Filling(filling.lower, upper, filling.line, filling.nodes)


def _nearest(region: Region, limit: int) -> Region:
    """The reachable part of a region, cut to the `limit` squares nearest to the amazons."""
    size, nearest = region.size, region.amazons
    ring = nearest
    while ring:
        for site in bits(ring):
            if nearest.bit_count() < limit:
                nearest |= 1 << site
        around = 0
        for site in bits(ring & nearest):
            around |= neighbours(size)[site]
        ring = around & region.empty & ~nearest
        if nearest.bit_count() >= limit:
            break
    return Region(size, nearest & region.empty, region.amazons, region.guarded & region.amazons)


def _clusters(region: Region) -> list[list[int]]:
    """The squares of the region in groups of neighbours, those that have the fewest neighbours first."""
    near = neighbours(region.size)
    rest = region.empty | region.amazons
    whole, clusters = rest, list[list[int]]()
    while rest:
        cluster = [min(bits(rest), key=lambda site: (near[site] & whole).bit_count())]
        rest ^= 1 << cluster[0]
        while len(cluster) < native.WIDTH:
            beside = border(region.size, sum(1 << site for site in cluster)) & rest
            if not beside:
                break
            cluster.append(min(bits(beside), key=lambda site: (near[site] & whole).bit_count()))
            rest ^= 1 << cluster[-1]
        if (len(clusters) + 1) * native.WIDTH + rest.bit_count() > native.SQUARES:
            break  # the numbers that small clusters leave unused would be missing
        clusters.append(cluster)
    return clusters


class _Filler:
    """Searches one region: shortly as it is, which does for most, then with losses of clusters and more patience."""

    def __init__(self, region: Region) -> None:
        self.region, self.upper = region, region.upper
        self.solver = _Solver(region, [])
        self.line: tuple[Turn, ...] = ()
        self.nodes = 0
        self.is_stopped = False
        self.failure: BaseException | None = None

    def run(self, seconds: float, progress: Callable[[Search], object] | None) -> Filling:
        worker = threading.Thread(target=self._work, daemon=True)
        end = time.monotonic() + seconds
        worker.start()
        try:
            while True:
                worker.join(max(0.0, min(TELL_EVERY, end - time.monotonic())))
                if progress is not None:
                    progress(self._search())
                if not worker.is_alive() or time.monotonic() >= end:
                    break
        finally:
            self.is_stopped = True
            self.solver.block[native.STOP] = 1
            worker.join()
        if self.failure is not None:
            raise self.failure
        return Filling(len(self.line), self.upper, self.line, self.nodes + self.solver.nodes)

    def _search(self) -> Search:
        solver, upper = self.solver, self.upper
        tried, choices = (solver.block[word] for word in (native.ROOT_DONE, native.ROOT_TOTAL))
        return Search(min(len(self.line), upper), upper, self.nodes + solver.nodes, tried, choices)

    def _work(self) -> None:
        """Search with few nodes, then with the losses of clusters and ever more nodes."""
        try:
            self._round(_SHORTLY, is_first=True)
            if not self._is_done:
                clusters = _clusters(self.region)
                self.nodes += self.solver.nodes
                self.solver = _Solver(self.region, clusters)
                self._tabulate(clusters)
            budget = _SHORTLY
            while not self._is_done:
                self._round(budget)
                budget *= _PATIENCE
        except BaseException as error:  # handed to the caller's thread
            self.failure = error

    @property
    def _is_done(self) -> bool:
        return self.is_stopped or len(self.line) >= self.upper

    def _tabulate(self, clusters: list[list[int]]) -> None:
        """Find what each cluster must lose, before the search."""
        for number, cluster in enumerate(clusters):
            if not self.is_stopped:
                self.solver.tabulate(number, len(cluster))

    def _round(self, nodes: int, *, is_first: bool = False) -> None:
        """Ask for fewer and fewer moves until that many are possible, giving up a question after `nodes` nodes.

        Both bounds get better this way, and what one question found is in the table for the next. The first round ends
        where it gives up a question, for there is a better way to ask.
        """
        moves = self.upper
        while not self._is_done and moves > len(self.line):
            answer = self.solver.has(moves, nodes)
            if answer is False:
                self.upper = moves - 1
            if self.solver.lower > len(self.line):
                self.line = self.solver.line()
            if is_first and answer is None:
                return
            moves -= 1


class _Solver:
    """One region in the numbering of the native search, and the block that they share."""

    def __init__(self, region: Region, clusters: list[list[int]]) -> None:
        self.region = region
        self.sites = _number_sites(region, clusters)
        self.number = {site: n for n, site in enumerate(self.sites) if site >= 0}
        self.free, self.amazons = self._word(region.empty), self._word(region.amazons)
        self.block = Words(native.BLOCK_WORDS)
        power = min(_LARGEST_TABLE, max(_SMALLEST_TABLE, len(self.number)))
        self.block[native.TABLE_MASK] = (1 << power) - 1
        self.block[native.GUARDED] = self._word(region.guarded & region.amazons)
        self.block[native.OUTSIDE] = self.free | self.amazons
        near = [self._word(neighbours(region.size)[site]) if site >= 0 else 0 for site in self.sites]
        self.block[native.NODE_LIMIT] = _WITHOUT_END
        self._share(native.STEPS, self._steps())
        self._share(native.NEIGHBOURS, np.array(near, np.uint64))
        self._share(native.TABLE, np.zeros((1 << power) * native.BUCKET, np.uint8))
        self._share(native.LISTS, np.empty((len(self.number) + 1) * native.LIST, np.uint8))
        self._share(native.PATH, np.zeros(native.SQUARES + 1, np.int32))
        self.best = self._share(native.BEST_PATH, np.zeros(native.SQUARES + 1, np.int32))
        self.losses = self._share(native.LOSSES, np.zeros((max(1, len(clusters)), native.LOSS_TABLE), np.uint8))

    def _word(self, board: int) -> int:
        return sum(1 << self.number[site] for site in bits(board) if site in self.number)

    def _share(self, index: int, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        self.block.share(index, array)
        return array

    def _steps(self) -> npt.NDArray[np.int8]:
        """For each square and direction the next square of the region; -1 where there is none."""
        steps = np.full((native.SQUARES, 8), -1, np.int8)
        for site, number in self.number.items():
            for direction, ray in enumerate(rays(self.region.size)[site]):
                steps[number, direction] = self.number.get(ray[0], -1) if ray else -1
        return steps

    def tabulate(self, cluster: int, width: int) -> None:
        """Find what a cluster must lose, and use it from now on; nothing where it was stopped."""
        native.tabulate(self.block, self.losses[cluster], cluster, width, self.region.amazons.bit_count())
        self.block[native.CLUSTERS] = cluster + 1

    def has(self, moves: int, nodes: int) -> bool | None:
        """Whether `moves` moves are possible; None if it was stopped, or is unknown after `nodes` nodes."""
        self.block[native.NODE_LIMIT] = self.nodes + nodes
        if native.solve(self.block, self.free, self.amazons, moves):
            return True
        return None if self.block[native.STOP] or self.nodes >= self.block[native.NODE_LIMIT] else False

    @property
    def nodes(self) -> int:
        """How many positions were searched."""
        return self.block[native.NODES]

    @property
    def lower(self) -> int:
        """The most moves found."""
        return self.block[native.BEST]

    def line(self) -> tuple[Turn, ...]:
        """The moves found."""
        size, sites = self.region.size, self.sites
        moves = (int(word) for word in self.best[: self.lower])
        return tuple(Turn.at(sites[m & 255], sites[m >> 8 & 255], sites[m >> 16 & 255], size) for m in moves)


def _number_sites(region: Region, clusters: list[list[int]]) -> list[int]:
    """The sites by their numbers: those of each cluster together, -1 for numbers without a site."""
    sites = [site for cluster in clusters for site in cluster + [-1] * (native.WIDTH - len(cluster))]
    others = (region.empty | region.amazons) & ~sum(1 << site for site in sites if site >= 0)
    return sites + list(bits(others))
