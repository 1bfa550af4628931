"""Real descriptions, which the inputs are made of: the library's, and those of the corpus where that is there."""

from __future__ import annotations

import functools
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fuzz import trees
from fuzz.trees import Group
from ludens import LudError, library
from ludens.language import Clause, Description, Node, parse
from ludens.ludemes.binder import Binder
from ludens.ludemes.registry import forms_of
from ludens.rules import categories, structure
from ludens.rules.base import ArrayOf, Ludeme, Slot

#: longer descriptions take longer, and have little that shorter ones have not
LONGEST: Final = int(os.environ.get("FUZZ_LONGEST", "5000"))
CATEGORIES: Final = (
    categories.IntLudeme,
    categories.BooleanLudeme,
    categories.SitesLudeme,
    categories.MovesLudeme,
    categories.IntsLudeme,
    categories.DirectionLudeme,
    categories.RangeLudeme,
    categories.FloatLudeme,
    categories.GraphLudeme,
    categories.ItemLudeme,
    categories.StartRuleLudeme,
    categories.EndRuleLudeme,
    categories.ResultLudeme,
    categories.MetaRuleLudeme,
)


def conformance() -> Path | None:
    """The folder of recorded games, where there is one."""
    beside = Path(__file__).parents[2].parent / "shared" / "conformance"
    given = Path(os.environ.get("LUDENS_CONFORMANCE", beside))
    return given if given.is_dir() else None


@functools.cache
def files(corpus: bool = True) -> tuple[Path, ...]:
    """The descriptions, in an order that is always the same."""
    found = sorted(library.shipped().values())
    folder = conformance() if corpus else None
    if folder is not None:
        found += sorted((folder / "corpus" / "lud").rglob("*.lud"))
    return tuple(path for path in found if path.stat().st_size <= LONGEST)


@dataclass(frozen=True)
class Hole:
    """A stretch of a text where something of another kind may stand; empty where nothing stands there now."""

    start: int
    end: int
    slot: Slot
    alternatives: tuple[Any, ...]
    owner: type[Ludeme]
    label: str | None


@dataclass(frozen=True)
class Source:
    """A real description: as it is written, as it is after preprocessing, and where arguments stand in the latter."""

    name: str
    text: str
    plain: str
    holes: tuple[Hole, ...]

    @functools.cached_property
    def tree(self) -> Group:
        return trees.read(self.plain)

    @functools.cached_property
    def groups(self) -> tuple[Group, ...]:
        """All that stands in brackets."""
        items = (group.items[number] for group, number in trees.places(self.tree))
        return tuple(item for item in items if isinstance(item, Group))


def pick(choose: random.Random, corpus: bool = True) -> Source:
    """A description that ludens reads."""
    while True:
        source = of(choose.choice(files(corpus)))
        if source is not None and len(source.plain) <= 2 * LONGEST:
            return source


@functools.lru_cache(maxsize=1000)
def of(path: Path) -> Source | None:
    """The description of a file; None where it is a match, or cannot be read."""
    text = path.read_text(encoding="utf-8")
    try:
        read = parse(text)
        plain = read.expanded
        return Source(path.stem, text, plain, tuple(holes(parse(plain))))
    except LudError:
        return None


def holes(description: Description) -> Iterator[Hole]:
    """Where the arguments of a description's ludemes stand, and where more might."""
    for ludeme in Binder().bind(description.game, structure.Game).walk():
        if "node" in ludeme.__dict__:
            yield from _holes_of(ludeme)


def _holes_of(ludeme: Ludeme) -> Iterator[Hole]:
    if not isinstance(ludeme.node, Clause):
        return
    behind = ludeme.node.span.start + _head(ludeme)
    groups = {slot.group for slot in ludeme.slots() if slot.group and getattr(ludeme, slot.field) is not None}
    for slot in ludeme.slots():
        value = getattr(ludeme, slot.field)
        if isinstance(value, Ludeme) and "node" in value.__dict__:
            node: Node = value.node
            yield Hole(node.span.start, node.span.end, slot, slot.alternatives, type(ludeme), slot.label)
            behind = max(behind, node.span.end)
        elif isinstance(value, tuple):
            inner = tuple(a for one in slot.alternatives if isinstance(one, ArrayOf) for a in one.alternatives)
            for item in value:
                if isinstance(item, Ludeme) and "node" in item.__dict__:
                    yield Hole(item.node.span.start, item.node.span.end, slot, inner, type(ludeme), None)
        elif value is None and slot.optional and slot.label and slot.group not in groups:
            yield Hole(behind, behind, slot, slot.alternatives, type(ludeme), slot.label)


def _head(ludeme: Ludeme) -> int:
    """How long the keyword of a clause and the constants behind it are, its label and its bracket among them."""
    words = r"\s+".join(map(re.escape, ludeme.spelling.split()))
    found = re.match(rf"[^\s(]*\(\s*{words}", ludeme.node.span.text, re.IGNORECASE)
    return found.end() if found else len(ludeme.node.span.text) - 1


@functools.cache
def kinds(keyword: str) -> frozenset[type]:
    """The categories that ludemes of a keyword belong to."""
    return frozenset(kind for kind in CATEGORIES for form in forms_of(keyword) if issubclass(form.cls, kind))
