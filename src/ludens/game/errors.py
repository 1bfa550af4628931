"""Errors of games in play."""

from __future__ import annotations


class IllegalMove(ValueError):
    """A move that the position does not allow."""


class LimitExceeded(RuntimeError):
    """A stated limit of the engine was exceeded; the message says which."""
