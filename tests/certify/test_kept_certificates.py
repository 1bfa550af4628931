"""The certificates of the library, in docs/certificates.jsonl: of every game, none that fails."""

from __future__ import annotations

import json
from pathlib import Path

from ludens import library
from ludens.testing.certificates import Certificate

FILE = Path(__file__).parents[2] / "docs" / "certificates.jsonl"
CERTIFICATES = [Certificate.from_dict(json.loads(line)) for line in FILE.read_text(encoding="utf-8").splitlines()]


def test_every_game_has_one() -> None:
    games = {library.key(path.stem) for path in library.shipped().values()}
    assert [library.key(one.game) for one in CERTIFICATES] == sorted(games), "make certificates"


def test_nothing_that_was_tested_failed() -> None:
    assert [one.game for one in CERTIFICATES if not one.holds or one.tests <= 100] == []
