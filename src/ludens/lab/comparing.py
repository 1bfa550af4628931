"""What changed between two versions of a game, and whether it is more than chance."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.lab.estimates import difference, holm
from ludens.lab.measures.base import Unit
from ludens.lab.report import Measured, Report, written


@dataclass(frozen=True)
class Change:
    """How much a measure differs between two reports, with the ends of the interval that holds the true difference.

    `p` is how often so great a difference comes by chance alone; `significant` are those which, of all that are
    compared, are more than that (Holm 1979, one in twenty). `old` or `new` is None where a measure is in one report
    only; the numbers are then 0, and it is significant.
    """

    name: str
    title: str
    old: Measured | None
    new: Measured | None
    difference: float
    low: float
    high: float
    p: float
    significant: bool
    unit: Unit

    def __str__(self) -> str:
        if self.old is None or self.new is None:
            there = self.new or self.old
            return f"{self.title}: {'only now' if self.new else 'no longer'}, {there}"
        verdict = "changed" if self.significant else "no change is seen"
        now = f"{written(self.old.value, self.unit)} -> {written(self.new.value, self.unit)}"
        low, high = (written(end, "number" if self.unit == "log10" else self.unit) for end in (self.low, self.high))
        return f"{self.title}: {now} ({low} to {high} more), {verdict}"


def compare(old: Report, new: Report) -> list[Change]:
    """The changes from one report to another, in the order of the measures, those that are not significant too."""
    names = [*old, *(name for name in new if name not in old)]
    both = [name for name in names if name in old and name in new]
    found = {name: difference(old[name].estimate, new[name].estimate) for name in both}
    told = dict(zip(both, holm([found[name][1] for name in both]), strict=True))
    changes = []
    for name in names:
        one, other = old.get(name), new.get(name)
        there = one or other
        assert there is not None
        if name in found:
            by, p = found[name]
            numbers = (by.value, by.low, by.high, p, told[name])
        else:
            numbers = (0.0, 0.0, 0.0, 0.0, True)
        changes.append(Change(name, there.title, one, other, *numbers, there.unit))
    return changes
