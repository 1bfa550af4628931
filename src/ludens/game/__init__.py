"""One compiled game: `Game`, `State`, `Move`."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ludens.game.game import Game
from ludens.game.loading import compile_file, compile_text, game_from
from ludens.game.playouts import Playouts, Series
from ludens.native import LimitExceeded, Limits, Stopped

if TYPE_CHECKING:
    from ludens.game.errors import IllegalMove
    from ludens.game.move import Move
    from ludens.game.state import State
    from ludens.ludemes.boards import load_board

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


#: playouts do without states and what tells of their moves, games from the cache without the ludemes
_HOMES: Final = {
    "IllegalMove": "ludens.game.errors",
    "Move": "ludens.game.move",
    "State": "ludens.game.state",
    "load_board": "ludens.ludemes.boards",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
