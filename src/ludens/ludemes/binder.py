"""The binder: matches a tree of nodes against the ludeme classes (spec 1, section 5)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np

from ludens.language import Array, Clause, LudError, Node, String, Word, nearest
from ludens.ludemes import categories, enums
from ludens.ludemes.base import (
    ArrayOf,
    Ludeme,
    Slot,
)
from ludens.ludemes.categories import NonDecision
from ludens.ludemes.vocabulary import FORMS, KEYWORDS, is_known

L = TypeVar("L", bound=Ludeme)

CONSTANTS = {"Off": -1, "End": -2, "Undefined": -1, "Infinity": 1_000_000_000}
_LITERALS: dict[type, type[Ludeme]] = {
    categories.IntLudeme: categories.IntConstant,
    categories.DimLudeme: categories.DimConstant,
    categories.BooleanLudeme: categories.BooleanConstant,
    categories.FloatLudeme: categories.FloatConstant,
}


class _Failure(enum.Enum):
    FAILED = enum.auto()


FAILED = _Failure.FAILED


@dataclass(frozen=True)
class _Reading:
    """One way to read a clause: a class, the spelling that named it and the arguments that remain."""

    cls: type[Ludeme]
    spelling: str
    arguments: tuple[Node, ...]


class Binder:
    """Binds nodes to ludemes; `wrap` may turn a matched word into a ludeme for categories that accept constants."""

    def __init__(self) -> None:
        self._memo: dict[tuple[int, Any], Any] = {}

    def bind(self, node: Node, cls: type[L]) -> L:
        """The ludeme of class `cls` that the node describes. Raises LudError with the deepest cause."""
        value = self.match(node, cls)
        if value is FAILED:
            first, *others = diagnose_all(self, node, (cls,))
            raise LudError(first.message, first.span, first.hint, others)
        return cast(L, value)

    def match(self, node: Node, alternative: Any) -> Any:
        """The value of a node as one alternative, or FAILED."""
        key = (id(node), alternative)
        if key not in self._memo:
            self._memo[key] = self._match(node, alternative)
        return self._memo[key]

    def match_any(self, node: Node, alternatives: Iterable[Any]) -> Any:
        for alternative in alternatives:
            if (value := self.match(node, alternative)) is not FAILED:
                return value
        return FAILED

    def _match(self, node: Node, alternative: Any) -> Any:
        match node:
            case Array(elements=elements):
                return self._array(elements, alternative)
            case String(text=text):
                return text if alternative is str else FAILED
            case Word():
                return self._word(node, alternative)
            case Clause():
                return self._clause(node, alternative)

    def _array(self, elements: Sequence[Node], alternative: Any) -> Any:
        if not isinstance(alternative, ArrayOf):
            return FAILED
        values = tuple(self.match_any(element, alternative.alternatives) for element in elements)
        return FAILED if FAILED in values else values

    def _word(self, node: Word, alternative: Any) -> Any:
        if not isinstance(alternative, type):
            return FAILED
        if issubclass(alternative, enum.Enum):
            return _constant(node.text, alternative)
        value = _literal(node.text, alternative)
        if value is FAILED or alternative not in _LITERALS:
            return value
        ludeme = _LITERALS[alternative](value=value)
        ludeme.node, ludeme.spelling = node, node.text
        return ludeme

    def _clause(self, node: Clause, alternative: Any) -> Any:
        if not (isinstance(alternative, type) and issubclass(alternative, Ludeme)):
            return FAILED
        for reading in readings(node, alternative):
            if (arguments := self._arguments(reading)) is not None:
                ludeme = reading.cls(**arguments)
                ludeme.node, ludeme.spelling = node, reading.spelling
                ludeme.check()
                return ludeme
        return FAILED

    def _arguments(self, reading: _Reading) -> dict[str, Any] | None:
        slots = reading.cls.slots()
        if len(reading.arguments) > len(slots):
            return None
        found = _Assignment(self, slots, reading.arguments)
        return found.values if found.search(0, 0) else None


class _Assignment:
    """The first good way to put arguments, in order, into an increasing sequence of slots (spec 1, 5.3)."""

    def __init__(self, binder: Binder, slots: tuple[Slot, ...], arguments: tuple[Node, ...]) -> None:
        self.binder, self.slots, self.arguments = binder, slots, arguments
        self.values: dict[str, Any] = {}
        self.groups: set[str] = set()
        self.furthest = 0

    def search(self, slot_index: int, argument_index: int) -> bool:
        self.furthest = max(self.furthest, argument_index)
        if slot_index == len(self.slots):
            return argument_index == len(self.arguments)
        slot = self.slots[slot_index]
        if argument_index < len(self.arguments) and self._fill(slot, self.arguments[argument_index]):
            if self.search(slot_index + 1, argument_index + 1):
                return True
            self._empty(slot)
        return self._may_stay_empty(slot) and self.search(slot_index + 1, argument_index)

    def _fill(self, slot: Slot, argument: Node) -> bool:
        if argument.label != slot.label or (slot.group is not None and slot.group in self.groups):
            return False
        value = self.binder.match_any(argument, slot.alternatives)
        if value is FAILED:
            return False
        self.values[slot.field] = value
        if slot.group is not None:
            self.groups.add(slot.group)
        return True

    def _empty(self, slot: Slot) -> None:
        del self.values[slot.field]
        self.groups.discard(slot.group or "")

    def _may_stay_empty(self, slot: Slot) -> bool:
        return slot.optional


def readings(node: Clause, category: Any) -> list[_Reading]:
    """The ways to read a clause where `category` is wanted, best first."""
    found = []
    for constant, cls in Ludeme.registry.get(node.keyword, ()):
        spelling = node.keyword if constant is None else f"{node.keyword} {constant}"
        if not accepts(category, cls, node.keyword):
            continue
        if constant is None:
            found.append(_Reading(cls, spelling, node.arguments))
        else:
            words = constant.split()
            given = node.arguments[: len(words)]
            if len(given) == len(words) and all(map(_is_constant, given, words)):
                found.append(_Reading(cls, spelling, node.arguments[len(words) :]))
    return found


def accepts(category: Any, cls: type[Ludeme], keyword: str) -> bool:
    """Whether a ludeme of that class may stand where the category is wanted."""
    if category is NonDecision:
        return issubclass(cls, categories.MovesLudeme) and keyword not in ("move", "apply", "random")
    return issubclass(cls, category)


def _is_constant(node: Node, constant: str) -> bool:
    return isinstance(node, Word) and node.label is None and _raised(node.text) == constant


def _raised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _constant(text: str, enumeration: type[enum.Enum]) -> Any:
    try:
        return enumeration(_raised(text))
    except ValueError:
        return FAILED


def _literal(text: str, kind: type) -> Any:
    if kind in (int, categories.IntLudeme, categories.DimLudeme):
        return _integer(text)
    if kind in (bool, categories.BooleanLudeme):
        return {"true": True, "false": False}.get(text.lower(), FAILED)
    if kind in (float, categories.FloatLudeme):
        return _single(text)
    return FAILED


def _integer(text: str) -> Any:
    if text in CONSTANTS:
        return CONSTANTS[text]
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 12:
        return FAILED
    value = int(text)
    return value if -(2**31) <= value < 2**31 else FAILED


def _single(text: str) -> Any:
    try:
        with np.errstate(over="ignore"):
            return float(np.float32(float(text)))
    except ValueError:
        return FAILED


# --- errors


def diagnose(binder: Binder, node: Node, alternatives: Sequence[Any]) -> LudError:
    """Why a node matches none of the alternatives: the deepest cause, at its place."""
    if isinstance(node, Clause):
        return _diagnose_clause(binder, node, alternatives)
    if isinstance(node, Array) and (arrays := [a for a in alternatives if isinstance(a, ArrayOf)]):
        inner = tuple(x for a in arrays for x in a.alternatives)
        for element in node.elements:
            if binder.match_any(element, inner) is FAILED:
                return diagnose(binder, element, inner)
    return LudError(
        f"{_show(node)} does not fit here: expected {describe(alternatives)}", node.span, _word_hint(node, alternatives)
    )


def diagnose_all(binder: Binder, node: Node, alternatives: Sequence[Any]) -> list[LudError]:
    """Every cause why a node matches none of the alternatives; at least one, if it matches none."""
    if binder.match_any(node, alternatives) is not FAILED:
        return []
    errors: list[LudError] = []
    if isinstance(node, Array):
        inner = tuple(x for a in alternatives if isinstance(a, ArrayOf) for x in a.alternatives)
        errors = [e for element in node.elements if inner for e in diagnose_all(binder, element, inner)]
    elif isinstance(node, Clause):
        classes = [a for a in alternatives if isinstance(a, type) and issubclass(a, Ludeme)]
        found = [r for a in classes for r in readings(node, a)]
        if found and (wrong := _wrong_form(node)) is not None:
            return [wrong]
        if found:
            best = max(found, key=lambda r: _progress(binder, r))
            errors = [e for argument in best.arguments for e in _misfits(binder, best, argument)]
    return errors or [diagnose(binder, node, alternatives)]


def _wrong_form(node: Clause) -> LudError | None:
    """An error where a keyword is followed by a word that looks like one of its constants, and is none."""
    first = node.arguments[0] if node.arguments else None
    if not isinstance(first, Word) or first.label is not None or is_known(f"{node.keyword} {_raised(first.text)}"):
        return None
    close = nearest(first.text, FORMS.get(node.keyword, ()))
    if not close or any(_constant(first.text, e) is not FAILED for e in _enumerations()):
        return None
    hint = "did you mean " + " or ".join(f"({node.keyword} {k} ...)" for k in close) + "?"
    return LudError(f"({node.keyword} ...) has no form `{first.text}`", node.span, hint)


def _enumerations() -> list[type[enum.Enum]]:
    return [e for e in vars(enums).values() if isinstance(e, type) and issubclass(e, enum.Enum) and e is not enum.Enum]


def _misfits(binder: Binder, reading: _Reading, argument: Node) -> list[LudError]:
    """What is wrong inside an argument which no parameter of its label accepts."""
    wanted = tuple(a for slot in reading.cls.slots() if slot.label == argument.label for a in slot.alternatives)
    return diagnose_all(binder, argument, wanted) if wanted else []


def _diagnose_clause(binder: Binder, node: Clause, alternatives: Sequence[Any]) -> LudError:
    classes = [a for a in alternatives if isinstance(a, type) and issubclass(a, Ludeme)]
    found = [r for a in classes for r in readings(node, a)]
    if not found:
        return _unreadable(node, alternatives)
    best = max(found, key=lambda r: _progress(binder, r))
    search = _Assignment(binder, best.cls.slots(), best.arguments)
    search.search(0, 0)
    if search.furthest >= len(best.arguments):
        missing = _first_missing(binder, best)
        return LudError(
            f"({best.spelling} ...) lacks {missing}", node.span, f"its form is {form_of(best.cls, best.spelling)}"
        )
    culprit = best.arguments[search.furthest]
    slots = [s for s in best.cls.slots() if s.label == culprit.label]
    if not slots:
        labels = [s.label for s in best.cls.slots() if s.label]
        what = (
            f"({best.spelling} ...) has no parameter `{culprit.label}:`"
            if culprit.label
            else f"({best.spelling} ...) takes no {_show(culprit)}"
        )
        close = nearest(culprit.label or "", labels)
        hint = f"did you mean `{close[0]}:`?" if close else f"its form is {form_of(best.cls, best.spelling)}"
        return LudError(what, culprit.span, hint)
    wanted = tuple(a for s in slots for a in s.alternatives)
    if binder.match_any(culprit, wanted) is FAILED:
        return diagnose(binder, culprit, wanted)
    message = f"({best.spelling} ...) takes no further {_show(culprit)} here"
    return LudError(message, culprit.span, f"its form is {form_of(best.cls, best.spelling)}")


def _progress(binder: Binder, reading: _Reading) -> tuple[int, int]:
    search = _Assignment(binder, reading.cls.slots(), reading.arguments)
    search.search(0, 0)
    return search.furthest, int(" " in reading.spelling)


def _first_missing(binder: Binder, reading: _Reading) -> str:
    search = _Assignment(binder, reading.cls.slots(), reading.arguments)
    search.search(0, 0)
    for slot in reading.cls.slots():
        if not slot.optional and slot.field not in search.values:
            return f"`{slot.label}:`" if slot.label else describe(slot.alternatives)
    return "an argument"


def _unreadable(node: Clause, alternatives: Sequence[Any]) -> LudError:
    first = node.arguments[0] if node.arguments else None
    constant = _raised(first.text) if isinstance(first, Word) and first.label is None else None
    shown = (
        f"({node.keyword} {constant} ...)"
        if constant and is_known(f"{node.keyword} {constant}")
        else f"({node.keyword} ...)"
    )
    registered = Ludeme.registry.get(node.keyword, ())
    fitting = [
        (k, c) for k, c in registered if any(isinstance(a, type) and accepts(a, c, node.keyword) for a in alternatives)
    ]
    if node.keyword not in KEYWORDS:
        close = nearest(node.keyword, KEYWORDS)
        hint = "did you mean " + " or ".join(f"({k} ...)" for k in close) + "?" if close else None
        return LudError(f"the language has no ludeme ({node.keyword} ...)", node.span, hint)
    if not fitting and registered and not any(k == constant for k, _ in registered if k):
        return LudError(f"{shown} does not fit here: expected {describe(alternatives)}", node.span)
    constants = [k for k, _ in fitting if k]
    if constant and not is_known(f"{node.keyword} {constant}") and constants:
        close = nearest(constant, constants)
        hint = "did you mean " + " or ".join(f"({node.keyword} {k} ...)" for k in close) + "?" if close else None
        return LudError(f"({node.keyword} ...) has no form `{constant}`", node.span, hint)
    return LudError(f"not supported yet: {shown}", node.span)


def _word_hint(node: Node, alternatives: Sequence[Any]) -> str | None:
    if not isinstance(node, Word):
        return None
    names = [m.value for a in alternatives if isinstance(a, type) and issubclass(a, enum.Enum) for m in a]
    close = nearest(node.text, names)
    return f"did you mean {' or '.join(close)}?" if close else None


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


_NAMES: dict[Any, str] = {
    categories.IntLudeme: "an integer",
    categories.BooleanLudeme: "a condition",
    categories.FloatLudeme: "a number",
    categories.SitesLudeme: "a region",
    categories.IntsLudeme: "an array of integers",
    categories.RangeLudeme: "a range",
    categories.DirectionLudeme: "a direction",
    categories.MovesLudeme: "moves",
    categories.NonDecision: "an effect",
    categories.DimLudeme: "an integer of the board",
    categories.GraphLudeme: "a graph",
    categories.ItemLudeme: "an item of the equipment",
    categories.StartRuleLudeme: "a start rule",
    categories.MetaRuleLudeme: "a meta rule",
    categories.EndRuleLudeme: "an end rule",
    categories.ResultLudeme: "a result",
    int: "an integer literal",
    bool: "True or False",
    float: "a number literal",
    str: "a string",
}


def describe(alternatives: Sequence[Any]) -> str:
    """Alternatives in words."""
    return " or ".join(dict.fromkeys(_describe_one(a) for a in alternatives))


def _describe_one(alternative: Any) -> str:
    if isinstance(alternative, ArrayOf):
        return "a list of " + describe(alternative.alternatives)
    if alternative in _NAMES:
        return _NAMES[alternative]
    if issubclass(alternative, enum.Enum):
        members = [m.value for m in alternative]
        return " or ".join(members) if len(members) <= 4 else f"a {alternative.__name__} ({', '.join(members[:3])} ...)"
    return (
        f"({alternative.spellings[0]} ...)"
        if alternative.spellings
        else str(alternative.__doc__).splitlines()[0].rstrip(".").lower()
    )


def form_of(cls: type[Ludeme], spelling: str) -> str:
    """The form of a ludeme, as the reference manual prints it."""
    parts = [spelling]
    for slot in cls.slots():
        text = describe(slot.alternatives)
        text = f"{slot.label}:<{text}>" if slot.label else f"<{text}>"
        parts.append(f"[{text}]" if slot.optional else text)
    return f"({' '.join(parts)})"
