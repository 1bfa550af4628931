"""Xiangqi's own ways of writing moves: WXF (`C2=5`, `H8+7`), and the squares of UCCI, whose ranks begin at 0.

WXF counts files from the mover's right. Behind the piece stands its file, then `+`, `-` or `=` for forwards, backwards
and sideways, then by how many ranks a piece went along its file, and for others the file that it came to. Of two of a
kind on one file `+` is the one ahead, in the place of the file; pawns of which more stand together are numbered from
the one ahead, with their file (`27=6`). Chinese players write the same in their own signs (`炮二平五`), and some
programs squares with capitals and ranks from 0 (`H2-E2`, ICCS). In Janggi squares are a rank from above and a file:
`P71-72`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from ludens.game import IllegalMove, Move, State
from ludens.notation.errors import shown
from ludens.notation.grid import Grid
from ludens.notation.turns import Turn


class Lettered(Protocol):
    """A notation whose pieces have letters, on a board of rows and columns: chess and its like."""

    grid: Grid

    @property
    def letters(self) -> frozenset[str]: ...
    def letter_at(self, state: State, site: int, /) -> str: ...
    def owner_at(self, state: State, site: int, /) -> int: ...


#: the pieces of Xiangqi by the letters of FEN and of others, and what WXF calls them
LETTERS: Final = {"B": "E", "N": "H", "G": "K"} | {letter: letter for letter in "KAEHRCP"}
#: what others write for these letters and signs
_LATIN: Final = {"N": "H", "B": "E", "G": "K", "S": "P", ".": "=", "–": "-", "−": "-"}
#: the signs of Chinese players, who count in their own numbers for Red and in wide ones for Black
_OWN, _WIDE = "一二三四五六七八九", "１２３４５６７８９"
_CHINESE: Final = {
    sign: letter
    for letter, signs in {
        "R": "车車俥", "H": "马馬傌", "C": "炮砲包", "P": "兵卒", "E": "相象", "A": "仕士", "K": "帅帥将將",
        "+": "前进進", "-": "后後退", "=": "平",
        **{str(n): f"{own}{wide}" for n, (own, wide) in enumerate(zip(_OWN, _WIDE, strict=True), 1)},
    }.items()
    for sign in signs
}  # fmt: skip
_SAME: Final = str.maketrans(_LATIN | _CHINESE)
#: squares of Janggi by their rank and file, with the piece or without: `P71-72`
_NUMBERED: Final = re.compile(r"[KAEHRCP]?(\d)([1-9])[-X]?(\d)([1-9])[+#]?")
#: a turn in a file, in WXF, by Chinese players, or in ICCS
ICCS: Final = re.compile(r"[A-I][0-9]-[A-I][0-9]")
TURN: Final = (
    rf"(?:[+-]?[KAEHRCPNBGSkaehrcpnbgs][1-9+-]?|[1-9]{{2}}|[+-][1-9])[-+=.–−][1-9](?![\w+#-])"
    rf"|[{''.join(_CHINESE)}]{{4}}|{ICCS.pattern}(?!\w)|[KAEHRCPNBGS]?\d[1-9][-x]\d[1-9](?!\w)"
)
#: kinds that go aslant: of two on a file the sign tells which one went
_ASLANT: Final = frozenset("AE")
_SQUARES: Final = re.compile(r"([a-i])(\d)-?([a-i])(\d)", re.IGNORECASE)


def fits(style: Lettered) -> bool:
    """Whether a game is played with Xiangqi's pieces, which all stand on the board."""
    letters = style.letters
    return letters <= LETTERS.keys() and {"K", "C"} <= letters


def written(style: Lettered, state: State, turn: Sequence[Move]) -> str:
    """A turn in WXF. Raises IllegalMove for a pass."""
    return next(_spellings(style, state, turn))


def read(style: Lettered, state: State, text: str) -> Turn | None:
    """The turn that a text in WXF means; None where there is none. Raises IllegalMove where there are several."""
    name = text.strip().upper().translate(_SAME)
    if (match := _NUMBERED.fullmatch(name)) is not None:
        return _between(style, state, *map(int, match.groups()))
    turns = [(move,) for move in state.legal_moves() if move.from_site >= 0]
    meant = [turn for turn in turns if name in _spellings(style, state, turn)]
    if len(meant) > 1:
        names = [written(style, state, turn) for turn in meant]
        raise IllegalMove(f"{shown(text)} may be {' or '.join(names)}", names)
    return meant[0] if meant else None


