"""A description's tree as text with lines and indents."""

from __future__ import annotations

from ludens.language import Array, Clause, Node, to_text

_WIDTH, _STEP = 100, 4


def lay_out(node: Node, indent: int = 0) -> str:
    """The node over as many lines as it takes; it reads back as an equal tree."""
    line = to_text(node)
    if len(line) + indent <= _WIDTH:
        return line
    label = "" if node.label is None else f"{node.label}:"
    match node:
        case Clause(keyword=keyword, arguments=arguments):
            inner, opening, closing = arguments, f"{label}({keyword}", ")"
        case Array(elements=elements):
            inner, opening, closing = elements, f"{label}{{", "}"
        case _:
            return line
    margin = "\n" + " " * (indent + _STEP)
    lines = [margin + lay_out(child, indent + _STEP) for child in inner]
    return opening + "".join(lines) + "\n" + " " * indent + closing
