"""What `import ludens` gives: little at once, and everything when asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import ludens
from ludens import library

ROOMS = (
    "agents",
    "arena",
    "cluster",
    "envs",
    "game",
    "language",
    "library",
    "render",
    "suite",
    "testing",
    "web",
)


def fresh(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout


def test_nothing_heavy_is_imported() -> None:
    loaded = set(fresh("import sys, ludens; print(*sys.modules)").split())
    assert {name for name in loaded if name.startswith("ludens.")} == {
        "ludens.version",
    }
    assert not loaded & {"numpy", "llvmlite", "pkgutil", "pathlib", "inspect", "dataclasses"}


def test_a_game_is_played_without_what_is_slow_to_import() -> None:
    played = "import sys, ludens; ludens.load('Hex').playouts(1); print(*sys.modules)"
    loaded = set(fresh(played).split())
    slow = {"difflib", "secrets", "concurrent.futures", "logging", "numpy"}
    slow |= {"socket"} if os.name != "nt" else set()
    assert "llvmlite.binding" in loaded
    assert not loaded & slow


@pytest.mark.parametrize("name", ["Chess", "Go", "Oware", "Havannah", "Backgammon", "Chinese Checkers", "Surakarta"])
def test_random_games_do_without_numpy(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Which takes as long to import as all the rest; who looks at the results gets its arrays."""
    monkeypatch.setenv("LUDENS_CACHE", "off")
    place = str(library.find(name))
    played = f"played = ludens.load({place!r}).playouts(2, seed=1)"
    told = f"import sys, ludens; {played}; print('numpy' in sys.modules, len(played.lengths), 'numpy' in sys.modules)"
    assert fresh(told).split() == ["False", "2", "True"]


def test_random_games_need_no_states_and_boards_no_other_generators(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", "off")
    place = str(library.find("Tic-Tac-Toe"))
    loaded = set(fresh(f"import sys, ludens; ludens.load({place!r}).playouts(1); print(*sys.modules)").split())
    assert {"ludens.game.single", "ludens.board.generators.square"} <= loaded
    states = {"ludens.game." + name for name in ("singlestate", "state", "notation", "legal", "batch", "portable")}
    boards = {"ludens.board." + name for name in ("generators.concentric", "generators.celtic", "surakarta", "mancala")}
    assert not loaded & (states | boards | {"ludens.game.puzzles", "ludens.native.desks", "platformdirs"})


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_are_attributes(room: str) -> None:
    assert isinstance(getattr(ludens, room), ModuleType)


def test_names_are_listed() -> None:
    packages = {path.parent.name for path in Path(ludens.__file__).parent.glob("*/__init__.py")}
    assert {*ludens.__all__, *packages} <= set(dir(ludens))
    assert all(getattr(ludens, name) is not None for name in ludens.__all__)


def test_what_there_is_not() -> None:
    with pytest.raises(AttributeError, match="module 'ludens' has no attribute 'nothing'"):
        _ = ludens.nothing


def test_errors_have_names() -> None:
    assert issubclass(ludens.IllegalMove, ValueError) and issubclass(ludens.LimitExceeded, RuntimeError)
    assert not issubclass(ludens.Defect, ludens.LudError)


def test_states_of_a_fresh_process_are_drawn() -> None:
    program = 'import ludens; print(ludens.load("Tic-Tac-Toe").start(seed=1))'
    assert fresh(program) == ". . .\n. . .\n. . .\n"
