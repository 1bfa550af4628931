"""The memory that native code works in: one per thread, made when first used."""

from __future__ import annotations

import threading

import numpy as np

from ludens.game.errors import LimitExceeded
from ludens.ludemes.generation.records import LIST_CAPACITY, RECORD_WORDS
from ludens.ludemes.runtime import memory

ARENA_BYTES = 256 << 20
LOG_WORDS = 1 << 20

_threads = threading.local()


class Workspace:
    """The block that `env` points to, with its arena, its log and a list for legal moves."""

    def __init__(self) -> None:
        self._arena = np.zeros(ARENA_BYTES + 16, np.uint8)  # touched only as far as it is used
        self.log = np.zeros(LOG_WORDS, np.int32)
        self.records = np.zeros((LIST_CAPACITY, RECORD_WORDS), np.int32)
        self.env = np.zeros(memory.ENV_SIZE // 8, np.uint64)
        start = (self._arena.ctypes.data + 15) & ~15
        self.env[memory.ARENA // 8] = start
        self.env[memory.ARENA_END // 8] = start + ARENA_BYTES
        self.env[memory.LOG // 8] = self.log.ctypes.data
        self._ints = self.env.view(np.int32)
        self._ints[memory.LOG_CAPACITY // 4] = LOG_WORDS
        self._start = start

    @property
    def address(self) -> int:
        return int(self.env.ctypes.data)

    def reset(self) -> None:
        """Forget the log and any error."""
        self.env[memory.ARENA // 8] = self._start
        self._ints[memory.LOG_LENGTH // 4] = 0
        self._ints[memory.ERROR // 4] = 0

    def logged(self) -> list[int]:
        """The words of the log."""
        return self.log[: int(self._ints[memory.LOG_LENGTH // 4])].tolist()  # type: ignore[no-any-return]

    def check(self) -> None:
        """Raise LimitExceeded if native code left an error."""
        code = int(self._ints[memory.ERROR // 4])
        if code:
            raise LimitExceeded(memory.ERRORS.get(code, f"error {code} in native code"))


def workspace() -> Workspace:
    """This thread's workspace."""
    if not hasattr(_threads, "workspace"):
        _threads.workspace = Workspace()
    return _threads.workspace  # type: ignore[no-any-return]
