"""ludens compiles board-game descriptions written in the `.lud` language to native code.

>>> import ludens
>>> state = ludens.load("Tic-Tac-Toe").start(seed=1)
>>> state.play(state.parse("b2")).to_site, state.mover
(4, 2)

The rooms (`ludens.agents`, `ludens.arena`, `ludens.render`, ...) are attributes, imported when first asked for.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ludens.version import __version__

if TYPE_CHECKING:
    from ludens.encoding import MixedVector
    from ludens.game import Game, IllegalMove, LimitExceeded, Limits, Move, State, Stopped, load_board
    from ludens.language import Defect, LudError, LudWarning

if not os.path.isdir(__path__[0]):  # in a zip
    from zipimport import zipimporter

    from ludens._archive import unpacked

    if __spec__ is not None and isinstance(__spec__.loader, zipimporter):
        __path__ = [unpacked(__spec__.loader.archive, f"{__spec__.loader.prefix}ludens".replace(os.sep, "/"))]

# Imported when first asked for: a bot under a referee has to read its first position before the compiler is loaded.
_GAME = ("Game", "IllegalMove", "LimitExceeded", "Limits", "Move", "State", "Stopped", "load_board")
_HOMES = dict.fromkeys(_GAME, "ludens.game")
_HOMES |= dict.fromkeys(("Defect", "LudError", "LudWarning"), "ludens.language")

__all__ = [
    "Defect",
    "Game",
    "IllegalMove",
    "LimitExceeded",
    "Limits",
    "LudError",
    "LudWarning",
    "Move",
    "State",
    "Stopped",
    "__version__",
    "load",
    "load_board",
    "vector",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in _rooms():
        return import_module(f"ludens.{name}")
    raise AttributeError(f"module 'ludens' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__, *_rooms()})


@cache
def _rooms() -> list[str]:
    """The packages and modules of ludens, found where they lie."""
    from pkgutil import iter_modules

    return [module.name for module in iter_modules(__path__) if not module.name.startswith("_")]


def load(source: str | os.PathLike[str] | Mapping[str, Any], options: Sequence[str] = ()) -> Game:
    """Compile a game: the name of one of the library, the path of a `.lud` file, or the text of a description.

    What `Game.to_dict` gave is understood, too. `options` choose items of the description's options, as
    `"Heading/Item"`, or a ruleset. Raises LudError for a description with an error, or a name that is neither in the
    library nor a file.
    """
    from ludens.library import load as found

    return found(source, options)


def vector(games: Mapping[Game | str, int], **settings: Any) -> MixedVector:
    """Rows of several games, stepped together by the numbers of moves: `ludens.vector({"Hex": 32, "Chess": 32})`.

    Games are given as `load` takes them, or loaded, each with its number of rows. `ludens.encoding.MixedVector` names
    the settings. `game.vector(n)` has the rows of one game.
    """
    from ludens.encoding import MixedVector

    return MixedVector({load(game) if isinstance(game, str) else game: n for game, n in games.items()}, **settings)
