"""Tables of what was found of the library's games, which come with ludens: a line for each game, by its rules."""

from __future__ import annotations

import hashlib
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludens.game.single import SingleGame

if TYPE_CHECKING:
    from ludens.game import Game

_SHORT: Final = 16


class Shipped:
    """A table, a file beside this one: what the rules of a game are known by, its name, and what was found of it."""

    def __init__(self, name: str) -> None:
        self._path = Path(__file__).with_name(name)

    @cached_property
    def lines(self) -> dict[str, list[str]]:
        """The lines, by what the rules of a game are known by, which is the first word of each."""
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.is_file() else []
        return {words[0]: words for words in (line.split("\t") for line in lines)}

    def of(self, game: Game) -> list[str] | None:
        """What was found of a game; None for one, or options of one, that nobody looked at."""
        words = self.lines.get(_rules(game)) if isinstance(game, SingleGame) else None
        return None if words is None else words[2:]

    def put(self, game: SingleGame, *found: str) -> None:
        """Put a game into the table, in the place of what it has under that name."""
        named = {words[1]: words for words in self.lines.values()}
        named[game.name] = [_rules(game), game.name, *found]
        self._path.write_text("".join("\t".join(named[name]) + "\n" for name in sorted(named)), encoding="utf-8")
        self.__dict__.pop("lines", None)


def _rules(game: SingleGame) -> str:
    """What the rules of a game are known by, whatever else its description says."""
    return hashlib.sha256(game.description.expanded.encode()).hexdigest()[:_SHORT]
