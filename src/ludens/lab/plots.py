"""Pictures of measures: for notebooks, and as files (SVG, PNG, HTML). Needs the extra `lab`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ludens.lab.comparing import Change
from ludens.lab.report import Report

if TYPE_CHECKING:
    from ludens.lab.sweeping import Swept

#: how a file's name may end
SUFFIXES: Final = (".svg", ".png", ".html")
_BLUE, _ORANGE = "#2a6fb0", "#d9822b"
_UNITS: Final = {"share": "share", "plies": "moves", "number": "number", "log10": "powers of ten"}


def _altair() -> Any:
    try:
        import altair
    except ModuleNotFoundError:
        raise ImportError('plots need Altair: pip install "ludens[lab]"') from None
    return altair


def save(chart: Any, path: Path) -> None:
    """Write a picture; what its name ends in says how. Raises ValueError for another ending, OSError, ImportError."""
    if path.suffix not in SUFFIXES:
        raise ValueError(f"{path} should end in {', '.join(SUFFIXES)}")
    try:
        import vl_convert  # noqa: F401  # Altair's own message is long
    except ModuleNotFoundError:
        raise ImportError('pictures need vl-convert: pip install "ludens[lab]"') from None
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
            "game": _named(report), "measure": one.title, "value": one.value, "low": one.low, "high": one.high,
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
    title = _named(reports[0]) if len(reports) == 1 else "Measures"
    return alt.vconcat(*rows, title=title).configure_view(stroke=None)


def _named(report: Report) -> str:
    return f"{report.game} ({report.agent})" if report.agent else report.game


def changes(found: Sequence[Change]) -> Any:
    """What changed: by how many half widths of its interval each difference is away from none."""
    alt = _altair()
    values = [
        {
            "measure": one.title, "low": (one.low - one.difference) / half, "high": (one.high - one.difference) / half,
            "by": one.difference / half, "verdict": "changed" if one.significant else "no change is seen",
        }
        for one in found
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
    axes = swept.axes
    values = [
        {
            **{f"axis{k}": value for k, value in enumerate(variant.labels.values())},
            "rest": ", ".join(f"{key} {value}" for key, value in list(variant.labels.items())[2:]),
            "value": found.value, "low": found.low, "high": found.high,
            "good": "good" if swept.is_good(variant) else "others",
        }
        for variant in swept.variants
        if variant.report is not None and (found := variant.report.get(name)) is not None
    ]  # fmt: skip
    there = [v.report[name] for v in swept.variants if v.report is not None and name in v.report]
    title = there[0].title if there else name
    shares = any(one.unit == "share" for one in there)
    data, shape = alt.Data(values=values), "%" if shares else ""
    order = [list(axis.values) for axis in axes]
    across = alt.X("axis0:O", title=axes[0].name, sort=order[0], axis=alt.Axis(labelAngle=0))
    if len(axes) == 1:
        base = alt.Chart(data).encode(x=across)
        up = alt.Y("low:Q", title=title, axis=alt.Axis(format=shape), scale=alt.Scale(zero=False))
        good = alt.Color(
            "good:N", title=None, scale=alt.Scale(domain=["good", "others"], range=[_ORANGE, _BLUE]),
            legend=alt.Legend() if swept.conditions else None,
        )  # fmt: skip
        line = base.mark_rule(strokeWidth=2).encode(y=up, y2="high:Q", color=good)
        point = base.mark_point(filled=True, size=70, opacity=1).encode(y="value:Q", color=good)
        return (line + point).properties(title=f"{swept.game}: {title}", width=alt.Step(44))
    base = alt.Chart().encode(x=across, y=alt.Y("axis1:O", title=axes[1].name, sort=order[1]))
    cells = base.mark_rect().encode(
        color=alt.Color(
            "value:Q", title=title, scale=alt.Scale(range=["#fbfdff", "#74b3dd"]), legend=alt.Legend(format=shape)
        )
    )
    frames = base.mark_rect(fillOpacity=0, stroke=_ORANGE, strokeWidth=3).transform_filter("datum.good == 'good'")
    numbers = base.mark_text(fontSize=11).encode(text=alt.Text("value:Q", format=".0%" if shares else ".3~g"))
    field = alt.layer(cells, frames, numbers, data=data).properties(width=alt.Step(48), height=alt.Step(30))
    if len(axes) > 2:
        field = field.facet(alt.Facet("rest:N", title=None), columns=3)
    return field.properties(title=f"{swept.game}: {title}")
