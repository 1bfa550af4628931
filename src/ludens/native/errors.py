"""Errors of native code."""

from __future__ import annotations

from ludens.language import Defect


class LimitExceeded(RuntimeError):
    """A stated limit of the engine was exceeded; the message says which."""


class Stopped(LimitExceeded):
    """Native code was stopped before its end: by a time limit, or from another thread (`ludens.Limits`)."""


class OutOfBounds(Defect):
    """Native code was about to leave an object in memory, which the checking mode noticed and kept it from."""
