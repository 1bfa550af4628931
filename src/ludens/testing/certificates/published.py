"""Published numbers of move sequences (perft), and whether a game has them.

A table is text in columns apart by tabs: game, depth, leaves, source, and `slow` where counting takes long. The table
here is of the games that ship with ludens, with their usual options.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TABLE: Final = Path(__file__).with_name("perft.tsv")
_COLUMNS: Final = ["game", "depth", "leaves", "source"]


@dataclass(frozen=True)
class Published:
    """How many sequences of so many moves a game has, and who says so."""

    game: str
    depth: int
    leaves: int
    source: str


def read_published(path: Path = TABLE) -> list[Published]:
    """The rows of a table. Raises ValueError, with the line, for what is none."""
    head, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    if head.split("\t")[:4] != _COLUMNS:
        raise ValueError(f"{path}:1: the columns {', '.join(_COLUMNS)} are expected, apart by tabs")
    return [_row(path, number, line) for number, line in enumerate(lines, 2) if line.strip()]


def _row(path: Path, number: int, line: str) -> Published:
    parts = line.split("\t")
    try:
        game, depth, leaves, source = parts[:4]
        return Published(game, int(depth), int(leaves), source)
    except ValueError:
        raise ValueError(f"{path}:{number}: a game, two numbers and a source are expected") from None


def of_game(name: str, rows: Sequence[Published]) -> tuple[Published, ...]:
    """The rows of a game."""
    return tuple(row for row in rows if row.game == name)
