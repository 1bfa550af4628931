"""The certificates of the library, in docs/certificates.jsonl: of every game, none that fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludens import library
from ludens.testing.certificates import Certificate

FILE = Path(__file__).parents[2] / "docs" / "certificates.jsonl"
CERTIFICATES = [Certificate.from_dict(json.loads(line)) for line in FILE.read_text(encoding="utf-8").splitlines()]


def test_every_game_has_one() -> None:
    games = {library.key(path.stem) for path in library.GAMES.rglob("*.lud")}
    assert [library.key(one.game) for one in CERTIFICATES] == sorted(games), "make certificates"


@pytest.mark.parametrize("certificate", CERTIFICATES, ids=lambda one: library.key(one.game))
def test_nothing_that_was_tested_failed(certificate: Certificate) -> None:
    assert certificate.holds and certificate.tests > 100
