"""Every game of the library keeps what the interface promises, from equality to notation (`ludens.testing`)."""

from __future__ import annotations

import pytest

import ludens
from shelf import each_game


@pytest.mark.parametrize("name", each_game())
def test_promises(name: str) -> None:
    ludens.testing.check(ludens.load(name))
