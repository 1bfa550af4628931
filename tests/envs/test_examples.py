"""The example of the documentation runs as it stands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_table_of_values_learns() -> None:
    command = [sys.executable, ROOT / "examples" / "q_learning.py", "--plays", "3000"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120).stdout
    won = [int(share) for share in re.findall(r"won +(\d+)%", shown)]
    assert len(won) == 10 and sum(won[-2:]) > sum(won[:2]) + 10
