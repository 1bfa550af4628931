"""A description as it stands in an editor: a tree with places, also where brackets and quotes are missing.

The reader of `ludens.language` takes whole texts, and takes them apart before they become a tree; this one keeps what
the author sees (comments, defines, options, tags), never fails, and takes time in proportion to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

#: deeper than any description nests; what is nested deeper counts as not nested
MAX_DEPTH = 100

Kind = Literal["root", "clause", "use", "array", "values", "word", "string", "tag", "parameter"]
TokenKind = Literal["comment", "string", "open", "close", "label", "tag", "word"]

_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*)
    | (?P<string>"(?:[^"\\]|\\"|\\)*+"?)
    | (?P<open>[({])
    | (?P<close>[)}])
    | (?P<label>[A-Za-z0-9_\-]+:(?=[^\w]|$))
    | (?P<label2>[a-z][A-Za-z]*:(?=\w))
    | (?P<tag><[A-Za-z][^<>"(){}\n]*>(?=[\s(){}<"]|$))
    | (?P<word>(?:<[A-Za-z][^<>"(){}\n]*>|[^\s(){}"/]|/(?!/))+)""",
    re.VERBOSE,
)
_CUT = re.compile(r"[(){}\n]")
_PARAMETER = re.compile(r"#[1-9]\Z")
_CLOSING = {"(": ")", "{": "}", "<": ">"}


@dataclass(slots=True)
class Token:
    """A piece of the text that is no white space."""

    kind: TokenKind
    start: int
    end: int


@dataclass(slots=True, eq=False)
class Node:
    """A part of the tree: the characters `start` to `end`, its label included; without it, it begins at `at`.

    `text` is the keyword of a clause, the name in a use of a define, the word, or what a string says. A list that is
    not closed ends where its last part does.
    """

    kind: Kind
    start: int
    end: int
    at: int
    text: str = ""
    label: str | None = None
    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)
    closed: bool = True
    head: tuple[int, int] = (0, 0)
    """Where the keyword, or the name of a used define, stands."""

    @property
    def is_list(self) -> bool:
        return self.kind in ("root", "clause", "use", "array", "values")

    @property
    def index(self) -> int:
        """Its place among the children of its parent."""
        return next(i for i, one in enumerate(self.parent.children) if one is self) if self.parent else 0

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the text."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)

    def above(self) -> Iterator[Node]:
        """The lists that this node stands in, from the inside outwards."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text; a quote that is never closed ends with its line, or at the next bracket."""
    tokens = _tokens(text, cut=False)
    last = tokens[-1] if tokens else None
    if last and last.kind == "string" and not _is_closed(text, last):
        return _tokens(text, cut=True)
    return tokens


def tree_of(text: str, tokens: list[Token], *, strict: bool = False) -> Node:
    """The tree of a text. Where its brackets do not pair up, indentation says what was left open; not if `strict`."""
    if strict:
        return _Builder(text, tokens, by_indentation=False).build()
    opened = sum(text[t.start] in "({" for t in tokens if t.kind == "open")
    closed = sum(1 for t in tokens if t.kind == "close")
    return _Builder(text, tokens, by_indentation=opened != closed).build()


def _is_closed(text: str, token: Token) -> bool:
    return token.end - token.start > 1 and text[token.end - 1] == '"'


def _tokens(text: str, cut: bool) -> list[Token]:
    """The tokens; with `cut`, the first string that spans lines is taken for one that is not closed."""
    tokens: list[Token] = []
    position, length = 0, len(text)
    while position < length:
        match = _TOKEN.search(text, position)
        if match is None:
            break
        kind = str(match.lastgroup)
        start, end = match.span()
        if kind == "string" and cut and ("\n" in match[0] or not _is_closed(text, Token("string", start, end))):
            cut = False
            stop = _CUT.search(text, start + 1)
            end = stop.start() if stop else length
        tokens.append(Token("label" if kind == "label2" else kind, start, end))  # type: ignore[arg-type]  # its groups
        position = end
    return tokens


