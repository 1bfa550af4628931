"""The games of the library as parameters of tests: one of each kind is quick, and stands for its kind."""

from __future__ import annotations

import re
from functools import cache

import pytest

from ludens import library

CLASSIFICATION = re.compile(r'\(classification "([^"]*)"\)')


@cache
def quick() -> frozenset[str]:
    """Of each classification the game with the shortest description."""
    shortest: dict[str, str] = {}
    for name in sorted(library.names(), key=lambda name: (len(library.read(name)), name)):
        found = CLASSIFICATION.search(library.read(name))
        shortest.setdefault(found[1] if found else "", name)
    return frozenset(shortest.values())


def each_game(*also_quick: str, rest: str = "slow") -> list[object]:
    """All games; those that stand for no kind have the marker `rest`. A process that has compiled a game tests it."""
    marker = getattr(pytest.mark, rest)
    return [
        pytest.param(
            name,
            id=name,
            marks=[pytest.mark.xdist_group(name), *([] if name in quick() or name in also_quick else [marker])],
        )
        for name in library.names()
    ]
