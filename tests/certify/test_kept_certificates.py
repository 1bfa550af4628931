"""The certificates of the library, in docs/certificates: of every game, none that fails, and small."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludens import library
from ludens.certify import Certificate
from ludens.certify.page import badge

FOLDER = Path(__file__).parents[2] / "docs" / "certificates"
FILES = sorted(FOLDER.glob("*.json"))


def test_every_game_has_one() -> None:
    games = {library.key(path.stem) for path in library.GAMES.rglob("*.lud")}
    assert {path.stem for path in FILES} == games, "make certificates"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_nothing_that_was_tested_failed(file: Path) -> None:
    made = Certificate.from_dict(json.loads(file.read_text(encoding="utf-8")))
    assert made.holds and made.tests > 100
    assert file.with_suffix(".svg").read_text(encoding="utf-8") == badge(made)
    assert library.key(made.game) == file.stem


def test_they_are_small_and_the_page_leads_to_all() -> None:
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    assert all(f"href='{file.name}'" in page for file in FILES)
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 1_500_000
