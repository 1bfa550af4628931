"""The text of a file in the Smart Game Format: trees of nodes, with the values of their properties as they are written.

>>> [root] = Text("(;GM[1]C[a \\\\] b](;B[aa])(;B[bb]))", "game").games()
>>> root.properties, [child.properties for child in root.children]
({'GM': ['1'], 'C': ['a \\\\] b']}, [{'B': ['aa']}, {'B': ['bb']}])
>>> text_of(root.first("C") or "")
'a ] b'
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from ludens.notation.errors import NotationError, shown
from ludens.notation.reading import Piece
from ludens.notation.record import Properties

#: where a game begins, whatever stands before it; some old files leave out the ; of the first node
_BEGIN: Final = re.compile(r"\(\s*(?:;|[A-Z]{1,2}\s*\[)")
#: how a game begins for sure, on a line of its own: what is behind a broken one is found by it
_HEAD: Final = re.compile(r"\s*\(\s*;\s*(?:GM|FF|CA|SZ|AP)\s*\[[^\]\\]*\]")
#: what opens and closes, outside of values and within
_SIGN: Final = re.compile(r"[\[()]")
_END: Final = re.compile(r"\\.|\]", re.DOTALL)
_NAME: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)(?=\s*\[)")
_WORD: Final = re.compile(r"\s*([A-Za-z]\w*)")
_VALUE: Final = re.compile(r"\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(?:\r\n|\n\r|\n|\r)|\\(.)", re.DOTALL)
_BREAK: Final = re.compile(r"\r\n|\n\r|\r")
_CHARSET: Final = re.compile(rb"CA\s*\[\s*([^\]\s]+)\s*\]")
#: larger sets of characters, for files that name one and use more
_LARGER: Final = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "big5": "cp950", "euc_kr": "cp949"}
#: the encoding of a file that names none, by the standard
DEFAULT: Final = "iso-8859-1"


@dataclass
class Node:
    """A node: its properties with their values, and where it begins in its text."""

    at: int
    properties: Properties = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def first(self, name: str) -> str | None:
        return next(iter(self.properties.get(name, ())), None)

    def line(self) -> Iterator[Node]:
        """This node, its first child, the first child of that, and so on."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def all(self) -> Iterator[Node]:
        """This node and all behind it."""
        todo = [self]
        while todo:
            yield (node := todo.pop())
            todo += node.children


# --- values


def text_of(value: str, *, simple: bool = False) -> str:
    """What a value says as text; in simple text a line break is a space."""
    plain = _ESCAPED.sub(lambda match: match[1] or "", value)
    plain = re.sub(r"[\t\v\f]", " ", _BREAK.sub("\n", plain))
    return plain.replace("\n", " ") if simple else plain


def escaped(text: str) -> str:
    """A text as a value."""
    return re.sub(r"([\]\\])", r"\\\1", text)


# --- writing


def written(properties: Properties) -> str:
    """A node as text."""
    return ";" + "".join(name + "".join(f"[{value}]" for value in values) for name, values in properties.items())


def serialised(root: Node) -> str:
    """A node and all behind it as text."""
    parts, todo = list[str](), list[Node | str]([root])
    while todo:
        here = todo.pop()
        if isinstance(here, str):
            parts.append(here)
            continue
        parts.append(written(here.properties))
        if len(here.children) == 1:
            todo += here.children
        else:
            todo += [part for child in reversed(here.children) for part in (")", child, "(")]
    return "".join(parts)


def wrapped(pieces: Iterable[str]) -> Iterator[str]:
    """Nodes and brackets as lines, as many on a line as fit."""
    line = ""
    for piece in pieces:
        if line and len(line) + len(piece) > 80:
            yield line
            line = ""
        line += piece
    if line:
        yield line


# --- reading


def declared(head: bytes) -> str | None:
    """The encoding that a file names (CA), or one that has more letters and is told apart by them alone."""
    named = _CHARSET.search(head)
    with suppress(LookupError, ValueError):
        name = codecs.lookup(named[1].decode("ascii").removeprefix("x-")).name if named else None
        return None if name is None else _LARGER.get(name, name)
    return None


