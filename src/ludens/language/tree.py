"""The tree of a description: clauses, arrays, strings and words.

Nodes are immutable and compare by content: two nodes are equal if they are written the same, wherever they stand. Code
that keeps something for each node should key it by `id(node)`, as hashing a node walks all of it.
A node's span is what its author wrote for it, its label included where both stand together; for text of a predefined
define, its use.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ludens.language.source import Span


@dataclass(frozen=True)
class Word:
    """A bare word: a number, a truth value or the name of a constant."""

    text: str
    span: Span = field(compare=False, repr=False)
    label: str | None = None


@dataclass(frozen=True)
class String:
    """A quoted string; `text` is what stands between the quotes."""

    text: str
    span: Span = field(compare=False, repr=False)
    label: str | None = None


@dataclass(frozen=True)
class Array:
    """A list in braces."""

    elements: "tuple[Node, ...]"
    span: Span = field(compare=False, repr=False)
    label: str | None = None


@dataclass(frozen=True)
class Clause:
    """A list in round brackets, which begins with its keyword."""

    keyword: str
    arguments: "tuple[Node, ...]"
    span: Span = field(compare=False, repr=False)
    label: str | None = None


Node: TypeAlias = Clause | Array | String | Word


def children(node: Node) -> "tuple[Node, ...]":
    """What stands in a clause or an array."""
    return node.arguments if isinstance(node, Clause) else node.elements if isinstance(node, Array) else ()


def walk(node: Node) -> Iterator[Node]:
    """A node and all in it, those before others that begin before them."""
    yield node
    for child in children(node):
        yield from walk(child)


def bare(node: Node) -> Node:
    """The node without its label."""
    return node if node.label is None else replace(node, label=None)


def to_text(node: Node) -> str:
    """The node as text on one line, which reads back as an equal tree."""
    prefix = "" if node.label is None else f"{node.label}:"
    match node:
        case Word(text=text):
            return prefix + text
        case String(text=text):
            return f'{prefix}"{text}"'
        case Array(elements=elements):
            return f"{prefix}{{{' '.join(map(to_text, elements))}}}"
        case Clause(keyword=keyword, arguments=arguments):
            return f"{prefix}({' '.join([keyword, *map(to_text, arguments)])})"
