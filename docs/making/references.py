"""References to the chapters of the language reference, as comments and docstrings write them.

`manual: moves 5.4` is section 5.4 of docs/reference/moves.md; `manual: integers 8.7 to 8.11 and 9; regions` names
several sections, and a whole chapter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_NUMBERS: Final = r"\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)*)*"
_WHERE: Final = re.compile(rf"manual: (\w+(?: {_NUMBERS})?(?:; \w+(?: {_NUMBERS})?)*)")


@dataclass(frozen=True)
class Reference:
    """A chapter and the numbers of sections of it, as they stand in `text`; without numbers the whole chapter."""

    text: str
    chapter: str
    sections: tuple[str, ...]


def references(text: str) -> Iterator[Reference]:
    """What a text refers to.

    >>> [(r.chapter, r.sections) for r in references("Hops (manual: moves 5.4 and 4.3; regions).")]
    [('moves', ('5.4', '4.3')), ('regions', ())]
    """
    for found in _WHERE.finditer(" ".join(text.replace("\n#", "\n").split())):
        for part in found[1].split("; "):
            chapter, _, numbers = part.partition(" ")
            yield Reference(part, chapter, tuple(re.findall(r"\d+(?:\.\d+)*", numbers)))


def linked(text: str, chapters: str) -> str:
    """The text with each reference a link into `chapters`, the folder of the language reference.

    >>> linked("Hops (manual: moves 5.4).", "..")
    'Hops ([moves 5.4](../moves.md#s5-4)).'
    """
    for reference in references(text):
        anchor = "#s" + reference.sections[0].replace(".", "-") if reference.sections else ""
        link = f"[{reference.text}]({chapters}/{reference.chapter}.md{anchor})"
        for lead in ("manual: ", "; "):
            words = r"\s+".join(map(re.escape, (lead + reference.text).split()))
            text = re.sub(rf"{words}(?![\w.]*\d|\])", ("; " if lead == "; " else "") + link, text)
    return text
