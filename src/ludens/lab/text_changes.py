"""Where two descriptions are written differently: the smallest clauses that differ, with their places in both texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from ludens.language import Array, Clause, Node, to_text
from ludens.language.tree import children

#: longer texts are cut off in what is told
_LONG = 100


@dataclass(frozen=True)
class TextChange:
    """Clauses that differ; None where there is nothing in one of the texts."""

    first: Node | None
    second: Node | None

    def __str__(self) -> str:
        return f"{_describe(self.first)} | {_describe(self.second)}"

    def to_dict(self) -> dict[str, Any]:
        return {"first": _place(self.first), "second": _place(self.second)}


def changes(first: Node, second: Node) -> Iterator[TextChange]:
    """The smallest clauses in which two trees differ, defines and options put in."""
    if first == second:
        return
    if _kind(first) == _kind(second) and isinstance(first, Clause | Array):
        yield from _of_parts(children(first), children(second))
    else:
        yield TextChange(first, second)


def _kind(node: Node) -> tuple[type, str | None, str]:
    return type(node), node.label, node.keyword if isinstance(node, Clause) else ""


def _of_parts(ours: tuple[Node, ...], theirs: tuple[Node, ...]) -> Iterator[TextChange]:
    texts = [to_text(node) for node in ours], [to_text(node) for node in theirs]
    for tag, a, b, c, d in SequenceMatcher(a=texts[0], b=texts[1], autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for one, other in zip(ours[a:b], theirs[c:d], strict=False):
            yield from changes(one, other)
        yield from (TextChange(node, None) for node in ours[a + (d - c) : b])
        yield from (TextChange(None, node) for node in theirs[c + (b - a) : d])


def _describe(node: Node | None) -> str:
    if node is None:
        return "nothing"
    text = to_text(node)
    return f"{node.span.line}:{node.span.column} {text if len(text) <= _LONG else text[: _LONG - 3] + '...'}"


def _place(node: Node | None) -> dict[str, Any] | None:
    if node is None:
        return None
    return {"line": node.span.line, "column": node.span.column, "text": to_text(node)}
