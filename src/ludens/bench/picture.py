"""The picture of a run as SVG, for light pages and dark ones: what each system makes, and how much that has changed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ludens.bench import statistics
from ludens.bench.report import Report
from ludens.bench.rows import OWN, Key, Row
from ludens.bench.statistics import Ratio
from ludens.bench.suites import SUITES
from ludens.bench.tables import number

_WIDTH, _LEFT, _RIGHT = 760, 170, 90
_ROW, _HEAD, _FOOT, _TOP = 20, 44, 26, 58
#: so many numbers on an axis at most, where it spans less than a hundred thousandfold
_MOST_TICKS = 8
#: half the size of a mark
_MARK = 4.5
#: a mark for each system, in its own shape and colour: light, dark
_SHAPES = ("circle", "square", "diamond", "triangle", "cross")
_COLOURS = (
    ("#1f6fb4", "#6cb2f0"), ("#b4561f", "#f0a070"), ("#2c7d54", "#6fcf9a"), ("#7a4fa0", "#c19ae6"),
    ("#8a6d00", "#dcc04a"),
)  # fmt: skip
_VERDICTS = {"faster": 2, "slower": 1, "same": 0, "unclear": 4}


@dataclass
class _Panel:
    """Some rows below a title: marks at values, with an interval, on an axis whose steps are factors."""

    title: str
    unit: str
    rows: Mapping[str, Sequence[tuple[int, float, float, float]]]
    #: what stands behind each row
    notes: Mapping[str, str]
    #: where a line is drawn, of what is neither faster nor slower
    middle: float | None = None

    @property
    def height(self) -> int:
        return _HEAD + _ROW * len(self.rows) + _FOOT

    def draw(self, top: float) -> list[str]:
        values = [value for marks in self.rows.values() for mark in marks for value in mark[1:]]
        low, high = _bounds([*values, *([self.middle] if self.middle else [])])

        def x(value: float) -> float:
            return _LEFT + (_WIDTH - _LEFT - _RIGHT) * math.log(value / low) / math.log(high / low)

        bottom = top + _HEAD + _ROW * len(self.rows)
        parts = [_text(12, top + 18, self.title, "start", "title")]
        for value in _ticks(low, high):
            kind = "middle" if value == self.middle else "grid"
            parts.append(_line(x(value), top + _HEAD - 6, x(value), bottom, kind))
            parts.append(_text(x(value), bottom + 14, _short(value), "middle", "small"))
        parts.append(_text(_WIDTH - _RIGHT + 8, bottom + 14, self.unit, "start", "small"))
        for index, (name, marks) in enumerate(self.rows.items()):
            y = top + _HEAD + _ROW * (index + 0.5)
            parts.append(_text(_LEFT - 12, y + 4, name))
            parts.append(_text(_WIDTH - _RIGHT + 8, y + 4, self.notes[name], "start"))
            for look, value, left, right in reversed(marks):  # ludens on top
                parts.append(_line(x(left), y, x(right), y, f"range c{look}"))
                parts.append(_mark(x(value), y, look))
        return parts


def draw(report: Report, changes: Mapping[str, Mapping[Key, Ratio]], title: str = "") -> str:
    """The picture of what was measured; then of the changes against what is named, where there are any."""
    systems = list(dict.fromkeys(row.system for row in report.rows))
    panels = [*_of_rows(report, systems), *_of_changes(changes)]
    top, parts = float(_TOP), list[str]()
    for panel in panels:
        parts += panel.draw(top)
        top += panel.height
    about = report.about
    words = (
        title or f"ludens {about.get('ludens', '')}, {about.get('processor', '')}, {str(about.get('when', ''))[:10]}"
    )
    legend = _legend(systems) if len(systems) > 1 else []
    size = f'width="{_WIDTH}" height="{top:.0f}" viewBox="0 0 {_WIDTH} {top:.0f}"'
    body = "\n".join([_style(), f'<rect width="{_WIDTH}" height="{top:.0f}" class="ground"/>', *legend, *parts])
    named = f"<title>{escape(words)}</title>\n{body}\n{_text(12, 24, words, 'start', 'title')}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n{named}\n</svg>\n'


def _of_rows(report: Report, systems: Sequence[str]) -> list[_Panel]:
    """A panel for each metric that its suite shows."""
    panels = []
    for suite in SUITES.values():
        for metric in suite.metrics:
            rows = [row for row in report.rows if (row.suite, row.metric.name) == (suite.name, metric.name)]
            if rows and metric.name in suite.drawn:
                better = "" if metric.more else ", less is better"
                panels.append(_panel(f"{suite.name}: {metric.name}{better}", rows, systems))
    return panels


def _panel(title: str, rows: Sequence[Row], systems: Sequence[str]) -> _Panel:
    by_game: dict[str, list[tuple[int, float, float, float]]] = {}
    notes = {row.game: number(row.value) for row in rows if row.system == OWN}
    for row in rows:
        if row.game in notes:
            low, high = statistics.interval(row.samples)
            mark = (systems.index(row.system), row.value, min(low, row.value), max(high, row.value))
            by_game.setdefault(row.game, []).append(mark)
    return _Panel(title, rows[0].metric.unit, by_game, notes)


def _of_changes(changes: Mapping[str, Mapping[Key, Ratio]]) -> list[_Panel]:
    """A panel for each suite and thing that was compared with: ratios above 1 are faster."""
    panels = []
    for name, by in changes.items():
        for suite in SUITES.values():
            ratios = {
                f"{key.game}, {key.metric}": ratio
                for key, ratio in by.items()
                if key.suite == suite.name and key.metric in suite.drawn
            }
            rows = {label: [(_VERDICTS[r.verdict], r.middle, r.low, r.high)] for label, r in ratios.items()}
            notes = {label: f"{statistics.format_ratio(r.middle)} {r.verdict}" for label, r in ratios.items()}
            if rows:
                panels.append(_Panel(f"{suite.name}: times faster than {name}", "x", rows, notes, 1.0))
    return panels


def _bounds(values: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis: some room around the values, and a tick or two inside."""
    low, high = min(values), max(values)
    room = max(math.log(high / low) * 0.06, math.log(1.05))
    return low / math.exp(room), high * math.exp(room)


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between the ends: some of each power of ten, or steps of one length where there is less room."""
    if high < 12 * low:
        size = 10.0 ** math.floor(math.log10(high - low))
        step = next(size * n for n in (0.1, 0.2, 0.5, 1, 2, 5) if (high - low) / (size * n) <= _MOST_TICKS)
        return [float(f"{step * k:.6g}") for k in range(math.ceil(low / step), math.floor(high / step) + 1)]
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = list[float]()
    for steps in ((1, 2, 5), (1, 3), (1,)):
        ticks = [float(f"{step * 10.0**k:.3g}") for k in decades for step in steps if low <= step * 10.0**k <= high]
        if len(ticks) <= _MOST_TICKS:
            break
    return ticks


def _short(value: float) -> str:
    """A number on an axis."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _legend(systems: Sequence[str]) -> list[str]:
    parts, x = list[str](), 18.0
    for look, name in enumerate(systems):
        parts += [_mark(x, 44, look), _text(x + 10, 48, name, "start")]
        x += 34 + 7.5 * len(name)
    return parts


