"""Which forms of the language compete: forms of one keyword that one and the same clause could fit."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

from ludens.ludemes.matching import CONSTANTS, accepts
from ludens.ludemes.registry import Form
from ludens.rules import categories
from ludens.rules.base import ArrayOf, Ludeme, Slot, flat

_INTEGERS = (int, categories.IntLudeme, categories.DimLudeme)
_WORDS: dict[Any, str] = {
    **dict.fromkeys(_INTEGERS, "number"),
    **dict.fromkeys((float, categories.FloatLudeme), "number"),
    **dict.fromkeys((bool, categories.BooleanLudeme), "truth"),
}


class Competition:
    """The pairs of classes that some clause of the language fits both of."""

    def __init__(self, forms: Mapping[str, Sequence[Form]]) -> None:
        self.forms = forms
        self._known: set[frozenset[type[Ludeme]]] = set()
        self._by_category: dict[type[Ludeme], set[str]] = {}
        pairs = [pair for listed in forms.values() for pair in combinations(listed, 2) if _alike(*pair)]
        known = -1
        while known < len(self._known):  # what is known of the arguments' classes tells more of their users
            known = len(self._known)
            self._known |= {_unordered(a, b) for a, b in pairs if self._slots_fit(a.cls.slots(), b.cls.slots())}

    def undecided(self) -> Iterator[tuple[Form, Form]]:
        """Forms with the same constants that fit the same clause in the same place, none of them before the other."""
        for listed in self.forms.values():
            for a, b in combinations(listed, 2):
                decided = not _alike(a, b) or a.cls.precedence != b.cls.precedence
                if not decided and self._fit_both(a, b) and self._in_one_place(a, b):
                    yield a, b

    def _fit_both(self, a: Form, b: Form) -> bool:
        return a.cls is b.cls or _unordered(a, b) in self._known

    def _slots_fit(self, first: tuple[Slot, ...], second: tuple[Slot, ...]) -> bool:
        """Whether there are arguments that fit both sequences of slots."""
        if not first and not second:
            return True
        if first and second and self._argument_fits(first[0], second[0]) and self._slots_fit(first[1:], second[1:]):
            return True
        if first and first[0].optional and self._slots_fit(first[1:], second):
            return True
        return bool(second) and second[0].optional and self._slots_fit(first, second[1:])

    def _argument_fits(self, first: Slot, second: Slot) -> bool:
        """Whether there is an argument that fits both slots."""
        if first.label != second.label:
            return False
        return any(self._meet(a, b) for a in first.alternatives for b in second.alternatives)

    def _meet(self, a: Any, b: Any) -> bool:
        """Whether one argument can be of both kinds."""
        if isinstance(a, ArrayOf) or isinstance(b, ArrayOf):
            return isinstance(a, ArrayOf) and isinstance(b, ArrayOf)  # an empty list, at least
        if a is b or (_WORDS.get(a, a) is _WORDS.get(b, b)):
            return True
        if _constants(a) & _constants(b):
            return True
        return issubclass(a, Ludeme) and issubclass(b, Ludeme) and self._clause_for_both(a, b)

    def _clause_for_both(self, a: type[Ludeme], b: type[Ludeme]) -> bool:
        fitting = (
            (x, y)
            for keyword in self._keywords(a) & self._keywords(b)
            for x in self.forms[keyword]
            for y in self.forms[keyword]
            if accepts(a, x.cls, keyword) and accepts(b, y.cls, keyword) and _alike(x, y)
        )
        return any(self._fit_both(x, y) for x, y in fitting)

    def _keywords(self, category: type[Ludeme]) -> set[str]:
        """The keywords of the ludemes that fit where a category is wanted."""
        if category not in self._by_category:
            fitting = {k for k, listed in self.forms.items() if any(accepts(category, f.cls, k) for f in listed)}
            self._by_category[category] = fitting
        return self._by_category[category]

    @cached_property
    def _wanted(self) -> set[type[Ludeme]]:
        """Every kind of ludeme that some parameter asks for."""
        slots = (slot for listed in self.forms.values() for form in listed for slot in form.cls.slots())
        kinds = {kind for slot in slots for kind in flat(slot.alternatives)}
        return {kind for kind in kinds if issubclass(kind, Ludeme)}

    def _in_one_place(self, a: Form, b: Form) -> bool:
        return any(accepts(k, a.cls, a.keyword) and accepts(k, b.cls, b.keyword) for k in self._wanted)


def _alike(a: Form, b: Form) -> bool:
    """Whether two forms of a keyword begin alike; of others the one with more constants is read."""
    return a.constants == b.constants


def _unordered(a: Form, b: Form) -> frozenset[type[Ludeme]]:
    return frozenset({a.cls, b.cls})


def _constants(kind: Any) -> set[str]:
    if issubclass(kind, enum.Enum):
        return {member.value for member in kind}
    return set(CONSTANTS) if kind in _INTEGERS else set()
