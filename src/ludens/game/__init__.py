"""One compiled game: `Game`, `State`, `Move`."""

from ludens.game.errors import IllegalMove
from ludens.game.game import Game
from ludens.game.loading import compile_file, compile_text, game_from
from ludens.game.move import Move
from ludens.game.playouts import Playouts, Series
from ludens.game.state import State
from ludens.ludemes.boards import load_board
from ludens.native import LimitExceeded, Limits, Stopped

__all__ = [
    "Game",
    "IllegalMove",
    "LimitExceeded",
    "Limits",
    "Move",
    "Playouts",
    "Series",
    "State",
    "Stopped",
    "compile_file",
    "compile_text",
    "game_from",
    "load_board",
]
