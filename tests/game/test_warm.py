"""Games whose code is in the cache: neither read nor bound before somebody asks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ludens
from ludens.game import loading
from ludens.library import find, read

PROGRAM = """
import sys
import ludens
game = ludens.load(sys.argv[1], sys.argv[2:])
print(game.playouts(20, seed=5).lengths.tolist())
print("ludens.ludemes.registry" in sys.modules, "ludens.board" in sys.modules)
print(game.name, game.num_players)
"""


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))


def _run(*arguments: str) -> list[str]:
    command = [sys.executable, "-c", PROGRAM, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_a_game_from_the_cache_is_played_without_its_ludemes() -> None:
    place = str(find("Hex"))
    lengths, asked, name = _run(place)
    assert (asked, name) == ("True True", "Hex 2")
    assert _run(place) == [lengths, "False False", name]


def test_options_are_told_apart() -> None:
    place = str(find("Hex"))
    option = ludens.load(place).description.options[0]
    small = next(name for name in option.full_names() if name not in ludens.load(place).options)
    assert _run(place, small)[0] != _run(place)[0]
    assert _run(place, small)[1] == _run(place)[1] == "False False"


def test_what_is_asked_is_read_then(monkeypatch: pytest.MonkeyPatch) -> None:
    text = read("Tic-Tac-Toe")
    first = ludens.load(text)
    first.compile()
    asked: list[str] = []
    real = loading.parse
    monkeypatch.setattr(loading, "parse", lambda *a, **k: asked.append(a[0]) or real(*a, **k))
    again = ludens.load(text)
    assert not asked
    assert again.playouts(9, seed=2) == first.playouts(9, seed=2)
    state, other = again.start(seed=1), first.start(seed=1)
    assert (state, again.model.components, list(map(str, state.legal_moves()))) == (
        other,
        first.model.components,
        list(map(str, other.legal_moves())),
    )
    assert again == first
    assert again.fingerprint == first.fingerprint


def test_what_is_wrong_is_told_each_time() -> None:
    for _ in range(2):
        with pytest.raises(ludens.LudError):
            ludens.load(read("Tic-Tac-Toe").replace("(is Line 3)", "(is Lime 3)"))


def test_where_the_code_is_gone_the_game_is_compiled_again(tmp_path: Path) -> None:
    text = read("Tic-Tac-Toe")
    lengths = ludens.load(text).playouts(9, seed=2)
    for place in tmp_path.rglob("*"):
        if place.is_file() and place.stat().st_size > 1000:
            place.unlink()
    assert ludens.load(text).playouts(9, seed=2) == lengths
