"""Whether a game keeps what its interface promises, and certificates of what holds of a game.

>>> import ludens
>>> ludens.testing.check(ludens.load("Tic-Tac-Toe")) > 200
True
"""

from ludens.testing.promises import BrokenPromise, check, counts

__all__ = ["BrokenPromise", "check", "counts"]
