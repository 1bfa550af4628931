"""Digests of rules, which files outside of the cache name, do not change."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import ludens

CERTIFICATES = Path(__file__).parents[1] / "docs" / "certificates.jsonl"


def test_rules_are_known_by_sha_256() -> None:
    game = ludens.load("Hex")
    assert game.digest == hashlib.sha256(game.description.placed.encode()).hexdigest()


@pytest.mark.parametrize("name", ["Nackgammon", "Y", "Hex"])
def test_certificates_are_of_the_rules_that_there_are(name: str) -> None:
    lines = map(json.loads, CERTIFICATES.read_text(encoding="utf-8").splitlines())
    assert [ludens.load(name).digest] == [line["digest"] for line in lines if line["game"] == name]
