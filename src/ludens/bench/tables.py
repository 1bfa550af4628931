"""A run as text: tables in Markdown whose columns stand below each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludens.bench.comparison import means
from ludens.bench.rows import OWN, Key, Row
from ludens.bench.statistics import Ratio, format_ratio
from ludens.bench.suites import Suite

_WIDTHS = (22, 26, 12, 12)
_RATIO = 32


def head(suite: Suite, columns: Sequence[str]) -> list[str]:
    """The title of a suite's table, and its first lines with a column of ratios for each of these names."""
    return [f"{suite.name}: {suite.about}", "", *_head(columns)]


def _head(columns: Sequence[str]) -> list[str]:
    cells = [f"{name:<{width}}" for name, width in zip(("game", "metric", "ludens", "unit"), _WIDTHS, strict=True)]
    ratios = [f"{f'x {name}':<{_RATIO}}" for name in columns]
    rules = ["---", "---", "---:", "---", *["---"] * len(columns)]
    return [_line([*cells, *ratios]), "|" + "|".join(f" {rule} " for rule in rules) + "|"]


def lines(rows: Sequence[Row], ratios: Mapping[str, Mapping[Key, Ratio]]) -> list[str]:
    """A line for each row of ludens: its best sample, and how many times faster it is than each of those named."""
    table = []
    for row in rows:
        if row.system != OWN:
            continue
        cells = [
            f"{row.game:<{_WIDTHS[0]}}", f"{row.metric.name:<{_WIDTHS[1]}}", f"{number(row.value):>{_WIDTHS[2]}}",
            f"{row.metric.unit:<{_WIDTHS[3]}}",
        ]  # fmt: skip
        texts = [str(by[row.key]) if row.key in by else "" for by in ratios.values()]
        table.append(_line([*cells, *(f"{text:<{_RATIO}}" for text in texts)]))
    return table


def beside(rows: Sequence[Row], figures: Mapping[str, Mapping[Key, Ratio]]) -> list[str]:
    """A table of the ratios to figures from elsewhere."""
    own = [row for row in rows if row.system == OWN and any(row.key in by for by in figures.values())]
    return ["", "figures from elsewhere, not measured in this run", "", *_head(list(figures)), *lines(own, figures)]


def number(value: float) -> str:
    """Thousands as whole numbers, smaller ones with three digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def summary(ratios: Mapping[str, Mapping[Key, Ratio]]) -> list[str]:
    """The geometric means of the ratios, of each metric of each suite."""
    return [
        f"geometric mean, {suite}, {metric}: x {name} {format_ratio(mean)} ({n} {'game' if n == 1 else 'games'})"
        for name, by in ratios.items()
        for (suite, metric), (mean, n) in means(by).items()
    ]


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
