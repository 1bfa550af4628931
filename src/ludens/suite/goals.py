"""The goal turned round: who would have won loses."""

from __future__ import annotations

from dataclasses import replace

from ludens.language import Clause, Node, Word
from ludens.suite.description_names import rebuild

_OTHER = {"Win": "Loss", "Loss": "Win"}


def exchange_goals(tree: Node) -> Node | None:
    """The description with wins and losses exchanged, and the fewest points best; None where it tells of neither."""

    def change(node: Node, parent: Node | None) -> Node:
        match node:
            case Word(text="Win" | "Loss" as text) if isinstance(parent, Clause) and parent.keyword == "result":
                return replace(node, text=_OTHER[text])
            case Clause(keyword="byScore", arguments=arguments):
                return replace(node, arguments=_by_least(node, arguments))
        return node

    changed = rebuild(tree, change)
    return None if changed == tree else changed


def _by_least(clause: Clause, arguments: tuple[Node, ...]) -> tuple[Node, ...]:
    others = tuple(one for one in arguments if one.label != "misere")
    misere = next((one for one in arguments if one.label == "misere"), None)
    if misere is None:
        return *others, Word("True", clause.span, "misere")
    if isinstance(misere, Word):
        return *others, replace(misere, text="False" if misere.text == "True" else "True")
    return *others, Clause("not", (replace(misere, label=None),), clause.span, "misere")
