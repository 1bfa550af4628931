"""The language has the ludemes of examples/extend in these tests, and forgets them after them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens import ludemes

EXTEND = Path(__file__).parents[2] / "examples" / "extend"


@pytest.fixture(scope="module", autouse=True)
def language() -> Iterator[None]:
    """Looks into the folder as long as the tests of a module run."""
    before = list(ludemes.__path__)
    ludemes.__path__.append(str(EXTEND / "ludemes"))
    yield
    ludemes.__path__[:] = before
