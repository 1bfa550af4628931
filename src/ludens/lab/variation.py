"""Variants of descriptions: a clause is exchanged for another of its type, a number or a constant is changed.

What fits where is known from the fields of the ludemes' classes: each node of a description has its place, with what is
accepted there. A variant is a tree again, and knows what was changed.

>>> import random, ludens
>>> changed = mutated(ludens.load("Hex").description.game, random.Random(4))
>>> str(changed.changes[0])
'13:50 SW became N'
"""

from __future__ import annotations

import enum
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final, NamedTuple

from ludens.lab.text_changes import TextChange, changes
from ludens.language import Array, Clause, Description, LudError, Node, String, Word, to_text
from ludens.language.abbreviation import folded
from ludens.language.tree import children, walk
from ludens.ludemes.matching import FAILED, Assignment, Matcher, readings
from ludens.rules.base import ArrayOf, Ludeme, Slot
from ludens.rules.enums import AbsoluteDirection, RelativeDirection, RoleType
from ludens.rules.structure import Game

#: constants that are worth trying, where there are many
_USUAL: Final[dict[type, tuple[str, ...]]] = {
    AbsoluteDirection: ("Orthogonal", "Diagonal", "Adjacent", "N", "S", "E", "W"),
    RelativeDirection: ("Forward", "Backward", "Forwards", "Leftward", "Rightward", "FL", "FR", "BL", "BR"),
    RoleType: ("Mover", "Next", "P1", "P2", "Each"),
}
#: clauses whose inside is not varied: names and looks of the game, its players
_FIXED: Final = frozenset(("players", "mode", "metadata", "map"))
#: clauses that a description cannot do without
_WHOLE: Final = frozenset(("equipment", "rules", "play", "end", "board", "piece", "phase"))
#: a tree with more nodes than this is not made
_MOST_NODES: Final = 2500
#: longer clauses are cut off in what is told of a change
_LONG: Final = 70
#: how often an exchange keeps the keyword, where it can
_SAME: Final = 0.3
KINDS: Final = ("number", "constant", "exchange", "drop", "add")


@dataclass(frozen=True)
class Gene:
    """A place in a description: the way to it, by the number of each argument, its node, and what is accepted there.

    `optional` tells whether it may be left out, `is_site` whether the node is a number of a site.
    """

    path: tuple[int, ...]
    node: Node
    accepted: tuple[Any, ...]
    optional: bool
    is_site: bool = False


@dataclass(frozen=True)
class Change:
    """What was changed at a place of the parent's text: its line and column, 0 where it has none."""

    line: int
    column: int
    before: str
    after: str

    def __str__(self) -> str:
        place = f"{self.line}:{self.column} " if self.line else ""
        if not self.after:
            return f"{place}{self.before} was left out"
        if not self.before:
            return f"{place}{self.after} was added"
        return f"{place}{self.before} became {self.after}"


@dataclass(frozen=True)
class Variant:
    """A changed description, and how it was changed."""

    tree: Clause
    changes: tuple[Change, ...]


def genes(tree: Clause) -> list[Gene]:
    """The places in a description's equipment and rules, outermost first."""
    places = _genes(tree, (Game,), (), False, Matcher())
    return [gene for gene in places if len(gene.path) > 1 and _keyword(gene.node) not in _WHOLE]


def _genes(
    node: Node, accepted: tuple[Any, ...], path: tuple[int, ...], optional: bool, matcher: Matcher
) -> Iterator[Gene]:
    reading = _read(node, accepted, matcher) if isinstance(node, Clause) else None
    yield Gene(path, node, accepted, optional, reading is not None and reading.cls.is_site)
    if isinstance(node, Array):
        inner = tuple(one for each in accepted if isinstance(each, ArrayOf) for one in each.alternatives)
        for number, element in enumerate(node.elements):
            yield from _genes(element, inner, (*path, number), len(node.elements) > 1, matcher)
    elif reading is not None and _keyword(node) not in _FIXED:
        for number, argument, slot in reading.arguments:
            yield from _genes(argument, slot.alternatives, (*path, number), slot.optional, matcher)


class _Read(NamedTuple):
    """What a clause is read as: its class, and its arguments behind its constants, each with its parameter."""

    cls: type[Ludeme]
    arguments: list[tuple[int, Node, Slot]]


def _read(node: Clause, accepted: tuple[Any, ...], matcher: Matcher) -> _Read | None:
    for kind in accepted:
        if not (isinstance(kind, type) and issubclass(kind, Ludeme)):
            continue
        for reading in readings(node, kind):
            assignment = Assignment(matcher, reading)
            if assignment.search():
                first = len(node.arguments) - len(reading.arguments)
                slots = {slot.field: slot for slot in reading.slots}
                filled = [slots[name] for name in assignment.values]
                return _Read(reading.form.cls, list(zip(count(first), reading.arguments, filled, strict=False)))
    return None


