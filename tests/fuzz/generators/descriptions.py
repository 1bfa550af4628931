"""Small descriptions that can be played, each grown around a form of the language that it aims at."""

from __future__ import annotations

import random

from fuzz.driver import Input
from fuzz.generators.frame import Frame, Puzzle
from fuzz.generators.typed import Typed
from fuzz.generators.ways import aims, by_name, place_of, way
from ludens.ludemes.booleans.puzzles import Constraint
from ludens.ludemes.booleans.satisfy import IsSolved, Satisfy
from ludens.ludemes.integers.iterators import HintAt, HintIterator
from ludens.ludemes.regions.content import HintSites
from ludens.ludemes.registry import Form
from ludens.ludemes.start.set_pieces import SetGiven
from ludens.rules import categories

#: the classes that are about deduction puzzles alone, besides constraints
OF_PUZZLES = (Satisfy, IsSolved, HintIterator, HintAt, HintSites, SetGiven)


def make(choose: random.Random, aim: str | None = None) -> Input:
    """A description with a form in it: the one of that name, or any."""
    return Input("invariants", description(choose, by_name()[aim] if aim else choose.choice(aims())))


def description(choose: random.Random, form: Form) -> str:
    """A description with a form in it, and often with something that has nothing to do with it."""
    grower, puzzle = Typed(choose), is_of_puzzles(form)
    frame = Puzzle(choose) if puzzle else Frame(choose)
    grower.in_puzzle = puzzle
    if not puzzle and choose.random() < 0.5:
        _strew(frame, grower, choose)
    text = grower.clause(form, choose.choice([0, 1, 1, 2, 2, 3]))
    for step in way(form, choose):
        text, form = grower.clause(step.form, choose.choice([0, 0, 1, 2]), (step.slot, step.argument(text))), step.form
    place = place_of(form)
    assert place is not None, form
    frame.put(place, text)
    return frame.text()


def is_of_puzzles(form: Form) -> bool:
    return issubclass(form.cls, (Constraint, *OF_PUZZLES))


def _strew(frame: Frame, grower: Typed, choose: random.Random) -> None:
    """Grow one or two parts of a frame."""
    parts = [
        categories.MovesLudeme, categories.NonDecision, categories.BooleanLudeme, categories.StartRuleLudeme,
        categories.EndRuleLudeme, categories.MetaRuleLudeme,
    ]  # fmt: skip
    for part in choose.sample(parts, choose.choice([1, 1, 2])):
        frame.put(part, grower.value(part, choose.choice([1, 2, 2, 3])))
