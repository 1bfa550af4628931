"""The memory that native code works in: one block per thread, made when first used."""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from ludens.ludemes.runtime import memory
from ludens.native import interrupts, limits
from ludens.native.errors import LimitExceeded
from ludens.native.limits import PLENTY, Limits
from ludens.stage import fuel

ARENA_BYTES = 256 << 20
LOG_WORDS = 1 << 20
#: draws of fuel that one call about one position may take: seconds, where a game takes microseconds
POSITION_WORK = 1 << 28
_MASK = (1 << 64) - 1
#: error, depth, fuel, budget, stop word, the error's place, no hook and its word, free arena and what is kept
_HEAD = struct.Struct("=iiqqQQQQQQ")
assert _HEAD.size == memory.KEPT + 8 == memory.ARENA + 16 == fuel.HEAD_SIZE + 16


class Workspace:
    """The block that `env` points to, with its arena, its log and a list for legal moves.

    `address` is where the block lies, `list_address` where the list does.
    """

    def __init__(self, arena: int = ARENA_BYTES) -> None:
        self._arena = np.zeros(arena + 16, np.uint8)  # touched only as far as it is used
        self._log = np.zeros(LOG_WORDS, np.int32)
        self.records = np.zeros((memory.LIST_CAPACITY, memory.RECORD_WORDS), np.int32)
        self._block = np.zeros(memory.ENV_SIZE // 8, np.uint64)
        self.address: int = self._block.ctypes.data
        self.list_address: int = self.records.ctypes.data
        #: where the arena begins
        self.arena: int = (self._arena.ctypes.data + 15) & ~15
        self._end = self.arena + arena
        self._block[memory.ARENA_END // 8] = self._end
        self._block[memory.LOG // 8] = self._log.ctypes.data
        self._block.view(np.int32)[memory.LOG_CAPACITY // 4] = LOG_WORDS
        #: what a call begins with: no error, no fuel, the budget, the stop word, no place, the arena, nothing kept
        self._head = self._block.data.cast("B")[: _HEAD.size]
        self._generator = ctypes.c_uint64.from_address(self.address + memory.CHOICE_RNG)
        self._log_length = ctypes.c_int32.from_address(self.address + memory.LOG_LENGTH)
        self._error = ctypes.c_int32.from_address(self.address + fuel.ERROR)
        self._budget = ctypes.c_int64.from_address(self.address + fuel.BUDGET)
        self._place = ctypes.c_char_p.from_address(self.address + fuel.PLACE)
        self._given = 0
        #: of the last call
        self.limits: Limits = limits.current()

    def reset(self, work: int = PLENTY) -> None:
        """Forget the log and any error, for a call that may draw so much. Raises Stopped where nothing may run."""
        self.limits = limits.current()
        if self.limits.reason:
            self.limits.refuse()
        self._given = min(work, self.limits.work)
        _HEAD.pack_into(self._head, 0, 0, 0, 0, self._given, self.limits.address, 0, 0, 0, self.arena, self._end)
        self._log_length.value = 0

    @property
    def seed(self) -> int:
        """The state of the generator that chooses moves in playouts and searches."""
        return self._generator.value

    @seed.setter
    def seed(self, word: int) -> None:
        self._generator.value = word & _MASK

    @property
    def arena_used(self) -> int:
        """The bytes of the arena that the last call did not give back, from its beginning and from its end."""
        kept = self._end - int(self._block[memory.KEPT // 8])
        return int(self._block[memory.ARENA // 8]) - self.arena + kept

    def logged(self) -> list[int]:
        """The words of the log."""
        words: list[int] = self._log[: self._log_length.value].tolist()
        return words

    def check(self) -> None:
        """Raise LimitExceeded if native code left an error, KeyboardInterrupt where Ctrl-C stopped it."""
        self.limits.spend(self._given - self._budget.value)
        code = self._error.value
        if not code:
            return
        place = (self._place.value or b"").decode()
        if code == fuel.STOPPED:
            self.limits.refuse(place)
        raise LimitExceeded(memory.ERRORS.get(code, f"error {code} in native code"), place)


class _Threads(threading.local):
    """Each thread's own."""

    def __init__(self) -> None:
        space = self.workspace = Workspace()
        if threading.current_thread() is threading.main_thread():
            interrupts.watch(lambda: limits.outermost() if limits.methods_run() else space.limits)


_threads = _Threads()


def workspace() -> Workspace:
    """This thread's workspace, with the log and the error of the last call."""
    return _threads.workspace


def choices() -> int:
    """The state of the generator that this thread's random moves are drawn from, in playouts and searches."""
    return workspace().seed


def seed_choices(word: int) -> None:
    """Set that generator, to begin another series of random moves or to go on with one."""
    workspace().seed = word


@contextmanager
def own_choices(word: int) -> Iterator[None]:
    """Random moves within the block are of a series of their own; behind it the generator goes on where it was.

    For looks at random games whose caller, a search perhaps, has a series under way.
    """
    space = workspace()
    before, space.seed = space.seed, word
    try:
        yield
    finally:
        space.seed = before


def fresh(work: int = PLENTY) -> Workspace:
    """This thread's workspace, for a new call that may draw so much. Raises Stopped where nothing may run any more."""
    space = _threads.workspace
    space.reset(work)
    return space
