"""Pictures of measures: for notebooks, and as files (SVG, PNG, HTML). Needs the extra `lab`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ludens.lab.comparison import Change
from ludens.lab.measures.base import measures
from ludens.lab.report import Report

if TYPE_CHECKING:
    from ludens.lab.sweep import SweepVariant, Swept

#: how a file's name may end
SUFFIXES: Final = (".svg", ".png", ".html")
_BLUE, _ORANGE, _PALE = "#2a6fb0", "#d9822b", "#efc79b"
_GOOD, _PERHAPS, _OTHER = "good", "good, or by chance", "others"
_UNITS: Final = {"share": "share", "plies": "moves", "number": "number", "log10": "powers of ten"}


def _altair() -> Any:
    try:
        import altair
    except ModuleNotFoundError:
        raise ImportError('plots need Altair: pip install "ludens[lab]"') from None
    return altair


def require_libraries() -> None:
    """Raises ImportError where what draws pictures is not installed."""
    _altair()
    try:
        import vl_convert  # noqa: F401  # Altair's own message is long
    except ModuleNotFoundError:
        raise ImportError('pictures need vl-convert: pip install "ludens[lab]"') from None


def save(chart: Any, path: Path) -> None:
    """Write a picture; what its name ends in says how. Raises ValueError for another ending, OSError, ImportError."""
    if path.suffix not in SUFFIXES:
        raise ValueError(f"{path} should end in {', '.join(SUFFIXES)}")
    require_libraries()
    if path.suffix == ".html":
        chart.save(str(path), inline=True)
    else:
        chart.save(str(path), **({"ppi": 144} if path.suffix == ".png" else {}))


def chart(reports: Sequence[Report]) -> Any:
    """The measures of one game or several: each value with its interval, by unit."""
    alt = _altair()
    many = len(reports) > 1
    values = [
        {
            "game": _title(report), "measure": one.title, "value": one.value, "low": one.low, "high": one.high,
            "unit": _UNITS[one.unit],
        }
        for report in reports
        for one in report.values()
    ]  # fmt: skip
    colour = alt.Color("game:N", title=None) if many else alt.value(_BLUE)
    rows = []
    for unit in dict.fromkeys(value["unit"] for value in values):
        some = [value for value in values if value["unit"] == unit]
        base = alt.Chart(alt.Data(values=some)).encode(
            y=alt.Y("measure:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)),
            color=colour,
            **({"yOffset": alt.YOffset("game:N")} if many else {}),
        )
        percent = alt.Axis(format="%") if unit == "share" else alt.Axis()
        line = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=unit, axis=percent), x2="high:Q")
        point = base.mark_point(filled=True, size=45, opacity=1).encode(x="value:Q")
        rows.append((line + point).properties(width=420, height=alt.Step(18)))
    title = _title(reports[0]) if len(reports) == 1 else "Measures"
    return alt.vconcat(*rows, title=title).configure_view(stroke=None)


def _title(report: Report) -> str:
    return f"{report.game} ({report.agent})" if report.agent else report.game


def changes(rows: Sequence[Change]) -> Any:
    """What changed: by how many half widths of its interval each difference is away from none."""
    alt = _altair()
    values = [
        {
            "measure": one.title, "low": (one.low - one.difference) / half, "high": (one.high - one.difference) / half,
            "by": one.difference / half, "verdict": "changed" if one.significant else "no change is seen",
        }
        for one in rows
        if one.old is not None and one.new is not None and (half := (one.high - one.low) / 2)
    ]  # fmt: skip
    base = alt.Chart(alt.Data(values=values)).encode(
        y=alt.Y("measure:N", sort=None, title=None),
        color=alt.Color("verdict:N", title=None, scale=alt.Scale(range=[_ORANGE, _BLUE])),
    )
    bars = base.mark_bar(height=8).encode(x=alt.X("by:Q", title="difference, in half widths of its interval"))
    return (bars + alt.Chart(alt.Data(values=[{"x": 0}])).mark_rule().encode(x="x:Q")).properties(width=420)


def sweep_map(swept: Swept, name: str) -> Any:
    """The map of a sweep: one measure over all variants, good ones marked.

    Over one axis the values with their intervals; over two a field of colours; a third and more are fields side by
    side.
    """
    alt = _altair()
    values = [
        {
            **{f"axis{k}": value for k, value in enumerate(variant.labels.values())},
            "rest": ", ".join(f"{key} {value}" for key, value in list(variant.labels.items())[2:]),
            "value": measured.value, "low": measured.low, "high": measured.high, "good": _verdict(swept, variant),
        }
        for variant in swept.variants
        if variant.report is not None and (measured := variant.report.get(name)) is not None
    ]  # fmt: skip
    there = [v.report[name] for v in swept.variants if v.report is not None and name in v.report]
    labels = {"title": there[0].title if there else name}
    shares = any(one.unit == "share" for one in there)
    data, axis = alt.Data(values=values), {"format": "%"} if shares else {}
    places = [
        channel(f"axis{k}:O", title=one.name, sort=_sorted(one.values), axis=alt.Axis(labelAngle=0))
        for k, (channel, one) in enumerate(zip((alt.X, alt.Y), swept.axes, strict=False))
    ]
    whole = alt.TitleParams(f"{swept.game}: {labels['title']}", subtitle=_conditions_text(swept))
    verdicts = alt.Scale(domain=[_GOOD, _PERHAPS, _OTHER], range=[_ORANGE, _PALE, _BLUE])
    if len(places) == 1:
        base = alt.Chart(data).encode(x=places[0])
        up = alt.Y("low:Q", **labels, axis=alt.Axis(**axis), scale=alt.Scale(zero=False))
        good = alt.Color("good:N", title=None, scale=verdicts, legend=alt.Legend() if swept.conditions else None)
        line = base.mark_rule(strokeWidth=2).encode(y=up, y2="high:Q", color=good)
        point = base.mark_point(filled=True, size=70, opacity=1).encode(y="value:Q", color=good)
        return (line + point).properties(title=whole, width=alt.Step(44))
    base = alt.Chart().encode(x=places[0], y=places[1])
    scale = alt.Scale(range=["#fbfdff", "#74b3dd"])
    cells = base.mark_rect().encode(color=alt.Color("value:Q", **labels, scale=scale, legend=alt.Legend(**axis)))
    inner = alt.RelativeBandSize(0.88)
    strokes, legend = alt.Scale(domain=[_GOOD, _PERHAPS], range=[_ORANGE, _PALE]), alt.Legend(symbolFillColor="white")
    frame = alt.Stroke("good:N", title=None, scale=strokes, legend=legend)
    frames = (
        base.mark_rect(fillOpacity=0, strokeWidth=3, width=inner, height=inner)
        .encode(stroke=frame)
        .transform_filter(f"datum.good != '{_OTHER}'")
    )
    numbers = base.mark_text(fontSize=11).encode(text=alt.Text("value:Q", format=".0%" if shares else ".3~g"))
    layers = (cells, frames, numbers) if swept.conditions else (cells, numbers)
    field = alt.layer(*layers, data=data).properties(width=alt.Step(48), height=alt.Step(30))
    field = field.resolve_scale(stroke="independent")
    if len(swept.axes) > 2:
        field = field.facet(alt.Facet("rest:N", title=None), columns=3)
    return field.properties(title=whole)


def _verdict(swept: Swept, variant: SweepVariant) -> str:
    return _GOOD if swept.is_good(variant, surely=True) else _PERHAPS if swept.is_good(variant) else _OTHER


def _conditions_text(swept: Swept) -> str:
    """What good variants keep to, in words."""
    units = {name: kind.unit for name, kind in measures().items()}
    conditions = []
    for one in swept.conditions:
        is_share = units.get(one.name, units.get(one.name.rpartition("_")[0])) == "share"
        conditions.append(f"{one.name} {one.sign} " + (f"{100 * one.bound:g} %" if is_share else f"{one.bound:g}"))
    return " and ".join(conditions)


def _sorted(values: Sequence[str]) -> list[str]:
    """Values by the numbers that they begin with, where all do."""
    numbers = [re.match(r"-?\d+(?:\.\d+)?", value) for value in values]
    if not all(numbers):
        return list(values)
    return sorted(values, key=lambda value: float(numbers[values.index(value)][0]))  # type: ignore[index]
