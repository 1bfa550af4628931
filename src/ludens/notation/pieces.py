"""The letters of the pieces of chess and its kin, as FEN and SAN have them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

#: letters by names of pieces, the king's first, then in the order in which pieces in hand are written
KINDS: Final[tuple[Mapping[str, str], ...]] = (
    {
        "King": "K", "Queen": "Q", "Rook": "R", "Bishop": "B", "Knight": "N", "Pawn": "P",
        "Archbishop": "A", "Cardinal": "A", "Chancellor": "C", "Marshal": "C", "Janus": "J", "Mann": "M",
    },
    {"King": "K", "Met": "M", "Rook": "R", "Khon": "S", "Knight": "N", "Pawn": "P"},
    {"King": "K", "General": "F", "Rook": "R", "Elephant": "S", "Knight": "N", "Pawn": "P"},
    {"King": "K", "Ferz": "Q", "Rook": "R", "Alfil": "B", "Knight": "N", "Pawn": "P"},
    {
        "King": "K", "Queen": "F", "Fool": "W", "Rook": "R", "Archer": "E", "Knight": "N", "Courier": "B", "Sage": "M",
        "Pawn": "P",
    },
    {
        "General": "K", "Chariot": "R", "Cannon": "C", "Horse": "N", "Elephant": "B", "Advisor": "A", "Guard": "A",
        "Soldier": "P",
    },
)  # fmt: skip
#: letters that moves have in the place of those in positions: a horse and an elephant are no knight and no bishop
IN_MOVES: Final[Mapping[str, str]] = {"Horse": "H", "Elephant": "E"}
_XIANGQI: Final = KINDS[-1]
#: who plays it without a king plays it with these
_WITHOUT_KING: Final = frozenset({"Knight"})


def letters_of(names: Collection[str]) -> Mapping[str, str] | None:
    """The letters of a game's pieces by their names; None where it is not played with those of chess."""
    for kinds in KINDS:
        if kinds.keys() >= set(names) and (next(iter(kinds)) in names or set(names) == _WITHOUT_KING):
            return kinds
    return None


def letter_in_moves(kinds: Mapping[str, str], name: str) -> str:
    """The letter of a piece where a move is written."""
    return IN_MOVES.get(name, kinds[name]) if kinds is _XIANGQI else kinds[name]
