"""Why a node does not fit: the deepest cause, at its place, with the nearest known name."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import Any

from ludens.language import Array, Clause, LudError, Node, String, Word, nearest
from ludens.ludemes.base import ArrayOf, Ludeme
from ludens.ludemes.matching import FAILED, Assignment, Matcher, Reading, accepts, constant_of, raised, readings
from ludens.ludemes.registry import constants_of, enumerations, forms, forms_of
from ludens.ludemes.signatures import describe, signature


def misfits(matcher: Matcher, node: Node, alternatives: Sequence[Any]) -> list[LudError]:
    """Every cause why a node matches none of the alternatives; at least one, if it matches none."""
    if matcher.match_any(node, alternatives) is not FAILED:
        return []
    errors: list[LudError] = []
    if isinstance(node, Array):
        inner = tuple(x for a in alternatives if isinstance(a, ArrayOf) for x in a.alternatives)
        errors = [e for element in node.elements if inner for e in misfits(matcher, element, inner)]
    elif isinstance(node, Clause) and (found := _readings(node, alternatives)):
        if (wrong := _wrong_form(node)) is not None:
            return [wrong]
        best = max(found, key=lambda r: _progress(matcher, r))
        errors = [e for argument in best.arguments for e in _inside(matcher, best, argument)]
    return errors or [_cause(matcher, node, alternatives)]


def _cause(matcher: Matcher, node: Node, alternatives: Sequence[Any]) -> LudError:
    """The deepest cause why a node matches none of the alternatives."""
    if isinstance(node, Clause):
        return _cause_in_clause(matcher, node, alternatives)
    if isinstance(node, Array) and (arrays := [a for a in alternatives if isinstance(a, ArrayOf)]):
        inner = tuple(x for a in arrays for x in a.alternatives)
        for element in node.elements:
            if matcher.match_any(element, inner) is FAILED:
                return _cause(matcher, element, inner)
    return LudError(
        f"{_show(node)} does not fit here: expected {describe(alternatives)}", node.span, _word_hint(node, alternatives)
    )


def _readings(node: Clause, alternatives: Sequence[Any]) -> list[Reading]:
    classes = [a for a in alternatives if isinstance(a, type) and issubclass(a, Ludeme)]
    return [r for a in classes for r in readings(node, a)]


def _wrong_form(node: Clause) -> LudError | None:
    """An error where a keyword is followed by a word that looks like one of its constants, and is none."""
    first, known = _first_word(node), constants_of(node.keyword)
    if first is None or raised(first) in known:
        return None
    close = nearest(first, known)
    if not close or any(constant_of(first, e) is not FAILED for e in enumerations()):
        return None
    return _no_form(node, first, close)


def _no_form(node: Clause, word: str, close: Sequence[str]) -> LudError:
    message = f"({node.keyword} ...) has no form `{word}`"
    return LudError(message, node.arguments[0].span, _did_you_mean(close))


def _did_you_mean(close: Iterable[str]) -> str | None:
    listed = " or ".join(close)
    return f"did you mean {listed}?" if listed else None


def _first_word(node: Clause) -> str | None:
    """The word without a label that a clause begins with."""
    first = node.arguments[0] if node.arguments else None
    return first.text if isinstance(first, Word) and first.label is None else None


def _inside(matcher: Matcher, reading: Reading, argument: Node) -> list[LudError]:
    """What is wrong inside an argument which no parameter of its label accepts."""
    wanted = tuple(a for slot in reading.slots if slot.label == argument.label for a in slot.alternatives)
    return misfits(matcher, argument, wanted) if wanted else []


def _cause_in_clause(matcher: Matcher, node: Clause, alternatives: Sequence[Any]) -> LudError:
    found = _readings(node, alternatives)
    if not found:
        return _unreadable(node, alternatives)
    best = max(found, key=lambda r: _progress(matcher, r))
    search = Assignment(matcher, best)
    search.search()
    form, its_form = f"({best.form.spelling} ...)", f"its form is {signature(best.form)}"
    if search.furthest >= len(best.arguments):
        return LudError(f"{form} lacks {_first_missing(search)}", node.span, its_form)
    culprit = best.arguments[search.furthest]
    slots = [s for s in best.slots if s.label == culprit.label]
    if not slots:
        return _no_parameter(best, culprit)
    wanted = tuple(a for s in slots for a in s.alternatives)
    if matcher.match_any(culprit, wanted) is FAILED:
        return _cause(matcher, culprit, wanted)
    return LudError(f"{form} takes no further {_show(culprit)} here", culprit.span, its_form)


def _no_parameter(reading: Reading, culprit: Node) -> LudError:
    """No parameter of the form has the label of an argument, or none is without a label."""
    form, labels = f"({reading.form.spelling} ...)", [s.label for s in reading.slots if s.label]
    close = nearest(culprit.label or "", labels)
    hint = f"did you mean `{close[0]}:`?" if close else f"its form is {signature(reading.form)}"
    if culprit.label:
        return LudError(f"{form} has no parameter `{culprit.label}:`", culprit.span, hint)
    return LudError(f"{form} takes no {_show(culprit)}", culprit.span, hint)


def _progress(matcher: Matcher, reading: Reading) -> tuple[int, int]:
    search = Assignment(matcher, reading)
    search.search()
    return search.furthest, int(bool(reading.form.constants))


def _first_missing(search: Assignment) -> str:
    for slot in search.slots:
        if not slot.optional and slot.field not in search.values:
            return f"`{slot.label}:`" if slot.label else describe(slot.alternatives)
    return "an argument"


def _unreadable(node: Clause, alternatives: Sequence[Any]) -> LudError:
    """No form of the keyword is what is wanted, or none of those has the constants that are given."""
    if node.keyword not in forms():
        hint = _did_you_mean(f"({k} ...)" for k in nearest(node.keyword, forms()))
        return LudError(f"the language has no ludeme ({node.keyword} ...)", node.span, hint)
    word, constants = _first_word(node), _constants_that_fit(node.keyword, alternatives)
    known = word is not None and raised(word) in constants_of(node.keyword)
    if word is not None and constants and not known:
        return _no_form(node, word, nearest(word, constants))
    if word is None and constants:
        return LudError(f"({node.keyword} ...) lacks one of {', '.join(constants)}", node.span)
    shown = f"({node.keyword} {raised(str(word))} ...)" if known else f"({node.keyword} ...)"
    return LudError(f"{shown} does not fit here: expected {describe(alternatives)}", node.span)


def _constants_that_fit(keyword: str, alternatives: Sequence[Any]) -> list[str]:
    kinds = [a for a in alternatives if isinstance(a, type)]
    fitting = [f for f in forms_of(keyword) if any(accepts(kind, f.cls, keyword) for kind in kinds)]
    return sorted({f.constants[0] for f in fitting if f.constants})


def _word_hint(node: Node, alternatives: Sequence[Any]) -> str | None:
    if not isinstance(node, Word):
        return None
    names = [m.value for a in alternatives if isinstance(a, type) and issubclass(a, enum.Enum) for m in a]
    return _did_you_mean(nearest(node.text, names))


def _show(node: Node) -> str:
    match node:
        case Word(text=text):
            return f"`{text}`"
        case String(text=text):
            return f'the string "{text}"'
        case Array():
            return "a list {...}"
        case Clause(keyword=keyword):
            return f"({keyword} ...)"