def split(lines: Iterable[str]) -> Iterator[Piece]:
    """The text of each game; what stands before one belongs to it, and what is behind the last one is left out."""
    held, first, depth, inside = list[str](), 1, 0, False
    begun = some = False
    for number, line in enumerate(lines, 1):
        if begun and _HEAD.match(line):  # the one before was never closed
            yield Piece("".join(held), first)
            held, depth, inside, begun, some = [], 0, False, False, True
        at = start = 0
        first = first if held else number
        while (sign := (_END if inside else _SIGN).search(line, at)) is not None:
            at = sign.end()
            if inside:
                inside = sign[0] != "]"
            elif not begun:
                begun = sign[0] == "(" and _opens(line[sign.start() :])
                depth = 1
            else:
                inside = sign[0] == "["
                depth += {"(": 1, ")": -1}.get(sign[0], 0)
                if depth == 0:
                    yield Piece("".join(held) + line[start:at], first)
                    held, first, begun, start, some = [], number, False, at, True
        held.append(line[start:])
    if begun or not some:
        yield Piece("".join(held), first)


def _opens(text: str) -> bool:
    """Whether a bracket is that of a game, as far as its line tells."""
    return _BEGIN.match(text) is not None or not text[1:].strip()


class Text:
    """A text of SGF, and where it is at fault."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        #: what is read in another way than it is written
        self.remarks: list[NotationError] = []

    def games(self) -> Iterator[Node]:
        """The first node of each game; what stands before and between games is passed over. Raises NotationError."""
        match = _BEGIN.search(self.text) or re.search(r"\(", self.text)
        if match is None:
            raise NotationError("a file of SGF begins with (;", self.name, 1)
        while match is not None:
            root, at = self._tree(match.start())
            yield root
            match = _BEGIN.search(self.text, at)

    def _tree(self, start: int) -> tuple[Node, int]:
        """The tree that begins at a bracket, by its first node, and where it ends."""
        #: behind which node each open bracket stands; the last one is that which the next node follows
        above, at = list[Node](), start + 1
        top = last = Node(start)
        above.append(top)
        while above:
            while self.text[at : at + 1].isspace():
                at += 1
            sign = self.text[at : at + 1]
            if not sign:
                raise self.error("this ( is never closed", start)
            if sign == ";" or (last is above[-1] and _NAME.match(self.text, at)):
                node, at = self._node(at, at + (sign == ";"))
                last.children.append(node)
                last = node
            elif sign == "(":
                above.append(last)
                at += 1
            elif sign == ")":
                last, at = above.pop(), at + 1
            else:
                raise self.error(f"a node, ( or ) is expected, not {shown(self.text[at:][:12])}", at)
        if not top.children:
            raise self.error("this ( holds no node", start)
        return top.children[0], at

    def _node(self, begin: int, at: int) -> tuple[Node, int]:
        node = Node(begin)
        while (match := _NAME.match(self.text, at)) is not None:
            # older files spell names out, with small letters between those that count
            name = "".join(letter for letter in match[1] if not letter.islower()) or match[1].upper()
            at, values = match.end(), node.properties.setdefault(name, [])
            while (value := _VALUE.match(self.text, at)) is not None:
                raw, at = value[1], value.end()
                if self.text[at : at + 1] == "]":  # of a name that should have escaped it, as some servers write
                    raw, at = raw + "\\]", at + 1
                values.append(raw)
            if not values:
                raise self.error(f"the value of {name} is never closed by ]", match.start(1))
        if (word := _WORD.match(self.text, at)) is not None:
            raise self.error(f"the property {word[1]} has no value in [ ]", word.start(1))
        return node, at

    def error(self, cause: str, at: int) -> NotationError:
        line = self.text.count("\n", 0, at) + 1
        return NotationError(cause, self.name, line, at - (self.text.rfind("\n", 0, at) + 1) + 1)
