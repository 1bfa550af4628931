"""What cannot be stopped, so that Ctrl-C need not wait for it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_NAME = "ludens apart"


def apart(call: Callable[[], T]) -> T:
    """What a call gives that stays away from Python for long; Ctrl-C ends the wait for it.

    Then it goes on by itself, and nobody sees what it gives. Only the main thread hears of Ctrl-C: on another one, or
    where Ctrl-C is ignored, it is called as usual.
    """
    heard = signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, signal.SIG_DFL, None)
    if not heard or threading.current_thread() is not threading.main_thread():
        return call()
    given: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            given.append(call())
        except BaseException as error:  # handed to who waits for it
            raised.append(error)

    thread = threading.Thread(target=run, name=_NAME, daemon=True)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]
    return given[0]


def is_something_apart() -> bool:
    """Whether a call goes on that nobody waits for: a process must not be taken down in order around it."""
    return any(thread.name == _NAME for thread in threading.enumerate())
