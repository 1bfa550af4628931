"""Defines that are called like something else: the name of a piece, a variable or a phase becomes the define's body."""

from __future__ import annotations

from collections.abc import Iterator

from ludens.language.prelude import predefined
from ludens.lsp.document import Document
from ludens.lsp.expectations import Expectations
from ludens.lsp.findings import Edit, Finding, Fix
from ludens.lsp.names import wanted_kinds
from ludens.lsp.syntax import Node

#: clauses whose strings are no names of the game, or come to be where they are used
_ELSEWHERE = ("define", "metadata", "option", "item", "ruleset")
_HINT = "give one of them another name"


def shadowed(document: Document) -> Iterator[Finding]:
    """The strings that are names, and that a define takes the place of."""
    if not document.defines.keys() & document.uses.keys() and not document.uses.keys() & predefined().keys():
        return
    expectations = Expectations(document)
    for name, uses in document.uses.items():
        own = document.defines.get(name)
        if own is not None and _is_string(own):
            continue  # another name for a string: that is what it is for
        names = [node for node in uses if node.kind == "string" and _is_name(document, expectations, node)]
        for node in names:
            what = next((one.kind for one in document.declarations if one.at is node), "string")
            where = f"of line {document.locate(own.at)[0] + 1} " if own is not None else "of the language "
            message = f'the define "{name}" {where}takes the place of the {what} "{name}"'
            fixes = _renaming(document, name, own, uses, names) if own is not None else ()
            yield Finding(node.at, node.end, "error", "shadowing-define", message, _HINT, fixes=fixes)


def taken_by_define(document: Document, name: str) -> str | None:
    """Why a name can only be that of a define; None if it can be another's."""
    if name in document.defines or name in predefined():
        return f'there is a define "{name}": it would take the place of every string of that name'
    return None


def taken_by_string(document: Document, name: str) -> str | None:
    """Why a name cannot be that of a define; None where it can."""
    for node in document.nodes:
        if node.kind in ("string", "use") and node.text == name:
            line = document.locate(node.at)[0] + 1
            return f'"{name}" stands in line {line} already: the define would take its place'
    return None


def _is_string(define: Node) -> bool:
    return len(define.children) == 2 and define.children[1].kind == "string"


def _is_name(document: Document, expectations: Expectations, node: Node) -> bool:
    """Whether a string gives or means a name, and no define can be meant: only a string may stand there."""
    if any(above.text in _ELSEWHERE for above in node.above()):
        return False
    if any(one.at is node and one.kind not in ("define", "option", "ruleset") for one in document.declarations):
        return True
    inner, parent = node, node.parent
    while parent is not None and parent.kind == "array":
        inner, parent = parent, parent.parent
    if parent is None or parent.kind != "clause":
        return False
    slots = [slot for slot, _ in expectations.slots(parent, inner.index) if slot.label == inner.label]
    only_strings = bool(slots) and all(tuple(slot.alternatives) == (str,) for slot in slots)
    declares = any(one.name == node.text and one.kind != "define" for one in document.declarations)
    return only_strings or (declares and any(wanted_kinds(expectations, node)))


def _renaming(document: Document, name: str, define: Node, uses: list[Node], names: list[Node]) -> tuple[Fix, ...]:
    """Another name for the define, where its name does not stand for something else."""
    other = f"{name} Rule"
    while taken_by_string(document, other) is not None:
        other += "s"
    edits = [Edit(define.children[0].at, define.children[0].end, f'"{other}"')]
    for node in uses:
        if not any(node is one for one in names):
            start = node.head[0] if node.kind == "use" else node.at
            edits.append(Edit(start, start + len(name) + 2, f'"{other}"'))
    return (Fix(f'Call the define "{other}"', tuple(edits)),)