def _between(style: Lettered, state: State, row: int, column: int, to_row: int, to_column: int) -> Turn | None:
    """The turn from one square to another, as Janggi's players number them: ranks from above, the tenth is 0.

    A king that stays is a pass.
    """
    squares, rows = style.grid.sites, style.grid.rows
    origin, to = squares.get((column - 1, rows - (row or 10))), squares.get((to_column - 1, rows - (to_row or 10)))
    ends = (-1, -1) if origin == to else (origin, to)
    return next(((move,) for move in state.legal_moves() if (move.from_site, move.to_site) == ends), None)


def _spellings(style: Lettered, state: State, turn: Sequence[Move]) -> Iterator[str]:
    """What a turn may be called, the usual name first."""
    origin, to = turn[0].from_site, turn[0].to_site
    if origin < 0 or to < 0:
        raise IllegalMove("a pass is no move that WXF could write")
    ahead = 1 if state.mover == 1 else -1
    (column, row), (to_column, to_row) = style.grid.places[origin], style.grid.places[to]
    piece = LETTERS[style.letter_at(state, origin)]
    sign = "=" if row == to_row else "+" if (to_row - row) * ahead > 0 else "-"
    last = abs(to_row - row) if column == to_column else _file(style, state, to_column)
    number = _file(style, state, column)
    for name in _names(piece, number, _in_column(style, state, origin), origin, _crowded(style, state, piece)):
        yield f"{name}{sign}{last}"


def _file(style: Lettered, state: State, column: int) -> int:
    """A file's number, from the mover's right."""
    return style.grid.columns - column if state.mover == 1 else column + 1


def _in_column(style: Lettered, state: State, origin: int) -> list[int]:
    """The mover's pieces of a kind on a file, the one ahead first."""
    what, column = state.field("what"), style.grid.places[origin][0]
    sites = [site for site, (c, _) in enumerate(style.grid.places) if c == column and what[site] == what[origin]]
    return sorted(sites, key=lambda site: style.grid.places[site][1], reverse=state.mover == 1)


def _crowded(style: Lettered, state: State, piece: str) -> bool:
    """Whether pawns are numbered: three on a file, or two on each of several."""
    if piece != "P":
        return False
    what = state.field("what")
    pawns = [site for site in range(len(style.grid.places)) if what[site] and style.letter_at(state, site) == "P"]
    own = [site for site in pawns if style.owner_at(state, site) == state.mover]
    columns = [style.grid.places[site][0] for site in own]
    several = [columns.count(column) for column in set(columns) if columns.count(column) > 1]
    return len(several) > 1 or max(several, default=0) > 2


def _names(piece: str, number: int, together: Sequence[int], origin: int, crowded: bool) -> Iterator[str]:
    """What a piece may be called that stands on a file with others of its kind, the one ahead first."""
    if len(together) == 1:
        yield f"{piece}{number}"
        return
    if piece in _ASLANT:
        yield f"{piece}{number}"
    place = together.index(origin)
    signed = {0: "+", len(together) - 1: "-"}.get(place, "")
    if crowded:
        yield f"{place + 1}{number}"
    if signed and not (crowded and len(together) > 2):
        yield from (f"{piece}{signed}", f"{signed}{piece}", f"{signed}{number}")
    if piece == "P" and not crowded:
        yield f"{place + 1}{number}"


# --- UCCI


def to_ucci(uci: str) -> str:
    """The squares of UCI, whose ranks begin at 1, as UCCI writes them.

    >>> to_ucci("b3b10"), to_ucci("a10a9")
    ('b2b9', 'a9a8')
    """
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), uci)


def of_ucci(text: str) -> str:
    """The other way round. Raises IllegalMove for what is no move of UCCI.

    >>> of_ucci("B2-B9")
    'b3b10'
    """
    match = _SQUARES.fullmatch(text.strip())
    if match is None:
        raise IllegalMove(f"a move of UCCI is two squares such as h2e2, not {shown(text)}")
    column, row, to_column, to_row = match.groups()
    return f"{column.lower()}{int(row) + 1}{to_column.lower()}{int(to_row) + 1}"
