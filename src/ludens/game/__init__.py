"""One compiled game: `Game`, `State`, `Move`."""

from typing import TYPE_CHECKING, Any

from ludens.game.errors import IllegalMove
from ludens.game.game import Game
from ludens.game.loading import compile_file, compile_text, game_from
from ludens.game.move import Move
from ludens.game.playouts import Playouts, Series
from ludens.game.state import State
from ludens.native import LimitExceeded, Limits, Stopped

if TYPE_CHECKING:
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


def __getattr__(name: str) -> Any:
    """`load_board` asks for the ludemes, which games from the cache do without."""
    if name == "load_board":
        from ludens.ludemes.boards import load_board

        return load_board
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
