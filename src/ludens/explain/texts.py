"""Descriptions with some clauses changed, written out again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ludens.language import Array, Clause, Node, to_text

#: how a node is written
Writing = Callable[[Node], str]


@dataclass(frozen=True)
class Edit:
    """A node of a tree, and how it is written instead, "" for not at all; what stands in it may be edited, too."""

    node: Node
    written: Callable[[Writing], str]

    @property
    def text(self) -> str:
        """What stands there instead, where nothing in it is edited."""
        return self.written(to_text)


def instead_of(node: Node, text: str) -> Edit:
    """Something else in place of a node, whose label stays."""
    return Edit(node, lambda _: _labelled(node, text))


def around(node: Node, begin: str, end: str) -> Edit:
    """Something around a node, whose label stays outside."""
    return Edit(node, lambda write: _labelled(node, begin + write(replace(node, label=None)) + end))


def respelt(node: Clause, keyword: str) -> Edit:
    """A clause with another keyword."""
    return Edit(node, lambda write: _clause(node, [keyword, *map(write, node.arguments)]))


def inner(node: Node, argument: Node) -> Edit:
    """Of a clause one argument alone, without its label."""
    return Edit(node, lambda write: _labelled(node, write(argument).removeprefix(f"{argument.label}:")))


def without(node: Node) -> Edit:
    return Edit(node, lambda _: "")


def longer(node: Clause, text: str, *, before: Sequence[str]) -> Edit:
    """A clause with something more, in front of the first argument that is one of these clauses, or labelled."""
    places = [i for i, a in enumerate(node.arguments) if a.label is not None or _keyword(a) in before]
    at = places[0] if places else len(node.arguments)

    def written(write: Writing) -> str:
        parts = [write(argument) for argument in node.arguments]
        return _clause(node, [node.keyword, *parts[:at], text, *parts[at:]])

    return Edit(node, written)


def _clause(node: Node, parts: Sequence[str]) -> str:
    return _labelled(node, f"({' '.join(filter(None, parts))})")


def _labelled(node: Node, text: str) -> str:
    return text if node.label is None else f"{node.label}:{text}"


def _keyword(node: Node) -> str:
    return node.keyword if isinstance(node, Clause) else ""


def edited(tree: Node, edits: Sequence[Edit]) -> str:
    """A tree as text, with the edits in it; of two of one node the last counts."""
    by_node = {id(edit.node): edit for edit in edits}

    def write(node: Node) -> str:
        edit = by_node.get(id(node))
        return plain(node) if edit is None else edit.written(lambda x: plain(x) if x == node else write(x))

    def plain(node: Node) -> str:
        match node:
            case Array(elements=elements):
                return _labelled(node, f"{{{' '.join(filter(None, map(write, elements)))}}}")
            case Clause(keyword=keyword, arguments=arguments):
                parts = [write(argument) for argument in arguments]
                return "" if keyword == "meta" and not any(parts) else _clause(node, [keyword, *parts])
        return to_text(node)

    return write(tree)
