"""Modules that a description passes on its way to native code read downwards: what is called stands below."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

GAME = Path(__file__).parents[2] / "src" / "ludens" / "game"
PASSED = ("loading", "builder", "equipment", "puzzles", "programs", "compiler")


def climbs(text: str) -> list[tuple[str, str]]:
    """The functions of a module that call one which stands above them, with the one that they call."""
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    lines = {function.name: function.lineno for function in functions}
    return [
        (function.name, node.id)
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and lines.get(node.id, function.lineno) < function.lineno
    ]


@pytest.mark.parametrize("module", PASSED)
def test_what_is_called_stands_below(module: str) -> None:
    assert not climbs((GAME / f"{module}.py").read_text(encoding="utf-8"))


def test_climbs_are_found() -> None:
    assert climbs("def a(): return b()\ndef b(): return a") == [("b", "a")]
