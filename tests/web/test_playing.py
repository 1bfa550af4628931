"""The guide for players shows what there is."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_every_picture_is_shown_and_small() -> None:
    shown = re.findall(r"!\[[^]]*\]\((screenshots/[^)]+)\)", (DOCS / "playing.md").read_text(encoding="utf-8"))
    made = {path.relative_to(DOCS).as_posix(): path.stat().st_size for path in (DOCS / "screenshots").iterdir()}
    assert sorted(shown) == sorted(made)
    assert sum(made.values()) < 1_500_000
