"""Errors of games in play."""

from __future__ import annotations

from collections.abc import Sequence


class IllegalMove(ValueError):
    """A move that the position does not allow. `candidates` are the notations of moves that may have been meant."""

    def __init__(self, message: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


class MatchError(ValueError):
    """What a game has, and a match of several games has not."""
