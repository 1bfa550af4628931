"""The memory that native code works in: one block per thread, made when first used."""

from __future__ import annotations

import ctypes
import mmap
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING

from ludens.native import interrupts, limits
from ludens.native.errors import LimitExceeded
from ludens.native.limits import PLENTY, Limits
from ludens.rules.state import memory
from ludens.stage import fuel

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ARENA_BYTES = 256 << 20
LOG_WORDS = 1 << 20
#: draws of fuel that one call about one position may take: seconds, where a game takes microseconds
POSITION_WORK = 1 << 28
_MASK = (1 << 64) - 1
#: error, depth, fuel, budget, stop word, the error's place, no hook and its word, free arena and what is kept
_HEAD = struct.Struct("=iiqqQQQQQQ")
assert _HEAD.size == memory.PINNED + 8 == memory.ARENA + 16 == fuel.HEAD_SIZE + 16
_WORD = struct.Struct("=Q")
_OUTERMOST, _limited = limits.outermost(), limits.innermost
_LINE = 64
_LIST_BYTES = 4 * memory.LIST_CAPACITY * memory.RECORD_WORDS


def _zeros(size: int) -> mmap.mmap:
    """Memory of this process alone, which the system provides as far as it is touched: in large pages, if it can."""
    if sys.platform == "win32":  # where no process is forked
        return mmap.mmap(-1, size)
    block = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # a kernel without
            block.madvise(mmap.MADV_HUGEPAGE)
    return block


class Workspace:
    """The block that `env` points to, with its arena, its log and a list for legal moves.

    `address` is where the block lies, `list_address` where the list does.
    """

    def __init__(self, arena: int = ARENA_BYTES) -> None:
        self._listed = -(-memory.ENV_SIZE // _LINE) * _LINE
        log = self._listed + _LIST_BYTES
        above = log + 4 * LOG_WORDS
        self._memory = _zeros(above + arena)
        self.address: int = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self.list_address: int = self.address + self._listed
        #: where the arena begins
        self.arena: int = self.address + above
        self._end = self.arena + arena
        whole = memoryview(self._memory)
        self._log = whole[log:above].cast("i")
        _WORD.pack_into(whole, memory.ARENA_END, self._end)
        _WORD.pack_into(whole, memory.LOG, self.address + log)
        struct.pack_into("=i", whole, memory.LOG_CAPACITY, LOG_WORDS)
        #: what a call begins with: no error, no fuel, the budget, the stop word, no place, the arena, nothing kept
        self._head = whole[: _HEAD.size]
        self._generator = ctypes.c_uint64.from_address(self.address + memory.CHOICE_RNG)
        self._log_length = ctypes.c_int32.from_address(self.address + memory.LOG_LENGTH)
        self._error = ctypes.c_int32.from_address(self.address + fuel.ERROR)
        self._budget = ctypes.c_int64.from_address(self.address + fuel.BUDGET)
        self._place = ctypes.c_char_p.from_address(self.address + fuel.PLACE)
        self._given = 0
        #: of the last call
        self.limits: Limits = limits.current()
        #: the head of a call that nothing limits
        self._usual = _HEAD.pack(0, 0, 0, PLENTY, limits.outermost().address, 0, 0, 0, self.arena, self._end)

    @cached_property
    def records(self) -> npt.NDArray[np.int32]:
        """The list of legal moves, a record a row."""
        import numpy as np

        shape = memory.LIST_CAPACITY, memory.RECORD_WORDS
        return np.frombuffer(self._memory, np.int32, shape[0] * shape[1], self._listed).reshape(shape)

    def reset(self, work: int = PLENTY) -> None:
        """Forget the log and any error, for a call that may draw so much. Raises Stopped where nothing may run."""
        if work == PLENTY and _limited() is None and not _OUTERMOST.is_stopped():  # the same each time
            self.limits, self._given, self._head[:] = _OUTERMOST, PLENTY, self._usual
            self._log_length.value = 0
            return
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
        (now,), (end,) = (_WORD.unpack_from(self._memory, at) for at in (memory.ARENA, memory.PINNED))
        return int(now - self.arena + self._end - end)

    def logged(self) -> list[int]:
        """The words of the log."""
        return self._log[: self._log_length.value].tolist()

    def check(self) -> None:
        """Raise LimitExceeded if native code left an error, KeyboardInterrupt where Ctrl-C stopped it."""
        if self.limits is not _OUTERMOST:
            self.limits.spend(self._given - self._budget.value)
        code = self._error.value
        if not code:
            return
        place = (self._place.value or b"").decode()
        if code == fuel.STOPPED:
            self.limits.refuse(place)
        raise LimitExceeded(memory.ERRORS.get(code, f"error {code} in native code"), place)


class _Threads(threading.local):
    """Each thread's own, made when the thread first runs native code."""

    workspace: Workspace | None = None


_threads = _Threads()


def workspace() -> Workspace:
    """This thread's workspace, with the log and the error of the last call."""
    space = _threads.workspace
    return _new_workspace() if space is None else space


def _new_workspace() -> Workspace:
    space = _threads.workspace = Workspace()
    if threading.current_thread() is threading.main_thread():
        interrupts.watch(lambda: limits.outermost() if limits.methods_run() else space.limits)
    return space


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
    space = workspace()
    space.reset(work)
    return space
