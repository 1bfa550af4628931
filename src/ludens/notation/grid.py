"""Boards of squares in rows and columns, as most notations count them."""

from __future__ import annotations

import math
import string
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ludens.board import SiteType
from ludens.game import Game


@dataclass(frozen=True)
class Grid:
    """A rectangular board: its sites by column and row, both from 0, the bottom left corner first."""

    columns: int
    rows: int
    kind: SiteType
    places: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, game: Game) -> Grid | None:
        """The grid of a game's board; None for a board of another shape, or played on sites of several types."""
        model = game.model
        if len(model.site_types) != 1:
            return None
        kind = model.default_site
        elements = game.topology.elements(kind)
        columns = 1 + max((e.column for e in elements), default=-1)
        rows = 1 + max((e.row for e in elements), default=-1)
        places = tuple((e.column, e.row) for e in elements)
        if columns * rows != len(elements) or len(set(places)) != len(places) or len(elements) < 2:
            return None
        first = elements[places.index((0, 0))]
        square = all(
            math.isclose(e.x - first.x, e.column, abs_tol=0.01) and math.isclose(e.y - first.y, e.row, abs_tol=0.01)
            for e in elements
        )
        return cls(columns, rows, kind, places) if square else None

    @cached_property
    def sites(self) -> dict[tuple[int, int], int]:
        """The site of each place."""
        return {place: site for site, place in enumerate(self.places)}

    def square(self, site: int) -> str:
        """A letter and a number: `e4`."""
        column, row = self.places[site]
        return f"{letter(column)}{row + 1}"

    def ranks(self, letter: Callable[[int], str]) -> str:
        """The squares as Forsyth writes them, the top row first: the letter of what a site holds, "" for nothing."""
        return "/".join(self._rank(row, letter) for row in reversed(range(self.rows)))

    def _rank(self, row: int, letter: Callable[[int], str]) -> str:
        text, free = "", 0
        for column in range(self.columns):
            if sign := letter(self.sites[column, row]):
                text += f"{free or ''}{sign}"
                free = 0
            else:
                free += 1
        return f"{text}{free or ''}"

    def site(self, square: str) -> int | None:
        """The site of a square; None where the board has none of this name."""
        column, row = square[:1].lower(), square[1:]
        if not (row.isdigit() and column in string.ascii_lowercase and column):
            return None
        return self.sites.get((string.ascii_lowercase.index(column), int(row) - 1))


def letter(column: int) -> str:
    """The letter of a column.

    >>> letter(4)
    'e'
    """
    return string.ascii_lowercase[column]
