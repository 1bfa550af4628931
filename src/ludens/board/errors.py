"""The one error of this room."""

from __future__ import annotations


class BoardError(ValueError):
    """A board that cannot be built; the message says what was requested and why it fails."""
