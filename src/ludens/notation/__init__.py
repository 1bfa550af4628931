"""Notations as the players of each game write them, and their files: chess's SAN, FEN and PGN, and so on.

>>> import ludens
>>> style = ludens.notation.of(ludens.load("Chess"))
>>> state = style.state("6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1")
>>> style.turn(state, style.parse(state, "e8Q"))
'e8=Q#'

A notation is found by what a game is played with and by its rules, not by its name: every game that is like chess is
written like it. What no family claims has the standard notation (`Style`).
"""

from __future__ import annotations

import functools

from ludens.game import Game
from ludens.game.match import Match
from ludens.notation.amazons import Amazons
from ludens.notation.backgammon import Backgammon
from ludens.notation.chess import Chess
from ludens.notation.draughts import Draughts
from ludens.notation.errors import NotationError
from ludens.notation.go import Go
from ludens.notation.hex import Hex
from ludens.notation.othello import Othello
from ludens.notation.record import Record
from ludens.notation.shogi import Shogi
from ludens.notation.style import Style
from ludens.notation.turns import Turn, turns_of

__all__ = ["NotationError", "Record", "Style", "Turn", "of", "turns_of"]

#: the families, those that ask for more first
FAMILIES: tuple[type[Style], ...] = (Chess, Shogi, Draughts, Amazons, Backgammon, Hex, Othello, Go)


@functools.lru_cache(maxsize=64)
def of(game: Game) -> Style:
    """The notation of a game; that of a match is the standard one."""
    if isinstance(game, Match):
        return Style(game)
    return next((found for family in FAMILIES if (found := family.of(game)) is not None), Style(game))
