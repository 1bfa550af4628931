"""The names that a description gives, and the same description with others."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ludens.language import Array, Clause, Node, String, Word
from ludens.language.tree import walk
from ludens.suite.words import words

#: clauses whose string names something of the description's own, and which of their arguments it is
_NAMING = {
    "game": 0, "piece": 0, "tile": 0, "regions": 0, "track": 0, "phase": 0, "map": 0, "var": 0, "player": 0, "vote": 0,
    "trigger": 0, "note": 0, "remember": 1,
}  # fmt: skip
#: names of what every game has, of sites, and of pieces that the language knows
_RESERVED = re.compile(r"Board|Hand\d*|Dice\d*|Deck\d*|AllTracks|.*(Die|Domino).*|[A-Z]{1,2}\d*|[^A-Za-z]*")
_STEM = re.compile(r"(.*?)(\d*)")


def rebuild(node: Node, change: Callable[[Node, Node | None], Node], parent: Node | None = None) -> Node:
    """A tree in which each node is changed, the inner ones first; `change` is told the clause that a node stands in."""
    within = node if isinstance(node, Clause) else parent
    match node:
        case Clause(arguments=inner):
            node = replace(node, arguments=tuple(rebuild(child, change, within) for child in inner))
        case Array(elements=inner):
            node = replace(node, elements=tuple(rebuild(child, change, within) for child in inner))
    return change(node, parent)


def names_of(tree: Node) -> list[str]:
    """The names that a description gives, in order, without the numbers at their ends."""
    names: dict[str, None] = {}
    for node in walk(tree):
        if isinstance(node, Clause) and node.keyword in _NAMING:
            for string in _strings(node, _NAMING[node.keyword]):
                stem = string if node.keyword in ("game", "note") else _stem(string)[0]
                if not _RESERVED.fullmatch(stem):
                    names[stem] = None
        elif isinstance(node, Clause) and node.keyword in ("set", "values", "forget") and len(node.arguments) > 1:
            variable = node.arguments[1]
            if isinstance(variable, String) and not _RESERVED.fullmatch(variable.text):
                names[_stem(variable.text)[0]] = None
    return list(names)


def _strings(clause: Clause, place: int) -> list[str]:
    """The string at a place of a clause."""
    arguments = clause.arguments[place : place + 1]
    return [node.text for node in arguments if isinstance(node, String)]


def _stem(name: str) -> tuple[str, str]:
    """A name and the number at its end."""
    match = _STEM.fullmatch(name)
    return (match[1], match[2]) if match else (name, "")


def renames_of(tree: Node, seed: int) -> dict[str, str]:
    """A word for each name that a description gives."""
    names = names_of(tree)
    taboo = {node.text for node in walk(tree) if isinstance(node, String | Word)}
    taboo |= {node.keyword for node in walk(tree) if isinstance(node, Clause)}
    return dict(zip(names, words(seed, taboo), strict=False))


def rename(tree: Node, names: dict[str, str]) -> Node:
    """The tree with other names; a name with a number is that name's, with the same number."""

    def change(node: Node, parent: Node | None) -> Node:
        if not isinstance(node, String):
            return node
        stem, number = _stem(node.text)
        if node.text in names:
            return replace(node, text=names[node.text])
        return replace(node, text=names[stem] + number) if stem in names else node

    return rebuild(tree, change)


def unreplaced_names(tree: Node, names: dict[str, str]) -> list[str]:
    """The strings of a renamed tree that are still the author's, but for sites and what all games have."""
    own = set(names.values())
    texts = dict.fromkeys(node.text for node in walk(tree) if isinstance(node, String))
    return [t for t in texts if t not in own and _stem(t)[0] not in own and not _RESERVED.fullmatch(t) and "," not in t]
