"""A text that is being edited: its tree, its lines, and what it declares."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Literal

from ludens.language import Source, Span
from ludens.language.prelude import FILE, predefined
from ludens.lsp.syntax import Node, Token, tokens_of, tree_of
from ludens.ludemes.registry import forms_of
from ludens.rules.naming import NamedKind

#: longer texts are not read: no description is a tenth as long
MAX_LENGTH = 400_000

#: what a text gives names to
NameKind = NamedKind | Literal["define", "option", "ruleset"]
#: the clauses that declare something and are no ludemes, and what
_SYNTAX: Mapping[str, NameKind] = {"define": "define", "option": "option", "ruleset": "ruleset"}
_PARAMETER = re.compile(r"#([1-9])")
_TAG = re.compile(r"<([^<>:]+)(?::([^<>]*))?>")


@dataclass(frozen=True)
class Declaration:
    """A name with the clause that declares it; `at` is the string (or the tag) that has the name."""

    kind: NameKind
    name: str
    clause: Node
    at: Node


@dataclass(frozen=True)
class OptionTag:
    """An option: its heading, its tag, the names of its arguments, and the clauses of its items."""

    heading: str
    tag: str
    arguments: tuple[str, ...]
    clause: Node
    items: tuple[Node, ...] = field(default=())


class Document:
    """A text with all that can be learnt of it without compiling. Line ends are those of `ludens.language`: `\\n`."""

    def __init__(self, text: str, name: str = "<text>") -> None:
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.text = text[:MAX_LENGTH]
        self.is_cut = len(text) > MAX_LENGTH
        self.source = Source(self.text, name)

    @cached_property
    def tokens(self) -> list[Token]:
        return tokens_of(self.text)

    @cached_property
    def root(self) -> Node:
        return tree_of(self.text, self.tokens)

    @cached_property
    def nodes(self) -> list[Node]:
        return list(self.root.walk())

    # --- places

    @cached_property
    def line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def locate(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 0."""
        line = bisect_right(self.line_starts, offset) - 1
        return line, offset - self.line_starts[line]

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and a column, both from 0; the nearest one where there is none."""
        if line >= len(self.line_starts):
            return len(self.text)
        start = self.line_starts[max(line, 0)]
        return min(start + max(column, 0), start + len(self.line(line)))

    def line(self, number: int) -> str:
        starts = self.line_starts
        end = starts[number + 1] - 1 if number + 1 < len(starts) else len(self.text)
        return self.text[starts[number] : end]

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def token_at(self, offset: int) -> Token | None:
        """The token that an offset is in or right behind of."""
        index = bisect_right(self._token_starts, offset) - 1
        near = [t for t in self.tokens[max(index - 1, 0) : index + 1][::-1] if t.start <= offset <= t.end]
        return next((t for t in near if t.kind not in ("open", "close")), near[0] if near else None)

    @cached_property
    def _token_starts(self) -> list[int]:
        return [token.start for token in self.tokens]

    def list_at(self, offset: int) -> Node:
        """The innermost list that an offset stands in."""
        here = self.root
        while True:
            inner = [c for c in here.children if c.is_list and c.at < offset and self._reaches(c, offset)]
            if not inner:
                return here
            here = inner[-1]

    def _reaches(self, node: Node, offset: int) -> bool:
        return offset < node.end if node.closed else offset <= self._open_end(node)

    def _open_end(self, node: Node) -> int:
        """How far a list goes that is not closed: to what follows it."""
        following = next((t.start for t in self.tokens[bisect_right(self._token_starts, node.end - 1) :]), None)
        return len(self.text) if following is None else following

    def leaf_at(self, offset: int) -> Node | None:
        """The word or string that an offset is in or right behind of."""
        here = self.list_at(offset)
        leaves = [c for c in here.children if not c.is_list and c.start <= offset <= c.end]
        return leaves[-1] if leaves else None

    # --- what is declared

    @cached_property
    def defines(self) -> Mapping[str, Node]:
        """The clauses of the text's own defines; of several with one name, the first, which is the one that counts."""
        defines: dict[str, Node] = {}
        for node in self.clauses("define"):
            if node.children and node.children[0].kind == "string":
                defines.setdefault(node.children[0].text, node)
        return defines

    def clauses(self, keyword: str) -> list[Node]:
        return self._by_keyword.get(keyword, [])

    @cached_property
    def _by_keyword(self) -> Mapping[str, list[Node]]:
        clauses: dict[str, list[Node]] = {}
        for node in self.nodes:
            if node.kind == "clause":
                clauses.setdefault(node.text, []).append(node)
        return clauses

    @cached_property
    def uses(self) -> Mapping[str, list[Node]]:
        """The places where each define is used: clauses `("Name" ...)` and bare strings."""
        uses: dict[str, list[Node]] = {}
        for node in self.nodes:
            if node.kind == "use" or (node.kind == "string" and self._is_bare_use(node)):
                uses.setdefault(node.text, []).append(node)
        return uses

    def _is_bare_use(self, node: Node) -> bool:
        is_define = node.text in self.defines or node.text in predefined()
        return is_define and not (node.parent and node.parent.text in ("define", "game", "match", "instance"))

    @cached_property
    def options(self) -> list[OptionTag]:
        return [option for node in self.clauses("option") if (option := _option(node))]

    @cached_property
    def tags(self) -> Mapping[str, OptionTag]:
        return {option.tag: option for option in reversed(self.options)}

    def tag_uses(self, tag: str) -> Iterator[tuple[int, int, str]]:
        """Where a tag is used, and with which argument ("" where there is none)."""
        for start, end, used, argument in self.all_tags():
            if used == tag:
                yield start, end, argument

    def all_tags(self) -> Iterator[tuple[int, int, str, str]]:
        """What looks like the use of a tag, outside of the comments: where, the tag, and its argument."""
        for match in _TAG.finditer(self.text):
            token = self.token_at(match.start())
            if token is None or token.kind != "comment":
                yield match.start(), match.end(), match[1], match[2] or ""

    @cached_property
    def declarations(self) -> list[Declaration]:
        return list(self._declarations())

    def _declarations(self) -> Iterator[Declaration]:
        for keyword, nodes in self._by_keyword.items():
            if (kind := declared_by(keyword)) is None:
                continue
            for node in nodes:
                first = next(iter(node.children), None)
                if first and first.kind == "string" and _declares(node):
                    yield Declaration(kind, first.text, node, first)

    def parameters(self, define: Node) -> int:
        """The highest parameter in the body of a define."""
        body = self.text[define.at : define.end]
        return max(map(int, _PARAMETER.findall(body)), default=0)


