"""The lists of games: what the common net is trained on, and what it is measured on without having seen it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

#: which games are trained on and which are held out, by family
LISTS: Final = Path(__file__).with_name("games.tsv")
TRAIN, HELD_OUT = "train", "held-out"
_COLUMNS = ("set", "family", "game", "option")


@dataclass(frozen=True)
class Listed:
    """A game of a list, with the option that it is played with, if any."""

    set: str
    family: str
    game: str
    option: str

    @property
    def options(self) -> list[str]:
        return [self.option] if self.option else []


def read_lists(path: Path = LISTS) -> list[Listed]:
    """The games of a file. Raises ValueError, with the line, for one of another form, and for a family in two sets."""
    header, games, sets = False, list[Listed](), dict[str, str]()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        cells = tuple(cell.strip() for cell in line.split("\t"))
        if not header:
            header = cells == _COLUMNS
            if not header:
                raise ValueError(f"{path}:{number}: the first line is {', '.join(_COLUMNS)}, with tabs between")
            continue
        if len(cells) != len(_COLUMNS) or cells[0] not in (TRAIN, HELD_OUT):
            raise ValueError(f"{path}:{number}: a line has {TRAIN} or {HELD_OUT}, a family, a game and an option")
        games.append(Listed(*cells))
        if sets.setdefault(cells[1], cells[0]) != cells[0]:
            raise ValueError(f"{path}:{number}: the family {cells[1]} is trained on and held out")
    return games


def games_of(name: str, games: Sequence[Listed] | None = None) -> list[Listed]:
    """The games of one set."""
    return [one for one in (read_lists() if games is None else games) if one.set == name]
