"""The forms of the clause at a place, and which parameter is being written."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from ludens.language.prelude import predefined
from ludens.lsp.completion import SYNTAX
from ludens.lsp.document import Document, prelude
from ludens.lsp.expectations import Expectations, Fitting
from ludens.lsp.syntax import Node
from ludens.ludemes.signatures import parameters

_MOST = 12


@dataclass
class Signature:
    """A form; `parameters` are the characters of its label that say each."""

    label: str
    doc: str
    parameters: list[tuple[int, int]]
    active: int | None


@dataclass
class Signatures:
    """Forms, and the number of the likeliest."""

    signatures: list[Signature]
    active: int

    def to_json(self) -> dict[str, Any]:
        forms = [{"label": s.label, "doc": s.doc, "parameters": s.parameters} for s in self.signatures]
        return {"signatures": forms, "active": self.active, "parameter": self.signatures[self.active].active}


def signatures(document: Document, expectations: Expectations, offset: int) -> Signatures | None:
    """The forms of the innermost clause around an offset that has some."""
    here = document.list_at(offset)
    for node in (here, *here.above()):
        if node.kind in ("clause", "use") and offset > node.head[1]:
            forms = _of(document, expectations, node, offset)
            return Signatures(forms, _best(forms)) if forms else None
    return None


def _of(document: Document, expectations: Expectations, node: Node, offset: int) -> list[Signature]:
    index = sum(1 for child in node.children if child.end < offset)
    if node.kind == "use":
        return _of_define(document, node.text, index)
    if node.text in SYNTAX:
        return [Signature(*SYNTAX[node.text], [], None)]
    fittings = expectations.fittings(node)
    exact = max((f.constants for f in fittings), default=0)
    return [_signature(expectations, node, f, index) for f in fittings if f.constants == exact or not index][:_MOST]


def _signature(expectations: Expectations, node: Node, fitting: Fitting, index: int) -> Signature:
    label, places = f"({fitting.form.spelling}", []
    for text in parameters(fitting.form):
        places.append((len(label) + 1, len(label) + 1 + len(text)))
        label += f" {text}"
    active = expectations.active(node, fitting, index) if index >= fitting.constants else None
    return Signature(f"{label})", inspect.getdoc(fitting.form.cls) or "", places, active)


def _of_define(document: Document, name: str, index: int) -> list[Signature]:
    place = document if name in document.defines else prelude()
    node = place.defines.get(name)
    if node is None:
        return []
    label, places = f'("{name}"', []
    for number in range(1, place.parameters(node) + 1):
        places.append((len(label) + 1, len(label) + 3))
        label += f" #{number}"
    doc = f"```lud\n{place.text[node.at : node.end][:600]}\n```"
    return (
        [Signature(f"{label})", doc, places, index if index < len(places) else None)]
        if name in predefined() or places
        else []
    )


def _best(forms: list[Signature]) -> int:
    return next((i for i, one in enumerate(forms) if one.active is not None), 0)
