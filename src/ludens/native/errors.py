"""Errors of native code."""

from __future__ import annotations

from ludens.language import Defect


class LimitExceeded(RuntimeError):
    """A stated limit of the engine was exceeded; the message says which, and `place` what the rules say where."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{message}, in {place}" if place else message)
        self.place = place


class Stopped(LimitExceeded):
    """Native code was stopped before its end: by a time limit, or from another thread (`ludens.Limits`)."""


class OutOfBounds(Defect):
    """Native code was about to leave an object in memory, which the checking mode noticed and kept it from."""
