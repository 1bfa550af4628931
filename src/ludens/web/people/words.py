"""What people call themselves and say: plain text in every script, without what hides, overlays or impersonates.

>>> clean_name("  Ann\\u200b\\u202ea  <b> "), clean_name("\\u200b")
('Anna <b>', '')
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Final

from ludens.words import MARKED, say, speaking

LONGEST_NAME: Final = 24
LONGEST_TEXT: Final = 300
#: marks over and under one letter: more would reach into other lines
_MOST_MARKS: Final = 3
#: joiners, which Persian and the scripts of India need between letters, and emoji between their parts
_JOINERS: Final = "\u200c\u200d"
#: letters that show nothing, and belong to no category that says so
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def clean_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """A line of at most so many characters: without controls, characters of direction, and letters that show nothing.

    >>> clean_text("one\\n two"), clean_text("נו  \\u202eשלום"), len(clean_text("x" + 9 * "\\u0316"))
    ('one two', 'נו שלום', 4)
    """
    cleaned, marks = list[str](), 0
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in ("Zs", "Zl", "Zp") or char in "\n\r\t":
            cleaned.append(" ")
        elif char in _JOINERS:
            if cleaned and cleaned[-1] not in (" ", *_JOINERS):
                cleaned.append(char)
        elif kind not in ("Cc", "Cf", "Cs", "Co", "Cn") and char not in _BLANK and marks <= _MOST_MARKS:
            cleaned.append(char)
    return " ".join("".join(cleaned).split())[:longest].strip(_JOINERS + " ")


def clean_name(name: str) -> str:
    """A name, empty where nothing of it shows."""
    text = clean_text(name, LONGEST_NAME)
    return text if any(unicodedata.category(char)[0] in "LNSP" for char in text) else ""


def unlike(name: str, others: Collection[str]) -> str:
    """A name that nobody else at the table has, whatever its case and width: with a number where it is taken.

    >>> unlike("anna", ["Anna", "Ben"]), unlike("Cleo", [])
    ('anna 2', 'Cleo')
    """
    taken = {folded(other) for other in others}
    number, free = 1, name
    while folded(free) in taken:
        number += 1
        free = f"{name} {number}"
    return free


def folded(name: str) -> str:
    """A name without what one may take for another: case, width, spaces.

    >>> folded("Ａnn  b") == folded("annB")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


def left() -> str:
    """What somebody is called who has deleted all that was kept of them, in the language of who reads it."""
    with speaking(MARKED):
        return say("a player who left")
