"""ludens compiles board-game descriptions written in the `.lud` language to native code."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludens.game import Game, IllegalMove, Move, State, load_board
    from ludens.language import LudError

__version__ = "0.1.0"
__all__ = ["Game", "IllegalMove", "LudError", "Move", "State", "load", "load_board"]

# Imported when first asked for: a bot under a referee has to read its first position before the compiler is loaded.
_HOMES = dict.fromkeys(("Game", "IllegalMove", "Move", "State", "load_board"), "ludens.game")
_HOMES["LudError"] = "ludens.language"


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in ("game", "language", "library"):
        return import_module(f"ludens.{name}")
    raise AttributeError(f"module 'ludens' has no attribute {name!r}")


def load(source: str | os.PathLike[str], options: Sequence[str] = ()) -> Game:
    """Compile a game: the name of one of the library, the path of a `.lud` file, or the text of a description.

    `options` choose items of the description's options, as `"Heading/Item"`, or a ruleset. Raises LudError for a
    description with an error, or a name that is neither in the library nor a file.
    """
    from ludens import library
    from ludens.game import compile_file, compile_text
    from ludens.language import LudError

    if not isinstance(source, str):
        return compile_file(source, options)
    if "(" in source and not source.endswith(".lud"):
        return compile_text(source, options=options)
    if source.endswith(".lud") or os.sep in source:
        return compile_file(source, options)
    try:
        return compile_text(library.read(source), f"{source}.lud", options)
    except library.UnknownGame as error:
        raise LudError(str(error)) from None
