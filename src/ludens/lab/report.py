"""What was measured of a game: by name, and as tables for people and other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ludens.lab.estimates import Estimate
from ludens.lab.measures.base import Unit


@dataclass(frozen=True)
class Measured:
    """A measure of a game: its value, the ends of the interval that holds the true one (95 %), and of how many."""

    name: str
    title: str
    value: float
    low: float
    high: float
    n: int
    unit: Unit = "share"

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.value, self.low, self.high, self.n)

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return self.estimate.half

    def __str__(self) -> str:
        """The value with its interval, as people read it."""
        value, low, high = (format_value(number, self.unit) for number in (self.value, self.low, self.high))
        return f"{value} ({low} to {high})"


def format_value(value: float, unit: Unit) -> str:
    """A value as people read it.

    >>> format_value(0.58491, "share"), format_value(-0.0002, "share")
    ('58.5 %', '0.0 %')
    >>> format_value(136.52, "plies"), format_value(57.7, "log10")
    ('136.5', '10^57.7')
    """
    if unit == "log10":
        return f"10^{value:.1f}"
    text = f"{100 * value:.1f}" if unit == "share" else f"{value:,.1f}" if abs(value) >= 10 else f"{value:.2f}"
    text = text.removeprefix("-") if not float(text.replace(",", "")) else text
    return f"{text} %" if unit == "share" else text


@dataclass(frozen=True)
class Usage:
    """Whether a part of the description is of any use: a kind of piece, a clause that makes moves, an end rule.

    `games` are those in which it was of use among the `n` that were looked at; `part` is its share of the moves that
    were made (pieces), of the legal moves (clauses), or of the ends. `line` and `column` tell its place, from 1; they
    are 0 where it has none.
    """

    kind: str
    name: str
    games: int
    n: int
    part: float
    line: int = 0
    column: int = 0

    @property
    def is_idle(self) -> bool:
        """Whether it was never of any use."""
        return self.games == 0


@dataclass(frozen=True)
class Report(Mapping[str, Measured]):
    """What was measured, by name. What does not apply to a game, and what nothing is known of yet, is not there."""

    game: str
    seed: int
    measured: tuple[Measured, ...]
    usage: tuple[Usage, ...] = ()
    options: tuple[str, ...] = ()
    agent: str | None = None
    judge: str = "random"
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __getitem__(self, name: str) -> Measured:
        for one in self.measured:
            if one.name == name:
                return one
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (one.name for one in self.measured)

    def __len__(self) -> int:
        return len(self.measured)

    @property
    def idle(self) -> tuple[Usage, ...]:
        """The pieces, clauses and end rules that were never of any use."""
        return tuple(one for one in self.usage if one.is_idle)

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON; `from_dict` reads it."""
        return {
            "game": self.game,
            "options": list(self.options),
            "agent": self.agent,
            "judge": self.judge,
            "seed": self.seed,
            "measures": [asdict(one) for one in self.measured],
            "usage": [asdict(one) for one in self.usage],
            "notes": list(self.notes),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Report:
        """What `to_dict` gave. Raises ValueError for anything else."""
        try:
            return cls(
                str(data["game"]),
                int(data["seed"]),
                tuple(_measured(one) for one in data["measures"]),
                tuple(Usage(**one) for one in data["usage"]),
                tuple(map(str, data["options"])),
                data["agent"],
                str(data.get("judge", "random")),
                tuple(map(str, data["notes"])),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"this is no report of measures: {error}") from None

    def table(self) -> str:
        """The measures for people, one a line, and then what was of no use."""
        width = max((len(one.title) for one in self.measured), default=0)
        lines = [f"{one.title:<{width}}  {one!s}" for one in self.measured]
        lines += [f"never of use in {one.n} games: {describe_usage(one)}" for one in self.idle]
        return "\n".join([*lines, *self.notes])


def _measured(data: Mapping[str, Any]) -> Measured:
    one = Measured(**data)
    if not all(isinstance(value, int | float) for value in (one.value, one.low, one.high, one.n)):
        raise TypeError(f"{one.name} has no numbers")
    return one


def describe_usage(usage: Usage) -> str:
    """A part of a description, in words."""
    place = f" at line {usage.line}, column {usage.column}" if usage.line else ""
    return f"{usage.kind} {usage.name}{place}"


#: the columns of tables for programs
COLUMNS = ("game", "options", "agent", "seed", "name", "title", "value", "low", "high", "n", "unit")


def rows(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """The measures of several games, one a row, with `COLUMNS`."""
    return [
        {
            "game": report.game,
            "options": "; ".join(report.options),
            "agent": report.agent or "random",
            "seed": report.seed,
            **asdict(one),
        }
        for report in reports
        for one in report.measured
    ]


def to_csv(table: Sequence[Mapping[str, Any]]) -> str:
    """Rows as text, with their columns in the first line."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(table[0]) if table else COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()


def require_parquet() -> None:
    """Raises ImportError where pyarrow is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ModuleNotFoundError:
        raise ImportError('Parquet needs pyarrow: pip install "ludens[lab]"') from None


def to_parquet(table: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows as a file of Apache Parquet. Raises ImportError where pyarrow is not installed."""
    require_parquet()
    import pyarrow
    from pyarrow import parquet

    file = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist([dict(row) for row in table]), file)
    return file.getvalue()
