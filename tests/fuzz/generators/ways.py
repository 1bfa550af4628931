"""How a form of the language is reached: the forms that stand around it, up to the frame of a description."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from fuzz.exercise.reached import name_of
from fuzz.generators.grammar import accepted
from ludens.ludemes import matches
from ludens.ludemes.registry import Form, forms
from ludens.rules import categories, structure
from ludens.rules.base import ArrayOf, Ludeme, Slot

#: what the frame has a place for
PLACES: Final[tuple[type[Ludeme], ...]] = (
    categories.MovesLudeme,
    categories.NonDecision,
    categories.BooleanLudeme,
    categories.GraphLudeme,
    categories.ItemLudeme,
    categories.StartRuleLudeme,
    categories.EndRuleLudeme,
    categories.MetaRuleLudeme,
    structure.Phase,
    structure.PlayerFacing,
    structure.Mode,
    matches.Subgame,
)
#: what stands in every description, or in every match
ALWAYS: Final = (
    structure.Game, structure.Players, structure.Equipment, structure.Rules, structure.Play, structure.End,
    structure.Start, structure.Meta, matches.MatchDescription, matches.Games,
)  # fmt: skip
#: rooms whose ludemes are never evaluated in play
APART: Final = ("graphics", "metadata")


@dataclass(frozen=True)
class Step:
    """A form around another one: where that stands, and how many lists are around it there."""

    form: Form
    slot: Slot
    lists: int

    def argument(self, text: str) -> str:
        text = "{" * self.lists + text + "}" * self.lists
        return f"{self.slot.label}:{text}" if self.slot.label else text


@functools.cache
def aims() -> tuple[Form, ...]:
    """The forms that may be aimed at: all that are evaluated in play, or decide what is."""
    return tuple(
        form
        for listed in forms().values()
        for form in listed
        if form.cls.__module__.split(".")[2] not in APART and form.cls not in ALWAYS
    )


@functools.cache
def by_name() -> Mapping[str, Form]:
    return {name_of(form): form for form in aims()}


def place_of(form: Form) -> type[Ludeme] | None:
    """What the frame has a place for that a form may stand in."""
    return next((place for place in reversed(PLACES) if form in accepted(place)), None)


@functools.cache
def around(form: Form) -> tuple[Step, ...]:
    """The forms that a form may stand in."""
    return tuple(
        Step(outer, slot, lists)
        for outer in aims()
        for slot in outer.cls.slots()
        for lists in _lists(slot.alternatives, form)
    )


def _lists(alternatives: Sequence[Any], form: Form) -> list[int]:
    """How many lists are around a form where one of these alternatives is wanted."""
    found = []
    for one in alternatives:
        if isinstance(one, ArrayOf):
            found += [1 + more for more in _lists(one.alternatives, form)]
        elif isinstance(one, type) and issubclass(one, Ludeme) and form in accepted(one):
            found.append(0)
    return found


@functools.cache
def distance(form: Form) -> int:
    """How many forms stand between a form and the frame, at least."""
    return _distances().get(form, 99)


@functools.cache
def _distances() -> dict[Form, int]:
    found = {form: 0 for form in aims() if place_of(form) is not None}
    for far in range(1, 8):
        found |= {
            form: far for form in aims() if form not in found and any(step.form in found for step in around(form))
        }
    return found


def way(form: Form, choose: random.Random) -> list[Step]:
    """The forms around a form, from the innermost to one that the frame has a place for."""
    steps: list[Step] = []
    while place_of(form) is None or (len(steps) < 3 and choose.random() < 0.3):
        outer = [step for step in around(form) if distance(step.form) < distance(form)]
        if not outer or (place_of(form) is not None):
            outer = [step for step in around(form) if distance(step.form) == 0]
        if not outer:
            break
        steps.append(choose.choice(outer))
        form = steps[-1].form
    return steps
