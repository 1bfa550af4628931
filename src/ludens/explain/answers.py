"""What is told of a move: values, steps and refusals, as prose and as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ludens.explain.places import Place
from ludens.words import say

#: so many sites of a region are named
_SITES: Final = 12
_PREPOSITIONS: Final = {
    "between": "past {0}",
    "site": "at {0}",
    "from": "from {0}",
    "to": "to {0}",
    "level": "level {0}",
}


@dataclass(frozen=True)
class Value:
    """What a clause gave: a truth value, a number, or the sites of a region, for these iterators (sites by label).

    `parts` are what it looked at in turn; `place` is None for what the language has where a description says nothing.
    """

    text: str
    place: Place | None
    value: bool | int | tuple[int, ...] | None
    labels: tuple[str, ...] = ()
    bound: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Value, ...] = ()

    @property
    def given(self) -> str:
        """The value in words."""
        if isinstance(self.value, bool):
            return say("holds") if self.value else say("does not hold")
        if not isinstance(self.value, tuple):
            return say("is {0}", self.labels[0] if self.labels else self.value)
        if not self.labels:
            return say("is empty")
        listed, more = ", ".join(self.labels[:_SITES]), len(self.labels) - _SITES
        return say("is {0} and {1} more", listed, more) if more > 0 else say("is {0}", listed)

    @property
    def where(self) -> str:
        """The iterators in words."""
        iterators = [
            say(_PREPOSITIONS[name], value) if name in _PREPOSITIONS else f"{name} {value}"
            for name, value in self.bound.items()
        ]
        return f" [{', '.join(iterators)}]" if iterators else ""

    def lines(self, indent: str = "") -> list[str]:
        """The value and its parts, a line each."""
        place = f" ({self.place})" if self.place is not None else ""
        below = [line for part in self.parts for line in part.lines(indent + "  ")]
        return [f"{indent}{self.text} {self.given}{self.where}{place}", *below]

    def to_json(self) -> dict[str, Any]:
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        return {
            "text": self.text,
            "place": self.place.to_json() if self.place is not None else None,
            "value": value,
            "labels": list(self.labels),
            "bound": dict(self.bound),
            "parts": [part.to_json() for part in self.parts],
        }


@dataclass(frozen=True)
class Step:
    """A clause on the way to a move: a generator, what it was evaluated for, and what it asked."""

    text: str
    place: Place | None
    bound: Mapping[str, str]
    asked: tuple[Value, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "place": self.place.to_json() if self.place is not None else None,
            "bound": dict(self.bound),
            "asked": [value.to_json() for value in self.asked],
        }


@dataclass(frozen=True)
class Why:
    """Why a move is legal: the clauses that made it, from the outermost to the one that found it."""

    move: str
    steps: tuple[Step, ...]
    note: str = ""

    def __str__(self) -> str:
        lines = [say("{0} is legal: {1}", self.move, self.note) if self.note else say("{0} is legal:", self.move)]
        for depth, step in enumerate(self.steps, 1):
            place = f"  ({step.place})" if step.place is not None else ""
            where = Value("", None, None, bound=step.bound).where
            lines.append(f"{'  ' * depth}{step.text}{where}{place}")
            for value in step.asked:
                lines += [f"{'  ' * depth}  | {line}" for line in value.lines()]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        return {"move": self.move, "legal": True, "note": self.note, "steps": [step.to_json() for step in self.steps]}


@dataclass(frozen=True)
class Refusal:
    """A clause that refuses a move: what kind it is, in words, its place in the text, and the value it gave.

    `instead` is what the clause would have to be for it not to refuse.
    """

    kind: str
    words: str
    place: Place | None = None
    value: Value | None = None
    instead: str = ""

    def __str__(self) -> str:
        return self.words + (f" ({self.place})" if self.place is not None else "")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "words": self.words,
            "place": self.place.to_json() if self.place is not None else None,
            "value": self.value.to_json() if self.value is not None else None,
            "instead": self.instead,
        }


@dataclass(frozen=True)
class WhyNot:
    """Why a move is not legal. The first refusal is the one that decides; those behind it refuse it, too.

    `is_proven` tells that the move is legal where the refusals' clauses are changed as `relaxed`, the description with
    all of them changed, has them, and that it is not where the last of them is left as it is.
    """

    move: str
    refusals: tuple[Refusal, ...]
    relaxed: str = ""

    @property
    def is_proven(self) -> bool:
        return bool(self.relaxed)

    @property
    def place(self) -> Place | None:
        return self.refusals[0].place

    def __str__(self) -> str:
        first, *others = self.refusals
        lines = [say("{0} is not legal: {1}", self.move, first)]
        if first.place is not None:
            lines += [f"    {line}" for line in first.place.text.splitlines()]
        if first.value is not None:
            lines += [f"  {line}" for part in first.value.parts for line in part.lines()]
        lines += ["  " + say("and besides: {0}", other) for other in others]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "legal": False,
            "refusals": [refusal.to_json() for refusal in self.refusals],
            "proven": self.is_proven,
        }


@dataclass(frozen=True)
class WhyOver:
    """What ended a game: in words, and the clauses of the end rule, the outermost first; none for a limit."""

    words: str
    clauses: tuple[Value, ...]
    result: Place | None = None

    @property
    def place(self) -> Place | None:
        return self.clauses[0].place if self.clauses else None

    def __str__(self) -> str:
        lines = [say("The game is over: {0}", self.words) + (f" ({self.result})" if self.result is not None else "")]
        return "\n".join([*lines, *(line for value in self.clauses for line in value.lines("  "))])

    def to_json(self) -> dict[str, Any]:
        return {
            "words": self.words,
            "clauses": [value.to_json() for value in self.clauses],
            "result": self.result.to_json() if self.result is not None else None,
        }
