"""The modules that a description passes on its way to native code read downwards: what is called stands below."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from pathlib import Path
from types import FrameType

import pytest

import ludens

TEXT = """(game "Three" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
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


def test_a_description_goes_the_way_that_the_manual_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", "off")
    page = (GAME.parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## A description on its way")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(?:ludens\.)?([\w.]+)` \|", section, re.MULTILINE)
    called: dict[str, None] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        if frame.f_code.co_flags & inspect.CO_OPTIMIZED:  # a function, and no body of a class or a module
            name = f"{frame.f_globals.get('__name__', '')}.{frame.f_code.co_qualname}"
            called.setdefault(name.removeprefix("ludens.").removesuffix(".__init__"))

    sys.setprofile(note)
    try:
        _ = ludens.load(TEXT).fast
    finally:
        sys.setprofile(None)
    assert len(rows) == 12 and [name for name in called if name in rows] == rows
