"""One compiled game: `load`, `Game`, `State`, `Move`."""

from ludens.game.errors import IllegalMove
from ludens.game.game import Game, load, load_board
from ludens.game.move import Move
from ludens.game.state import State

__all__ = ["Game", "IllegalMove", "Move", "State", "load", "load_board"]
