"""Write docs/ludemes.md, the reference manual of the ludemes, from their classes.

python docs/make_ludemes.py
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from pathlib import Path

from ludens import ludemes  # noqa: F401  (registers every class)
from ludens.ludemes import base
from ludens.ludemes.base import Ludeme
from ludens.ludemes.binder import form_of

PAGE = Path(__file__).with_name("ludemes.md")
CATEGORIES: list[tuple[str, type[Ludeme]]] = [
    ("Moves and effects", base.MovesLudeme),
    ("Conditions", base.BooleanLudeme),
    ("Integers", base.IntLudeme),
    ("Arrays of integers", base.IntsLudeme),
    ("Regions", base.SitesLudeme),
    ("Directions", base.DirectionLudeme),
    ("Ranges", base.RangeLudeme),
    ("Numbers with a fraction", base.FloatLudeme),
    ("Equipment", base.ItemLudeme),
    ("Graphs", base.GraphLudeme),
    ("Integers of the board", base.DimLudeme),
    ("Start rules", base.StartRuleLudeme),
    ("Meta rules", base.MetaRuleLudeme),
    ("End rules", base.EndRuleLudeme),
    ("Results", base.ResultLudeme),
    ("Other clauses", Ludeme),
]
HEAD = """# The ludemes

Every clause of the language that ludens compiles, by what it gives. `[...]` is optional, `name:` a label; what stands
in angle brackets says what may stand there. This page is made from the classes by `docs/make_ludemes.py`.

ludens reads the language as the reference implementation (Ludii 1.3.13) does, with these extensions:

- A description without `(rules ...)` gets the rules of Tic-Tac-Toe: a player adds a piece to an empty site, three in a
  line win. Where no piece is declared, each player has one, named `Ball`.
- An option that does not exist is an error, and not silently ignored.
"""


def category_of(cls: type[Ludeme]) -> str:
    return next(title for title, category in CATEGORIES if issubclass(cls, category))


def entry(keyword: str, constant: str | None, cls: type[Ludeme]) -> str:
    spelling = keyword if constant is None else f"{keyword} {constant}"
    text = inspect.getdoc(cls) or ""
    return f"#### `{form_of(cls, spelling)}`\n\n{text}\n"


def main() -> None:
    sections: dict[str, list[str]] = defaultdict(list)
    for keyword in sorted(Ludeme.registry):
        for constant, cls in Ludeme.registry[keyword]:
            sections[category_of(cls)].append(entry(keyword, constant, cls))
    parts = [HEAD]
    for title, _ in CATEGORIES:
        if sections[title]:
            parts += [f"## {title}\n", *sections[title]]
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