class _Builder:
    def __init__(self, text: str, tokens: list[Token], by_indentation: bool) -> None:
        self.text, self.tokens, self.by_indentation = text, tokens, by_indentation
        self.root = Node("root", 0, len(text), 0)
        self.stack = [self.root]
        self.label: Token | None = None
        self.columns: list[int] = [-1]

    def build(self) -> Node:
        index = 0
        while index < len(self.tokens):
            token = self.tokens[index]
            if token.kind == "open":
                index += self._open(token, index)
            elif token.kind == "close":
                self._close(token)
            elif token.kind == "label":
                self._loose_label()
                self.label = token
            elif token.kind != "comment":
                self._leaf(token)
            index += 1
        self._loose_label()
        while len(self.stack) > 1:
            self._pop(len(self.text.rstrip()), closed=False)
        return self.root

    @property
    def top(self) -> Node:
        return self.stack[-1]

    def _open(self, token: Token, index: int) -> int:
        """Begin a list; gives how many further tokens it has used: that of its keyword."""
        if self.by_indentation:
            self._leave_what_was_left_open(token)
        round_one = self.text[token.start] == "("
        node = self._node("clause" if round_one else "array", token)
        used = 0
        if round_one and index + 1 < len(self.tokens):
            following = self.tokens[index + 1]
            if following.kind in ("word", "string", "tag"):
                used = 1
                node.head = (following.start, following.end)
                node.text = self.text[following.start : following.end]
                if following.kind == "string":
                    node.kind, node.text = "use", _content(node.text)
        if not node.head[1]:
            node.head = (token.end, token.end)
        self._push(node, token)
        return used

    def _push(self, node: Node, token: Token) -> None:
        self.top.children.append(node)
        if len(self.stack) < MAX_DEPTH:
            self.stack.append(node)
            self.columns.append(self._column(token.start))

    def _close(self, token: Token) -> None:
        self._loose_label()
        kinds = {")": ("clause", "use"), "}": ("array",)}[self.text[token.start]]
        depth = next((i for i in range(len(self.stack) - 1, 0, -1) if self.stack[i].kind in kinds), 0)
        # A bracket closes what stands around another one only where that is near: it may as well be one too many.
        if depth and len(self.stack) - 1 - depth <= 3:
            while len(self.stack) - 1 > depth:
                self._pop(token.start, closed=False)
            self._pop(token.end, closed=True)

    def _pop(self, end: int, closed: bool) -> None:
        node = self.stack.pop()
        self.columns.pop()
        node.closed = closed
        node.end = end if closed else max([node.head[1], node.at + 1, *(c.end for c in node.children[-1:])])

    def _leaf(self, token: Token) -> None:
        text = self.text[token.start : token.end]
        if token.kind == "string":
            node = self._node("string", token)
            node.text, node.closed = _content(text), _is_closed(self.text, token)
            self.top.children.append(node)
            return
        if self.top.kind == "clause" and self.top.text == "item" and text.startswith("<"):
            self._value(token)
            return
        kind: Kind = "parameter" if _PARAMETER.match(text) else "tag" if token.kind == "tag" else "word"
        node = self._node(kind, token)
        node.text = text
        self.top.children.append(node)

    def _value(self, token: Token) -> None:
        """What stands in `<` and `>` in an item; where it has several parts, only the first is looked into."""
        node = self._node("values", token)
        inner = Node("word", token.start + 1, token.end, token.start + 1, parent=node)
        inner.text = self.text[token.start + 1 : token.end].rstrip(">")
        inner.end = inner.start + len(inner.text)
        if inner.text:
            node.children.append(inner)
        self.top.children.append(node)

    def _node(self, kind: Kind, token: Token) -> Node:
        start = self.label.start if self.label else token.start
        label = self.text[self.label.start : self.label.end - 1] if self.label else None
        self.label = None
        return Node(kind, start, token.end, token.start, "", label, self.top)

    def _loose_label(self) -> None:
        """A label with nothing behind it is a word without text."""
        if self.label:
            here = Token("word", self.label.end, self.label.end)
            self.top.children.append(self._node("word", here))

    def _column(self, start: int) -> int:
        """The column of what stands first on its line; else -1."""
        line = self.text.rfind("\n", 0, start) + 1
        return -1 if self.text[line:start].strip() else start - line

    def _leave_what_was_left_open(self, token: Token) -> None:
        column = self._column(token.start)
        if column < 0:
            return
        # What begins further to the right than this, or right below it, should have been closed by now.
        inside = next((i for i, c in enumerate(self.columns) if c >= column), None)
        while inside is not None and len(self.stack) > max(inside, 1):
            self._pop(token.start, closed=False)


def _content(quoted: str) -> str:
    return quoted[1:-1] if len(quoted) > 1 and quoted.endswith('"') else quoted[1:]
