"""The longest sequence of moves of one side's amazons in a region of their own, exactly or as a bound."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.amazons import native
from ludens.amazons.geometry import bits, flood, neighbours, rays
from ludens.amazons.turn import Turn

#: how often the one who waits is told, in seconds
TELL_EVERY = 0.05
_SMALLEST_TABLE, _LARGEST_TABLE = 8, 21  # powers of two, in buckets


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
    """Solve a region, for `seconds` at most; `progress` is told how far it is, about twenty times a second.

    An exception of `progress`, or KeyboardInterrupt, ends the search and is passed on. Regions of more squares than the
    search takes get a bound: of moves in their part nearest to the amazons, and of squares.
    """
    if not flood(region.size, region.amazons, region.empty):
        return Filling(0, 0, ())
    whole = _nearest(region, native.SQUARES)
    found = _Solver(whole).run(seconds, progress)
    upper = found.upper if whole == region else region.upper
    return Filling(found.lower, upper, found.line, found.nodes)


def _nearest(region: Region, limit: int) -> Region:
    """The region without what cannot be reached, cut to `limit` squares, those nearest to the amazons."""
    size, kept = region.size, region.amazons
    ring = kept
    while ring:
        for site in bits(ring):
            if kept.bit_count() < limit:
                kept |= 1 << site
        around = 0
        for site in bits(ring & kept):
            around |= neighbours(size)[site]
        ring = around & region.empty & ~kept
        if kept.bit_count() >= limit:
            break
    return Region(size, kept & region.empty, region.amazons, region.guarded & region.amazons)


class _Solver:
    """One region in the numbering of the native search, and the block that they share."""

    def __init__(self, region: Region) -> None:
        self.region = region
        self.sites = list(bits(region.empty | region.amazons))
        self.number = {site: n for n, site in enumerate(self.sites)}
        self.free, self.amazons = self._word(region.empty), self._word(region.amazons)
        self.block = np.zeros(native.BLOCK_WORDS, np.int64)
        self._arrays: list[npt.NDArray[Any]] = []
        power = min(_LARGEST_TABLE, max(_SMALLEST_TABLE, len(self.sites)))
        self.block[native.TABLE_MASK] = (1 << power) - 1
        self.block[native.GUARDED] = np.uint64(self._word(region.guarded & region.amazons)).astype(np.int64)
        self._share(native.STEPS, self._steps())
        self._share(
            native.NEIGHBOURS, np.array([self._word(neighbours(region.size)[s]) for s in self.sites], np.uint64)
        )
        self._share(native.TABLE, np.zeros((1 << power) * native.BUCKET, np.uint8))
        self._share(native.LISTS, np.empty((len(self.sites) + 1) * native.LIST, np.uint8))
        self._share(native.PATH, np.zeros(native.SQUARES + 1, np.int32))
        self.best = self._share(native.BEST_PATH, np.zeros(native.SQUARES + 1, np.int32))
        self.upper = region.upper
        self.failure: BaseException | None = None

    def _word(self, board: int) -> int:
        return sum(1 << self.number[site] for site in bits(board) if site in self.number)

    def _share(self, index: int, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Put the address of an array into the block; the array lives as long as this."""
        self._arrays.append(array)
        self.block[index] = array.ctypes.data
        return array

    def _steps(self) -> npt.NDArray[np.int8]:
        """For each square and direction the next square of the region; -1 where there is none."""
        steps = np.full((native.SQUARES, 8), -1, np.int8)
        for number, site in enumerate(self.sites):
            for direction, ray in enumerate(rays(self.region.size)[site]):
                steps[number, direction] = self.number.get(ray[0], -1) if ray else -1
        return steps

    # --- searching

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
            self.block[native.STOP] = 1
            worker.join()
        if self.failure is not None:
            raise self.failure
        return Filling(self.lower, self.upper, self._line(), int(self.block[native.NODES]))

    def _work(self) -> None:
        """Ask for fewer and fewer moves, until there are so many."""
        try:
            solve = native.solve()
            while self.lower < self.upper:
                found = solve(self.block.ctypes.data, self.free, self.amazons, self.upper)
                if found or self.block[native.STOP]:
                    break
                self.upper -= 1
        except BaseException as error:  # handed to the caller's thread
            self.failure = error

    @property
    def lower(self) -> int:
        return int(self.block[native.BEST])

    def _search(self) -> Search:
        words = (native.NODES, native.ROOT_DONE, native.ROOT_TOTAL)
        return Search(min(self.lower, self.upper), self.upper, *(int(self.block[word]) for word in words))

    def _line(self) -> tuple[Turn, ...]:
        size, sites = self.region.size, self.sites
        moves = (int(word) for word in self.best[: self.lower])
        return tuple(Turn.at(sites[m & 255], sites[m >> 8 & 255], sites[m >> 16 & 255], size) for m in moves)
