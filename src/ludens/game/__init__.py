"""One compiled game: `Game`, `State`, `Move`."""

from ludens.game.errors import IllegalMove, LimitExceeded
from ludens.game.game import Game, Playouts, compile_file, compile_text, load_board
from ludens.game.move import Move
from ludens.game.state import State

__all__ = [
    "Game",
    "IllegalMove",
    "LimitExceeded",
    "Move",
    "Playouts",
    "State",
    "compile_file",
    "compile_text",
    "load_board",
]
