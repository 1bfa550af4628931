"""Which forms of the language the descriptions of a run reached, how often, and why others were not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from fuzz.exercise.reached import name_of
from fuzz.generators.ways import aims, by_name
from fuzz.outcome import Outcome


@dataclass
class Coverage:
    """Of how many played descriptions each form was part, and what became of the last that was to reach one."""

    reached: Counter[str] = field(default_factory=Counter)
    tried: Counter[str] = field(default_factory=Counter)
    causes: dict[str, str] = field(default_factory=dict)
    #: played descriptions, and those that were played for five plies or more
    played: int = 0
    long: int = 0

    @classmethod
    def of(cls, told: dict[str, Any]) -> Coverage:
        counters = {name: Counter(told[name]) for name in ("reached", "tried")}
        return cls(**counters, causes=told["causes"], played=told["played"], long=told["long"])

    def to_dict(self) -> dict[str, Any]:
        return vars(self)

    def count(self, outcome: Outcome, aim: str | None) -> None:
        if aim is not None:
            self.tried[aim] += 1
        if outcome.kind == "played":
            self.reached.update(outcome.reached)
            self.played += 1
            self.long += outcome.plies >= 5
        if aim is not None and aim not in outcome.reached:
            self.causes[aim] = outcome.detail.split("\n")[0][:120] or f"{outcome.kind}, but it was not evaluated"

    def rarest(self) -> str:
        """The form that was reached least; among equals the one that was tried least."""
        return min(by_name(), key=lambda name: (self.reached[name] + self.tried[name] // 8, self.tried[name], name))

    def missed(self) -> list[str]:
        """The forms that were not reached."""
        return [name_of(form) for form in aims() if not self.reached[name_of(form)]]

    def report(self) -> Iterator[str]:
        """The share of what was reached, and a line for each form that was not, with the last cause."""
        every, missed = len(aims()), self.missed()
        yield f"{self.played} descriptions played, {self.long} of them for five plies or more"
        yield f"{every - len(missed)} of {every} forms of the language were reached"
        for name in missed:
            yield f"  not {name}, tried {self.tried[name]} times: {self.causes.get(name, 'nobody aimed at it')}"