def _keyword(node: Node) -> str:
    return node.keyword if isinstance(node, Clause) else ""


def fits(node: Node, gene: Gene) -> bool:
    """Whether a node may stand at a place."""
    return any(Matcher().match(node, kind) is not FAILED for kind in gene.accepted)


# --- changing


def mutated(
    tree: Clause, chance: random.Random, donors: Sequence[Clause] = (), kinds: Sequence[str] = KINDS, tries: int = 60
) -> Variant:
    """A variant by one change; clauses that come in are taken from the description itself and from the `donors`.

    What is said of both players stays alike: where another place says the same of the other one, it is changed with it.
    Raises ValueError where no change is found.
    """
    places = genes(tree)
    pool = [*places, *(gene for donor in donors for gene in genes(donor))]
    names = _names(places)
    for _ in range(tries * len(kinds)):
        kind = chance.choice(list(kinds))
        gene = chance.choice([one for one in places if _SUITS[kind](one)] or places)
        change = _WAYS[kind](gene, pool, chance)
        if change is None or change == gene.node:
            continue
        new = change if isinstance(change, _Gone) else _renamed(change, names, chance)
        if not isinstance(new, _Gone) and not fits(new, gene):
            continue
        changed = [(gene, new), *_of_the_other(gene, new, places)]
        after: Any = tree
        for place, node in sorted(changed, key=lambda one: one[0].path, reverse=True):
            after = _put(after, place.path, node)
        if after is not None and sum(1 for _ in walk(after)) <= _MOST_NODES and _is_right(after):
            return Variant(after, tuple(_change(place, node) for place, node in changed))
    raise ValueError("no change is found that leaves a description")


def _of_the_other(gene: Gene, new: Node | _Gone, places: Sequence[Gene]) -> list[tuple[Gene, Node | _Gone]]:
    """The place that says of the other player what this one says, with what is to stand there; none where none does."""
    mirrored = _mirrored(gene.node)
    if mirrored == gene.node:
        return []
    apart = (
        one for one in places if one.path[: len(gene.path)] != gene.path and gene.path[: len(one.path)] != one.path
    )
    twin = next((one for one in apart if one.node == mirrored and len(one.path) == len(gene.path)), None)
    if twin is None:
        return []
    return [(twin, new if isinstance(new, _Gone) else _mirrored(new))]


def _mirrored(node: Node) -> Node:
    """A node with the first and the second player exchanged: roles, and the numbers behind names of pieces."""
    match node:
        case Word(text=text) if text in _OTHERS and not text.isdigit():
            return replace(node, text=_OTHERS[text])
        case String(text=text) if text[-1:] in _OTHERS:
            return replace(node, text=text[:-1] + _OTHERS[text[-1]])
        case Array(elements=elements):
            return replace(node, elements=tuple(map(_mirrored, elements)))
        case Clause(arguments=arguments):
            return replace(node, arguments=tuple(map(_mirrored, arguments)))
    return node


#: what stands for a player, and for the other one
_OTHERS: Final = {"P1": "P2", "P2": "P1", "Team1": "Team2", "Team2": "Team1", "1": "2", "2": "1"}


def crossed(tree: Clause, other: Clause, chance: random.Random, tries: int = 60) -> Variant:
    """A variant with a clause of another description in place of one of the same type. Raises ValueError."""
    return mutated(tree, chance, [other], ("exchange",), tries)


class _Gone(enum.Enum):
    GONE = "left out"


Replacement = Node | _Gone | None


