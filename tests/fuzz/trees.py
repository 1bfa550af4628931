"""The text of a description as a tree of words and bracketed groups, loosely: for taking apart and putting together.

The language has a reader of its own (`ludens.language`), which refuses what is wrong; here what is wrong is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

#: a string with its label and its range, an opening bracket with its label, a closing bracket, a word
TOKEN = re.compile(r'[^\s(){}"]*"[^"]*"(?:\.\."[^"]*")?|[^\s(){}"]*[({]|[)}]|[^\s(){}"]+|"')
COMMENT = re.compile(r'("[^"\n]*")|//[^\n]*')
CLOSING = {"(": ")", "{": "}"}


@dataclass
class Group:
    """What stands in brackets; `opening` is the bracket, with the label before it."""

    opening: str
    items: list[Tree] = field(default_factory=list)

    @property
    def keyword(self) -> str:
        """The first word of a clause; nothing for a list."""
        first = self.items[0] if self.items and self.opening.endswith("(") else ""
        return first if isinstance(first, str) else ""

    def copy(self) -> Group:
        return Group(self.opening, [item.copy() if isinstance(item, Group) else item for item in self.items])


Tree = Group | str


def tokens(text: str) -> list[str]:
    """The words and brackets of a text, without its comments."""
    return TOKEN.findall(COMMENT.sub(lambda found: found[1] or "", text))


def read(text: str) -> Group:
    """All of a text, as a group without brackets. Raises ValueError where brackets do not match."""
    whole = Group("")
    opened = [whole]
    for token in tokens(text):
        if token in ")}":
            closed = opened.pop()
            if not opened or CLOSING[closed.opening[-1]] != token:
                raise ValueError("the brackets do not match")
        elif token[-1] in "({":
            opened.append(Group(token))
            opened[-2].items.append(opened[-1])
        else:
            opened[-1].items.append(token)
    if len(opened) > 1:
        raise ValueError("a bracket is left open")
    return whole


def write(tree: Tree) -> str:
    """The text of a tree."""
    if isinstance(tree, str):
        return tree
    inner = " ".join(map(write, tree.items))
    return f"{tree.opening}{inner}{CLOSING[tree.opening[-1]]}" if tree.opening else inner


def places(tree: Group) -> Iterator[tuple[Group, int]]:
    """Where each item stands, from the outermost: the group that holds it, and its number there."""
    for number, item in enumerate(tree.items):
        yield tree, number
        if isinstance(item, Group):
            yield from places(item)
