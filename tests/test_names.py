"""What tests, pages' builders and examples import of ludens is there: type checkers look at the package alone."""

from __future__ import annotations

import ast
import functools
import importlib
import warnings
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
FOLDERS = ("tests", "docs/making", "examples", "benchmarks", "packaging")


def imported(tree: ast.AST) -> Iterator[tuple[int, str, str]]:
    """(line, module, name) of each name that is imported from a module of ludens."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "ludens":
            yield from ((node.lineno, node.module, alias.name) for alias in node.names)


def is_there(module: str, name: str) -> bool:
    """Whether a module has a name: as its text says, as a module in its folder, or once it is imported."""
    place = SOURCE.joinpath(*module.split("."))
    if (place / f"{name}.py").exists() or (place / name).is_dir():
        return True
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    if not file.exists():
        return False
    if name in names_in(file):
        return True
    with warnings.catch_warnings(action="ignore"):  # an old name says where it went
        return hasattr(importlib.import_module(module), name)


@functools.cache
def names_in(file: Path) -> frozenset[str]:
    """The names that a module binds, wherever it does."""
    names = set[str]()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return frozenset(names)


def test_what_is_imported_is_there() -> None:
    files = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    missing = [
        f"{file.relative_to(ROOT)}:{line}: {module} has no {name}"
        for file in files
        for line, module, name in imported(ast.parse(file.read_text(encoding="utf-8")))
        if not is_there(module, name)
    ]
    assert not missing, "\n".join(missing)


def test_what_is_missing_is_found() -> None:
    assert is_there("ludens.game", "State") and is_there("ludens.agents", "uct") and is_there("ludens", "load")
    assert not is_there("ludens.game", "Stat") and not is_there("ludens.gone", "State")
