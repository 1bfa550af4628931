"""The words of PGN: moves, results, numbers of moves, and what stands for annotations."""

from __future__ import annotations

import re
from typing import Final

from ludens.notation.record import DRAWN
from ludens.notation.tag_files import Words

#: signs of annotations, as people and programs write them, by the numbers that PGN has for them
SIGNS: Final = {
    "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6, "□": 7, "=": 10, "==": 11, "∞": 13, "~": 13,
    "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15, "±": 16, "+/-": 16, "+/−": 16,
    "∓": 17, "-/+": 17, "−/+": 17, "+-": 18, "+−": 18, "+–": 18, "-+": 19, "−+": 19, "–+": 19, "+--": 20, "--+": 21,
    "⨀": 22, "⊙": 22, "○": 26, "⟳": 32, "↻": 32, "↑": 36, "→": 40, "=/∞": 44, "=∞": 44, "∞=": 44, "⯹": 44, "©": 44,
    "⇆": 132, "⇄": 132, "⊕": 138, "⨁": 138, "∆": 140, "Δ": 140, "△": 140, "∇": 141, "⌓": 142, "RR": 145, "N": 146,
    "D": 220,
}  # fmt: skip
#: results as they stand in tables
_COLON: Final = re.compile("1:0|0:1|1/2:1/2")
#: how nobody's move is written
NULLS: Final = ("--", "Z0", "0000", "@@@@", "<>")
#: pieces as they are drawn, by their letters
FIGURES: Final = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")
_DRAWN: Final = "♔♕♖♗♘♙♚♛♜♝♞♟"
#: what stands behind a move without being a part of it
SUFFIX: Final = (
    r"(?:\s*e\.\s*p\.|\s*\bep\b|ep)?(?:\+\+|[#†‡]|\+(?![-+/=−–]))?"
    r"(?:\s*(?:(?:dbl|dis)\.?\s*)?(?:mate|ch)\b\.?)?"
)


def words_of(letters: str, columns: str) -> Words:
    """The words of a game whose pieces have these letters, on a board with these columns."""
    pieces, square = f"[{letters}{_DRAWN}]", rf"[{columns}]\d{{1,2}}"
    promoted = rf"(?:\s*[=/]\s*\(?|\s*\()?[{letters}{letters.lower()}{_DRAWN}](?![{columns}\d])\)?"
    moved = rf"[{columns}]?(?:\d{{1,2}})?[x:\-–—]?{square}(?:{promoted})?"
    nulls = "|".join(map(re.escape, NULLS))
    return Words(
        turn=(
            rf"(?:{pieces}?{moved}|[{letters.lower()}]{moved}|{pieces}?[@*]{square}"
            rf"|[O0oОо][-–][O0oОо](?:[-–][O0oОо])?){SUFFIX}(?![0-9A-MO-Za-z])"
        ),
        nulls=rf"(?:{nulls})(?![^\s{{}}();$!?])",
        results=r"1[-–:]0|0[-–:]1|1/2(?:[-–:]1/2)?|½(?:[-–:]½)?|\*",
        result=_result,
        number=r"\d+\s*[.…][\s.…]*|(?!0000)\d+(?=\s)|[.…]+",
        signs=SIGNS,
        slip=r"[\w:=+-]*[A-Za-z]\d",
    )


def _result(text: str) -> str:
    """A result with the dash and the halves that PGN has; other texts as they are."""
    plain = text.replace("–", "-").replace("½", "1/2")
    if plain == "1/2":
        return DRAWN
    return plain.replace(":", "-") if _COLON.fullmatch(plain) else plain
