"""The examples in the docstrings of the modules do what they show."""

from __future__ import annotations

import doctest

import pytest

from ludens.founding.amazons import geometry, notation, position, record, score, territory, turn


@pytest.mark.parametrize("module", [geometry, notation, position, record, score, territory, turn])
def test_modules(module: object) -> None:
    failures, tries = doctest.testmod(module)  # type: ignore[arg-type]
    assert failures == 0 and tries > 0
