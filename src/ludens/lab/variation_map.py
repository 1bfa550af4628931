"""The map of variants: cells by what a game is like, of each of which the best variant lives (MAP-Elites).

Mouret and Clune, *Illuminating search spaces by mapping elites* (2015); GAVEL (Todd et al., NeurIPS 2024) does it with
descriptions of games. Different games live side by side, where a population of the best becomes alike.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from ludens.lab.measures.base import measures
from ludens.lab.report import Report, format_value
from ludens.lab.variation_result import VariantResult

Cell = tuple[int, ...]
#: what a map shows where nobody says
USUAL_AXES: Final = ("length", "branching")
#: where cells of a measure begin; others are shares, in fifths
_BOUNDS: Final[dict[str, tuple[float, ...]]] = {
    "length": (10, 20, 40, 80, 160),
    "length_median": (10, 20, 40, 80, 160),
    "branching": (3, 6, 12, 25, 50),
    "lead_changes": (0.5, 1, 2, 4, 8),
    "game_tree": (5, 10, 20, 40, 80),
}
_SHARES: Final = (0.2, 0.4, 0.6, 0.8)
_STYLE: Final = """
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1d1d1f;
  background: #fffdf8; } table { border-collapse: collapse; } th { font-weight: 500; padding: .3rem .6rem; }
td { border: 1px solid #cfc8b8; height: 4.2rem; min-width: 6rem; text-align: center; vertical-align: middle; }
td a { color: inherit; text-decoration: none; display: block; padding: .4rem; }
td a:hover { text-decoration: underline; }
dt { font-weight: 600; margin-top: 1rem; } dd { margin: 0 0 0 1rem; }
"""


def read_axes(text: str) -> tuple[str, ...]:
    """The measures of a map, as in `length,branching`; none for `none`. Raises ValueError."""
    names = () if text == "none" else tuple(word.strip() for word in text.split(","))
    for name in names:
        if name not in measures():
            raise ValueError(f"there is no measure {name!r}; there are {', '.join(measures())}")
    if len(names) > 2 or len(set(names)) < len(names):
        raise ValueError("a map has one measure or two")
    return names


def bounds_of(name: str) -> tuple[float, ...]:
    """Where the cells of a measure begin, but for the first."""
    return _BOUNDS.get(name, _SHARES)


def cell_of(report: Report, axes: Sequence[str]) -> Cell | None:
    """Where a game stands by its measures; None where one of them does not apply to it."""
    if any(name not in report for name in axes):
        return None
    return tuple(bisect_right(bounds_of(name), report[name].value) for name in axes)


def elites(tried: Iterable[VariantResult], axes: Sequence[str]) -> dict[Cell, VariantResult]:
    """The best variant of each cell; of equals the first."""
    best: dict[Cell, VariantResult] = {}
    for one in tried:
        report = one.searched or one.report
        if not one.is_kept or report is None or (cell := cell_of(report, axes)) is None:
            continue
        if cell not in best or one.value > best[cell].value:
            best[cell] = one
    return best


def _span(name: str, number: int) -> str:
    """What a cell of a measure holds, in words."""
    unit = measures()[name].unit
    ends = (-math.inf, *bounds_of(name), math.inf)
    low, high = ends[number], ends[number + 1]
    if low == -math.inf:
        return f"below {format_value(high, unit)}"
    if high == math.inf:
        return f"{format_value(low, unit)} or more"
    return f"{format_value(low, unit)} to {format_value(high, unit)}"


def as_html(best: dict[Cell, VariantResult], axes: Sequence[str], title: str, links: dict[int, str]) -> str:
    """The map as a page: each cell with the fitness of its variant, which leads to it by `links`, and what it is."""
    across, down = axes[0], axes[1] if len(axes) > 1 else ""
    heads = "".join(f"<th>{escape(_span(across, n))}</th>" for n in range(len(bounds_of(across)) + 1))
    rows = [f"<tr><th></th>{heads}</tr>"]
    for row in range(len(bounds_of(down)) + 1 if down else 1):
        cells = []
        for column in range(len(bounds_of(across)) + 1):
            one = best.get((column, row) if down else (column,))
            cells.append("<td></td>" if one is None else _cell(one, links.get(one.number, "")))
        head = escape(_span(down, row)) if down else ""
        rows.append(f"<tr><th>{head}</th>{''.join(cells)}</tr>")
    names = " by ".join(measures()[name].title.lower() for name in (across, *([down] if down else [])))
    listed = "".join(map(_described, sorted(best.values(), key=lambda one: -one.value)))
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body><h1>{escape(title)}</h1>"
        f"<p>The best variant of each cell, {escape(names)}; its fitness, and what was changed.</p>"
        f"<table>{''.join(rows)}</table><dl>{listed}</dl></body></html>\n"
    )


def _cell(one: VariantResult, link: str) -> str:
    hue = round(120 * max(0.0, min(1.0, (one.value - 0.5) * 2)))
    name = f"number {one.number}" if one.number > 0 else "as it is"
    href = escape(link or f"#n{one.number}")
    text = f"{one.value:.3f}<br><small>{name}</small>"
    return f"<td style='background:hsl({hue} 45% 82%)'><a href='{href}'>{text}</a></td>"


def _described(one: VariantResult) -> str:
    report = one.searched or one.report
    assert report is not None
    changes = "; ".join(map(str, one.changes)) or "nothing"
    shown = ", ".join(f"{each.title.lower()} {each}" for each in report.values() if each.name in _SHOWN)
    name = f"Number {one.number}" if one.number > 0 else "The game it began with"
    about = f"Changed: {escape(changes)}.<br>{escape(shown)}."
    return f"<dt id='n{one.number}'>{name}: {one.value:.3f}</dt><dd>{about}</dd>"


_SHOWN: Final = ("balance", "draws", "length", "branching", "drama", "skill")
