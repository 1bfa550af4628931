"""The public API is what `tests/public_api.txt` says: a change of it is seen in review, and told in the changelog."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_public_api_is_the_committed_one() -> None:
    # in a process of its own: ast of Python 3.11 errs where another thread parses at the same moment
    maker = ROOT / "docs" / "making" / "public_api.py"
    listing = subprocess.run([sys.executable, maker], capture_output=True, encoding="utf-8", check=True).stdout
    committed = (ROOT / "tests/public_api.txt").read_text(encoding="utf-8")
    assert listing == committed, "python docs/making/public_api.py > tests/public_api.txt"
