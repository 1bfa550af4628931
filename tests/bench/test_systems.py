"""Processes that measure: this tree, other trees, and such as end or never answer."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import ludens
from ludens.bench import systems
from ludens.bench.games import BenchGame
from ludens.bench.rows import OTHER, OWN
from ludens.bench.systems import Failed, NoTree, System, missing, other_tree

SOURCES = Path(ludens.__file__).parents[1]
TICTACTOE = BenchGame("Tic-Tac-Toe").to_dict()


def test_a_process_measures() -> None:
    with System(OWN) as system:
        played = system.ask(do="prepare", suite="playouts", game=TICTACTOE)["played"]
        samples = system.ask(do="round", sizes={"games": 2})["samples"]
        assert len(played) == 12 and set(samples) == {"plies", "games", "two threads"}
        assert 5 / 2 <= samples["plies"] / samples["games"] <= 9  # so many plies a game
        assert system.ask(do="yardstick")["rate"] > 0
        with pytest.raises(Failed, match=r"there is no|no game of the library"):
            system.ask(do="prepare", suite="playouts", game=BenchGame("Nonesuch").to_dict())
        assert system.ask(do="prepare", suite="playouts", game=TICTACTOE)["played"] == played


def pretend(folder: Path, program: str) -> Path:
    """A tree whose ludens does something else."""
    (folder / "ludens").mkdir(parents=True)
    (folder / "ludens" / "__init__.py").write_text(program)
    return folder


def test_a_tree_that_cannot_be_imported_says_why(tmp_path: Path) -> None:
    with System(OTHER, pretend(tmp_path, "raise SystemExit('this tree is broken')")) as system:
        for _ in range(2):  # it is started again
            with pytest.raises(Failed, match="this tree is broken"):
                system.ask(do="prepare", suite="playouts", game=TICTACTOE)


def test_what_never_answers_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "PATIENCE", 0.2)
    with (
        System(OTHER, pretend(tmp_path, "import time; time.sleep(600)")) as system,
        pytest.raises(Failed, match=r"no answer within 0\.2 s"),
    ):
        system.ask(do="prepare", suite="playouts", game=TICTACTOE)


def test_trees_are_found(tmp_path: Path) -> None:
    source = pretend(tmp_path / "tree" / "src", "")
    with other_tree(tmp_path / "tree") as found:
        assert found == source.resolve()
    with other_tree(source) as found:
        assert found == source.resolve()
    wheel = tmp_path / "ludens-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("ludens/__init__.py", "")
    with other_tree(wheel) as found:
        assert (found / "ludens" / "__init__.py").is_file()
    assert not found.exists()


def test_what_is_no_tree(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a text")
    with pytest.raises(NoTree, match="neither a folder nor a wheel"), other_tree(tmp_path / "text"):
        pass
    with pytest.raises(NoTree, match="no package ludens"), other_tree(tmp_path):
        pass
    with pytest.raises(FileNotFoundError), other_tree(tmp_path / "nowhere"):
        pass


def test_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "PACKAGES", {"openspiel": ("numpy", "no_such_package"), "pgx": ("numpy",)})
    assert missing([OWN, "openspiel", "pgx"]) == {"openspiel": "no_such_package"}
