"""Digests: those that files outside of the cache name do not change."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import ludens
from ludens.digests import published

CERTIFICATES = Path(__file__).parents[1] / "docs" / "certificates"


def test_rules_are_known_by_sha_256() -> None:
    assert published(b"rules") == hashlib.sha256(b"rules").hexdigest()


@pytest.mark.parametrize("name", ["Nackgammon", "Y", "Hex"])
def test_certificates_are_of_the_rules_that_there_are(name: str) -> None:
    told = json.loads((CERTIFICATES / f"{name.lower()}.json").read_text(encoding="utf-8"))
    assert ludens.load(name).digest == told["digest"]
