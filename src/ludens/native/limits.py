"""How long native code may run, and how it is stopped: from another thread, by a time limit, by Ctrl-C."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from contextvars import ContextVar, Token
from functools import partial
from types import TracebackType
from typing import Final, Self, TypeVar

from ludens.native.errors import LimitExceeded, Stopped

T = TypeVar("T")
#: why native code is to stop
REQUESTED, TIMED_OUT, INTERRUPTED = 1, 2, 3
#: draws of fuel, more than there will ever be
PLENTY: Final = 1 << 62


class _Count:
    """A number that native code reads."""

    def __init__(self) -> None:
        self._word, self._lock = ctypes.c_int64(), threading.Lock()
        self.address: int = ctypes.addressof(self._word)

    @property
    def value(self) -> int:
        return self._word.value

    def add(self, more: int) -> None:
        with self._lock:
            self._word.value += more


#: how many blocks of `Limits` threads are in
BLOCKS: Final = _Count()


class Limits:
    """What the native code that is called in a block may take together.

    ```python
    with ludens.Limits(seconds=2) as limits:
        result = game.playouts(100_000)
    ```

    Where it takes more, the call under way raises `Stopped` (after `seconds`, or when another thread calls `stop`) or
    `LimitExceeded` (after `work`, which counts roughly the rounds of the long loops of generated code), and so does
    every later one in the block. Blocks nest; the threads that ludens starts in one are limited with it. Work is the
    same on every machine, time is not.
    """

    def __init__(self, seconds: float | None = None, work: int | None = None) -> None:
        self._word = ctypes.c_int32()
        #: whether native code is to stop, for those in a hurry
        self.is_stopped: Callable[[], bool] = partial(bool, self._word)
        #: where the word lies that native code looks at
        self.address: int = ctypes.addressof(self._word)
        self._seconds, self._left = seconds, work
        self._parent: Limits | None = None
        #: the blocks within: changed and read at one stroke, without a lock, for a handler of signals reads it too
        self._inner: dict[int, Limits] = {}
        self._token: Token[Limits | None] | None = None
        self._timer: threading.Timer | None = None

    def stop(self, reason: int = REQUESTED) -> None:
        """Stop what runs in the block, from any thread: within milliseconds, wherever it is."""
        if not self._word.value:
            self._word.value = reason
        for limits in tuple(self._inner.values()):
            limits.stop(reason)

    @property
    def reason(self) -> int:
        """Why native code is to stop; 0 where it is not."""
        return self._word.value

    def resume(self) -> None:
        """Forget an interruption that was dealt with."""
        if self._word.value == INTERRUPTED:
            self._word.value = 0

    def check(self) -> None:
        """For what takes long without native code: raise Stopped, or KeyboardInterrupt, where it is to stop."""
        if self._word.value:
            self.refuse()

    def refuse(self, place: str = "") -> None:
        """Say why what ran is stopped, and where native code was then. Raises Stopped, and KeyboardInterrupt."""
        reason = self._word.value
        if reason == INTERRUPTED:
            self.resume()
            raise KeyboardInterrupt
        raise Stopped("stopped: the time is over" if reason == TIMED_OUT else "stopped", place)

    @property
    def work(self) -> int:
        """What may still be drawn."""
        own = PLENTY if self._left is None else max(self._left, 0)
        return own if self._parent is None else min(own, self._parent.work)

    def spend(self, draws: int) -> None:
        """Count what was drawn."""
        if self._left is not None:
            self._left -= draws
        if self._parent is not None:
            self._parent.spend(draws)

    def __enter__(self) -> Self:
        self._parent = current()
        self._parent._inner[id(self)] = self
        if self._parent.reason:
            self.stop(self._parent.reason)
        self._token = _current.set(self)
        if self._seconds is not None:
            self._timer = threading.Timer(max(self._seconds, 0.0), self.stop, (TIMED_OUT,))
            self._timer.daemon = True
            self._timer.start()
        BLOCKS.add(1)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        assert self._token is not None and self._parent is not None
        BLOCKS.add(-1)
        _current.reset(self._token)
        if self._timer is not None:
            self._timer.cancel()
        self._parent._inner.pop(id(self), None)


_current: ContextVar[Limits | None] = ContextVar("limits", default=None)
#: of all that runs in no block
_outermost = Limits()


#: the limits of the innermost block, None outside of all
innermost = _current.get


def current() -> Limits:
    """The limits of what is called now."""
    return _current.get() or _outermost


def outermost() -> Limits:
    """The limits of all that runs in no block."""
    return _outermost


#: how many calls of methods are under way, which run in no block: see `ludens.native.desks`
_busy = ctypes.c_int64()


def busy_at(address: int) -> None:
    """Say where that number lies."""
    global _busy
    _busy = ctypes.c_int64.from_address(address)


def methods_run() -> bool:
    """Whether methods that LLVM made are at work."""
    return bool(_busy.value)


def stop_all() -> None:
    """Stop all native code of a process that ends: what is called from now on raises Stopped."""
    _outermost.stop()


def within(work: int, go: Callable[[], T]) -> T | None:
    """What `go` gives; None where it takes more work, or meets another limit. Raises Stopped where it is to stop."""
    try:
        with Limits(work=work):
            return go()
    except Stopped:
        raise
    except LimitExceeded:
        return None
