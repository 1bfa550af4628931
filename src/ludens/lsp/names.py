"""Names that a description gives and uses: which strings mean which declaration."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludens.lsp.document import Declaration, Document, NameKind
from ludens.lsp.expectations import Expectations
from ludens.lsp.syntax import Node
from ludens.rules.base import Slot

_OWNED = re.compile(r"(?P<stem>.*?\D)(?P<owner>\d*)\Z", re.DOTALL)


def kinds_of(slot: Slot) -> tuple[NameKind, ...]:
    """What the strings of a parameter name; empty if they may name anything, or nothing."""
    return slot.naming.kinds if slot.naming is not None else ()


def stem(name: str) -> str:
    """The name of a piece without the number of its owner.

    >>> stem("Pawn1"), stem("X2"), stem("Dot")
    ('Pawn', 'X', 'Dot')
    """
    match = _OWNED.match(name)
    return match["stem"] if match else name


def declared(document: Document, kind: NameKind) -> list[Declaration]:
    return [one for one in document.declarations if one.kind == kind]


def meanings(document: Document, expectations: Expectations, node: Node) -> list[Declaration]:
    """The declarations that a string may mean; the one that it is part of, if it declares something."""
    for one in document.declarations:
        if one.at is node:
            return [one]
    by_name = [d for d in document.declarations if _may_mean(d, node.text)]
    if len({d.kind for d in by_name}) <= 1:
        return by_name
    kinds = set(wanted_kinds(expectations, node))
    return [d for d in by_name if d.kind in kinds] or by_name


def wanted_kinds(expectations: Expectations, node: Node) -> Iterator[NameKind]:
    """What the parameters at a string name."""
    inner, parent = node, node.parent
    while parent is not None and parent.kind == "array":
        inner, parent = parent, parent.parent
    if parent is None or parent.kind != "clause":
        return
    for slot, _ in expectations.slots(parent, inner.index):
        if slot.label == inner.label:
            yield from kinds_of(slot)


def uses_of(document: Document, declaration: Declaration) -> list[tuple[int, int]]:
    """Where a name stands, its declaration first: the characters of the name itself, without quotes and owner."""
    own = _inner(declaration.at, declaration.name)
    places = [own]
    for node in document.nodes:
        if node is declaration.at or not node.text:
            continue
        if node.kind == "use" and declaration.kind == "define" and node.text == declaration.name:
            places.append((node.head[0] + 1, node.head[0] + 1 + len(node.text)))
        elif node.kind == "string" and _may_mean(declaration, node.text) and not _in_words(node):
            places.append(_inner(node, declaration.name))
    return places


def _inner(node: Node, name: str) -> tuple[int, int]:
    start = node.at + 1
    return start, start + len(name)


def _may_mean(declaration: Declaration, text: str) -> bool:
    if declaration.kind in ("option", "ruleset"):
        return False
    if declaration.name == text:
        return True
    return declaration.kind == "piece" and text.startswith(declaration.name) and text[len(declaration.name) :].isdigit()


def _in_words(node: Node) -> bool:
    """Whether a string says something to people: that of the metadata's info, of an item or a heading."""
    return any(above.text in ("info", "option", "item", "note") and above.kind == "clause" for above in node.above())
