"""Errors of native code."""

from __future__ import annotations


class LimitExceeded(RuntimeError):
    """A stated limit of the engine was exceeded; the message says which."""
