"""Tables about the library's games, which come with ludens: a header, and a row for each game, by its rules."""

from __future__ import annotations

import csv
import hashlib
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ludens.game.single import SingleGame

if TYPE_CHECKING:
    from ludens.game import Game

#: hexadecimal digits of the hash of a game's rules
_DIGITS: Final = 16
#: the columns that every table begins with: the hash of the rules, and the name of the game
_FIRST: Final = ("rules", "game")

Row = dict[str, str]


class LibraryTable:
    """A file of tab-separated values beside this one, with `columns` behind those of every table."""

    def __init__(self, name: str, *columns: str) -> None:
        self._path, self._columns = Path(__file__).with_name(name), (*_FIRST, *columns)

    @cached_property
    def rows(self) -> dict[str, Row]:
        """The rows, by the hash of the rules."""
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.is_file() else []
        return {row["rules"]: row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}

    def of(self, game: Game) -> Row | None:
        """The row of a game; None for a game, or options of one, that the table does not have."""
        return self.rows.get(_rules(game)) if isinstance(game, SingleGame) else None

    def put(self, game: SingleGame, **values: str) -> None:
        """Put a game into the table, in the place of the row of that name."""
        by_name = {row["game"]: row for row in self.rows.values()}
        by_name[game.name] = {"rules": _rules(game), "game": game.name, **values}
        lines = ["\t".join(self._columns)]
        lines += ["\t".join(by_name[name][column] for column in self._columns) for name in sorted(by_name)]
        self._path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.__dict__.pop("rows", None)


def _rules(game: SingleGame) -> str:
    """The hash of a game's rules, whatever else its description says."""
    return hashlib.sha256(game.description.expanded.encode()).hexdigest()[:_DIGITS]
