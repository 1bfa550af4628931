"""`variants.ini` of Fairy-Stockfish: chess-like games as descriptions.

The format is followed option by option. What a description does not say is a remark with the line of the file: a reader
of the description knows what is missing. Options that only concern engines and their windows have no meaning here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludens.imports import frame
from ludens.imports.rules import Rules, Variant, Variants, read
from ludens.imports.writing import text_of

__all__ = ["Imported", "Variant", "Variants", "described", "read"]


@dataclass(frozen=True)
class Imported(frame.Imported):
    """A variant as a description, and the letters of its pieces."""

    columns: int
    letters: Mapping[str, str]
    #: what becomes what when it is promoted in the manner of shogi
    promotions: Mapping[str, str]


def described(variant: Variant) -> Imported:
    """The description of a variant. Raises ImportFailed where there is none: a letter without a piece, no board."""
    rules = Rules(variant)
    text = text_of(rules)
    remarks = tuple(rules.remarks)
    return Imported(
        variant.name,
        frame.headed([f"// From a variants.ini: [{variant.name}]"], remarks, text),
        remarks,
        rules.columns,
        {piece.name: piece.letter for piece in rules.pieces},
        {rules.by_letter[a].name: rules.by_letter[b].name for a, b in rules.promoted.items()},
    )
