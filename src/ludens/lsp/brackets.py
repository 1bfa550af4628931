"""Where a bracket is missing, or one too many, by what the clauses take.

Where indentation says nothing (a game on one line, or indented wrongly), a part that no parameter of its clause takes,
and that fits right behind the clause, shows where the clause should have ended; and the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens.lsp.document import Document
from ludens.lsp.expectations import Expectations
from ludens.lsp.syntax import Node, tree_of

_CLOSING = {"clause": ")", "use": ")", "array": "}"}
_MOST = 4000


@dataclass(frozen=True)
class Slip:
    """`missing` is the bracket to be put in at `at`; where it is empty, the one there is too many."""

    at: int
    missing: str
    node: Node


def find_slip(document: Document, surplus: bool) -> Slip | None:
    """The first place where the text fits only with one more bracket before it, or one less if there is a `surplus`."""
    strict = Document(document.text, document.source.name)
    strict.root = tree_of(document.text, document.tokens, strict=True)
    expectations = Expectations(strict)
    for node in strict.nodes[:_MOST]:
        if node.kind not in ("clause", "array") or node.parent is None or node.text in ("define", "option", "item"):
            continue
        for child in node.children:
            if child.is_list and child.kind != "use" and not _is_taken(expectations, node, child.index, child):
                candidate = _before(expectations, node, child) if surplus else _around(expectations, node, child)
                if candidate is not None:
                    return candidate
    return None


def _is_taken(expectations: Expectations, node: Node, index: int, child: Node) -> bool:
    """Whether a list takes a part at an index; True if that is unknown."""
    if node.kind == "array":
        alternatives = expectations.alternatives(node)
        inner = expectations.at(node, index)
        return alternatives is None or not inner or expectations.fits(child, inner)
    if not expectations.fittings(node):
        return True
    slots = expectations.slots(node, index)
    return any(slot.label == child.label and expectations.fits(child, slot.alternatives) for slot, _ in slots)


def _around(expectations: Expectations, node: Node, child: Node) -> Slip | None:
    """The part fits behind the clause, or behind one around it: there a bracket is missing before the part."""
    inner = node
    for outer in node.above():
        if outer.kind in ("clause", "array") and outer.text not in ("define", "option", "item"):
            forms = expectations.fittings(outer) or (outer.kind == "array" and expectations.alternatives(outer))
            if forms and _is_taken(expectations, outer, inner.index + 1, child):
                before = node.children[child.index - 1].end if child.index else node.head[1]
                return Slip(before, _CLOSING[node.kind], node)
        inner = outer
    return None


def _before(expectations: Expectations, node: Node, child: Node) -> Slip | None:
    """The part fits at the end of what stands before it: there a bracket closes too early."""
    before = node.children[child.index - 1] if child.index else None
    while before is not None and before.is_list and before.closed:
        forms = before.kind == "array" or (before.kind == "clause" and expectations.fittings(before))
        if forms and before.children and _is_taken(expectations, before, len(before.children), child):
            return Slip(before.end - 1, "", before)
        before = before.children[-1] if before.children else None
    return None
