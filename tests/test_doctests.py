"""The examples in the docstrings of every module."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
MODULES = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((SOURCE / "ludens").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
#: rooms whose modules need other people's libraries, which `make test` does not install
INTERFACES = ("ludens.envs.",)


def test_there_are_examples() -> None:
    assert len(MODULES) > 10


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=[pytest.mark.integration] if one.startswith(INTERFACES) else []) for one in MODULES],
)
def test_examples(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted and not results.failed
