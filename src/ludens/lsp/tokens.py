"""The kind of each piece of a text, for its colour."""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args

from ludens.language.prelude import predefined
from ludens.lsp.completion import SYNTAX
from ludens.lsp.document import Document
from ludens.lsp.syntax import Node
from ludens.ludemes.registry import enumerations, forms
from ludens.rules.enums import RoleType

#: what a piece may be; the order is that of the numbers in the language server's answers
TokenKind = Literal[
    "keyword",
    "comment",
    "string",
    "number",
    "define",
    "constant",
    "role",
    "label",
    "tag",
    "parameter",
    "name",
    "unknown",
]
TOKEN_KINDS: tuple[TokenKind, ...] = get_args(TokenKind)
_ROLES = frozenset(role.value for role in RoleType)


def tokens(document: Document) -> list[tuple[int, int, TokenKind]]:
    """Start, end and kind of every piece that has a colour, in order."""
    names = {d.name for d in document.declarations if d.kind != "define"}
    pieces: list[tuple[int, int, TokenKind]] = [
        (token.start, token.end, "comment") for token in document.tokens if token.kind == "comment"
    ]
    for node in document.nodes:
        if node.label is not None:
            pieces.append((node.start, node.start + len(node.label) + 1, "label"))
        if node.kind in ("clause", "use") and node.head[1] > node.head[0]:
            pieces.append((*node.head, _head(node, document)))
        elif not node.is_list and node.end > node.at:
            pieces.append((node.at, node.end, _leaf(node, document, names)))
    return sorted(pieces)


def _head(node: Node, document: Document) -> TokenKind:
    if node.kind == "use":
        return "define" if node.text in document.defines or node.text in predefined() else "unknown"
    return "keyword" if node.text in forms() or node.text in SYNTAX else "unknown"


def _leaf(node: Node, document: Document, names: set[str]) -> TokenKind:
    match node.kind:
        case "tag":
            return "tag"
        case "parameter":
            return "parameter"
        case "string":
            if node.text in document.defines and node.parent and node.parent.text == "define":
                return "define"
            is_name = node.text in names or node.text.rstrip("0123456789") in names
            return "name" if is_name else "string"
    if node.text.lstrip("+-").replace(".", "").isdigit():
        return "number"
    word = node.text[:1].upper() + node.text[1:]
    return (
        "role" if word in _ROLES else "constant" if word in _constants() else "string" if word[:1] in "*<>" else "name"
    )


@cache
def _constants() -> set[str]:
    members = {member.value for kind in enumerations() for member in kind}
    constants = {constant for family in forms().values() for form in family for constant in form.constants}
    return members | constants | {"True", "False", "Off", "End", "Undefined", "Infinity"}
