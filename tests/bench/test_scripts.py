"""The scripts in `benchmarks/` say what they are for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).resolve().parents[2] / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_each_script_has_help(script: Path) -> None:
    told = subprocess.run([sys.executable, str(script), "--help"], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("usage: ")
