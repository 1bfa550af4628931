"""The designer's lab: what a game is like, in numbers with their intervals.

>>> import ludens
>>> report = ludens.lab.measure(ludens.load("Tic-Tac-Toe"), n=2000, seed=3)
>>> report["draws"].low < 0.127 < report["draws"].high
True
"""

from __future__ import annotations

from ludens.lab.comparison import Change, UsageChange, compare, compare_usage
from ludens.lab.estimates import Estimate
from ludens.lab.measurement import Effort, Measuring, measure
from ludens.lab.measures.base import Measure, measures
from ludens.lab.report import Measured, Report, Usage

__all__ = [
    "Change", "Effort", "Estimate", "Measure", "Measured", "Measuring", "Report", "Usage", "UsageChange", "compare",
    "compare_usage", "measure", "measures",
]  # fmt: skip
