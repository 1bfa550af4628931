"""Where a name is declared and used, and what changes where it is renamed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludens.lsp import names
from ludens.lsp.document import Declaration, Document, OptionTag, prelude
from ludens.lsp.expectations import Expectations
from ludens.lsp.shadows import taken_by_define, taken_by_string
from ludens.lsp.syntax import Node

_BAD = re.compile(r'["\\\n\r]')
_BAD_TAG = re.compile(r'[<>:"(){}\s]')


@dataclass(frozen=True)
class TextPlace:
    """The characters `start` to `end`; in the file of the predefined defines where `predefined`."""

    start: int
    end: int
    predefined: bool = False


class NotRenamed(ValueError):
    """A name cannot be changed in this way; the message says why."""


def definitions(document: Document, expectations: Expectations, offset: int) -> list[TextPlace]:
    """Where what stands at an offset is declared."""
    parameter = _parameter_at(document, offset)
    if parameter is not None:
        return [TextPlace(parameter.at, parameter.end)]
    if (tag := _tag_at(document, offset)) is not None:
        return [TextPlace(tag.clause.at, tag.clause.end)]
    node = _named_at(document, offset)
    if node is None:
        return []
    if node.kind == "use" or node.text in document.defines or not names.meanings(document, expectations, node):
        return _define(document, node.text)
    return [TextPlace(d.at.at + 1, d.at.at + 1 + len(d.name)) for d in names.meanings(document, expectations, node)]


def references(document: Document, expectations: Expectations, offset: int) -> list[TextPlace]:
    """Every place of the name at an offset, its declaration first."""
    if (tag := _tag_at(document, offset)) is not None:
        return [TextPlace(start, end) for start, end in _tag_places(document, tag)]
    declaration = _declaration_at(document, expectations, offset)
    if declaration is None:
        node = _named_at(document, offset)
        uses = document.uses.get(node.text, ()) if node is not None else ()
        return [TextPlace(*_inside(use)) for use in uses]
    return [TextPlace(start, end) for start, end in names.uses_of(document, declaration)]


def name_at(document: Document, expectations: Expectations, offset: int) -> TextPlace | None:
    """The name at an offset, if it is one that can be changed."""
    if (tag := _tag_at(document, offset)) is not None:
        spans = [one for one in _tag_places(document, tag) if one[0] - 1 <= offset <= one[1]]
        return TextPlace(*spans[0]) if spans else None
    declaration = _declaration_at(document, expectations, offset)
    places = names.uses_of(document, declaration) if declaration else []
    return next((TextPlace(start, end) for start, end in places if start - 1 <= offset <= end + 3), None)


def rename(document: Document, expectations: Expectations, offset: int, name: str) -> list[tuple[TextPlace, str]]:
    """The edits that give another name to what stands at an offset. Raises NotRenamed."""
    tag = _tag_at(document, offset)
    declaration = None if tag else _declaration_at(document, expectations, offset)
    if tag is None and declaration is None:
        raise NotRenamed("there is no name here that this text declares")
    if not name.strip() or (_BAD_TAG if tag else _BAD).search(name):
        raise NotRenamed(f"{name!r} cannot be a name here")
    if declaration is not None:
        if any(d.kind == declaration.kind and d.name == name for d in document.declarations if d != declaration):
            raise NotRenamed(f'there is a {declaration.kind} "{name}" already')
        taken = taken_by_string if declaration.kind == "define" else taken_by_define
        if name != declaration.name and (why := taken(document, name)) is not None:
            raise NotRenamed(why)
        if declaration.kind == "piece" and name[-1:].isdigit():
            raise NotRenamed("the digits at the end of a piece's name say whose it is")
    elif name in document.tags:
        raise NotRenamed(f"there is a tag <{name}> already")
    return [(place, name) for place in references(document, expectations, offset)]


def _declaration_at(document: Document, expectations: Expectations, offset: int) -> Declaration | None:
    node = _named_at(document, offset)
    if node is None:
        return None
    if node.kind == "use" or (node.text in document.defines and not _declares_other(document, node)):
        return next((d for d in document.declarations if d.kind == "define" and d.name == node.text), None)
    declarations = [d for d in names.meanings(document, expectations, node) if d.kind not in ("option", "ruleset")]
    return declarations[0] if declarations else None


def _declares_other(document: Document, node: Node) -> bool:
    return any(d.at is node and d.kind != "define" for d in document.declarations)


def _named_at(document: Document, offset: int) -> Node | None:
    """The string, or the use of a define, whose name an offset is in."""
    leaf = document.leaf_at(offset)
    if leaf is not None:
        return leaf if leaf.kind == "string" and offset >= leaf.at else None
    here = document.list_at(offset)
    for node in (here, *(c for c in here.children if c.at <= offset <= c.head[1])):
        if node.kind == "use" and node.at <= offset <= node.head[1]:
            return node
    return None


def _define(document: Document, name: str) -> list[TextPlace]:
    own = document.defines.get(name)
    if own is not None:
        return [TextPlace(own.children[0].at + 1, own.children[0].at + 1 + len(name))]
    standard = prelude().defines.get(name)
    return [TextPlace(standard.at, standard.end, predefined=True)] if standard is not None else []


def _inside(node: Node) -> tuple[int, int]:
    start = (node.head[0] if node.kind == "use" else node.at) + 1
    return start, start + len(node.text)


def _parameter_at(document: Document, offset: int) -> Node | None:
    """The name of the define whose parameter stands at an offset."""
    leaf = document.leaf_at(offset)
    if leaf is None or leaf.kind != "parameter":
        return None
    define = next((one for one in leaf.above() if one.text == "define"), None)
    return define.children[0] if define is not None and define.children else None


def _tag_at(document: Document, offset: int) -> OptionTag | None:
    start = document.text.rfind("<", max(0, offset - 60), offset + 1)
    end = document.text.find(">", start, start + 80) if start >= 0 else -1
    if start < 0 or end < offset - 1:
        return None
    return document.tags.get(document.text[start + 1 : end].partition(":")[0])


def _tag_places(document: Document, option: OptionTag) -> list[tuple[int, int]]:
    """The characters of a tag's name, at its option first."""
    places = [(start + 1, start + 1 + len(option.tag)) for start, _, _ in document.tag_uses(option.tag)]
    return sorted(places, key=lambda one: not option.clause.at <= one[0] < option.clause.end)
