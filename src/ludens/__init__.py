"""ludens compiles board games described in the `.lud` language to native code."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ludens import library
from ludens.game import Game, IllegalMove, Move, State, compile_file, compile_text, load_board, match
from ludens.language import LudError

__version__ = "0.1.0"
__all__ = ["Game", "IllegalMove", "LudError", "Move", "State", "load", "load_board"]

match.finders.append(library.find)


def load(source: str | os.PathLike[str], options: Sequence[str] = ()) -> Game:
    """Compile a game: the name of one of the library, the path of a `.lud` file, or the text of a description.

    `options` choose items of the description's options, as `"Heading/Item"`, or a ruleset. Raises LudError for a
    description with an error, or a name that is neither in the library nor a file.
    """
    if not isinstance(source, str):
        return compile_file(source, options)
    if "(" in source:
        return compile_text(source, options=options)
    if source.endswith(".lud") or os.sep in source:
        return compile_file(source, options)
    try:
        return compile_text(library.read(source), f"{source}.lud", options)
    except library.UnknownGame as error:
        raise LudError(str(error)) from None
