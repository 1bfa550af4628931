"""The games that ship with ludens, and those of the user's shelf, and how their names are looked up."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ludens._archive import folder_of_texts
from ludens.formats import OtherVersion
from ludens.game import Game, compile_file, compile_text, game_from
from ludens.language import LudError
from ludens.library import entries, shelves
from ludens.library.keys import key

if TYPE_CHECKING:
    from ludens.game.traits import Trait

__all__ = ["UnknownGame", "find", "is_shipped", "key", "load", "names", "read", "title", "traits"]

_GAMES: Final = Path(__file__).parent / "games"
_ALIASES = re.compile(r"\(aliases\s*\{([^}]*)\}")
#: the title in a description, after comments and defines of its own
_TITLE = re.compile(r'^\s*\((?:game|match)\s+"([^"]*)"', re.MULTILINE)


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
    """The names of all games, those on the shelf too, in alphabetical order.

    >>> "Amazons" in names()
    True
    """
    return [path.stem for path in _index(shelves.stamp()).values()]


def find(name: str) -> Path:
    """The file of the game called `name`, or by its title or another name that one game alone has, those that ship
    first: case, punctuation and accents do not matter.

    >>> find("nine mens morris").stem
    "Nine Men's Morris"
    >>> find("Othello").stem
    'Reversi'

    :raises UnknownGame: where there is none.
    """
    name_key, stamp = key(name), shelves.stamp()
    path = _index(stamp).get(name_key) or _only(_other_names(stamp).get(name_key, []))
    if path is None:
        raise UnknownGame(name, _nearest(name, stamp))
    if not path.exists() and is_shipped(path):  # the cache was emptied
        folder_of_texts(_GAMES)
    return path


def _only(paths: list[Path]) -> Path | None:
    """The one of these games that ships, or the one that there is; None where that does not tell them apart."""
    shipping = [path for path in paths if is_shipped(path)] or paths
    return shipping[0] if len(shipping) == 1 else None


def is_shipped(path: Path) -> bool:
    """Whether a game's file is one that ships with ludens, and not one of the shelf."""
    return shipped().get(key(path.stem)) == path


def title(text: str) -> str:
    """The title of a description's game; empty if it has none.

    >>> title('// three in a row\\n(game "Noughts and Crosses" (players 2))')
    'Noughts and Crosses'
    """
    match = _TITLE.search(text)
    return match[1] if match else ""


def read(name: str) -> str:
    """The description of the game called `name`, as text.

    :raises UnknownGame: where there is none.
    """
    return find(name).read_text(encoding="utf-8")


def traits(name: str) -> tuple[Trait, ...]:
    """The traits of the game called `name`, as `Game.traits`: those of shipped games are stored, others are compiled.

    >>> traits("Backgammon"), traits("Chess")
    (('chance',), ())

    :raises UnknownGame: where there is none.
    :raises LudError: where the description has an error.
    """
    path = find(name)
    text = path.read_text(encoding="utf-8")
    known_traits = entries.entry(path.stem, text).get("traits")
    return compile_text(text, str(path)).traits if known_traits is None else tuple(known_traits)


def load(source: str | os.PathLike[str] | Mapping[str, Any], options: Sequence[str] = ()) -> Game:
    """What `ludens.load` gives."""
    if isinstance(source, Mapping):
        return game_from(source, options)
    if not isinstance(source, str):
        return compile_file(source, options)
    if "(" in source and not source.endswith(".lud"):
        return compile_text(source, options=options)
    if source.endswith(".lud") or "/" in source or os.sep in source:
        return compile_file(source, options)
    try:
        return compile_text(read(source), f"{source}.lud", options)
    except UnknownGame as error:
        raise LudError(str(error)) from None


@cache
def shipped() -> dict[str, Path]:
    """The files of the games that ship with ludens, by the keys of their names."""
    return {key(path.stem): path for path in folder_of_texts(_GAMES).rglob("*.lud")}


@lru_cache(maxsize=1)
def _index(stamp: int) -> dict[str, Path]:
    """Every game's file by the key of its name, in the order of the names; `stamp` is the shelf's."""
    try:
        shelf = shelves.files() if stamp else []
    except OtherVersion as error:  # the games that ship are there all the same
        warnings.warn(f"the shelf is left out: {error}", stacklevel=2)
        shelf = []
    files = {key(path.stem): path for path in shelf} | shipped()
    return dict(sorted(files.items(), key=lambda pair: pair[1].stem.casefold()))


@lru_cache(maxsize=1)
def _other_names(stamp: int) -> dict[str, list[Path]]:
    """The games that go by another name than their file's, a title or an alias, by the key of that name."""
    by_key: dict[str, list[Path]] = {}
    for path in _index(stamp).values():
        text = path.read_text(encoding="utf-8", errors="replace")
        match = _ALIASES.search(text)
        aliases = re.findall(r'"([^"]*)"', match[1]) if match else []
        for other in {key(name) for name in (title(text), *aliases)} - {key(path.stem), ""}:
            by_key.setdefault(other, []).append(path)
    return by_key


def _nearest(name: str, stamp: int) -> list[str]:
    """Up to three names that a reader may have meant: their own, or another one, comes near what was written."""
    import difflib  # only for a name that is not there

    name_key = key(name)
    by_key = {other: [path] for other, path in _index(stamp).items()}
    for other, paths in _other_names(stamp).items():
        by_key.setdefault(other, paths)
    within = [other for other in by_key if len(name_key) > 2 and name_key in other]
    close = difflib.get_close_matches(name_key, by_key, n=3, cutoff=0.6)
    return list(dict.fromkeys(path.stem for other in [*close, *within] for path in by_key[other]))[:3]
