"""The rooms of `src/ludens` import one way only: each may use only the rooms before it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "ludens"
ROOMS = [
    "language",
    "board",
    "stage",
    "ludemes",
    "native",
    "game",
    "library",
    "agents",
    "arena",
    "render",
    "amazons",
    "greener",
    "ludo",
    "protocols",
    "web",
    "cli",
]
# Modules beside the rooms: errors and hooks are everyone's; the front door and `python -m ludens` look into every room.
EVERYONES = {"errors", "_errors", "hooks"}
FRONT_DOOR = {"__init__", "__main__"}


def room_of(path: Path, source: Path = SOURCE) -> str:
    """The room that a file belongs to: its first folder, or its own name."""
    parts = path.relative_to(source).with_suffix("").parts
    return parts[0]


def absolute_name(node: ast.ImportFrom, package: list[str]) -> str:
    """The dotted module that a `from` import names, relative ones resolved in `package`."""
    if node.level == 0:
        return node.module or ""
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def imported_rooms(text: str, package: list[str]) -> Iterator[tuple[int, str]]:
    """(line, room) of every import of something of ludens, wherever it stands in the file.

    Imports for type checkers count too: a type of a room above would tie the two together all the same.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = absolute_name(node, package)
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "ludens" else [module]
        else:
            continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == "ludens":
                yield node.lineno, rest.split(".")[0]


def violations(source: Path) -> list[str]:
    """Every import against the order, as `file:line: ...`."""
    found = []
    for path in sorted(source.rglob("*.py")):
        room = room_of(path, source)
        if room in FRONT_DOOR or path.stem == "__main__":  # programs start at the front door
            continue
        package = ["ludens", *path.relative_to(source).parent.parts]
        for line, other in imported_rooms(path.read_text(encoding="utf-8"), package):
            if (message := objection(room, other)) is not None:
                found.append(f"{path.relative_to(source)}:{line}: {message}")
    return found


def objection(room: str, other: str) -> str | None:
    """Why `room` may not import `other`, or None where it may."""
    if other == room or other in EVERYONES:
        return None
    if room in EVERYONES:
        return f"{room} may import nothing of ludens, and imports {other or 'the package'}"
    if other not in ROOMS:
        return f"{room} imports {other or 'the package itself'}, which is no room"
    if ROOMS.index(other) > ROOMS.index(room):
        return f"{room} imports {other}, a room above it"
    return None


def test_every_module_stands_in_a_room() -> None:
    known = {*ROOMS, *EVERYONES, *FRONT_DOOR}
    strangers = {room_of(path) for path in SOURCE.rglob("*.py")} - known
    assert not strangers, f"not in the list of rooms: {sorted(strangers)}"


def test_rooms_import_only_rooms_before_them() -> None:
    found = violations(SOURCE)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("board/a.py", "from ludens.language import read", 0),
        ("board/a.py", "from ..language import read", 0),
        ("board/a.py", "from . import b", 0),
        ("board/a.py", "def f():\n    from ludens.game import Game", 1),
        ("board/a.py", "from ..game.state import State", 1),
        ("game/deep/a.py", "from ...agents import uct", 1),
        ("game/a.py", "import ludens.cli", 1),
        ("game/a.py", "import ludens", 1),
        ("game/a.py", "from ludens import load", 1),
        ("game/a.py", "from ludens import board", 0),
        ("cli.py", "from ludens.agents import uct\nfrom ludens.library import find", 0),
        ("errors.py", "from ludens.language import Span", 1),
    ],
)
def test_the_check_itself(tmp_path: Path, file: str, text: str, expected: int) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert len(violations(tmp_path)) == expected
