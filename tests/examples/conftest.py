"""The language has the ludemes of examples/extend, and forgets them after each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens import ludemes

EXTEND = Path(__file__).parents[2] / "examples" / "extend"


@pytest.fixture(autouse=True)
def language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ludemes, "__path__", [*ludemes.__path__, str(EXTEND / "ludemes")])
