"""Keys of a terminal, each as it is pressed."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: the next character that a key sends, "" where none comes within the seconds; None waits for ever
Read = Callable[[float | None], str]
#: what is read at the end of the input
END = "\x04"


@contextmanager
def raw_keys() -> Iterator[Read]:
    """Within the block the terminal gives each key at once, and shows none. Gives "\\x04" at the end of the input."""
    if sys.platform == "win32":
        yield _windows_key
        return
    import os
    import termios
    import tty

    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    tty.setraw(number)

    def read(seconds: float | None) -> str:
        if not select.select([number], [], [], seconds)[0]:
            return ""
        return os.read(number, 1).decode("latin-1") or END

    try:
        yield read
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


if sys.platform == "win32":
    import msvcrt

    #: what Windows sends for the arrow keys, as the escapes that other systems send
    _ARROWS = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D"}
    _rest: list[str] = []

    def _windows_key(seconds: float | None) -> str:
        if _rest:
            return _rest.pop(0)
        until = None if seconds is None else time.monotonic() + seconds
        while not msvcrt.kbhit():
            if until is not None and time.monotonic() > until:
                return ""
            time.sleep(0.01)
        key = msvcrt.getwch()
        if key in "\x00\xe0":
            key, *_rest[:] = list(_ARROWS.get(msvcrt.getwch(), "\x00"))
        return key
