"""`(semantics "plain")`: what rules mean without the quirks of the reference that surprise who writes them.

Each quirk is switched off by reading the rules as others, which say the same thing without it (manual: metadata 5).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ludens.language import Array, Clause, Node, Word

_REAR = re.compile(r"[Bb](L{1,3}|R{1,3})")
#: what may stand behind `skipIf:` in (sow ...)
_BEHIND = ("backtracking", "forward")


def plainly(node: Node) -> Node:
    """A tree as the reference's semantics have to read it to mean what it says plainly."""
    match node:
        case Word(text=text) if _REAR.fullmatch(text):
            return replace(node, text=text.translate(str.maketrans("LR", "RL")))
        case Array(elements=elements):
            return replace(node, elements=tuple(map(plainly, elements)))
        case Clause(keyword=keyword, arguments=arguments):
            inner = tuple(map(plainly, arguments))
            return replace(node, arguments=_sown(node, inner) if keyword == "sow" else inner)
    return node


def _sown(sow: Clause, arguments: Sequence[Node]) -> tuple[Node, ...]:
    """The arguments of a sowing that leaves its start out: a hole that is skipped, so that `(to)` is the next one."""
    without = [one for one in arguments if one.label != "includeSelf"]
    asked = [one for one in arguments if one not in without]
    if not (asked and isinstance(asked[0], Word) and asked[0].text.lower() == "false"):
        return tuple(arguments)
    start = next((one for one in without if _is_start(one)), Clause("last", (Word("To", sow.span),), sow.span))
    is_start: Node = Clause("=", (Clause("to", (), sow.span), start), sow.span, "skipIf")
    skipped = [one for one in without if one.label == "skipIf"]
    if skipped:
        either = (replace(is_start, label=None), replace(skipped[0], label=None))
        is_start = Clause("or", either, sow.span, "skipIf")
    kept = [one for one in without if one.label != "skipIf"]
    behind = next((n for n, one in enumerate(kept) if one.label in _BEHIND or _is_then(one)), len(kept))
    return (*kept[:behind], is_start, *kept[behind:])


def _is_start(node: Node) -> bool:
    if node.label is not None or _is_then(node):
        return False
    return isinstance(node, Clause) or (isinstance(node, Word) and node.text.lstrip("+-").isdigit())


def _is_then(node: Node) -> bool:
    return isinstance(node, Clause) and node.keyword == "then"
