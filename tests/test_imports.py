"""The rooms of `src/ludens` import one way only: each may use the rooms that its row in a table names."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "ludens"
#: the rooms, from the ground up, and which rooms each may import: a row names what it needs, and no more
ROOMS: dict[str, str] = {
    "words": "",
    "system": "",
    "workers": "system",
    "cluster": "workers",
    "language": "",
    "board": "",
    "stage": "system language",
    "rules": "language board stage",
    "ludemes": "words language board stage rules",
    "native": "system language stage rules ludemes",
    "game": "language board stage rules ludemes native",
    "explain": "words language board stage rules ludemes native game",
    "encoding": "language board stage rules ludemes native game",
    "gpu": "stage rules game encoding",
    "testing": "language stage rules native game encoding",
    "library": "system language game",
    "notation": "words board stage rules ludemes native game",
    "solve": "system workers stage rules ludemes native game encoding",
    "imports": "language board",
    "agents": "language board stage rules ludemes native game encoding notation solve",
    "tuning": "stage rules ludemes native game encoding agents",
    "arena": "system workers stage game notation solve agents",
    "render": "words language board stage rules ludemes game explain notation",
    "lab": ("words system workers language board stage rules ludemes native game explain library solve agents render"),
    "lsp": "system workers language board stage rules ludemes game library render",
    "study": "rules native game notation solve agents render",
    "learning": "system workers rules game encoding agents arena",
    "suite": "workers language board game encoding library notation agents arena render lab",
    "drafting": "language ludemes native game library lab lsp suite",
    "envs": (
        "system workers language board stage rules ludemes native game explain encoding library notation agents "
        "arena render suite"
    ),
    "bench": "system workers stage native game library notation agents",
    "web": (
        "words system workers language board stage rules ludemes native game explain library notation agents "
        "arena render lab lsp study"
    ),
    "export": "words system board stage rules native game gpu notation imports agents render lab",
    "cli": (
        "words system workers language board stage ludemes game explain encoding gpu testing library notation "
        "solve imports agents tuning arena render lab lsp study learning suite drafting envs bench web export"
    ),
    "founding": "system workers language stage ludemes native game library notation agents arena render cli",
}
# Modules beside the rooms: errors are everyone's; the front door and `python -m ludens` look into every room, and so do
# the declarations of members, for their types alone.
EVERYONES = {"_archive", "errors", "_errors", "formats", "members", "plugins", "version"}
FRONT_DOOR = {"__init__", "__main__", "ludo", "members"}


pytestmark = pytest.mark.xdist_group("imports")


@dataclass(frozen=True)
class Import:
    """An import, whether it stands at the top of its file, and whether under `if TYPE_CHECKING` there."""

    node: ast.Import | ast.ImportFrom
    at_top: bool
    for_types: bool


@functools.cache  # several tests read each file, in one process
def imports_in(text: str) -> tuple[Import, ...]:
    """Every import of a file, wherever it stands; what cannot hold a statement is not looked into."""
    tree = ast.parse(text)
    found, todo = list[Import](), [(node, True, False) for node in reversed(tree.body)]
    while todo:
        node, at_top, for_types = todo.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append(Import(node, at_top, for_types))
        within = for_types or (at_top and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
        for blocks in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, blocks, ())
            todo += [(each, False, within) for each in inner] if isinstance(inner, list) else []
    return tuple(sorted(found, key=lambda each: each.node.lineno))


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
    for node in (each.node for each in imports_in(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            module = absolute_name(node, package)
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "ludens" else [module]
        for name in names:
            first, _, rest = name.partition(".")
            if first == "ludens":
                yield node.lineno, rest.split(".")[0]


def violations(source: Path) -> list[str]:
    """Every import that the table does not allow, as `file:line: ...`."""
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
    if other not in ROOMS[room].split():
        return f"{room} imports {other}, which its row does not allow"
    return None


def test_every_module_stands_in_a_room() -> None:
    known = {*ROOMS, *EVERYONES, *FRONT_DOOR}
    strangers = {room_of(path) for path in SOURCE.rglob("*.py")} - known
    assert not strangers, f"not in the list of rooms: {sorted(strangers)}"


def test_rooms_import_only_what_their_rows_allow() -> None:
    violated = violations(SOURCE)
    assert not violated, "\n".join(violated)


def test_rows_allow_only_rooms_before_them() -> None:
    order = list(ROOMS)
    assert not [(room, one) for room in order for one in ROOMS[room].split() if one not in order[: order.index(room)]]


def test_rows_allow_only_what_is_needed() -> None:
    needed: dict[str, set[str]] = {room: set() for room in ROOMS}
    for path in SOURCE.rglob("*.py"):
        package = ["ludens", *path.relative_to(SOURCE).parent.parts]
        if (room := room_of(path)) in ROOMS and path.stem != "__main__":
            needed[room] |= {other for _, other in imported_rooms(path.read_text(encoding="utf-8"), package)}
    assert not [(room, one) for room, row in ROOMS.items() for one in row.split() if one not in needed[room]]


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("stage/a.py", "from ludens.language import read", 0),
        ("stage/a.py", "from ..language import read", 0),
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


# --- circles


def imports(source: Path) -> dict[str, set[str]]:
    """The modules of ludens by their dotted names, and which of them each one imports, wherever it does."""
    found = {name_of(path, source): path for path in source.rglob("*.py")}
    return {name: set(imported_modules(path, source, found)) - {name} for name, path in found.items()}


def name_of(path: Path, source: Path) -> str:
    """The dotted name of a module."""
    return ".".join(("ludens", *path.relative_to(source).with_suffix("").parts)).removesuffix(".__init__")


def imported_modules(path: Path, source: Path, known: Collection[str]) -> Iterator[str]:
    """The modules of ludens that a module imports; of a package that which is imported from it, if it is a module."""
    package = ["ludens", *path.relative_to(source).parent.parts]
    for each in imports_in(path.read_text(encoding="utf-8")):
        node = each.node
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        else:
            module = absolute_name(node, package)
            names = (f"{module}.{alias.name}" for alias in node.names)
            found = (name for name in (n if n in known else module for n in names) if name in known)
            passed_over = EACH_OTHERS if each.for_types and package[1:2] == ["game"] else set[str]()
            yield from (name for name in found if name not in passed_over)


#: a game and a state are of types that name each other, and what the room does for them takes these types
EACH_OTHERS = {"ludens.game.game", "ludens.game.single", "ludens.game.state"}


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Modules that import each other, by way of others or not: each one in at most one of the lists."""
    left = {name: set(others) for name, others in graph.items()}
    while ends := {name for name, others in left.items() if not others & left.keys()}:
        left = {name: others for name, others in left.items() if name not in ends}
    reached = {name: reachable(name, left) for name in left}
    groups = {
        frozenset(o for o in reached[name] if name in reached.get(o, ())) for name in left if name in reached[name]
    }
    return sorted(sorted(group) for group in groups)


