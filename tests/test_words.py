"""Names are words of the glossary. Participles say nothing of what they hold: each landing has fewer of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "ludens"
BARRED = {"told", "found", "said", "known", "kept", "wanted", "asked"}
#: fields of the public API and of the page's messages, which stay (docs/stability.md)
PUBLIC = {
    ("arena/match.py", "said"),
    ("explain/answers.py", "asked"),
    ("web/schemas/server.py", "found"),
    ("web/schemas/study.py", "found"),
}
#: how many bindings of these names there are; lower it whenever there are fewer
MOST = 0
SCRIPTS = SOURCE / "web" / "static"
COMMENTS = re.compile(r"/\*.*?\*/|(?<!:)//.*?$", re.DOTALL | re.MULTILINE)
_NAME = rf"(?P<name>{'|'.join(sorted(BARRED))})\b"
#: a declaration, a parameter or part of a pattern, a function of one parameter, a method, an attribute
BOUND = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        rf"\b(?:const|let|var|class|function\*?)\s+{_NAME}",
        rf"[({{\[,:]\s*(?:\.\.\.)?{_NAME}\s*(?:[,)}}\]]|=(?!=))",
        rf"{_NAME}\s*=>",
        rf"^\s*(?:(?:async|static|get|set)\s+)*[*#]*{_NAME}\(",
        rf"\bthis\.[#_]?{_NAME}\s*=(?!=)",
    )
)


def bindings(tree: ast.AST) -> Iterator[str]:
    """The names of variables, constants, parameters, functions and attributes that a module binds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.id
        elif isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            name = node.attr
        else:
            continue
        yield name.strip("_").lower()


def test_no_more_participles_than_there_were() -> None:
    places = ((path, path.relative_to(SOURCE).as_posix()) for path in SOURCE.rglob("*.py"))
    count = sum(
        name in BARRED and (place, name) not in PUBLIC
        for path, place in places
        for name in bindings(ast.parse(path.read_text(encoding="utf-8")))
    )
    assert count <= MOST, f"{count} names of {sorted(BARRED)}; docs/glossary.md has better ones"
    assert count > MOST - 100, f"there are only {count} now: let MOST be that"


def test_no_module_has_such_a_name() -> None:
    assert not {path.stem for path in SOURCE.rglob("*.py")} & BARRED


def scripted(text: str) -> set[str]:
    """The barred names that a script binds."""
    text = COMMENTS.sub("", text)
    return {match["name"] for pattern in BOUND for match in pattern.finditer(text)}


def test_the_scripts_of_the_page_have_no_such_name() -> None:
    names = {path.name: scripted(path.read_text(encoding="utf-8")) for path in SCRIPTS.glob("*.js")}
    assert not {place: barred for place, barred in names.items() if barred}


@pytest.mark.parametrize(
    "text",
    [
        "let told;",
        "function known(game) {}",
        "({ text, found }) => text",
        "(x, kept = 1) => x",
        "asked => 1",
        "  async #said(node) {",
        "this.known = 1",
        "({ a: found }) => 1",
    ],
)
def test_such_a_name_is_seen_in_a_script(text: str) -> None:
    assert scripted(text)


@pytest.mark.parametrize(
    "text", ["answer.found", "{ found: puzzles }", "// so (found)", "t`Nothing found.`", "a.asked()"]
)
def test_names_of_messages_are_none_of_the_scripts(text: str) -> None:
    assert not scripted(text)
