"""Every game of the library keeps what the interface promises, from equality to notation (`ludens.testing`)."""

from __future__ import annotations

import pytest

import ludens
from ludens import library

#: descriptions of more bytes compile for long
LARGE = 1_800
#: games with boards of more than a hundred sites, whose every move is written, read and made many times
WIDE = {"Connect6", "Gomoku", "Havannah", "Hex", "Pente", "Y"}


def each_game() -> list[object]:
    """The games, the large ones as slow tests; those of one name run in one process, which compiles them once."""
    slow = {name for name in library.names() if name in WIDE or len(library.read(name)) > LARGE}
    marks = {name: [pytest.mark.slow] if name in slow else [] for name in library.names()}
    return [pytest.param(n, id=n, marks=[pytest.mark.xdist_group(n), *of_game]) for n, of_game in marks.items()]


@pytest.mark.parametrize("name", each_game())
def test_promises(name: str) -> None:
    ludens.testing.check(ludens.load(name))