def reachable(name: str, graph: Mapping[str, set[str]]) -> set[str]:
    """The modules that a module imports, directly or by way of others."""
    found: set[str] = set()
    todo = [name]
    while todo:
        fresh = graph.get(todo.pop(), set()) - found
        found |= fresh
        todo += fresh
    return found


def test_no_modules_import_each_other() -> None:
    """Imports for type checkers count here too: what two modules both need belongs into a third one."""
    apart = {"ludens", "ludens.members"}  # the front door, and what imports nothing when it is imported
    graph = {name: others for name, others in imports(SOURCE).items() if name not in apart}
    assert not circles(graph), "\n".join(map(str, circles(graph)))


def test_members_import_rooms_for_their_types_alone() -> None:
    text = (SOURCE / "members.py").read_text(encoding="utf-8")
    rooms = {
        name: each.for_types for each in imports_in(text) for _, name in imported_rooms(ast.unparse(each.node), [])
    }
    assert {"encoding", "explain", "game"} <= rooms.keys()
    assert all(rooms.values()), rooms


def test_circles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str](), "e": {"f"}, "f": {"e", "a"}}
    assert circles(graph) == [["b", "c"], ["e", "f"]]


# --- the order inside `rules` and `ludemes`

#: what rules and ludemes stand on, from the ground up, by room; the modules that mirror the language come last, and
#: share what is in `directions` and its like
LAYERS = {
    "rules": [
        {"enums", "base", "limits", "naming"},
        {"state"},
        {"actions"},
        {"generation"},
        {"categories"},
        {"consequents", "roles", "structure"},
        {"turns"},
    ],
    "ludemes": [{"directions", "groups", "radial_tables", "resolution", "set_directions"}],
}


