"""The public API is what `tests/public_api.txt` says: a change of it is seen in review, and told in the changelog."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_public_api_is_the_committed_one() -> None:
    listing = runpy.run_path(str(ROOT / "docs/making/public_api.py"))["listing"]
    committed = (ROOT / "tests/public_api.txt").read_text(encoding="utf-8")
    assert listing() == committed, "python docs/making/public_api.py > tests/public_api.txt"
