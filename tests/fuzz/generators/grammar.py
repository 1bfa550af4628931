"""Descriptions grown from the language's own signatures, whole or within a real one."""

from __future__ import annotations

import enum
import functools
import math
import random
from typing import Any, Final

from fuzz import sources
from fuzz.driver import Input
from fuzz.generators.out_of_range import COMPUTED, LITERALS
from ludens.ludemes.matching import accepts
from ludens.ludemes.registry import Form, forms
from ludens.rules import categories
from ludens.rules.base import ArrayOf, Ludeme, Number, Slot
from ludens.rules.categories import BooleanLudeme, DimLudeme, FloatLudeme, IntLudeme, SitesLudeme

BOARDS: Final = [
    "(board (square 3))",
    "(board (square 4))",
    "(board (rectangle 1 6))",
    "(board (hex 2))",
    "(board (tri 3))",
    "(board (square 3) use:Vertex)",
    "(board (square 2) use:Edge)",
    '(board (square 3) (track "Track" "0,E,N,W" loop:True))',
    "(mancalaBoard 2 3 (track \"Track\" \"0,E,N,W\" loop:True))",
    "(boardless Square)",
]  # fmt: skip
NAMES: Final = [
    "Disc",
    "Disc1",
    "Disc2",
    "Ball0",
    "Track",
    "Hand1",
    "Hand2",
    "Region",
    "Board",
    "A1",
    "B2",
    "Var",
    "All",
]
EQUIPMENT: Final = '(piece "Disc" Each {mover}) (piece "Ball" Neutral) (hand Each size:3) (regions "Region" {region})'
INTS: Final = ["0", "1", "2", "3", "4", "5", "8", "-1", "(last To)", "(to)", "(from)", "(site)", "(mover)", "(between)"]
#: how deep what is grown may be
DEPTH: Final = 4


class Grower:
    """Writes arguments of any kind."""

    def __init__(self, choose: random.Random) -> None:
        self.choose = choose

    def clause(self, form: Form, depth: int) -> str:
        """A clause of a form, with some of the arguments that may be left out."""
        parts, groups = [form.spelling], set[str]()
        for slot in form.cls.slots():
            if slot.group in groups or (slot.optional and self.choose.random() > 0.35):
                continue
            if slot.optional and depth <= 0:
                continue
            if slot.group:
                groups.add(slot.group)
            parts.append(self.argument(slot, depth))
        return f"({' '.join(parts)})"

    def argument(self, slot: Slot, depth: int) -> str:
        value = self.value(self._alternative(slot.alternatives, depth), depth)
        return f"{slot.label}:{value}" if slot.label else value

    def value(self, alternative: Any, depth: int) -> str:
        if isinstance(alternative, ArrayOf):
            count = self.choose.choice([0, 1, 1, 2, 2, 3]) if depth > 0 else 1
            inner = [self.value(self._alternative(alternative.alternatives, depth), depth - 1) for _ in range(count)]
            return f"{{{' '.join(inner)}}}"
        if issubclass(alternative, enum.Enum):
            return str(self.choose.choice(list(alternative)).value)
        if issubclass(alternative, Ludeme):
            return self._ludeme(alternative, depth)
        return self._plain(alternative)

    def _plain(self, kind: type) -> str:
        if kind is bool:
            return self.choose.choice(["True", "False"])
        if kind is str:
            return f'"{self.choose.choice(NAMES)}"'
        if kind in (float, Number):
            return self.choose.choice(["0.5", "1.0", "-2.5", "90", "0"])
        return self._integer()

    def _integer(self) -> str:
        return str(self.choose.choice([0, 1, 1, 2, 2, 3, 4])) if self.choose.random() < 0.95 else self._strange()

    def _strange(self) -> str:
        return self.choose.choice(LITERALS)

    def _ludeme(self, category: type[Ludeme], depth: int) -> str:
        chance = self.choose.random()
        if category is DimLudeme and chance < 0.9:
            return self._integer()
        if category is IntLudeme and (depth <= 0 or chance < 0.45):
            return self.choose.choice(COMPUTED) if self.choose.random() < 0.3 else self.choose.choice(INTS)
        if category is BooleanLudeme and (depth <= 0 and chance < 0.3):
            return self.choose.choice(["True", "False"])
        if category is FloatLudeme and (depth <= 0 or chance < 0.5):
            return self._plain(float)
        if category is SitesLudeme and (depth <= 0 or chance < 0.3):
            return self.choose.choice(["(sites Empty)", "(sites Board)", "(sites Occupied by:All)", "(sites {0 4 9})"])
        fitting = [form for form in accepted(category) if cost(form) <= max(depth, 0)]
        if not fitting:
            least = min((cost(form) for form in accepted(category)), default=0)
            fitting = [form for form in accepted(category) if cost(form) == least]
        return self.clause(self.choose.choice(fitting), depth - 1) if fitting else self._integer()

    def _alternative(self, alternatives: tuple[Any, ...], depth: int) -> Any:
        cheap = [one for one in alternatives if _cost_of(one) <= max(depth, 0)]
        return self.choose.choice(cheap or [min(alternatives, key=_cost_of)])


