"""The games that ship with ludens, as `.lud` descriptions, and how their names are looked up."""

from __future__ import annotations

import difflib
import os
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ludens.game import Game, compile_file, compile_text, game_from
from ludens.game.finding import finders
from ludens.language import LudError

__all__ = ["UnknownGame", "find", "key", "load", "names", "read"]

GAMES = Path(__file__).parent / "games"


class UnknownGame(KeyError):
    """No game of the library has this name; `nearest` holds the names that come closest to it."""

    def __init__(self, name: str, nearest: list[str]) -> None:
        super().__init__(name)
        self.name = name
        self.nearest = nearest

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(map(repr, self.nearest))}?" if self.nearest else ""
        return f"no game of the library is called {self.name!r}{hint}"


def names() -> list[str]:
    """The names of all games, in alphabetical order.

    >>> "Amazons" in names()
    True
    """
    return [path.stem for path in _index().values()]


def find(name: str) -> Path:
    """The file of the game called `name`: case, punctuation and accents do not matter.

    >>> find("nine mens morris").stem
    "Nine Men's Morris"

    :raises UnknownGame: where there is none.
    """
    path = _index().get(key(name))
    if path is None:
        raise UnknownGame(name, _nearest(name))
    return path


finders.append(find)


def read(name: str) -> str:
    """The description of the game called `name`, as text.

    :raises UnknownGame: where there is none.
    """
    return find(name).read_text(encoding="utf-8")


def load(source: str | os.PathLike[str] | Mapping[str, Any], options: Sequence[str] = ()) -> Game:
    """What `ludens.load` gives."""
    if isinstance(source, Mapping):
        return game_from(source, options)
    if not isinstance(source, str):
        return compile_file(source, options)
    if "(" in source and not source.endswith(".lud"):
        return compile_text(source, options=options)
    if source.endswith(".lud") or os.sep in source:
        return compile_file(source, options)
    try:
        return compile_text(read(source), f"{source}.lud", options)
    except UnknownGame as error:
        raise LudError(str(error)) from None


@cache
def _index() -> dict[str, Path]:
    """Every game's file by the key of its name, in the order of the names."""
    return {key(path.stem): path for path in sorted(GAMES.rglob("*.lud"), key=lambda path: path.stem.casefold())}


def key(name: str) -> str:
    """`name` with nothing but its letters and digits, without case and accents: what a game is found by.

    >>> key("Nine Men's Morris")
    'ninemensmorris'
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(character for character in plain if character.isalnum())


def _nearest(name: str) -> list[str]:
    """Up to three names that a reader may have meant."""
    wanted, index = key(name), _index()
    within = [other for other in index if len(wanted) > 2 and wanted in other]
    close = difflib.get_close_matches(wanted, index, n=3, cutoff=0.6)
    return [index[other].stem for other in dict.fromkeys([*close, *within])][:3]
