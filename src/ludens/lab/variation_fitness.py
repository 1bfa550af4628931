"""How good variants are: limits that measures must keep to, and the fitness that follows from measures."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ludens.lab.report import Measured, Report

_LIMIT: Final = re.compile(r"(\w+)\s*(?:([<>])\s*([\d.]+)|=\s*([\d.]+)\.\.([\d.]+))")
#: what every variant must do, unless other limits are given for the measure
USUAL: Final = ("unfinished<0.2", "draws<0.8", "balance>0.5", "length=5..500", "branching>1.5")


@dataclass(frozen=True)
class FitnessLimit:
    """What a measure must be: from `low` to `high`, each where it is given."""

    name: str
    low: float | None = None
    high: float | None = None

    @classmethod
    def read(cls, text: str, measures: Sequence[str] = ()) -> FitnessLimit:
        """A limit as in `draws<0.3`, `balance>0.6` or `length=10..200`. Raises ValueError with what is wrong."""
        match = _LIMIT.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is no limit: NAME<NUMBER, NAME>NUMBER or NAME=NUMBER..NUMBER is expected")
        name, sign, bound, low, high = match.groups()
        if measures and name not in measures:
            raise ValueError(f"there is no measure {name!r}; there are {', '.join(measures)}")
        if sign:
            return cls(name, float(bound) if sign == ">" else None, float(bound) if sign == "<" else None)
        return cls(name, float(low), float(high))

    def refuses(self, report: Report) -> str:
        """Why a report is refused, surely; nothing where its interval leaves room for it to be within the limit."""
        if self.name not in report:
            return ""
        measured = report[self.name]
        if self.low is not None and measured.high < self.low:
            return f"{self.name} is {measured}"
        if self.high is not None and measured.low > self.high:
            return f"{self.name} is {measured}"
        return ""


def refused(report: Report, limits: Sequence[FitnessLimit]) -> str:
    """Why a report is refused, surely, by the first limit that does so; nothing where none does."""
    return next(filter(None, (limit.refuses(report) for limit in limits)), "")


@dataclass(frozen=True)
class Fitness:
    """How good a game seems, from 0 to 1, with what follows from the ends of its measures' intervals."""

    value: float
    low: float
    high: float


def fitness(report: Report, searched: Report | None = None) -> Fitness:
    """The geometric mean of how good each measure is: that games end, are fair, decided, of a good length, open, with
    choices, and without idle rules. What agents' games tell goes before what random ones do, and it counts then that
    who thinks longer wins."""
    measured = dict(report) | (dict(searched) if searched is not None else {})
    idle = len(report.idle) / len(report.usage) if report.usage else 0.0
    values = [_goodness(measured, idle, end) for end in ("value", "low", "high")]
    return Fitness(values[0], min(values), max(values))


def _goodness(measured: Mapping[str, Measured], idle: float, end: str) -> float:
    parts = [(_USED, 1 - idle)]
    for name, (weight, better) in _GOOD.items():
        if name in measured:
            value = measured[name]
            worse = {"low": value.high, "high": value.low, "value": value.value}[end]
            parts.append((weight, better(worse if name in _BAD else getattr(value, end))))
    total = sum(weight for weight, _ in parts)
    product = 1.0
    for weight, part in parts:
        product *= max(part, 1e-3) ** (weight / total)
    return product


def _length(plies: float) -> float:
    """1 from 20 to 150 plies, and less outside."""
    return min(1.0, plies / 20) * min(1.0, 150 / max(plies, 1.0))


#: by measure its weight, and how good a value is; the bad ones are the better the less they are
_GOOD: Final[dict[str, tuple[float, Callable[[float], float]]]] = {
    "unfinished": (2.0, lambda x: 1 - x),
    "balance": (2.0, lambda x: x),
    "draws": (1.0, lambda x: 1 - x),
    "length": (1.0, _length),
    "choice": (1.0, lambda x: x),
    "coverage": (0.5, lambda x: 0.5 + x / 2),
    "uncertainty": (0.5, lambda x: 0.5 + x / 2),
    "drama": (0.5, lambda x: 0.5 + x / 2),
    "skill": (1.0, lambda x: x),
}
#: how much it weighs that all pieces, clauses and end rules are of use
_USED: Final = 0.5
_BAD: Final = frozenset(("unfinished", "draws"))
