"""The picture has every game and system, and axes that can be read."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from ludens.bench import picture
from ludens.bench.comparison import Comparison
from ludens.bench.report import Report
from ludens.bench.rows import OTHER, OWN, Row
from ludens.bench.suites import SUITES

SVG = "{http://www.w3.org/2000/svg}"


def made_up(*games: str) -> Report:
    """Each game is ten times as fast as the last one."""
    report = Report.new()
    for number, name in enumerate(games):
        for system, factor in ((OWN, 2.0), (OTHER, 1.0), ("openspiel", 0.1)):
            for suite in ("playouts", "python"):
                metric = SUITES[suite].metrics[0]
                samples = [factor * 10**number * (1 + k / 100) for k in range(9)]
                report.rows.append(Row(suite, name, system, metric, samples, [1.0] * 9 if system == OWN else []))
    return report


def test_everything_is_drawn() -> None:
    report = made_up("Hex", "<Go & co>")
    changes = Comparison([OWN, OTHER, "openspiel"]).changes(report.rows)
    svg = picture.draw(report, changes, "a title & more")
    tree = ElementTree.fromstring(svg)
    texts = [text.text for text in tree.iter(f"{SVG}text")]
    assert "a title & more" in texts and {OWN, OTHER, "openspiel"} <= set(texts)
    assert texts.count("Hex") == texts.count("<Go & co>") == 2  # of two suites
    assert "Hex, plies" in texts and "2.00 faster" in texts and "python: times faster than other" in texts
    marks = [path for path in tree.iter(f"{SVG}path") if path.get("class")]
    assert len(marks) == 3 + 2 * 2 * 3 + 2 * 2  # legend, rows, changes
    assert "prefers-color-scheme:dark" in svg and "nan" not in svg and "inf" not in svg


def test_nothing_lies_outside() -> None:
    svg = picture.draw(made_up("Hex", "Go", "Oware", "Chess"), {})
    width, height = map(float, re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups())  # type: ignore[union-attr]
    tree = ElementTree.fromstring(svg)
    for line in tree.iter(f"{SVG}line"):
        assert all(0 <= float(line.get(name, "")) <= width for name in ("x1", "x2"))
        assert all(0 <= float(line.get(name, "")) <= height for name in ("y1", "y2"))


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.97, 1.02, [0.97, 0.98, 0.99, 1.0, 1.01, 1.02]),
        (0.8, 1.3, [0.8, 0.9, 1.0, 1.1, 1.2, 1.3]),
        (100, 700, [100, 200, 300, 400, 500, 600, 700]),
        (900, 1.1e6, [1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6]),
        (1, 1e12, [10.0**k for k in range(13)]),
    ],
)
def test_numbers_of_axes_are_round(low: float, high: float, ticks: list[float]) -> None:
    assert picture._ticks(low, high) == pytest.approx(ticks)


def test_a_run_of_nothing_is_a_picture() -> None:
    assert ElementTree.fromstring(picture.draw(Report.new(), {})).tag == f"{SVG}svg"
