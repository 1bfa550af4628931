"""Positions of games of chess whose pieces begin where chance has put them (Chess960): FEN, and numbers of starts.

A right to castle belongs to a king and a rook that have the mark of those which have not moved, wherever they stand. It
is written K or Q for the outermost rook of a side, else by its column (X-FEN); Shredder-FEN, columns throughout, is
read too. A number from 0 to 959 is the start that has it by Scharnagl's count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from ludens.game import Game, State
from ludens.game.state import Row
from ludens.ludemes.start.place_random import PlaceRandom
from ludens.notation.errors import NotationError, note, shown
from ludens.notation.fen import Fen
from ludens.notation.grid import letter

#: the pieces of a first row that Scharnagl counts
_COUNTED: Final = sorted("BBKNNQRR")
_STARTS: Final = 960


def begins_by_chance(game: Game) -> bool:
    """Whether pieces are put down at random at the start."""
    return any(isinstance(one, PlaceRandom) for one in game.ludemes())


def first_row(number: int) -> str:
    """The pieces of a start from 0 to 959, from the left.

    >>> first_row(518), first_row(0)
    ('RNBQKBNR', 'BBQNNRKR')
    """
    row = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    row[2 * light + 1] = row[2 * dark] = "B"
    number, queen = divmod(number, 6)
    row[_free(row)[queen]] = "Q"
    left = _free(row)
    for place in list(combinations(range(5), 2))[number]:
        row[left[place]] = "N"
    for place, piece in zip(_free(row), "RKR", strict=True):
        row[place] = piece
    return "".join(row)


def _free(row: list[str]) -> list[int]:
    return [place for place, piece in enumerate(row) if not piece]


class DrawnFen(Fen):
    """FEN for a game that does not begin from one position."""

    def _marked_rows(self, rows: Mapping[int, Row]) -> Iterator[tuple[int, Row, list[Row]]]:
        """For each player the king that may castle, and the rooks that may, those farthest to the right first."""
        for player, king_letter, rook_letter in ((1, "K", "R"), (2, "k", "r")):
            king = next((r for r in rows.values() if r[3] == self.pieces.get(king_letter) and r[6]), None)
            if king is None or king[1] >= len(self.grid.places):
                continue
            rank = self.grid.places[king[1]][1]
            rooks = [r for r in self._on_rank(rows, rank) if r[3] == self.pieces.get(rook_letter)]
            yield player, king, rooks

    def _on_rank(self, rows: Mapping[int, Row], rank: int) -> list[Row]:
        """What stands on a row of the board, from the right."""
        sites = (self.grid.sites[column, rank] for column in reversed(range(self.grid.columns)))
        return [rows[site] for site in sites if site in rows]

    def _rights(self, rows: Mapping[int, Row]) -> str:
        names = []
        for player, king, rooks in self._marked_rows(rows):
            for rook in (one for one in rooks if one[6]):
                name = self._name_of(king, rook, rooks)
                names.append(name if player == 1 else name.lower())
        return "".join(names)

    def _name_of(self, king: Row, rook: Row, rooks: list[Row]) -> str:
        """K or Q where no rook of the player stands farther out, else the column."""
        column, middle = (self.grid.places[row[1]][0] for row in (rook, king))
        others = [self.grid.places[one[1]][0] for one in rooks if one is not rook]
        if any(other > column if column > middle else other < column for other in others):
            return letter(column).upper()
        return "K" if column > middle else "Q"

    def _marks(self, rights: str, squares: Mapping[int, str]) -> dict[int, Row]:
        marked: dict[int, Row] = {}
        for sign in rights if rights != "-" else "":
            if not sign.isalpha():
                raise NotationError(f"rights to castle are written KQkq, by columns, or -, not {shown(rights)}")
            pair = self._pair(sign, squares)
            if pair is None:
                note(f"the right to castle {sign} is left out: there is no such king and rook")
            else:
                mark = next(row[6] for row in self._rows if row[6])
                for site in pair:
                    what = self.pieces[squares[site]]
                    marked[site] = ("C", site, 0, what, 1 if sign.isupper() else 2, 1, mark, 0, 0)
        return marked

    def _pair(self, sign: str, squares: Mapping[int, str]) -> tuple[int, int] | None:
        """The king and the rook that a right means."""
        king, rook = ("K", "R") if sign.isupper() else ("k", "r")
        kings = [site for site, piece in squares.items() if piece == king]
        if len(kings) != 1:
            return None
        middle, rank = self.grid.places[kings[0]]
        if rank != (0 if sign.isupper() else self.grid.rows - 1):
            return None
        columns = [x for x in range(self.grid.columns) if squares.get(self.grid.sites[x, rank]) == rook]
        if sign.upper() == "K":
            columns = [x for x in columns if x > middle][-1:]
        elif sign.upper() == "Q":
            columns = [x for x in columns if x < middle][:1]
        else:
            columns = [x for x in columns if letter(x) == sign.lower()]
        return (kings[0], self.grid.sites[columns[0], rank]) if columns else None

    def _state_at(self, site: int, what: int) -> int:
        return 0

    def read(self, text: str) -> State:
        if (number := text.strip()).isdecimal() and self._is_counted:
            if int(number) >= _STARTS:
                raise NotationError(f"starts are numbered from 0 to {_STARTS - 1}, not {shown(number)}")
            row = first_row(int(number))
            text = f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1"
        return super().read(text)

    @property
    def _is_counted(self) -> bool:
        """Whether the first row has the pieces that Scharnagl counts."""
        rows = {row[1]: row for row in self._rows}
        return sorted(self.letters[row[3]] for row in self._on_rank(rows, 0)) == _COUNTED
