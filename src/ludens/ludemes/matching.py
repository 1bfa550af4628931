"""Matching: which ludeme a node of a description is, where a ludeme of a certain kind is expected (manual: text 5)."""

from __future__ import annotations

import enum
import functools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludens.board.numeric import single as nearest_single
from ludens.language import Array, Clause, Node, String, Word
from ludens.ludemes.registry import Form, forms_beginning
from ludens.rules import categories
from ludens.rules.base import ArrayOf, Ludeme, Number, Slot
from ludens.rules.categories import DimLudeme, IntLudeme, NonDecision

CONSTANTS = {"Off": -1, "End": -2, "Undefined": -1, "Infinity": 1_000_000_000}
_LITERALS: dict[type, type[Ludeme]] = {
    IntLudeme: categories.IntConstant,
    DimLudeme: categories.IntConstant,
    categories.BooleanLudeme: categories.BooleanConstant,
    categories.FloatLudeme: categories.FloatConstant,
}


class _Failure(enum.Enum):
    FAILED = enum.auto()


FAILED = _Failure.FAILED


@dataclass(frozen=True)
class Reading:
    """One way to read a clause: a form and the arguments that remain behind its constants.

    Where an integer of the board is expected, the clause takes such integers only.
    """

    form: Form
    arguments: tuple[Node, ...]
    of_board: bool = False

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The parameters that the arguments fill."""
        slots = self.form.cls.slots()
        return _board_slots(slots) if self.of_board else slots


class Matcher:
    """Turns nodes into ludemes and plain values, and remembers what it has found."""

    def __init__(self) -> None:
        self._memo: dict[tuple[int, Any], Any] = {}
        self.tried: list[Node] = []  # nodes that somebody made up: what is remembered of them goes by their identity

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
            return constant_of(node.text, alternative)
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
                ludeme = reading.form.cls(**arguments)
                ludeme.node, ludeme.spelling = node, reading.form.spelling
                ludeme.check()
                return ludeme
        return FAILED

    def _arguments(self, reading: Reading) -> dict[str, Any] | None:
        if len(reading.arguments) > len(reading.slots):
            return None
        assignment = Assignment(self, reading)
        return assignment.values if assignment.search() else None


class Assignment:
    """The first good way to put arguments, in order, into an increasing sequence of slots (manual: text 5.3).

    `furthest` is the number of arguments that found a place in the best attempt.
    """

    def __init__(self, matcher: Matcher, reading: Reading) -> None:
        self.matcher, self.slots, self.arguments = matcher, reading.slots, reading.arguments
        self.values: dict[str, Any] = {}
        self.groups: set[str] = set()
        self.furthest = 0

    def search(self, slot_index: int = 0, argument_index: int = 0) -> bool:
        """Whether the arguments from one index on fit the slots from another on."""
        self.furthest = max(self.furthest, argument_index)
        if slot_index == len(self.slots):
            return argument_index == len(self.arguments)
        slot = self.slots[slot_index]
        if argument_index < len(self.arguments) and self._fill(slot, self.arguments[argument_index]):
            if self.search(slot_index + 1, argument_index + 1):
                return True
            self._empty(slot)
        return slot.optional and self.search(slot_index + 1, argument_index)

    def _fill(self, slot: Slot, argument: Node) -> bool:
        if argument.label != slot.label or (slot.group is not None and slot.group in self.groups):
            return False
        value = self.matcher.match_any(argument, slot.alternatives)
        if value is FAILED:
            return False
        self.values[slot.field] = value
        if slot.group is not None:
            self.groups.add(slot.group)
        return True

    def _empty(self, slot: Slot) -> None:
        del self.values[slot.field]
        self.groups.discard(slot.group or "")


def readings(node: Clause, category: Any) -> list[Reading]:
    """The ways to read a clause where `category` is expected, best first."""
    fitting = (form for form in forms_at(node, category) if accepts(category, form.cls, node.keyword))
    return [
        Reading(form, node.arguments[len(form.constants) :], category is DimLudeme)
        for form in fitting
        if _begins(node, form.constants)
    ]


def forms_at(node: Clause, category: Any = Ludeme) -> tuple[Form, ...]:
    """The forms of a clause's keyword, without those that begin with another constant than its arguments, or are of
    another kind than the category."""
    first = node.arguments[0] if node.arguments else None
    return forms_beginning(node.keyword, raised(first.text) if isinstance(first, Word) else "", category)


@functools.cache
def _board_slots(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    return tuple(replace(slot, alternatives=tuple(_of_board(slot.alternatives))) for slot in slots)


def _of_board(alternatives: Iterable[Any]) -> Iterator[Any]:
    """What is left of alternatives where integers have to be integers of the board."""
    for alternative in alternatives:
        if isinstance(alternative, ArrayOf):
            yield ArrayOf(tuple(_of_board(alternative.alternatives)))
        elif alternative is IntLudeme:
            yield DimLudeme


def accepts(category: Any, cls: type[Ludeme], keyword: str) -> bool:
    """Whether a ludeme of that class may stand where the category is expected."""
    if category is NonDecision:
        return issubclass(cls, categories.MovesLudeme) and keyword not in NonDecision.left_out
    return issubclass(cls, category)


def _begins(node: Clause, constants: tuple[str, ...]) -> bool:
    """Whether the arguments of a clause begin with these constants."""
    arguments = node.arguments[: len(constants)]
    return len(arguments) == len(constants) and all(map(_is_constant, arguments, constants))


def _is_constant(node: Node, constant: str) -> bool:
    return isinstance(node, Word) and node.label is None and raised(node.text) == constant


def raised(text: str) -> str:
    """A word as constants are written: with a capital."""
    return text[:1].upper() + text[1:]


def constant_of(text: str, enumeration: type[enum.Enum]) -> Any:
    """The constant of an enumeration that a word names, or FAILED."""
    try:
        return enumeration(raised(text))
    except ValueError:
        return FAILED


def _literal(text: str, kind: type) -> Any:
    if kind in (int, IntLudeme, DimLudeme):
        return _integer(text)
    if kind in (bool, categories.BooleanLudeme):
        return {"true": True, "false": False}.get(text.lower(), FAILED)
    if kind in (float, categories.FloatLudeme):
        return _single(text)
    if kind is Number:
        return _number(text)
    return FAILED


def _integer(text: str) -> Any:
    if text in CONSTANTS:
        return CONSTANTS[text]
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 12:
        return FAILED
    value = int(text)
    return value if -(2**31) <= value < 2**31 else FAILED


def _number(text: str) -> Any:
    try:
        value = Number(text)
    except ValueError:
        return FAILED
    return value if math.isfinite(value) else FAILED


def _single(text: str) -> Any:
    try:
        return nearest_single(float(text))
    except ValueError:
        return FAILED
