"""Some games of the corpus, from every part of it, keep what the interface promises (`ludens.testing`)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import ludens

HERE = Path(__file__).resolve().parent
GAMES = 20
#: descriptions of more bytes compile for long
LARGE = 2_000


def corpus() -> Path:
    """The folder of the corpus's games, which is no part of this repository: see `ratchet.py`."""
    beside = HERE.parents[2] / "shared" / "conformance"
    return Path(os.environ.get("LUDENS_CONFORMANCE", beside)) / "corpus" / "lud"


def sample() -> list[object]:
    """An even spread of the games that replay exactly; the large ones are slow tests."""
    rows = [line.split("\t") for line in (HERE / "levels.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    exact = [path for path, level, *_ in rows if level == "5"]
    chosen = [exact[(2 * n + 1) * len(exact) // (2 * GAMES)] for n in range(GAMES)]
    return [pytest.param(path, id=path, marks=pytest.mark.slow if is_large(corpus() / path) else ()) for path in chosen]


def is_large(path: Path) -> bool:
    return path.exists() and path.stat().st_size > LARGE


@pytest.mark.skipif(not corpus().is_dir(), reason="the corpus is not there")
@pytest.mark.parametrize("path", sample())
def test_promises(path: str) -> None:
    ludens.testing.check(ludens.load(corpus() / path))