@functools.cache
def accepted(category: type[Ludeme]) -> tuple[Form, ...]:
    """The forms that may stand where a category is wanted."""
    return tuple(f for listed in forms().values() for f in listed if accepts(category, f.cls, f.keyword))


def cost(form: Form) -> float:
    """How deep a clause of a form is at least."""
    return costs()[form]


@functools.cache
def costs() -> dict[Form, float]:
    """How deep the clauses of all forms are at least."""
    every = [form for listed in forms().values() for form in listed]
    found: dict[Form, float] = dict.fromkeys(every, math.inf)
    changed = True
    while changed:
        changed = False
        for form in every:
            wanted = [slot for slot in form.cls.slots() if not slot.optional]
            new = 1 + max((min(_depth(one, found) for one in slot.alternatives) for slot in wanted), default=0)
            if new < found[form]:
                found[form], changed = new, True
    return found


def _depth(alternative: Any, known: dict[Form, float]) -> float:
    if isinstance(alternative, ArrayOf):
        return min(_depth(one, known) for one in alternative.alternatives)
    if not issubclass(alternative, Ludeme) or alternative in (IntLudeme, DimLudeme, BooleanLudeme, FloatLudeme):
        return 0
    if alternative is SitesLudeme:
        return 0
    return min((known[form] for form in accepted(alternative)), default=math.inf)


@functools.cache
def _cost_of(alternative: Any) -> float:
    return _depth(alternative, costs())


def make(choose: random.Random) -> Input:
    grown = whole(choose) if choose.random() < 0.4 else within(choose)
    return Input("description", grown, choose.random() < 0.06)


def within(choose: random.Random) -> str:
    """A real description in which an argument or two are grown."""
    source, grower = sources.pick(choose), Grower(choose)
    text, before = source.plain, len(source.plain) + 1
    for hole in sorted(choose.sample(source.holes, min(2, len(source.holes))), key=lambda h: -h.start):
        if hole.end >= before:
            continue
        slot = hole.slot
        alternatives = hole.alternatives or slot.alternatives
        value = grower.value(grower._alternative(alternatives, DEPTH), choose.randrange(DEPTH + 1))
        value = f"{hole.label}:{value}" if hole.label else value
        text, before = f"{text[: hole.start]} {value} {text[hole.end :]}", hole.start
    return text


def whole(choose: random.Random) -> str:
    """A small game that is grown but for its frame."""
    grow = Grower(choose)
    moves = lambda: grow.value(categories.MovesLudeme, choose.randrange(1, DEPTH + 1))  # noqa: E731
    effect = lambda: grow.value(categories.NonDecision, choose.randrange(1, DEPTH))  # noqa: E731
    condition = lambda: grow.value(BooleanLudeme, choose.randrange(1, DEPTH))  # noqa: E731
    plays = [
        moves,
        lambda: f"(move Add (to (sites Empty) if:{condition()}) (then {effect()}))",
        lambda: f"(move Add (to (sites Empty)) (then {effect()}))",
        lambda: f"(move Select (from (sites Board)) (to (sites Board)) (then {effect()}))",
        lambda: f"(or (move Add (to (sites Empty))) {moves()})",
        lambda: "(forEach Piece)",
    ]
    board = choose.choice(BOARDS) if choose.random() < 0.8 else f"(board {grow.value(categories.GraphLudeme, 2)})"
    equipment = EQUIPMENT.format(
        mover=moves() if choose.random() < 0.5 else "(move Step (to if:(is Empty (to))))",
        region=grow.value(SitesLudeme, 2) if choose.random() < 0.3 else "{0 1 2}",
    )
    more = grow.value(categories.ItemLudeme, 2) if choose.random() < 0.3 else ""
    start = [grow.value(categories.StartRuleLudeme, 2) for _ in range(choose.randrange(3))]
    meta = grow.value(categories.MetaRuleLudeme, 2) if choose.random() < 0.2 else ""
    rules = f"(meta {meta}) " if meta else ""
    rules += f"(start {{{' '.join(start)}}}) " if start else ""
    end = grow.value(categories.EndRuleLudeme, 3) if choose.random() < 0.6 else f"(if {condition()} (result Mover Win))"
    return (
        f'(game "Grown" (players {choose.choice([1, 2, 2, 2, 3, 4])}) (equipment {{{board} {equipment} {more}}})'
        f" (rules {rules}(play {choose.choice(plays)()}) (end {end})))"
    )
