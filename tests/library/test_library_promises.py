"""Every game of the library keeps what the interface promises, from equality to notation (`ludens.testing`)."""

from __future__ import annotations

import pytest

import ludens
from ludens import library

#: descriptions of more bytes compile for long
LARGE = 1_800


def each_game() -> list[object]:
    """The games, the large ones as slow tests; those of one name run in one process, which compiles them once."""
    marks = {name: [pytest.mark.slow] if len(library.read(name)) > LARGE else [] for name in library.names()}
    return [pytest.param(n, id=n, marks=[pytest.mark.xdist_group(n), *slow]) for n, slow in marks.items()]


@pytest.mark.parametrize("name", each_game())
def test_promises(name: str) -> None:
    ludens.testing.check(ludens.load(name))
