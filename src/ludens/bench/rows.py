"""What is measured: metrics, and rows of samples of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ludens.bench import statistics

#: what this tree of ludens is called, and the tree that it is compared with
OWN, OTHER = "ludens", "other"


class Metric(NamedTuple):
    """Something that is measured, its unit, and whether more of it is better.

    Of rates and times the best sample is what is left where nothing disturbed; a `ratio` of two of them may be
    disturbed both ways, and has its median.
    """

    name: str
    unit: str
    more: bool = True
    ratio: bool = False


class Key(NamedTuple):
    """What a row is of."""

    suite: str
    game: str
    metric: str


@dataclass(frozen=True)
class Row:
    """The samples of a metric, one a round, that a system has in a game.

    `yardstick` is what the processor was worth in each round (see `yardstick`). `played` tells which games were played:
    where that differs, the same seeds gave other games.
    """

    suite: str
    game: str
    system: str
    metric: Metric
    samples: Sequence[float]
    yardstick: Sequence[float] = field(default=(), repr=False)
    played: str = ""

    @property
    def key(self) -> Key:
        return Key(self.suite, self.game, self.metric.name)

    @property
    def value(self) -> float:
        """The best sample; of a ratio the median."""
        if self.metric.ratio:
            return statistics.median(self.samples)
        return max(self.samples) if self.metric.more else min(self.samples)

    @property
    def calibrated(self) -> list[float]:
        """The samples as parts of what the processor was worth: rates over its, times by its."""
        pairs = zip(self.samples, self.yardstick, strict=True)
        return [sample / worth if self.metric.more else sample * worth for sample, worth in pairs]

    def to_dict(self) -> dict[str, Any]:
        metric = self.metric
        return {
            "suite": self.suite, "game": self.game, "system": self.system,
            "metric": metric.name, "unit": metric.unit, "better": "more" if metric.more else "less",
            "ratio": metric.ratio, "value": self.value, "median": statistics.median(self.samples),
            "samples": list(self.samples), "yardstick": list(self.yardstick), "played": self.played,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, data: Any) -> Row:
        """The row that `to_dict` gave. Raises ValueError, KeyError or TypeError for what is none."""
        words = [data[name] for name in ("suite", "game", "system", "metric", "unit", "better", "played")]
        suite, game, system, name, unit, better, played = words
        if not all(isinstance(word, str) for word in words) or better not in ("more", "less"):
            raise ValueError("a row names its suite, game, system, metric and unit, and whether more or less is better")
        metric = Metric(name, unit, better == "more", bool(data["ratio"]))
        samples, yardstick = _numbers(data["samples"]), _numbers(data["yardstick"])
        if not samples or len(yardstick) not in (0, len(samples)):
            raise ValueError("a row has a sample a round, and as many of the yardstick, or none")
        return cls(suite, game, system, metric, samples, yardstick, played)


def _numbers(data: Any) -> list[float]:
    """A list of positive numbers. Raises ValueError, TypeError."""
    numbers = [float(number) for number in data]
    if not all(0 < number < float("inf") for number in numbers):
        raise ValueError("samples are positive numbers")
    return numbers
