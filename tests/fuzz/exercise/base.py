"""What every exercise uses."""

from __future__ import annotations

from collections.abc import Callable

#: told of each step that begins
Notes = Callable[[str], None]


class Broken(AssertionError):
    """Something that must hold does not; the message begins with what, and a colon."""


def hold(promise: bool, what: str) -> None:
    if not promise:
        raise Broken(what)