def _style() -> str:
    def colours(dark: int) -> str:
        return "".join(f".c{k}{{fill:{pair[dark]};stroke:{pair[dark]}}}" for k, pair in enumerate(_COLOURS))

    light = f".ground{{fill:#fff}}text{{fill:#222}}.grid{{stroke:#ddd}}.middle{{stroke:#888}}{colours(0)}"
    dark = f".ground{{fill:#161b22}}text{{fill:#dde3ea}}.grid{{stroke:#343b44}}.middle{{stroke:#99a}}{colours(1)}"
    plain = "text{font:12px system-ui,sans-serif}.small{font-size:11px}.title{font-size:14px;font-weight:600}"
    return (
        f"<style>{plain}.range{{stroke-width:2;opacity:.55}}{light}@media(prefers-color-scheme:dark){{{dark}}}</style>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _text(x: float, y: float, text: str, anchor: str = "end", kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{attribute}>{escape(text)}</text>'


def _mark(x: float, y: float, look: int) -> str:
    m = _MARK
    paths: dict[str, Callable[[], str]] = {
        "circle": lambda: f"M{x - m:.1f} {y:.1f}a{m} {m} 0 1 0 {2 * m} 0a{m} {m} 0 1 0 {-2 * m} 0z",
        "square": lambda: f"M{x - m:.1f} {y - m:.1f}h{2 * m}v{2 * m}h{-2 * m}z",
        "diamond": lambda: (
            f"M{x:.1f} {y - 1.3 * m:.1f}l{1.3 * m} {1.3 * m}l{-1.3 * m} {1.3 * m}l{-1.3 * m} {-1.3 * m}z"
        ),
        "triangle": lambda: f"M{x:.1f} {y - 1.2 * m:.1f}l{1.2 * m} {2.2 * m}h{-2.4 * m}z",
        "cross": lambda: f"M{x - m:.1f} {y - 1.5:.1f}h{2 * m}v3h{-2 * m}zM{x - 1.5:.1f} {y - m:.1f}h3v{2 * m}h-3z",
    }
    return f'<path d="{paths[_SHAPES[look % len(_SHAPES)]]()}" class="c{look % len(_COLOURS)}"/>'
