"""Real descriptions in which integers are others: far outside the board, negative, changing from turn to turn."""

from __future__ import annotations

import random
import re
from typing import Final

from fuzz import sources
from fuzz.driver import Input
from fuzz.sources import Hole, Source
from ludens.rules.categories import DimLudeme, GraphLudeme, IntLudeme, SitesLudeme

LITERALS: Final = ["-1", "-2", "-3", "99", "1000", "32767", "32768", "65535", "65536", "1000000000", "2147483647"]
COMPUTED: Final = [
    "(+ (last To) 1000)",
    "(- (last To) 1000)",
    "(+ 100000000 (mover))",
    "(* 100000000 (mover))",
    "(- 0 (mover))",
    "(count Turns)",
    "(- 2 (count Turns))",
    "(* 1000 (count Turns))",
    "(* 100000 (count Moves))",
    "(- 0 (* 65536 (count Moves)))",
    "(value Random (range -5 2000000000))",
    "(value Random (range -3 40))",
    "(value Random (range 0 300))",
    "(+ (from) 100)",
    "(- (to) 70)",
    "(* (to) (to))",
    "(+ (site) 256)",
    "(+ 2147483600 (last To))",
    "(- -2147483600 (last From))",
    "(size Stack at:(+ (last To) 500))",
    "(state at:(- (last To) 500))",
    "(where \"Nothing\" Mover)",
    "(ahead (last To) steps:9)",
    "(topLevel at:(+ (last To) 500))",
    "(who at:(* 1000 (mover)))",
    "(var)",
    "(value)",
    "(level)",
    "(counter)",
    "(score Mover)",
    "(pips)",
    "Infinity",
    "Off",
    "End",
]  # fmt: skip
NUMBER: Final = re.compile(r"(?<![\w.#-])-?\d+(?![\w.])")


def make(choose: random.Random) -> Input:
    source = sources.pick(choose)
    text = source.plain
    for start, end, new in sorted(_edits(source, choose), reverse=True):
        text = text[:start] + new + text[end:]
    return Input("description", text, choose.random() < 0.06)


def _edits(source: Source, choose: random.Random) -> list[tuple[int, int, str]]:
    """Stretches of the text that do not overlap, and what stands there instead."""
    edits: list[tuple[int, int, str]] = []
    fitting = [hole for hole in source.holes if _takes(hole)]
    for _ in range(choose.choice([1, 1, 2, 3])):
        if fitting and choose.random() < 0.9:
            hole = choose.choice(fitting)
            edit = (hole.start, hole.end, _written(hole, choose))
        else:
            found = choose.choice([*NUMBER.finditer(source.plain)] or [None])
            if found is None:
                continue
            edit = (*found.span(), choose.choice(LITERALS))
        if all(edit[1] < start or end < edit[0] for start, end, _ in edits):
            edits.append(edit)
    return edits


def _takes(hole: Hole) -> bool:
    """Whether an integer that play decides may stand there, or a region of such sites."""
    if issubclass(hole.owner, GraphLudeme) or issubclass(hole.owner, DimLudeme):
        return False
    return IntLudeme in hole.alternatives or SitesLudeme in hole.alternatives


def _written(hole: Hole, choose: random.Random) -> str:
    value = choose.choice(COMPUTED if choose.random() < 0.75 else LITERALS)
    if IntLudeme not in hole.alternatives:
        value = f"(sites {{{value}}})"
    if hole.label:
        value = f"{hole.label}:{value}"
    return f" {value} "
