"""What stands at a place, in words: the manual's entry of a ludeme, what a define stands for, what a name names."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludens.language.prelude import predefined
from ludens.lsp import names
from ludens.lsp.completion import SYNTAX
from ludens.lsp.document import Document, comment_above, prelude
from ludens.lsp.expectations import Expectations
from ludens.lsp.syntax import Node
from ludens.ludemes.matching import CONSTANTS, raised
from ludens.ludemes.registry import Form, enumerations
from ludens.ludemes.signatures import describe, parameter, signature

_MOST_FORMS = 8
_MOST_USES = 6
_MOST_TEXT = 1200


@dataclass
class Hover:
    """A text in Markdown about the characters `start` to `end`."""

    start: int
    end: int
    markdown: str

    def to_json(self) -> dict[str, Any]:
        return {"from": self.start, "to": self.end, "markdown": self.markdown}


def hover(document: Document, expectations: Expectations, offset: int) -> Hover | None:
    """The text about the place at an offset; None if there is nothing to say."""
    here = document.list_at(offset)
    leaf = document.leaf_at(offset)
    if leaf is not None:
        if leaf.label is not None and offset < leaf.at:
            return _label(expectations, leaf)
        return _leaf(document, expectations, leaf)
    inner = next((c for c in here.children if c.is_list and c.start <= offset <= c.at), None)
    if inner is not None and inner.label is not None and offset < inner.at:
        return _label(expectations, inner)
    for node in (here, *(c for c in here.children if c.at == offset)):
        if node.head[0] <= offset <= node.head[1] and node.head[1] > node.head[0]:
            return _head(document, expectations, node)
    return None


def _head(document: Document, expectations: Expectations, node: Node) -> Hover | None:
    if node.kind == "use":
        return _define(document, node.text, *node.head)
    if node.text in SYNTAX:
        form, doc = SYNTAX[node.text]
        return Hover(*node.head, f"{_code(form)}\n\n{doc}")
    forms = [fitting.form for fitting in expectations.fittings(node)]
    exact = [form for form in forms if form.constants]
    return Hover(*node.head, _entries(exact or forms)) if forms else None


def _leaf(document: Document, expectations: Expectations, leaf: Node) -> Hover | None:
    parent = leaf.parent
    if leaf.kind == "string":
        return _string(document, expectations, leaf)
    if leaf.kind == "tag":
        return _tag(document, leaf)
    if leaf.kind == "parameter":
        return _parameter(document, leaf)
    if parent is not None and parent.kind == "clause" and leaf is parent.children[0]:
        forms = [f.form for f in expectations.fittings(parent) if raised(leaf.text) in f.form.constants]
        if forms:
            return Hover(leaf.at, leaf.end, _entries(forms))
    return _word(expectations, leaf)


def _entries(forms: list[Form]) -> str:
    """The entries of the manual for some forms, those of one class together."""
    shown = [
        f"{_code(signature(form))}\n\n{inspect.getdoc(form.cls) or ''}" + _parameters(form)
        for form in forms[:_MOST_FORMS]
    ]
    rest = len(forms) - _MOST_FORMS
    return "\n\n---\n\n".join(shown + ([f"… and {rest} forms more"] if rest > 0 else []))


def _parameters(form: Form) -> str:
    """A line for each parameter that has a label: what it takes."""
    rows = [
        f"- `{slot.label}:` {describe(slot.alternatives)}" + (" (optional)" if slot.optional else "")
        for slot in form.cls.slots()
        if slot.label
    ]
    return "\n\n" + "\n".join(rows) if rows else ""


def _label(expectations: Expectations, node: Node) -> Hover | None:
    parent = node.parent
    if parent is None or parent.kind != "clause":
        return None
    slots = {
        parameter(slot): fitting.form
        for fitting in expectations.fittings(parent)
        for slot in fitting.slots
        if slot.label == node.label
    }
    lines = "\n\n".join(f"`{text}` of `({form.spelling} ...)`" for text, form in slots.items())
    return Hover(node.start, node.at, lines) if lines else None


def _word(expectations: Expectations, leaf: Node) -> Hover | None:
    alternatives = expectations.alternatives(leaf)
    kinds = sorted(enumerations(), key=lambda kind: kind.__name__)
    fitting = [k for k in kinds if raised(leaf.text) in {m.value for m in k}]
    likely = [k for k in fitting if alternatives and k in alternatives] or fitting
    parts = [f"**{raised(leaf.text)}**, a {kind.__name__}: {inspect.getdoc(kind) or ''}" for kind in likely[:3]]
    if leaf.text in CONSTANTS:
        parts.append(f"**{leaf.text}**: the integer {CONSTANTS[leaf.text]}")
    return Hover(leaf.at, leaf.end, "\n\n".join(parts)) if parts else None


def _string(document: Document, expectations: Expectations, leaf: Node) -> Hover | None:
    if leaf.text in document.defines or (
        leaf.text in predefined() and not names.meanings(document, expectations, leaf)
    ):
        return _define(document, leaf.text, leaf.at, leaf.end)
    declarations = names.meanings(document, expectations, leaf)
    parts = [
        f"{_code(_cut(document.text[d.clause.at : d.clause.end]))}\n\n{_whose(d.name, leaf.text)}"
        for d in declarations[:4]
    ]
    return Hover(leaf.at, leaf.end, "\n\n".join(parts)) if parts else None


def _whose(name: str, text: str) -> str:
    owner = text[len(name) :]
    return (
        ""
        if not owner.isdigit()
        else "The piece that nobody owns."
        if owner == "0"
        else f"The piece of player {owner}."
    )


def _define(document: Document, name: str, start: int, end: int) -> Hover | None:
    own = document.defines.get(name)
    place = document if own is not None else prelude()
    node = own if own is not None else prelude().defines.get(name)
    if node is None:
        return None
    parts = [
        _code(_cut(place.text[node.at : node.end])),
        comment_above(place, node) if own is not None else "Predefined.",
    ]
    count = len(document.uses.get(name, ()))
    parts.append(f"Used {count} time{'' if count == 1 else 's'} in this text." if own is not None else "")
    return Hover(start, end, "\n\n".join(filter(None, parts)))


def _tag(document: Document, leaf: Node) -> Hover | None:
    tag, _, argument = leaf.text.strip("<>").partition(":")
    option = document.tags.get(tag)
    if option is None:
        return None
    items = [_cut(document.text[item.at : item.end], 200) for item in option.items]
    title = f"Option **{option.heading}**" + (f", its `{argument}`" if argument else "")
    return Hover(leaf.at, leaf.end, f"{title}\n\n{_code(chr(10).join(items))}")


def _parameter(document: Document, leaf: Node) -> Hover | None:
    """What the uses of a define give for a parameter."""
    define = next((one for one in leaf.above() if one.text == "define"), None)
    if define is None or not define.children:
        return None
    texts = list(dict.fromkeys(_arguments(document, define.children[0].text, int(leaf.text[1:]))))
    rows = "\n".join(f"- `{text}`" for text in texts[:_MOST_USES]) or "no use gives it"
    return Hover(leaf.at, leaf.end, f"Parameter {leaf.text[1:]}. The uses give:\n\n{rows}")


def _arguments(document: Document, name: str, number: int) -> Iterator[str]:
    for use in document.uses.get(name, ()):
        if number <= len(use.children):
            node = use.children[number - 1]
            yield _cut(" ".join(document.text[node.start : node.end].split()), 80)


def _code(text: str) -> str:
    return f"```lud\n{text}\n```"


def _cut(text: str, most: int = _MOST_TEXT) -> str:
    return text if len(text) <= most else text[:most] + " …"
