"""Random games on a device: those of `game.playouts` with the same seed, bit for bit."""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ludens.game import Game
from ludens.game.playouts import Playouts, Series
from ludens.game.single import SingleGame
from ludens.gpu.card import Card
from ludens.gpu.drivers import EMULATED, Driver, Emulator, Loaded
from ludens.gpu.errors import DeviceError
from ludens.gpu.kernel import KERNEL, MOST_MOVES, THREAD_BYTES, Kernel, kernel_of

#: draws of fuel that a game may take on a device; one that takes more is played by the host, with the host's limits
GAME_WORK = 1 << 26
#: what a thread has where that is enough, and where the usual is too little. The lists of all threads would lie in the
#: same few banks of memory if they were a power of two apart
LEAN_BYTES = (64 << 10) + 128
ROOMY_MOVES, ROOMY_BYTES = 4096, 4 << 20
#: how many games show that, and their errors: too little memory, too many moves
TOO_LITTLE_MEMORY, TOO_MANY_MOVES = 1, 2
_TRIED, _TOO_LITTLE = 32, (TOO_LITTLE_MEMORY, TOO_MANY_MOVES)
#: games of each thread between two looks at Ctrl-C
_ROUND = 16
#: the bytes of the queue
_WORD = 4


@dataclass(frozen=True)
class Played:
    """Games that a device has played: by game the winner, the length, the code of its error, and the last state.

    Where there is an error, it is the device that could not go on: the rest of that game's row means nothing.
    """

    winners: npt.NDArray[np.int32]
    lengths: npt.NDArray[np.int32]
    errors: npt.NDArray[np.int32]
    states: npt.NDArray[np.uint8] | None


class Table:
    """A game on a device, ready to be played there."""

    def __init__(
        self, game: Game, device: str, *, most_moves: int = MOST_MOVES, thread_bytes: int = THREAD_BYTES
    ) -> None:
        if not isinstance(game, SingleGame):
            raise DeviceError(f"{game.name} is a match of several games, which no device plays: take these, one by one")
        self.game, self.driver = game, driver_of(device)
        self.kernel: Kernel = kernel_of(game, most_moves, thread_bytes)
        self._loaded: Loaded = self.driver.load(self.kernel)

    def with_memory(self, thread_bytes: int) -> Table:
        """The same with `thread_bytes` bytes for each thread."""
        other = copy.copy(self)
        other.kernel = replace(self.kernel, thread_bytes=thread_bytes)
        return other

    def play(self, seed: int, first: int, count: int, *, states: bool = False, threads: int | None = None) -> Played:
        """Play the games `first` to `first + count - 1` of the series of a seed; with `states` their last states.

        At most `threads` threads work at it. Raises DeviceError where the device has too little memory, or fails.
        """
        winners, lengths, errors = (np.zeros(count, np.int32) for _ in range(3))
        ends = np.zeros((count, self.kernel.state_bytes), np.uint8) if states else None
        if not count:
            return Played(winners, lengths, errors, ends)
        blocks = self._blocks(min(count, threads or count), count * (12 + (self.kernel.state_bytes if states else 0)))
        arrays = [array for array in (winners, lengths, errors, ends) if array is not None]
        with (
            self.driver.lend(blocks * self.driver.block * self.kernel.thread_bytes) as memory,
            self._memory(_WORD, *(array.nbytes for array in arrays)) as (queue, *outs),
        ):
            for part in range(0, count, step := blocks * self.driver.block * _ROUND):
                at = [place + part * (array.nbytes // count) for place, array in zip(outs, arrays, strict=True)]
                if ends is None:
                    at.append(0)
                size, number = self.kernel.thread_bytes, min(step, count - part)
                self.driver.fill(queue, 0, _WORD)
                self._loaded.launch(KERNEL, blocks, [memory, size, queue, first + part, number, seed, GAME_WORK, *at])
                self.driver.finish()
            for place, array in zip(outs, arrays, strict=True):
                self.driver.read(array, place)
        return Played(winners, lengths, errors, ends)

    def _blocks(self, threads: int, results: int) -> int:
        """How many blocks work at once: as many as fit into the processors and into most of the memory."""
        block = self.driver.block
        room = (self.driver.room() - results) * 3 // 4 // (block * self.kernel.thread_bytes)
        if room < 1:
            raise DeviceError(f"{self.driver.name} has too little memory left: play fewer games at a time")
        return min(-(-threads // block), self._loaded.most[KERNEL], room)

    @contextmanager
    def _memory(self, *sizes: int) -> Iterator[list[int]]:
        addresses: list[int] = []
        try:
            for size in sizes:
                addresses.append(self.driver.take(size))
            yield addresses
        finally:
            for address in addresses:
                self.driver.give_back(address)


def playouts(game: Game, series: Series, device: str) -> Playouts:
    """Play a series on a device. Games that need more memory or work than a thread has there are played by the host.

    Raises DeviceError for a match, or where the device is missing; what the host raises where it cannot play either.
    """
    table = playouts_table(game, device)
    began = time.perf_counter()
    played = table.play(series.seed, 0, len(series.winners))
    series.winners[:], series.lengths[:] = played.winners, played.lengths
    for number in np.flatnonzero(played.errors).tolist():
        game.play_part(series, number, number + 1)
    return series.played(time.perf_counter() - began)


@lru_cache(maxsize=8)
def playouts_table(game: Game, device: str) -> Table:
    """What `playouts` plays with; the last few are kept. A few games show how much memory threads need."""
    usual = Table(game, device)
    for table in (usual.with_memory(LEAN_BYTES), usual):
        if not np.isin(table.play(0, 0, _TRIED).errors, _TOO_LITTLE).any():
            return table
    return Table(game, device, most_moves=ROOMY_MOVES, thread_bytes=ROOMY_BYTES)


def release(device: str = "cuda") -> None:
    """Give back the memory of a card that is kept for the next random games, half of the whole at most.

    A step or a table that needs it has it anyway; this is for other users of the card. Raises DeviceError where there
    is no such card.
    """
    driver = driver_of(device)
    if isinstance(driver, Card):
        driver.release()


def driver_of(device: str) -> Driver:
    """The device of a name: `cuda`, `cuda:1`, `cuda:emulated`. Raises DeviceError for others, and for missing ones."""
    if device == EMULATED:
        return Emulator()
    match = re.fullmatch(r"cuda(?::(\d+))?", device)
    if not match:
        raise DeviceError(f"{device!r} is no device: it is cuda, cuda:1 and so on, or cuda:emulated")
    return Card(int(match[1] or 0))