def layer_of(room: str, module: str) -> int:
    """The layer of a module inside its room, by its first name; those that no layer names come behind all."""
    first = module.split(".")[0]
    return next((number for number, names in enumerate(LAYERS[room]) if first in names), len(LAYERS[room]))


def against_the_layers(source: Path, room: str) -> list[str]:
    """Every import inside a room of something of a later layer."""
    prefix = f"ludens.{room}."
    inner = {
        name.removeprefix(prefix): {other.removeprefix(prefix) for other in others if other.startswith(prefix)}
        for name, others in imports(source).items()
        if name.startswith(prefix)
    }
    return [
        f"{name} imports {other}, of a later layer"
        for name, others in sorted(inner.items())
        for other in sorted(others)
        if layer_of(room, other) > layer_of(room, name)
    ]


def hidden_imports(text: str) -> list[int]:
    """The lines of imports that do not stand at the top of a file: in a function, or under a condition.

    NumPy takes long to import, and few functions need it.
    """
    hidden = (each.node for each in imports_in(text) if not each.at_top)
    return [node.lineno for node in hidden if "import numpy" not in ast.unparse(node)]


@pytest.mark.parametrize("room", LAYERS)
def test_the_layers_are_there(room: str) -> None:
    folder = SOURCE / room
    missing = [
        name
        for names in LAYERS[room]
        for name in names
        if not (folder / name).is_dir() and not (folder / f"{name}.py").is_file()
    ]
    assert not missing


@pytest.mark.parametrize("room", LAYERS)
def test_modules_import_only_what_they_stand_on(room: str) -> None:
    violated = against_the_layers(SOURCE, room)
    assert not violated, "\n".join(violated)


def test_rules_and_ludemes_import_at_the_top() -> None:
    files = sorted(path for room in LAYERS for path in (SOURCE / room).rglob("*.py"))
    hidden = [
        f"{path.relative_to(SOURCE)}:{line}" for path in files for line in hidden_imports(path.read_text("utf-8"))
    ]
    assert not hidden, "\n".join(hidden)


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("state/view.py", "from ludens.rules.base import Need", 0),
        ("state/view.py", "from ludens.rules.state import layout", 0),
        ("state/view.py", "from ludens.rules.actions import pieces", 1),
        ("actions/pieces.py", "from ludens.rules.generation.sinks import Sink", 1),
        ("generation/sinks.py", "def f():\n    from ludens.rules.turns import legal", 1),
        ("generation/sinks.py", "from ludens.rules.actions import pieces", 0),
        ("turns/legal.py", "from ludens.rules.structure import End", 0),
    ],
)
def test_the_layers_are_kept(tmp_path: Path, file: str, text: str, expected: int) -> None:
    for name in ("base", "structure", "state/layout", "actions/pieces", "generation/sinks", "turns/legal", file[:-3]):
        module = tmp_path / "rules" / f"{name}.py"
        module.parent.mkdir(parents=True, exist_ok=True)
        module.touch()
    (tmp_path / "rules" / file).write_text(text)
    assert len(against_the_layers(tmp_path, "rules")) == expected


def test_hidden_imports_are_found() -> None:
    assert hidden_imports("import a\nfrom b import c") == []
    assert hidden_imports("def f():\n    import a") == [2]
    assert hidden_imports("if TYPE_CHECKING:\n    from a import b") == [2]
