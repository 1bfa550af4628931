"""The rules as a tree of words, and those of each kind of piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludens.encoding.graph.vocabulary import NAME, number_of_word
from ludens.language.tree import Array, Clause, Node, String, children
from ludens.rules.state.model import Component

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Tree:
    """A tree of words, each before what stands in it: `words` are their numbers, `parents` their places, the root's
    -1."""

    words: Ints
    parents: Ints

    def __len__(self) -> int:
        return len(self.words)


#: what holds nothing
EMPTY = Tree(np.zeros(0, np.int32), np.zeros(0, np.int32))


def tree_of(node: Node) -> Tree:
    """A part of a description as a tree of words. Names count as names, whatever they are."""
    listed = list(_listed(node, -1, [0]))
    table = np.array(listed, np.int32).reshape(-1, 2)
    return Tree(table[:, 0].copy(), table[:, 1].copy())


def _listed(node: Node, parent: int, count: list[int]) -> Iterator[tuple[int, int]]:
    """The number of each word and the place of its parent. An array is no word: what it holds belongs to its clause."""
    own = parent
    if not isinstance(node, Array):
        own, count[0] = count[0], count[0] + 1
        yield _number(node), parent
    for child in children(node):
        yield from _listed(child, own, count)


def _number(node: Node) -> int:
    if isinstance(node, String):
        return number_of_word(NAME)
    return number_of_word(node.keyword if isinstance(node, Clause) else getattr(node, "text", NAME))


def tree_of_piece(component: Component) -> Tree:
    """The rules of a kind of piece: the item of the equipment that it comes from."""
    node = getattr(component.item, "node", None)
    return EMPTY if node is None else tree_of(node)
