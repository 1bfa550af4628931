"""Every game of the library keeps what the interface promises, from equality to notation (`ludens.testing`)."""

from __future__ import annotations

import pytest

import ludens
from ludens import library


@pytest.mark.parametrize("name", [pytest.param(n, id=n, marks=pytest.mark.xdist_group(n)) for n in library.names()])
def test_promises(name: str) -> None:
    ludens.testing.check(ludens.load(name))
