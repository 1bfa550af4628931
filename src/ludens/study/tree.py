"""A tree of moves: a game with its variations and annotations. It knows no game.

>>> tree = Tree()
>>> e4 = tree.add(0, Ply((12,), 20, "[Move:e4]", 1, "e4"))
>>> d4 = tree.add(0, Ply((11,), 20, "[Move:d4]", 1, "d4"))
>>> tree.promote(d4.id)
>>> [tree[child].name for child in tree[0].children]
['d4', 'e4']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ludens.notation.record import GLYPHS, Mark
from ludens.study.evaluation import Evaluation

#: how many moves a tree holds, how many signs a comment, and how many marks a position
MOST_NODES: Final = 5000
LONGEST_COMMENT: Final = 4000
MOST_MARKS: Final = 64
#: how many signs all comments have together, and how many marks there are on all positions
MOST_TEXT: Final = 500_000
MOST_DRAWN: Final = 20_000
COLOURS: Final = ("green", "red", "yellow", "blue")
_LONGEST_SITE: Final = 16


class StudyError(ValueError):
    """Something cannot be done with a study; the message says why."""


@dataclass(frozen=True)
class Ply:
    """A ply that was played: the numbers of its moves among `choices` legal ones, and its text in trial format.

    For people: who moved (0 for all at once), what it is called, between which sites it went, and how many
    milliseconds it was thought about.
    """

    moves: tuple[int, ...]
    choices: int
    trial: str
    player: int
    name: str
    from_ref: str | None = None
    to_ref: str | None = None
    ms: int = 0


@dataclass
class Node:
    """A position: the ply that led there (None at the root), the next nodes, the main line first, and annotations."""

    id: int
    parent: int | None = None
    ply: Ply | None = None
    children: list[int] = field(default_factory=list)
    comment: str = ""
    glyph: str = ""
    marks: list[Mark] = field(default_factory=list)
    evaluation: Evaluation | None = None

    @property
    def name(self) -> str:
        """The name of the ply; empty at the root."""
        return "" if self.ply is None else self.ply.name


class Tree:
    """Nodes by their numbers, the root being 0. Every change keeps the annotations within bounds."""

    def __init__(self, most: int = MOST_NODES) -> None:
        self.nodes: dict[int, Node] = {0: Node(0)}
        self.most, self._next = most, 1

    def __getitem__(self, number: int) -> Node:
        """Raises StudyError where there is no such node."""
        try:
            return self.nodes[number]
        except KeyError:
            raise StudyError(f"there is no position {number} in this study") from None

    def __len__(self) -> int:
        return len(self.nodes)

    # --- reading

    def path(self, number: int) -> list[Node]:
        """The nodes from the first ply to this one; the root is left out."""
        path, node = list[Node](), self[number]
        while node.parent is not None:
            path.append(node)
            node = self.nodes[node.parent]
        return path[::-1]

    def line(self, number: int = 0) -> list[Node]:
        """The whole line that a node lies on: the path to it, and from there on always what comes first."""
        path = self.path(number)
        node = self[number]
        while node.children:
            node = self.nodes[node.children[0]]
            path.append(node)
        return path

    def depth(self, number: int) -> int:
        """How many plies lead to a node."""
        return len(self.path(number))

    def below(self, number: int) -> Iterator[Node]:
        """A node and all that follow it, what comes first before its siblings."""
        todo = [self[number]]
        while todo:
            node = todo.pop()
            yield node
            todo += [self.nodes[child] for child in reversed(node.children)]

    def is_main(self, number: int) -> bool:
        """Whether a node lies on the main line."""
        return all(self.nodes[node.parent or 0].children[0] == node.id for node in self.path(number))

    # --- growing

    def add(self, parent: int, ply: Ply) -> Node:
        """The node after a ply from a position: the one that is there already, or another one behind its siblings.

        Raises StudyError where the tree is full.
        """
        above = self[parent]
        for child in above.children:
            existing = self.nodes[child]
            if existing.ply is not None and existing.ply.trial == ply.trial:
                return existing
        if len(self.nodes) >= self.most:
            raise StudyError(f"a study holds at most {self.most} moves")
        node = self.nodes[self._next] = Node(self._next, parent, ply)
        above.children.append(node.id)
        self._next += 1
        return node

    def promote(self, number: int) -> None:
        """Let a variation take the place of the line that it leaves: of the nearest one, where it lies in several."""
        for node in reversed(self.path(number)):
            siblings = self.nodes[node.parent or 0].children
            if siblings[0] != node.id:
                siblings.remove(node.id)
                siblings.insert(0, node.id)
                return

    def make_main(self, number: int) -> None:
        """Let a node lie on the main line."""
        while not self.is_main(number):
            self.promote(number)

    def prune(self, number: int) -> list[int]:
        """Delete a move and all that follows it; returns the numbers of these nodes. Raises StudyError at the root."""
        node = self[number]
        if node.parent is None:
            raise StudyError("the position that a study begins with stays")
        gone = [one.id for one in self.below(number)]
        self.nodes[node.parent].children.remove(number)
        for one in gone:
            del self.nodes[one]
        return gone

    # --- annotations

    def comment(self, number: int, text: str) -> None:
        """Say something about a position; an empty text takes it back. Raises StudyError for one that is too long."""
        if len(text) > LONGEST_COMMENT:
            raise StudyError(f"a comment has at most {LONGEST_COMMENT} characters, not {len(text)}")
        node, plain = self[number], _plain(text)
        if sum(len(one.comment) for one in self.nodes.values()) - len(node.comment) + len(plain) > MOST_TEXT:
            raise StudyError(f"the comments of a study have at most {MOST_TEXT} characters together")
        node.comment = plain

    def judge(self, number: int, glyph: str) -> None:
        """Praise or blame a move with one of `GLYPHS`, or with none. Raises StudyError."""
        if glyph and glyph not in GLYPHS:
            raise StudyError(f"a move is marked with one of {' '.join(GLYPHS)}, not with {glyph!r}")
        if self[number].ply is None:
            raise StudyError("no move led to the position that a study begins with")
        self[number].glyph = glyph

    def draw(self, number: int, marks: Sequence[Mark]) -> None:
        """Set the marks of a position. Raises StudyError for too many, and for invalid ones."""
        if len(marks) > MOST_MARKS:
            raise StudyError(f"a position has at most {MOST_MARKS} arrows and rings")
        for mark in marks:
            if mark.colour not in COLOURS:
                raise StudyError(f"marks are {', '.join(COLOURS)}, not {mark.colour!r}")
            if len(mark.site) > _LONGEST_SITE or len(mark.origin or "") > _LONGEST_SITE:
                raise StudyError("a mark names sites such as c:12")
        node, drawn = self[number], list(dict.fromkeys(marks))
        if sum(len(one.marks) for one in self.nodes.values()) - len(node.marks) + len(drawn) > MOST_DRAWN:
            raise StudyError(f"a study has at most {MOST_DRAWN} arrows and rings")
        node.marks = drawn


def _plain(text: str) -> str:
    """A text without control characters but line breaks."""
    return "".join(sign for sign in text.replace("\r\n", "\n") if sign == "\n" or sign.isprintable()).strip()
