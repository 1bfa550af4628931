"""Reading the metadata, which are hints: a slip in one of them must not stop a game from being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from ludens.language import Array, Clause, LudError, LudWarning, Node
from ludens.ludemes.diagnosis import misfits
from ludens.ludemes.matching import FAILED, Matcher, readings
from ludens.ludemes.registry import forms_of
from ludens.ludemes.sections import Section
from ludens.ludemes.signatures import signature
from ludens.rules.base import ArrayOf, Ludeme, Slot

S = TypeVar("S", bound=Section)


class SectionReader:
    """Binds sections; `warnings` say what was left out, in the order of the text."""

    def __init__(self) -> None:
        self.warnings: list[LudWarning] = []
        self._matcher = Matcher()

    def read(self, node: Clause, cls: type[S]) -> S:
        """The section, with what fits of it."""
        slots, last = cls.slots(), -1
        values: dict[str, Any] = {slot.field: () for slot in slots if not slot.optional}
        if values and not node.arguments:
            self._warn(f"({node.keyword} ...) is empty", node, f"its form is {_form(cls)}")
        for argument in node.arguments:
            index = next((n for n, slot in enumerate(slots) if _suits(argument, slot)), None)
            if index is None:
                self._misfit(argument, slots)
                continue
            if index <= last:
                self._warn("this is out of its place", argument, f"the form is {_form(cls)}")
            last = max(last, index)
            self._put(values, slots[index], argument)
        section = cls(**values)
        section.node, section.spelling = node, node.keyword
        return section

    def _put(self, values: dict[str, Any], slot: Slot, argument: Node) -> None:
        """Add what fits of an argument to the values; of what may be a list, to what is there."""
        inner = tuple(x for a in slot.alternatives if isinstance(a, ArrayOf) for x in a.alternatives)
        nodes = argument.elements if isinstance(argument, Array) else (argument,)
        items = tuple(item for node in nodes if (item := self._item(node, inner or slot.alternatives)) is not None)
        if inner:
            values[slot.field] = (*values.get(slot.field, ()), *items)
        elif items:
            values.setdefault(slot.field, items[0])

    def _item(self, node: Node, alternatives: Sequence[Any]) -> Ludeme | None:
        """The ludeme that a node is; None, with warnings, where it does not fit."""
        for alternative in alternatives:
            if isinstance(node, Clause) and issubclass(alternative, Section) and node.keyword in alternative.spellings:
                section: Ludeme = self.read(node, alternative)
                return section
        try:
            value: Any = self._matcher.match_any(node, alternatives)
            errors = misfits(self._matcher, node, alternatives) if value is FAILED else []
        except LudError as error:  # the arguments, each right in itself, do not go together
            errors = [error]
        self.warnings += map(LudWarning.of, errors)
        return None if errors else value

    def _misfit(self, argument: Node, slots: Sequence[Slot]) -> None:
        """Warn of an argument that no parameter is for."""
        expected = tuple(a for slot in slots if slot.label == argument.label for a in slot.alternatives)
        if argument.label is not None and not expected:
            self._warn(f"there is no parameter `{argument.label}:` here", argument)
        else:
            self.warnings += map(LudWarning.of, misfits(self._matcher, argument, expected))

    def _warn(self, message: str, node: Node, hint: str | None = None) -> None:
        self.warnings.append(LudWarning(message, node.span, hint))


def _form(cls: type[Section]) -> str:
    return next(signature(form) for form in forms_of(cls.spellings[0]) if form.cls is cls)


def _suits(argument: Node, slot: Slot) -> bool:
    """Whether an argument, by its label and its keyword, is meant for a parameter."""
    if argument.label != slot.label:
        return False
    arrays = [a for a in slot.alternatives if isinstance(a, ArrayOf)]
    if not isinstance(argument, Clause):
        return isinstance(argument, Array) and bool(arrays)
    return any(readings(argument, a) for a in slot.alternatives if not isinstance(a, ArrayOf))
