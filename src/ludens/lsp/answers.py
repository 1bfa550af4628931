"""The engine's questions and answers, as plain data: what the page's editor and other programs use.

A question has `ask`, `text`, and what that kind of question needs besides: `offset`, `name`, `options`, `deep`. Offsets
count as JavaScript counts, in units of UTF-16; with `"units": "characters"` as Python does. Line ends are `\\n`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Any

from ludens.language import LudError
from ludens.lsp.completion import complete
from ludens.lsp.diagnostics import diagnose
from ludens.lsp.document import Document
from ludens.lsp.expectations import Expectations
from ludens.lsp.formatting import format_text
from ludens.lsp.hover import hover
from ludens.lsp.outline import folding, outline
from ludens.lsp.signature_help import signatures
from ludens.lsp.symbols import NotRenamed, TextPlace, definitions, references, rename
from ludens.lsp.tokens import tokens

#: the keys under which answers have offsets
_OFFSETS = frozenset({"from", "to", "name_from", "name_to"})

Question = Mapping[str, Any]


def answer(question: Question) -> dict[str, Any]:
    """The answer to a question. Raises ValueError for an unknown kind, KeyError if something is missing.

    >>> answer({"ask": "format", "text": "(game   x)"})
    {'text': '(game x)\\n'}
    """
    kind = question["ask"]
    if kind not in _ANSWERS:
        raise ValueError(f"there is no question {kind!r}")
    document, expectations = opened(str(question["text"]))
    plain = document.text.isascii() or question.get("units") == "characters"
    units = None if plain else _Units(document.text)
    arguments = dict(question)
    if units and "offset" in arguments:
        arguments["offset"] = units.code_point(int(arguments["offset"]))
    if "offset" in arguments:
        arguments["offset"] = min(max(int(arguments["offset"]), 0), len(document.text))
    try:
        result = _ANSWERS[kind](document, expectations, arguments)
    except RecursionError:
        return {"error": "the text is nested too deep"}
    return units.convert(result) if units else result


@lru_cache(maxsize=8)
def opened(text: str) -> tuple[Document, Expectations]:
    """The document of a text: several questions about one text read it once."""
    document = Document(text)
    return document, Expectations(document)


def warm_up() -> None:
    """Read the classes of the language now, so that the first answer is as quick as the others."""
    document, expectations = opened("(define (")
    complete(document, expectations, len(document.text))  # every form may stand there


class _Units:
    """Offsets in characters and in units of UTF-16, in which characters beyond the first plane count twice."""

    def __init__(self, text: str) -> None:
        self._wide = [index for index, char in enumerate(text) if ord(char) > 0xFFFF]
        self._units = [0, *accumulate(2 if ord(char) > 0xFFFF else 1 for char in text)]

    def code_point(self, units: int) -> int:
        return max(bisect_right(self._units, units) - 1, 0)

    def units(self, offset: int) -> int:
        return self._units[min(max(offset, 0), len(self._units) - 1)]

    def convert(self, data: Any, key: str = "") -> Any:
        """An answer with its offsets in units."""
        if isinstance(data, dict):
            return {name: self.convert(value, name) for name, value in data.items()}
        if isinstance(data, list) and key == "tokens":
            return [[self.units(start), self.units(end), kind] for start, end, kind in data]
        if isinstance(data, list):
            return [self.convert(value) for value in data]
        return self.units(data) if key in _OFFSETS and isinstance(data, int) else data


def _place(place: TextPlace) -> dict[str, Any]:
    return {"from": place.start, "to": place.end, "predefined": place.predefined}


def _hover(document: Document, expectations: Expectations, question: Question) -> dict[str, Any]:
    result = hover(document, expectations, question["offset"])
    return result.to_json() if result else {}


def _signature(document: Document, expectations: Expectations, question: Question) -> dict[str, Any]:
    forms = signatures(document, expectations, question["offset"])
    return forms.to_json() if forms else {}


def _diagnostics(document: Document, expectations: Expectations, question: Question) -> dict[str, Any]:
    findings = diagnose(document, question.get("options") or (), deep=bool(question.get("deep", True)))
    return {"findings": [finding.to_json(document.source) for finding in findings]}


def _format(document: Document, expectations: Expectations, question: Question) -> dict[str, Any]:
    try:
        return {"text": format_text(document.text)}
    except LudError as error:
        return {"error": str(error)}


def _rename(document: Document, expectations: Expectations, question: Question) -> dict[str, Any]:
    try:
        edits = rename(document, expectations, question["offset"], str(question["name"]))
    except NotRenamed as error:
        return {"error": str(error)}
    return {"edits": [{"from": place.start, "to": place.end, "text": name} for place, name in edits]}


_ANSWERS: dict[str, Callable[[Document, Expectations, Question], dict[str, Any]]] = {
    "completion": lambda d, e, question: complete(d, e, question["offset"]).to_json(),
    "hover": _hover,
    "signature": _signature,
    "diagnostics": _diagnostics,
    "format": _format,
    "tokens": lambda d, e, question: {"tokens": [list(one) for one in tokens(d)]},
    "outline": lambda d, e, question: {"symbols": [one.to_json() for one in outline(d)]},
    "folding": lambda d, e, question: {"folds": [one.to_json() for one in folding(d)]},
    "definition": lambda d, e, question: {"places": [_place(one) for one in definitions(d, e, question["offset"])]},
    "references": lambda d, e, question: {"places": [_place(one) for one in references(d, e, question["offset"])]},
    "rename": _rename,
}
#: the kinds of questions
KINDS = tuple(_ANSWERS)
