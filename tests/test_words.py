"""Names are words of the glossary. Participles say nothing of what they hold: each landing has fewer of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "ludens"
BARRED = {"told", "found", "said", "known", "kept", "wanted", "asked"}
#: how many bindings of these names there are; lower it whenever there are fewer
MOST = 163


def bindings(tree: ast.AST) -> Iterator[str]:
    """The names of variables, parameters, functions and attributes that a module binds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name.lstrip("_")
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr.lstrip("_")


def test_no_more_participles_than_there_were() -> None:
    texts = (path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    count = sum(name in BARRED for text in texts for name in bindings(ast.parse(text)))
    assert count <= MOST, f"{count} names of {sorted(BARRED)}; docs/glossary.md has better ones"
    assert count > MOST - 100, f"there are only {count} now: let MOST be that"


def test_no_module_has_such_a_name() -> None:
    assert not {path.stem for path in SOURCE.rglob("*.py")} & BARRED
