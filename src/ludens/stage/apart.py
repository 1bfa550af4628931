"""Calls that cannot be stopped, on threads of their own, so that Ctrl-C need not wait for them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from ludens.system.processes import before_fork

T = TypeVar("T")
_NAME = "ludens apart"
#: seconds after which somebody who waits looks for Ctrl-C
_LOOK = 0.02


class Apart(Generic[T]):
    """A long call outside Python, on a thread of its own: `get` waits for its result.

    The process ends only after the call has ended, unless it is `abandoned`. A fork waits for it,
    unless it has another `name`.
    """

    def __init__(self, call: Callable[[], T], *, abandoned: bool = False, name: str = _NAME) -> None:
        self._call = call
        self._given: list[T] = []
        self._raised: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, name=name, daemon=abandoned)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._given.append(self._call())
        except BaseException as error:  # handed to who waits for it
            self._raised.append(error)

    @property
    def is_done(self) -> bool:
        """Whether `get` need not wait."""
        return bool(self._given or self._raised)

    def wait(self) -> None:
        """Wait until it has ended, whatever it gives."""
        self._thread.join()

    def get(self) -> T:
        """The result of the call; raises what it raises. Ctrl-C ends the wait, and the call goes on."""
        while self._thread.is_alive():  # a signal that comes just before a wait does not end it
            self._thread.join(_LOOK)
        if self._raised:
            raise self._raised[0]
        return self._given[0]


def apart(call: Callable[[], T]) -> T:
    """The result of a long call outside Python; Ctrl-C ends the wait for it.

    Then the call goes on by itself, and its result is lost. Only the main thread gets Ctrl-C: on another thread, or
    where Ctrl-C is ignored, the call is made as usual.
    """
    handles_interrupts = signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, signal.SIG_DFL, None)
    if not handles_interrupts or threading.current_thread() is not threading.main_thread():
        return call()
    return Apart(call, abandoned=True).get()


def _apart() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == _NAME]


def is_something_apart() -> bool:
    """Whether a call goes on that nobody waits for: a process must not be taken down in order around it."""
    return bool(_apart())


def wait() -> None:
    """Wait until no call goes on."""
    for thread in _apart():
        if thread is not threading.current_thread():
            thread.join()


# llvmlite lets one thread in at a time: a child that is forked meanwhile would wait for a thread that it has not
before_fork(wait)
