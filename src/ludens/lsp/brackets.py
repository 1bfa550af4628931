"""Where a bracket is missing, or one too many: told by what the clauses take.

Where indentation says nothing (a game on one line, or indented wrongly), a part that no parameter of its clause takes,
and that fits right behind the clause, shows where the clause should have ended; and the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludens.lsp.document import Document
from ludens.lsp.expected import Expectations
from ludens.lsp.syntax import Node, tree_of

_CLOSING = {"clause": ")", "use": ")", "array": "}"}
_MOST = 4000


@dataclass(frozen=True)
class Slip:
    """`missing` is the bracket to be put in at `at`; where it is empty, the one there is too many."""

    at: int
    missing: str
    node: Node


def slip(document: Document, surplus: bool) -> Slip | None:
    """The first place where what is written fits only with a bracket more (or, where one is too many, less) before."""
    strict = Document(document.text, document.source.name)
    strict.root = tree_of(document.text, document.tokens, strict=True)
    expectations = Expectations(strict)
    for node in strict.nodes[:_MOST]:
        if node.kind not in ("clause", "array") or node.parent is None or node.text in ("define", "option", "item"):
            continue
        for child in node.children:
            if child.is_list and child.kind != "use" and not _taken(expectations, node, child.index, child):
                found = _left(expectations, node, child) if surplus else _around(expectations, node, child)
                if found is not None:
                    return found
    return None


def _taken(expectations: Expectations, node: Node, index: int, child: Node) -> bool:
    """Whether a list takes a part at an index, as far as that is known."""
    if node.kind == "array":
        wanted = expectations.alternatives(node)
        inner = expectations.at(node, index)
        return wanted is None or not inner or expectations.fits(child, inner)
    if not expectations.fittings(node):
        return True
    slots = expectations.slots(node, index)
    return any(slot.label == child.label and expectations.fits(child, slot.alternatives) for slot, _ in slots)


def _around(expectations: Expectations, node: Node, child: Node) -> Slip | None:
    """The part fits behind the clause, or behind one around it: there a bracket is missing before the part."""
    inner = node
    for outer in node.above():
        if outer.kind in ("clause", "array") and outer.text not in ("define", "option", "item"):
            known = expectations.fittings(outer) or (outer.kind == "array" and expectations.alternatives(outer))
            if known and _taken(expectations, outer, inner.index + 1, child):
                before = node.children[child.index - 1].end if child.index else node.head[1]
                return Slip(before, _CLOSING[node.kind], node)
        inner = outer
    return None


def _left(expectations: Expectations, node: Node, child: Node) -> Slip | None:
    """The part fits at the end of what stands before it: there a bracket closes too early."""
    before = node.children[child.index - 1] if child.index else None
    while before is not None and before.is_list and before.closed:
        known = before.kind == "array" or (before.kind == "clause" and expectations.fittings(before))
        if known and before.children and _taken(expectations, before, len(before.children), child):
            return Slip(before.end - 1, "", before)
        before = before.children[-1] if before.children else None
    return None
