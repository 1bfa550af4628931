"""What may stand at a place: the parameters that a clause still takes there, from the fields of the ludeme classes.

Nothing is bound here and nothing need be right around the place: each argument before it is looked at for its kind
alone, and where several parameters may be meant, all are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from ludens.language import Span, Word
from ludens.language.prelude import predefined
from ludens.lsp.document import Document, prelude
from ludens.lsp.syntax import Node
from ludens.ludemes import matches
from ludens.ludemes.matching import FAILED, Matcher, Reading, accepts, raised
from ludens.ludemes.metadata.clause import Metadata
from ludens.ludemes.registry import Form, forms_of
from ludens.rules import structure
from ludens.rules.base import ArrayOf, Ludeme, Slot

#: how many uses of a define, and of a tag, are looked at
_MOST_USES = 40
_SYNTAX = frozenset({"define", "option", "item", "rulesets", "ruleset"})


@dataclass(frozen=True)
class Fitting:
    """A form that a clause may have, and how many of its parts are the form's constants."""

    form: Form
    slots: tuple[Slot, ...]

    @property
    def constants(self) -> int:
        return len(self.form.constants)


class Expectations:
    """What a document's clauses take. `None` for what may stand at a place means that this is not known."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._matcher = Matcher()
        self._alternatives: dict[int, tuple[Any, ...] | None] = {}
        self._fittings: dict[int, list[Fitting]] = {}

    # --- what a node should be

    def alternatives(self, node: Node) -> tuple[Any, ...] | None:
        """What may stand where a node stands."""
        key = id(node)
        if key not in self._alternatives:
            self._alternatives[key] = None  # for defines that use themselves
            self._alternatives[key] = self._of_node(node)
        return self._alternatives[key]

    def at(self, parent: Node, index: int, label: str | None = None) -> tuple[Any, ...] | None:
        """What may stand at an index among the parts of a list."""
        match parent.kind:
            case "root":
                return (structure.Game, matches.MatchDescription, Metadata)
            case "array":
                outer = self.alternatives(parent)
                return None if outer is None else _inside(outer)
            case "use":
                return self._argument(parent.text, index + 1)
            case "clause" if parent.text == "define":
                return self._all(self.document.uses.get(_name(parent), ())) if index else ()
            case "clause" if parent.text == "item":
                return self._value(parent, index)
            case "clause" if parent.text in _SYNTAX:
                return ()
            case "clause":
                slots = [slot for slot, _ in self.slots(parent, index) if slot.label == label]
                return _distinct(a for slot in slots for a in slot.alternatives)
        return None

    def _of_node(self, node: Node) -> tuple[Any, ...] | None:
        return None if node.parent is None else self.at(node.parent, node.index, node.label)

    def _all(self, nodes: Iterable[Node]) -> tuple[Any, ...] | None:
        """What may stand at some places together; None if that is unknown for all."""
        each = (self.alternatives(node) for node in islice(nodes, _MOST_USES))
        definite = [one for one in each if one is not None]
        return _distinct(a for one in definite for a in one) if definite else None

    def _argument(self, name: str, number: int) -> tuple[Any, ...] | None:
        """What a define makes of its argument."""
        own = self.document.defines.get(name)
        if own is None and name in predefined():
            document, expectations = prelude(), _of_prelude()
            own = document.defines.get(name)
        else:
            expectations = self
        if own is None:
            return None
        mark = f"#{number}"
        return expectations._all(node for node in own.walk() if node.kind == "parameter" and node.text == mark)

    def _value(self, item: Node, index: int) -> tuple[Any, ...] | None:
        """What an option's tag stands for."""
        number = sum(1 for c in item.children[: index + 1] if c.kind == "values") or 1
        option = next((o for o in self.document.options if any(i is item for i in o.items)), None)
        if option is None:
            return None
        argument = option.arguments[number - 1] if number <= len(option.arguments) else ""
        texts = {f"<{option.tag}:{argument}>"} | ({f"<{option.tag}>"} if number == 1 else set())
        return self._all(node for node in self.document.nodes if node.kind == "tag" and node.text in texts)

    # --- what a clause takes

    def fittings(self, clause: Node) -> list[Fitting]:
        """The forms that a clause may have, best first."""
        key = id(clause)
        if key not in self._fittings:
            self._fittings[key] = []
            self._fittings[key] = self._forms(clause)
        return self._fittings[key]

    def _forms(self, clause: Node) -> list[Fitting]:
        alternatives = self.alternatives(clause)
        forms = [form for form in forms_of(clause.text) if _begins(clause, form)]
        here = [form for form in forms if alternatives is None or fits_form(form, alternatives)] or forms
        return [Fitting(form, Reading(form, ()).slots) for form in here]

    def slots(self, clause: Node, index: int) -> list[tuple[Slot, Fitting]]:
        """The parameters that may come at an index among the parts of a clause."""
        pairs: list[tuple[Slot, Fitting]] = []
        fittings = self.fittings(clause)
        exact = max((f.constants for f in fittings), default=0)
        for fitting in fittings:
            if index < fitting.constants or (exact and fitting.constants < exact and index):
                continue
            before = clause.children[fitting.constants : index]
            pairs += [(slot, fitting) for slot in self._open_slots(fitting, before)]
        return pairs

    def _open_slots(self, fitting: Fitting, before: Sequence[Node]) -> Iterator[Slot]:
        slots, places = fitting.slots, {0}
        for node in before:
            onward = {place + 1 for start in places for place in self._taking(node, slots, start)}
            places = onward or places
        yielded: set[int] = set()
        for start in sorted(places):
            for place in range(start, len(slots)):
                if place not in yielded:
                    yielded.add(place)
                    yield slots[place]
                if not slots[place].optional:
                    break

    def active(self, clause: Node, fitting: Fitting, index: int) -> int | None:
        """Which parameter the part of a clause at an index is, or would be."""
        node = clause.children[index] if index < len(clause.children) else None
        slots, place = fitting.slots, 0
        for one in clause.children[fitting.constants : index]:
            place = next((n + 1 for n in self._taking(one, slots, place)), place)
        if node is not None:
            return next(iter(self._taking(node, slots, place)), place if place < len(slots) else None)
        return place if place < len(slots) else None

    def _taking(self, node: Node, slots: Sequence[Slot], start: int) -> Iterator[int]:
        """The parameters from one on that may take a node."""
        for place in range(start, len(slots)):
            if slots[place].label == node.label and self.fits(node, slots[place].alternatives):
                yield place
            if not slots[place].optional:
                return

    # --- kinds

    def fits(self, node: Node, alternatives: Sequence[Any], depth: int = 0) -> bool:
        """Whether a node is of the kind of one of the alternatives; what it contains is hardly looked at."""
        match node.kind:
            case "tag" | "parameter" | "values":
                return True
            case "word":
                return self._is_value(node.text, alternatives)
            case "string":
                return str in alternatives or self._define_fits(node.text, alternatives, depth)
            case "array":
                inner = _inside(alternatives)
                if not any(isinstance(a, ArrayOf) for a in alternatives):
                    return False
                return not node.children or depth > 2 or self.fits(node.children[0], inner, depth + 1)
            case "use":
                return self._define_fits(node.text, alternatives, depth)
        return any(_begins(node, form) and fits_form(form, alternatives) for form in forms_of(node.text))

    def _is_value(self, word: str, alternatives: Sequence[Any]) -> bool:
        node = Word(word, Span(self.document.source, 0, 0))
        return not word or self._matcher_of().match_any(node, alternatives) is not FAILED

    def _matcher_of(self) -> Matcher:
        self._matcher = Matcher()  # it remembers by identity, and the words are made for one look
        return self._matcher

    def _define_fits(self, name: str, alternatives: Sequence[Any], depth: int) -> bool:
        body = self.body(name)
        if body is None or depth > 8:
            return name not in self.document.defines or depth > 8
        return self.fits(body, alternatives, depth + 1)

    def body(self, name: str) -> Node | None:
        """What a define stands for, if it is one clause, list or word."""
        node = self.document.defines.get(name) or (prelude().defines.get(name) if name in predefined() else None)
        return node.children[1] if node is not None and len(node.children) == 2 else None


def fits_form(form: Form, alternatives: Sequence[Any]) -> bool:
    """Whether a ludeme of that form may stand where the alternatives may."""
    return any(
        isinstance(a, type) and issubclass(a, Ludeme) and accepts(a, form.cls, form.keyword) for a in alternatives
    )


@cache
def _of_prelude() -> Expectations:
    return Expectations(prelude())


def _begins(clause: Node, form: Form) -> bool:
    parts = clause.children[: len(form.constants)]
    return len(parts) == len(form.constants) and all(
        node.kind == "word" and node.label is None and raised(node.text) == constant
        for node, constant in zip(parts, form.constants, strict=True)
    )


def _inside(alternatives: Sequence[Any]) -> tuple[Any, ...]:
    return _distinct(a for one in alternatives if isinstance(one, ArrayOf) for a in one.alternatives)


def _distinct(alternatives: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(alternatives))


def _name(define: Node) -> str:
    return define.children[0].text if define.children else ""
