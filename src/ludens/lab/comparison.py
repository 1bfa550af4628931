"""What changed between two versions of a game, and whether it is more than chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ludens.lab.estimates import difference, exact, holm
from ludens.lab.measures.base import Unit
from ludens.lab.report import Measured, Report, Usage, describe_usage, format_value


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
        now = f"{format_value(self.old.value, self.unit)} -> {format_value(self.new.value, self.unit)}"
        low, high = (
            format_value(end, "number" if self.unit == "log10" else self.unit) for end in (self.low, self.high)
        )
        return f"{self.title}: {now} ({low} to {high} more), {verdict}"


def compare(old: Report, new: Report) -> list[Change]:
    """The changes from one report to another, in the order of the measures, those that are not significant too."""
    names = [*old, *(name for name in new if name not in old)]
    both = [name for name in names if name in old and name in new]
    differences = {name: difference(old[name].estimate, new[name].estimate) for name in both}
    significant = dict(zip(both, holm([differences[name][1] for name in both]), strict=True))
    changes = []
    for name in names:
        one, other = old.get(name), new.get(name)
        there = one or other
        assert there is not None
        if name in differences:
            by, p = differences[name]
            numbers = (by.value, by.low, by.high, p, significant[name])
        else:
            numbers = (0.0, 0.0, 0.0, 0.0, True)
        changes.append(Change(name, there.title, one, other, *numbers, there.unit))
    return changes


@dataclass(frozen=True)
class UsageChange:
    """How the use of a piece, a clause or an end rule differs between two reports; None where one does not have it.

    `p` is how often so different numbers of games come by chance alone (Fisher's exact test); `significant` are those
    which, of all that both have, are more than that (Holm 1979), and what only one of the reports has.
    """

    old: Usage | None
    new: Usage | None
    p: float
    significant: bool

    @property
    def latest(self) -> Usage:
        """The usage in the new report, or else in the old one."""
        usage = self.new or self.old
        assert usage is not None
        return usage

    def __str__(self) -> str:
        if self.old is None or self.new is None:
            there = self.latest
            return f"{'only now' if self.new else 'no longer'}: {describe_usage(there)}, of use in {_games(there)}"
        verdict = "changed" if self.significant else "no change is seen"
        if self.significant and self.new.is_idle:
            verdict = "no longer of use"
        elif self.significant and self.old.is_idle:
            verdict = "of use only now"
        return f"{describe_usage(self.new)}: of use in {_games(self.old)} -> {_games(self.new)}, {verdict}"


def _games(usage: Usage) -> str:
    return f"{usage.games} of {usage.n} games"


def compare_usage(old: Report, new: Report) -> list[UsageChange]:
    """What is said of pieces, clauses and end rules, known again by their texts, those without a change too."""
    one, other = _by_name(old.usage), _by_name(new.usage)
    names = [*one, *(name for name in other if name not in one)]
    both = [name for name in names if name in one and name in other]
    chances = [exact(one[name].games, one[name].n, other[name].games, other[name].n) for name in both]
    tests = dict(zip(both, zip(chances, holm(chances), strict=True), strict=True))
    return [UsageChange(one.get(name), other.get(name), *tests.get(name, (0.0, True))) for name in names]


def _by_name(usage: Iterable[Usage]) -> dict[tuple[str, str, int], Usage]:
    """By kind and text, those that are written the same by their order."""
    counts: Counter[tuple[str, str]] = Counter()
    usages = dict[tuple[str, str, int], Usage]()
    for each in usage:
        counts[each.kind, each.name] += 1
        usages[each.kind, each.name, counts[each.kind, each.name]] = each
    return usages