@cache
def declared_by(keyword: str) -> NameKind | None:
    """What clauses with a keyword give names to, by the classes of ludemes; None if they name nothing."""
    if keyword in _SYNTAX:
        return _SYNTAX[keyword]
    namings = (slot.naming for form in forms_of(keyword) for slot in form.cls.slots())
    return next((naming.kinds[0] for naming in namings if naming is not None and naming.declares), None)


@cache
def _always_declares(keyword: str) -> bool:
    """Whether no clause with a keyword that declares something is anything else."""
    classes = {form.cls for form in forms_of(keyword)}
    return all(any(slot.naming is not None and slot.naming.declares for slot in cls.slots()) for cls in classes)


@cache
def prelude() -> Document:
    """The file of the predefined defines."""
    return Document(FILE.read_text(encoding="utf-8"), FILE.name)


def comment_above(document: Document, node: Node) -> str:
    """The comment lines right above a clause, without their slashes."""
    line = document.locate(node.start)[0]
    lines: list[str] = []
    while line > 0 and (text := document.line(line - 1).strip()).startswith("//"):
        lines.append(text.lstrip("/").strip())
        line -= 1
    return "\n".join(reversed(lines))


def _declares(node: Node) -> bool:
    """Whether a clause declares something, where others of its keyword use it: `(piece "X")` in `(move ...)`."""
    above = [one for one in node.above() if one.kind == "clause"]
    if not _always_declares(node.text):
        if any(one.text in ("metadata", "graphics", "rules", "play", "start", "end") for one in above):
            return False
        return (bool(above) and above[0].text in ("equipment", "board", "define", "item")) or not above
    return True


def _option(node: Node) -> OptionTag | None:
    heading = node.children[0] if node.children else None
    tag = next((c for c in node.children if c.kind in ("tag", "word") and c.text.startswith("<")), None)
    if heading is None or heading.kind != "string" or tag is None:
        return None
    arrays = [c for c in node.children if c.kind == "array"]
    arguments = next((c for c in arrays if c.label == "args"), None)
    names = tuple(c.text.strip("<>") for c in arguments.children) if arguments else ()
    items = tuple(c for a in arrays if a.label is None for c in a.children if c.text == "item")
    return OptionTag(heading.text, tag.text.strip("<>"), names, node, items)
