"""A list of every library game, by what it is for: learning, choosing what was learnt, and the comparison that counts.

Each family (the folder of the library) is split alike, so that the games held out are like those learnt on, and none of
them is one. Chance, hidden information, moves at once, puzzles and more than two players are among them.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace

from ludens import library
from ludens.language import LudError
from ludens.suite.lists import Entry, Measured, Suite, rules_of

SPLITS = ("train", "validation", "held-out")
OPPONENTS, GAMES, PLIES = ("random", "uct:50", "uct:500"), 10, 400
#: of each family one game of so many is held out, and one for validation
_EACH = 5
#: where nothing is measured the score is the share of the points
UNMEASURED = Measured(0.0, 0.0, 0.0, 1.0)


def whole_library(
    name: str,
    about: str = "Every library game by family, with its split.",
    *,
    report: Callable[[str], object] = lambda line: None,
) -> Suite:
    """A list of the library's games but for matches; `report` hears of those that cannot be read."""
    families: dict[str, list[Entry]] = defaultdict(list)
    for game in library.names():
        path = library.find(game)
        text = path.read_text(encoding="utf-8")
        try:
            traits = library.traits(game)
            if "match" not in traits:
                kind = path.parent.name
                entry = Entry(game, (), kind, "", rules_of(text, ()), "", UNMEASURED, traits=tuple(traits))
                families[kind].append(entry)
        except LudError as error:
            report(f"{game} is left out: {error}")
    entries = [entry for family in families.values() for entry in split(family)]
    return Suite(name, about, OPPONENTS, GAMES, PLIES, tuple(sorted(entries, key=lambda one: (one.kind, one.game))))


def split(family: Iterable[Entry]) -> list[Entry]:
    """The games of a family with their splits: in an order that their rules decide, one of five is held out.

    Games whose names end alike (English Draughts, Russian Draughts) go together, so that none is learnt on whose
    sibling is held out.
    """
    groups: dict[str, list[Entry]] = defaultdict(list)
    for entry in family:
        groups[entry.game.casefold().split()[-1]].append(entry)
    ordered = sorted(groups, key=lambda stem: hashlib.sha256(stem.encode()).hexdigest())
    purposes = {stem: _purpose(at, len(ordered)) for at, stem in enumerate(ordered)}
    return [replace(one, split=purposes[stem]) for stem, entries in groups.items() for one in entries]


def _purpose(at: int, count: int) -> str:
    if count < 3:  # too few to hold one out
        return "train"
    return {0: "held-out", 1: "validation"}.get(at % _EACH, "train")
