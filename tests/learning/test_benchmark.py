"""The script that trains and measures the common net, in a small setting."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

pytest.importorskip("torch")
SCRIPT = Path(__file__).parents[2] / "benchmarks" / "common.py"


@pytest.mark.slow  # it compiles six games
def test_it_measures_at_three_points(tmp_path: Path) -> None:
    main = runpy.run_path(str(SCRIPT))["main"]
    out = tmp_path / "run"
    small = ["--small", "--cpu", "--minutes", "0.02", "--rated-games", "2", "--iterations", "2", "--device", "cpu"]
    lines = main([*small, "--out", str(out)])
    assert [json.loads(line) for line in (out / "results.jsonl").read_text(encoding="utf-8").splitlines()] == lines
    assert len(lines) == 3 * 6 and {line["set"] for line in lines} == {"train", "held-out"}
    assert all(line["low"] <= line["score"] <= line["high"] and line["of"] == 2 for line in lines)