def _number(gene: Gene, pool: Sequence[Gene], chance: random.Random) -> Replacement:
    if not (isinstance(gene.node, Word) and gene.node.text.lstrip("-").isdigit()):
        return None
    value = int(gene.node.text)
    other = chance.choice([value - 2, value - 1, value + 1, value + 2, value * 2, value // 2])
    return replace(gene.node, text=str(other)) if other >= 0 else None


def _constant(gene: Gene, pool: Sequence[Gene], chance: random.Random) -> Replacement:
    if not isinstance(gene.node, Word):
        return None
    kinds = [kind for kind in gene.accepted if isinstance(kind, type) and issubclass(kind, enum.Enum)]
    enums = [kind for kind in kinds if gene.node.text in [one.value for one in kind]]
    if not enums:
        return None
    words = _USUAL.get(enums[0]) or tuple(str(one.value) for one in enums[0])
    return replace(gene.node, text=chance.choice(words))


def _exchange(gene: Gene, pool: Sequence[Gene], chance: random.Random) -> Replacement:
    """Another clause that is accepted here: those that stand where the same is accepted come first.

    The number of a site is exchanged for one of a site, and other numbers for others.
    """
    if not isinstance(gene.node, Clause):
        return None
    accepted = set(map(str, gene.accepted))
    alike = (one for one in pool if isinstance(one.node, Clause) and one.is_site == gene.is_site)
    fitting = [one for one in alike if accepted & set(map(str, one.accepted))]
    same = [one for one in fitting if _keyword(one.node) == gene.node.keyword]
    fitting = same if same and chance.random() < _SAME else fitting
    return replace(chance.choice(fitting).node, label=gene.node.label) if fitting else None


def _drop(gene: Gene, pool: Sequence[Gene], chance: random.Random) -> Replacement:
    return _Gone.GONE if gene.optional and not isinstance(gene.node, String) else None


def _add(gene: Gene, pool: Sequence[Gene], chance: random.Random) -> Replacement:
    """One more element in a list."""
    if not isinstance(gene.node, Array):
        return None
    inner = {str(one) for each in gene.accepted if isinstance(each, ArrayOf) for one in each.alternatives}
    fitting = [one.node for one in pool if isinstance(one.node, Clause) and inner & set(map(str, one.accepted))]
    if not fitting:
        return None
    return replace(gene.node, elements=(*gene.node.elements, replace(chance.choice(fitting), label=None)))


_WAYS: Final[dict[str, Callable[[Gene, Sequence[Gene], random.Random], Replacement]]] = {
    "number": _number,
    "constant": _constant,
    "exchange": _exchange,
    "drop": _drop,
    "add": _add,
}


#: by kind of change, whether a place may be changed so
_SUITS: Final[dict[str, Callable[[Gene], bool]]] = {
    "number": lambda gene: isinstance(gene.node, Word) and gene.node.text.lstrip("-").isdigit(),
    "constant": lambda gene: isinstance(gene.node, Word) and not gene.node.text.lstrip("-").isdigit(),
    "exchange": lambda gene: isinstance(gene.node, Clause),
    "drop": lambda gene: gene.optional,
    "add": lambda gene: isinstance(gene.node, Array),
}


def _put(node: Node, path: tuple[int, ...], new: Node | _Gone) -> Any:
    """The tree with another node at the end of a way."""
    if not path:
        return new
    parts = list(children(node))
    inner = _put(parts[path[0]], path[1:], new)
    parts[path[0] : path[0] + 1] = [] if inner is _Gone.GONE else [inner]
    if isinstance(node, Array):
        return replace(node, elements=tuple(parts))
    return replace(node, arguments=tuple(parts)) if isinstance(node, Clause) else node


def _change(gene: Gene, new: Node | _Gone) -> Change:
    """The change, as small as it can be told."""
    if isinstance(new, _Gone):
        return Change(gene.node.span.line, gene.node.span.column, _short(gene.node), "")
    differences = list(changes(gene.node, new))
    one = differences[0] if len(differences) == 1 else TextChange(gene.node, new)
    span = (one.first or gene.node).span
    return Change(span.line, span.column, _short(one.first), _short(one.second))


def _short(node: Node | None) -> str:
    if node is None:
        return ""
    text = to_text(node)
    return text if len(text) <= _LONG else text[: _LONG - 3] + "..."


# --- names


def _names(places: Iterable[Gene]) -> tuple[str, ...]:
    """The names of a description's pieces and regions."""
    nodes = (gene.node for gene in places)
    items = (node for node in nodes if isinstance(node, Clause) and node.keyword in ("piece", "regions"))
    texts = (part.text for item in items for part in item.arguments[:1] if isinstance(part, String))
    return tuple(dict.fromkeys(texts))


def _renamed(node: Node, names: Sequence[str], chance: random.Random) -> Node:
    """A clause of another description with names of this one in place of those that it does not know."""
    if isinstance(node, String):
        plain = node.text.rstrip("0123456789")
        if not names or node.text in names or plain in names:
            return node
        return replace(node, text=chance.choice(list(names)) + node.text[len(plain) :])
    if isinstance(node, Array):
        return replace(node, elements=tuple(_renamed(part, names, chance) for part in node.elements))
    if isinstance(node, Clause):
        return replace(node, arguments=tuple(_renamed(part, names, chance) for part in node.arguments))
    return node


def _is_right(tree: Clause) -> bool:
    """Whether a tree is a description; its numbers and names are looked at when it is compiled."""
    try:
        return Matcher().match(tree, Game) is not FAILED
    except LudError:  # arguments, each right in itself, that do not go together
        return False


def write_description(variant: Variant, name: str, about: Sequence[str], parent: Description, looks: str = "") -> str:
    """The text of a variant: what was changed as comments, then the game under its own name, with those defines of its
    parent that still say what it has, and how it looks."""
    tree = _put(variant.tree, (0,), String(name, variant.tree.span))
    comments = "\n".join(f"// {' '.join(line.split())}" for line in about)
    return "\n\n".join(filter(None, (comments, folded(tree, parent), looks))) + "\n"
